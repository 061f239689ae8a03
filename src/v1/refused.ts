import type { Refusing, SetByTheService } from '../core/dialect.ts'
import type { Namespaced } from '../core/url/references.ts'
import type { EditableV1Own, EventV1Fields, EventV1Own, NewEventV1 } from './types.ts'

/** The name of a member that nothing has. */
declare const noValue: unique symbol

/** The type of a field that version 1 has under another `Name`. No value has it. */
export interface Version1CallsIt<Name extends string> {
  /** Nothing has it. */
  readonly [noValue]: Name
}

/** The type of a field that version 2 alone has. No value has it. */
export interface NotInVersion1 {
  /** Nothing has it. */
  readonly [noValue]: 'version 2 alone has it'
}

/** Names of version 2, and what version 1 calls them. */
export interface NamesOfVersion2 {
  /** Version 1 calls it `summary`. */
  readonly title?: Version1CallsIt<'summary'> | undefined
  /** Version 1 calls it `originating_system`. */
  readonly origin_system?: Version1CallsIt<'originating_system'> | undefined
  /** Version 1 calls it `start`. */
  readonly start_date?: Version1CallsIt<'start'> | undefined
  /** Version 1 calls it `url`, and the service sets it. */
  readonly browser_url?: Version1CallsIt<'url'> | undefined
  /** Version 1 calls it `created_at`, and the service sets it. */
  readonly created_date?: Version1CallsIt<'created_at'> | undefined
  /** Version 1 calls it `modified_at`, and the service sets it. */
  readonly modified_date?: Version1CallsIt<'modified_at'> | undefined
  /** Version 1 calls it `guestsCanInviteOthers`, and the service sets it. */
  readonly guests_can_invite_others?: Version1CallsIt<'guestsCanInviteOthers'> | undefined
  /** Version 1 calls it `platform:event_instructions`, with the service's own prefix. */
  readonly instructions?: Version1CallsIt<'<prefix>:event_instructions'> | undefined
  /** Version 1 has a start and no end. */
  readonly end_date?: NotInVersion1 | undefined
  /** Version 1 has one title, `summary`. */
  readonly name?: NotInVersion1 | undefined
  /** Version 1 has no limit of RSVPs. */
  readonly capacity?: NotInVersion1 | undefined
  /** Version 1 has no banner. */
  readonly featured_image_url?: NotInVersion1 | undefined
}

/**
 * Fields that no create and no update through version 1 takes (v1 §2.1, v1 §4.3), each with the reason as its type: `title` is refused with
 * "Type 'string' is not assignable to type 'Version1CallsIt<"summary">'". Nothing you send is of this type.
 */
export type RefusedV1<NS extends string = 'platform'> = Refusing &
  NamesOfVersion2 & {
    readonly [Field in
      | Exclude<keyof EventV1Fields, keyof NewEventV1>
      | keyof Namespaced<Omit<EventV1Own, keyof EditableV1Own>, NS>]?: SetByTheService | undefined
  }
