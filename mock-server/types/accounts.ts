import type { KeyReference, Reference, Timestamp, WithId } from './common.ts'

/** A person to add. The service makes up names, an e-mail address and a postal code if they are missing; `null` leaves them out. */
export interface NewPerson {
  /** First name. */
  readonly given_name?: string | null
  /** Last name. */
  readonly family_name?: string | null
  /** E-mail address, to which autoresponses and reminders go. It must be unique, because an RSVP can name a person by it. */
  readonly email_address?: string | null
  /** Mobile phone number. It must be unique too. The service keeps its digits. */
  readonly phone_number?: string | null
  /** Postal code of the person's address. */
  readonly postal_code?: string | null
  /** Values of custom fields by name. A field with `null` is left out. */
  readonly custom_fields?: Readonly<Record<string, string | null>> | null
  /** The person's tags, see {@link MockService.addTag}. */
  readonly tags?: readonly Reference[]
}

/**
 * Changes for {@link MockService.updatePerson}. Only the given fields change, and `null` clears a field. `email_address` and `phone_number`
 * replace the primary contact; `null` removes all contacts of the kind. `custom_fields` are changed one by one. `tags` replaces all tags.
 */
export type MockPersonChanges = NewPerson

/** A person that the service knows. */
export interface MockPerson extends WithId {
  /** First name. Empty if the service does not know it. */
  readonly given_name: string
  /** Last name. Empty if the service does not know it. */
  readonly family_name: string
  /** The primary e-mail address. Empty for a person without one. */
  readonly email_address: string
  /** Digits of the primary phone number. Missing for a person without one. */
  readonly phone_number?: string
  /** Postal code of the primary address. */
  readonly postal_code?: string
  /** Values of custom fields by name. Missing for a person without custom fields. */
  readonly custom_fields?: Readonly<Record<string, string>>
  /** The person's tags, of all owners. Missing for a person without tags. */
  readonly tags?: readonly MockTag[]
  /** When the person was added, by the service's clock. */
  readonly created_date: Timestamp
}

/** A group to add. All its people must have been added before. */
export interface NewGroup {
  /** Name of the group. Its events show it as their sponsor. */
  readonly title: string
  /** The group's original creator (v2 §4.6). The service makes one up if it is missing. */
  readonly creator?: Reference
  /** Plain members: only version 1 accepts them as creators of events (v1 §4.5, v2 §4.5). */
  readonly members?: readonly Reference[]
  /** Organizers of the group. */
  readonly organizers?: readonly Reference[]
  /** Administrators of the group. */
  readonly administrators?: readonly Reference[]
}

/** A group that the service knows. People are given by their ids. */
export interface MockGroup extends WithId {
  /** Name of the group. */
  readonly title: string
  /** Address of the group's public page, as in `platform:sponsor`. */
  readonly browser_url: string
  /** The group's original creator. */
  readonly creator: string
  /** Plain members. */
  readonly members: readonly string[]
  /** Organizers of the group. */
  readonly organizers: readonly string[]
  /** Administrators of the group. */
  readonly administrators: readonly string[]
}

/** A key to add: of a group, or of an individual account. */
export interface NewKey {
  /** The group, for a group key. Not together with `person`. */
  readonly group?: Reference
  /** The account's person, for an individual key. The service makes one up if neither is given. */
  readonly person?: Reference
  /**
   * The key itself: 1 to 512 printable ASCII characters. The service makes one up if it is missing. The request log redacts a token of
   * fewer than six characters only in the key headers.
   */
  readonly token?: string
}

/** An API key. The request log never shows it. */
export interface MockKey {
  /** The value of the key header. */
  readonly token: string
  /** Whether it belongs to a group or to an individual account. */
  readonly kind: 'group' | 'individual'
  /** Id of the group, for a group key. */
  readonly group?: string
  /** Id of the account's person, or of the group's original creator. */
  readonly person: string
}

/** An event campaign to add. */
export interface NewCampaign {
  /** Public title. */
  readonly title: string
  /** Title for organizers. */
  readonly name?: string
  /** Where it comes from. @default 'Mock Service' */
  readonly origin_system?: string
  /** Entries of the form `<system>:<id>`. The service adds its own. */
  readonly identifiers?: readonly string[]
  /** Description, may contain HTML. */
  readonly description?: string
  /** Address of its page. @default a page of the service */
  readonly browser_url?: string
  /** Why to host an event, may contain HTML. */
  readonly host_pitch?: string
  /** Instructions for hosts, may contain HTML. */
  readonly host_instructions?: string
  /** Address where people host an event. @default a page of the service */
  readonly host_url?: string
  /** Address of an image. */
  readonly featured_image_url?: string
  /** Names of tags. */
  readonly tag_list?: readonly string[]
  /** Whether the user interface hides the campaign. @default false */
  readonly hidden?: boolean
  /** Whether new events of the campaign wait for approval, by the assumption `vetting`. No response shows it. @default false */
  readonly vetting?: boolean
  /** A key of the campaign's owner. */
  readonly key: KeyReference
}

/** Fields of an event campaign that `null` cannot clear. */
type LastingOfCampaign = 'title' | 'origin_system' | 'identifiers' | 'hidden'

/**
 * Changes for {@link MockService.updateCampaign}. Only the given fields change. `null` clears a field that a new campaign does not need.
 * `identifiers` replaces all identifiers except the service's own.
 */
export type MockCampaignChanges = {
  readonly [Name in Exclude<keyof NewCampaign, 'key'>]?:
    | NewCampaign[Name]
    | (Name extends LastingOfCampaign ? never : null)
}

/** An event campaign that the service knows. */
export interface MockCampaign extends WithId {
  /** All identifiers, the service's own first. */
  readonly identifiers: readonly string[]
  /** Public title. */
  readonly title: string
  readonly [field: string]: unknown
}

/** The two keys that every service has, see {@link MockService.seeded}. */
export interface Seeded {
  /** Key of a group. The group owns the seeded events. */
  readonly group: MockKey
  /** Key of an individual account, which has no events at first. */
  readonly individual: MockKey
}

/** Tokens of the two keys that every service has, for a client in another process. */
export interface MockTokens {
  /** Token of the group's key. The group owns the seeded events. */
  readonly group: string
  /** Token of the individual account's key. */
  readonly individual: string
}

/** A new tag, for {@link MockService.addTag}. */
export interface NewTag {
  /** The name by which RSVPs add and remove it. No other tag of the owner has the same. */
  readonly name: string
  /** A key of the tag's owner. */
  readonly key: KeyReference
}

/** A tag. */
export interface MockTag extends WithId {
  /** The name. */
  readonly name: string
}
