import type {
  Attendee,
  AttendeeEmailAddress,
  AttendeePhoneNumber,
  AttendeePostalAddress,
  AttendeeProfile,
  Birthdate,
  KnownAttendanceStatus,
  ReferrerData,
} from './attendance.ts'
import type { NewGeoPoint, Open } from './event-fields.ts'
import type { Link } from './hal.ts'

/** The members of a resource in a request: each is optional, and none may be null. */
export type Sent<Resource> = { readonly [Name in keyof Resource]?: NonNullable<Resource[Name]> | undefined }

/** An e-mail address in a request. */
export interface NewEmailAddress extends Sent<AttendeeEmailAddress> {
  /** The address itself. */
  readonly address: string
}

/** A telephone number in a request. */
export interface NewPhoneNumber extends Sent<AttendeePhoneNumber> {
  /** The number itself, with at least seven digits. The client leaves out an entry whose number is blank. */
  readonly number: string
}

/** A postal address in a request. */
export interface NewPostalAddress extends Sent<Omit<AttendeePostalAddress, 'address_lines' | 'location'>> {
  /** Street address. */
  readonly address_lines?: readonly string[] | undefined
  /** Coordinates; a service may overwrite them. */
  readonly location?: NewGeoPoint | undefined
}

/** The fields of a person that are lists or objects. {@link NewAttendee} declares their types itself. */
type NestedFields =
  | 'identifiers'
  | 'birthdate'
  | 'ethnicities'
  | 'languages_spoken'
  | 'email_addresses'
  | 'phone_numbers'
  | 'postal_addresses'
  | 'profiles'
  | 'custom_fields'

/** The person who comes, in a request. This is personal data: no error and no log contains it, except `error.reason` if the service repeats it. */
export interface NewAttendee extends Sent<Omit<Attendee, NestedFields>> {
  /** E-mail addresses. By them, the service finds a person that it already knows. */
  readonly email_addresses?: readonly NewEmailAddress[] | undefined
  /** Telephone numbers. Some services find a known person by them too. */
  readonly phone_numbers?: readonly NewPhoneNumber[] | undefined
  /** Postal addresses. */
  readonly postal_addresses?: readonly NewPostalAddress[] | undefined
  /** Identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | undefined
  /** Codes of languages, such as `en`. */
  readonly languages_spoken?: readonly string[] | undefined
  /** Ethnicities. */
  readonly ethnicities?: readonly string[] | undefined
  /** When the person was born. */
  readonly birthdate?: Sent<Birthdate> | undefined
  /** Accounts on other sites. */
  readonly profiles?: readonly Sent<AttendeeProfile>[] | undefined
  /** Extra fields that the service has defined for people, by name: text or finite numbers. For a checkbox, send the text that the form stores. */
  readonly custom_fields?: Readonly<Record<string, string | number | undefined>> | undefined
}

/** What the service does when it records an RSVP. */
export interface Triggers {
  /** The e-mail to the person. */
  readonly autoresponse?: {
    /** Whether the service sends it. */
    readonly enabled?: boolean | undefined
  }
}

/** Fields of an RSVP that can be recorded and changed. */
export interface EditableAttendance {
  /**
   * What the person answers, or `attended`. Some services ignore this field and set the status themselves: `unappliedOf(rsvp)` then contains
   * `status`.
   * @default the default of the service: `accepted`
   */
  readonly status?: Open<KnownAttendanceStatus> | undefined
  /** Identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | undefined
  /** How the person found the event. In JSON, the client adds the service's own prefix to the name. */
  readonly referrer_data?: Sent<ReferrerData> | undefined
}

/**
 * An RSVP to record.
 *
 * @example
 * ```ts
 * import type { NewAttendance } from 'osdi-events'
 *
 * const rsvp: NewAttendance = {
 *   person: { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }], custom_fields: { diet: 'vegan' } },
 *   add_tags: ['volunteer'],
 * }
 * console.log(rsvp.add_tags)
 * ```
 */
export interface NewAttendance extends EditableAttendance {
  /**
   * Who comes. Either the fields of a person, with at least an e-mail address, a telephone number or an identifier; the person may be new to the
   * service. Or the id, the URL or a link of a person whom the service knows.
   */
  readonly person: NewAttendee | string | Link
  /** Names of tags to add to the person. */
  readonly add_tags?: readonly string[] | undefined
  /** Names of tags to remove from the person. */
  readonly remove_tags?: readonly string[] | undefined
  /** What the service does when it records the RSVP. */
  readonly triggers?: Triggers | undefined
}

/** Changes of an RSVP. Only the fields that you send change; `null` clears an optional field. */
export type AttendanceChanges<Editable = EditableAttendance> = {
  readonly [Field in keyof Editable]?: Editable[Field] | null
}
