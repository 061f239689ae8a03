import type { Address, NewLocation, Open } from './fields.ts'
import type { Link, OneOrMany, Paged } from './hal.ts'

/** Values of an attendance's `status`, in the words of OSDI. */
export type KnownAttendanceStatus = 'accepted' | 'declined' | 'tentative' | 'needs action'

/** Links of an attendance. */
export interface AttendanceLinks {
  /** The attendance itself. */
  self?: OneOrMany<Link> | null
  /** The event. */
  'osdi:event'?: OneOrMany<Link> | null
  /** Who comes. */
  'osdi:person'?: OneOrMany<Link> | null
}

/** Fields that an attendance has in both versions. */
export interface AttendanceFields {
  /** Identifiers of the form `<system>:<id>`, the service's own among them; `idOf(attendance)` finds the id. */
  identifiers?: string[] | null
  /** `accepted`, `declined`, `tentative`, `needs action`, or another value that a service adds. */
  status?: Open<KnownAttendanceStatus> | null
  /** The person who comes. The service may embed it in the response to a new attendance. */
  person?: Attendee | null
  /** `self`, `osdi:event` and `osdi:person`: read them with `linkOf`. */
  _links?: AttendanceLinks | null
}

/** Where a person came from who attends. */
export interface ReferrerData {
  /** A source that the sign-up link named, such as `newsletter`; `none` without one. */
  source?: string | null
  /** Who referred the person. */
  referrer?: string | null
  /** The website of the sign-up; `api` for an attendance that was recorded through the API. */
  website?: string | null
  /** Who referred the person in an e-mail. */
  email_referrer?: string | null
  /** Who referred the person in a text message. */
  mobile_referrer?: string | null
}

/** Fields of an attendance named with the service's own prefix, here `platform` and `action_network`. */
export interface OwnAttendanceFields {
  /** Id of the person who comes. */
  'platform:person_id'?: string | null
  /** Id of the event. */
  'platform:event_id'?: string | null
  /** Where the person came from. */
  'platform:referrer_data'?: ReferrerData | null
  /** Id of the person who comes. */
  'action_network:person_id'?: string | null
  /** Id of the event. */
  'action_network:event_id'?: string | null
  /** Where the person came from. */
  'action_network:referrer_data'?: ReferrerData | null
}

/** The service's own fields of an attendance, without their prefix: what `ownOf(attendance)` returns. */
export interface OwnFieldsOfAttendance {
  /** Id of the person who comes. */
  person_id?: string | null
  /** Id of the event. */
  event_id?: string | null
  /** Where the person came from. */
  referrer_data?: ReferrerData | null
}

/** An e-mail address of a person who comes. */
export interface AttendeeEmailAddress {
  /** The address itself. */
  address?: string | null
  /** Whether it is the one to write to. */
  primary?: boolean | null
}

/** A telephone number of a person who comes. */
export interface AttendeePhoneNumber {
  /** The number itself. */
  number?: string | null
  /** Whether it is the one to call. */
  primary?: boolean | null
}

/** A person as an attendance embeds them: personal data. */
export interface Attendee {
  /** First name. */
  given_name?: string | null
  /** Last name. */
  family_name?: string | null
  /** E-mail addresses. */
  email_addresses?: AttendeeEmailAddress[] | null
  /** Telephone numbers. */
  phone_numbers?: AttendeePhoneNumber[] | null
  /** Postal addresses. */
  postal_addresses?: Address[] | null
  /** Codes of languages. */
  languages_spoken?: string[] | null
}

/** An e-mail address, as sent. */
export interface NewEmailAddress {
  /** The address itself. */
  readonly address: string
  /** Whether it is the one to write to. */
  readonly primary?: boolean | undefined
}

/** A telephone number, as sent. */
export interface NewPhoneNumber {
  /** The number itself. */
  readonly number: string
  /** Whether it is the one to call. */
  readonly primary?: boolean | undefined
}

/** Who comes, as sent: personal data, which is in no error and no log. */
export interface NewAttendee {
  /** First name. */
  readonly given_name?: string | undefined
  /** Last name. */
  readonly family_name?: string | undefined
  /** E-mail addresses. The service uses them to find a person that it already knows. */
  readonly email_addresses?: readonly NewEmailAddress[] | undefined
  /** Telephone numbers. */
  readonly phone_numbers?: readonly NewPhoneNumber[] | undefined
  /** Postal addresses. */
  readonly postal_addresses?: readonly Omit<NewLocation, 'venue'>[] | undefined
  /** Codes of languages, such as `en`. */
  readonly languages_spoken?: readonly string[] | undefined
  /** Identifiers of the form `<system>:<id>`. */
  readonly identifiers?: readonly string[] | undefined
}

/**
 * An RSVP to record.
 *
 * @example
 * ```ts
 * import type { NewAttendance } from 'osdi-events'
 *
 * const rsvp: NewAttendance = {
 *   person: { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] },
 *   status: 'accepted',
 * }
 * console.log(rsvp.status)
 * ```
 */
export interface NewAttendance {
  /**
   * Who comes: the fields of a person, who is new or whom the service knows by e-mail address; or the id, the URL or a link of a person. The fields
   * must include an e-mail address, a telephone number or an identifier.
   */
  readonly person: NewAttendee | string | Link
  /**
   * What the person answers.
   * @default the default of the service: `accepted`
   */
  readonly status?: KnownAttendanceStatus | undefined
}

/** One page of the attendances of an event. Its attendances: `embeddedOf(page, 'osdi:attendances')`. */
export interface AttendancePage<Attendance> extends Paged {
  /** Links of the page. */
  _links?: {
    /** This page. */
    self?: OneOrMany<Link> | null
    /** The next page. */
    next?: OneOrMany<Link> | null
  } | null
  /** What the page embeds. */
  _embedded?: {
    /** The attendances of the page; some services write the relation in the singular. */
    'osdi:attendances'?: Attendance[] | Attendance | null
    /** The same, where a service writes it in the singular. */
    'osdi:attendance'?: Attendance[] | Attendance | null
  } | null
}
