import type { NotInThisVersion, Refusing, SetByTheService, ThisVersionCallsIt } from '../core/dialect.ts'
import type { Bare, Namespaced } from '../core/url/references.ts'
import type { renamedFrom, unsupported } from './dialect.ts'
import type { EditableV1Own, EventV1Fields, EventV1Own, NewEventV1 } from './types.ts'

type Renamed = typeof renamedFrom

type WithPrefix<Name> = Name extends keyof Bare<EventV1Own> ? `<prefix>:${Name}` : Name

/** Names of version 2, with and without the service's own prefix, and what version 1 calls them. */
export type NamesOfVersion2<NS extends string = 'platform'> = {
  readonly [Name in keyof Renamed as Name | `${NS}:${Name}`]?: ThisVersionCallsIt<WithPrefix<Renamed[Name]>> | undefined
} & {
  readonly [Name in (typeof unsupported)[number] as Name | `${NS}:${Name}`]?: NotInThisVersion | undefined
}

/**
 * Fields that no create and no update through version 1 takes (v1 §2.1, v1 §4.3), each with the reason as its type: `title` is refused with
 * "Type 'string' is not assignable to type 'ThisVersionCallsIt<"summary">'". Nothing you send is of this type.
 */
export type RefusedV1<NS extends string = 'platform'> =
  // An array that nobody has: beside it the compiler holds an object to the event that it should be, and names the fields that are missing.
  | readonly [refused: never]
  | (Refusing &
      NamesOfVersion2<NS> & {
        readonly [Field in
          | Exclude<keyof EventV1Fields, keyof NewEventV1>
          | keyof Namespaced<Omit<EventV1Own, keyof EditableV1Own>, NS>]?: SetByTheService | undefined
      })
