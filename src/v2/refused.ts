import type { Refusing, SetByTheService } from '../core/dialect.ts'
import type { Namespaced } from '../core/url/references.ts'
import type { EventV2Fields, EventV2Own, NewEventV2 } from './types.ts'

/** The name of a member that nothing has. */
declare const noValue: unique symbol

/** The type of a field that version 2 has under another `Name`. No value has it. */
export interface Version2CallsIt<Name extends string> {
  /** Nothing has it. */
  readonly [noValue]: Name
}

/** Names of version 1, and what version 2 calls them. */
export interface NamesOfVersion1 {
  /** Version 2 calls it `title`. */
  readonly summary?: Version2CallsIt<'title'> | undefined
  /** Version 2 calls it `origin_system`. */
  readonly originating_system?: Version2CallsIt<'origin_system'> | undefined
  /** Version 2 calls it `start_date`. */
  readonly start?: Version2CallsIt<'start_date'> | undefined
  /** Version 2 calls it `browser_url`. */
  readonly url?: Version2CallsIt<'browser_url'> | undefined
  /** Version 2 calls it `created_date`, and the service sets it. */
  readonly created_at?: Version2CallsIt<'created_date'> | undefined
  /** Version 2 calls it `modified_date`, and the service sets it. */
  readonly modified_at?: Version2CallsIt<'modified_date'> | undefined
  /** Version 2 calls it `guests_can_invite_others`, and the service sets it. */
  readonly guestsCanInviteOthers?: Version2CallsIt<'guests_can_invite_others'> | undefined
  /** Version 2 calls it `instructions`. */
  readonly [instructions: `${string}:event_instructions`]: Version2CallsIt<'instructions'> | undefined
}

/**
 * Fields that no create and no update through version 2 takes (v2 §2.1, v2 §4.4), each with the reason as its type: `summary` is refused
 * with "Type 'string' is not assignable to type 'Version2CallsIt<"title">'". Nothing you send is of this type.
 */
export type RefusedV2<NS extends string = 'platform'> = Refusing &
  NamesOfVersion1 & {
    readonly [Field in Exclude<keyof EventV2Fields, keyof NewEventV2> | keyof Namespaced<EventV2Own, NS>]?:
      | SetByTheService
      | undefined
  }
