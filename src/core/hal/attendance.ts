import type { Location, Open } from './event-fields.ts'
import type { Link, OneOrMany } from './hal.ts'

/** Values of an attendance's `status`: those of OSDI, and `attended`, which means that the person came. */
export const attendanceStatuses = ['accepted', 'declined', 'tentative', 'needs action', 'attended'] as const

/** A documented `status` of an attendance. */
export type KnownAttendanceStatus = (typeof attendanceStatuses)[number]

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
  /** Identifiers of the form `<system>:<id>`. One of them is the service's own: `idOf(attendance)` returns its id. */
  identifiers?: string[] | null
  /** `accepted`, `declined`, `tentative`, `needs action`, `attended`, or another value that a service adds. */
  status?: Open<KnownAttendanceStatus> | null
  /** The person who comes. The service may embed it in the response to a new attendance. */
  person?: Attendee | null
  /** `self`, `osdi:event` and `osdi:person`: read them with `linkOf`. */
  _links?: AttendanceLinks | null
}

/** How a person who attends found the event. */
export interface ReferrerData {
  /** The source in the sign-up link, such as `newsletter`; `none` if the link had no source. */
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

/** Fields of an attendance with the service's own prefix, here `platform` and `action_network`. */
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

/** Whether a person gets messages at an address or a number. */
export type ContactStatus = Open<'subscribed' | 'unsubscribed' | 'bouncing' | 'spam complaint'>

/** An e-mail address of a person who comes. */
export interface AttendeeEmailAddress {
  /** The address itself. */
  address?: string | null
  /** What kind of address it is. */
  address_type?: Open<'Personal' | 'Work' | 'Other'> | null
  /** Whether it is the one to write to. */
  primary?: boolean | null
  /** Whether the person gets e-mails there. */
  status?: ContactStatus | null
}

/** A telephone number of a person who comes. */
export interface AttendeePhoneNumber {
  /** The number itself. */
  number?: string | null
  /** The extension behind the number. */
  extension?: string | null
  /** What kind of number it is. */
  number_type?: Open<'Home' | 'Work' | 'Mobile' | 'Other' | 'Daytime' | 'Evening' | 'Fax'> | null
  /** Whether it is the one to call. */
  primary?: boolean | null
  /** Whether the number can receive text messages. */
  sms_capable?: boolean | null
  /** Whether the person does not want calls. */
  do_not_call?: boolean | null
  /** Whether the person gets text messages there. */
  status?: ContactStatus | null
}

/** A postal address of a person who comes. */
export interface AttendeePostalAddress extends Location {
  /** What kind of address it is. */
  address_type?: Open<'Home' | 'Work' | 'Mailing'> | null
  /** Whether it is the one to write to. */
  primary?: boolean | null
}

/** An account of a person on another site. */
export interface AttendeeProfile {
  /** The site, such as `Facebook`. */
  provider?: string | null
  /** The account's id on that site. */
  id?: string | null
  /** Address of the account's page. */
  url?: string | null
  /** The account's name on that site. */
  handle?: string | null
}

/** When a person was born. */
export interface Birthdate {
  /** From 1 to 12. */
  month?: number | null
  /** From 1 to 31. */
  day?: number | null
  /** Four digits. */
  year?: number | null
}

/** A person as an attendance embeds them: personal data. */
export interface Attendee {
  /** Identifiers of the form `<system>:<id>`. */
  identifiers?: string[] | null
  /** Where the person's data comes from, as text for people. */
  origin_system?: string | null
  /** First name. */
  given_name?: string | null
  /** Last name. */
  family_name?: string | null
  /** Another name, such as a middle name. */
  additional_name?: string | null
  /** Such as `Dr`. */
  honorific_prefix?: string | null
  /** Such as `Jr.`. */
  honorific_suffix?: string | null
  /** Gender, as one of the values of OSDI. */
  gender?: Open<'Female' | 'Male' | 'Other'> | null
  /** The gender in the person's own words. */
  gender_identity?: string | null
  /** The political party that the person identifies with. */
  party_identification?: string | null
  /** Where the person's record comes from. */
  source?: string | null
  /** When the person was born. */
  birthdate?: Birthdate | null
  /** Ethnicities. */
  ethnicities?: string[] | null
  /** Codes of languages. */
  languages_spoken?: string[] | null
  /** Name of the employer. */
  employer?: string | null
  /** E-mail addresses. */
  email_addresses?: AttendeeEmailAddress[] | null
  /** Telephone numbers. */
  phone_numbers?: AttendeePhoneNumber[] | null
  /** Postal addresses. */
  postal_addresses?: AttendeePostalAddress[] | null
  /** Accounts on other sites. */
  profiles?: AttendeeProfile[] | null
  /** Extra fields that the service has defined for people, by name. */
  custom_fields?: Readonly<Record<string, unknown>> | null
}

/** Fields of a person that have the same name in both versions. */
export interface PersonFields extends Omit<Attendee, 'origin_system'> {}
