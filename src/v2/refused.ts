import type { Refusing, SetByTheService, ThisVersionCallsIt } from '../core/dialect.ts'
import type { Namespaced } from '../core/url/references.ts'
import type { renamedFrom } from './dialect.ts'
import type { EventV2Fields, EventV2Own, NewEventV2 } from './types.ts'

type Renamed = typeof renamedFrom

/** Names of version 1, with and without the service's own prefix, and what version 2 calls them. */
export type NamesOfVersion1<NS extends string = 'platform'> = {
  readonly [Name in keyof Renamed as Name | `${NS}:${Name}`]?: ThisVersionCallsIt<Renamed[Name]> | undefined
}

/**
 * Fields that no create and no update through version 2 takes (v2 §2.1, v2 §4.4), each with the reason as its type: `summary` is refused
 * with "Type 'string' is not assignable to type 'ThisVersionCallsIt<"title">'". Nothing you send is of this type.
 */
export type RefusedV2<NS extends string = 'platform'> =
  // An array that nobody has: beside it the compiler holds an object to the event that it should be, and names the fields that are missing.
  | readonly [refused: never]
  | (Refusing &
      NamesOfVersion1<NS> & {
        readonly [Field in Exclude<keyof EventV2Fields, keyof NewEventV2> | keyof Namespaced<EventV2Own, NS>]?:
          | SetByTheService
          | undefined
      })
