import type { KeyReference, Reference, Timestamp, WithId } from './common.ts'

/** A person to add. The service makes up names, an e-mail address and a postal code if they are missing; `null` leaves them out. */
export interface NewPerson {
  /** First name. */
  readonly given_name?: string | null
  /** Last name. */
  readonly family_name?: string | null
  /**
   * E-mail address. Autoresponses and reminders go to this address. It must be unique, because an RSVP can name a person by the address.
   */
  readonly email_address?: string | null
  /** Mobile phone number. The number must be unique too. The service keeps its digits. */
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

/** A person that the service has. */
export interface MockPerson extends WithId {
  /** First name. Empty if the service does not know it. */
  readonly given_name: string
  /** Last name. Empty if the service does not know it. */
  readonly family_name: string
  /** The primary e-mail address. Empty for a person without an address. */
  readonly email_address: string
  /** Status of the primary e-mail address, such as `subscribed`. Missing if the service knows none. */
  readonly email_status?: string
  /** Digits of the primary phone number. Missing for a person without a number. */
  readonly phone_number?: string
  /** Status of the primary phone number, such as `unsubscribed`. Missing if the service knows none. */
  readonly phone_status?: string
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
  /**
   * People who are members, but neither organizers nor administrators. Only version 1 accepts them as creators of events (v1 §4.5, v2
   * §4.5).
   */
  readonly members?: readonly Reference[]
  /** Organizers of the group. */
  readonly organizers?: readonly Reference[]
  /** Administrators of the group. */
  readonly administrators?: readonly Reference[]
}

/** A group that the service has. Each person is given as an id. */
export interface MockGroup extends WithId {
  /** Name of the group. */
  readonly title: string
  /** Address of the group's public page. The field `platform:sponsor` of the group's events shows this address. */
  readonly browser_url: string
  /** Id of the group's original creator. */
  readonly creator: string
  /** Ids of the people who are members, but neither organizers nor administrators. */
  readonly members: readonly string[]
  /** Organizers of the group. */
  readonly organizers: readonly string[]
  /** Administrators of the group. */
  readonly administrators: readonly string[]
}

/** An API key to add, for a group or for an individual account. */
export interface NewKey {
  /** The group, if the key is for a group. `group` and `person` exclude each other. */
  readonly group?: Reference
  /** The person, if the key is for an individual account. Without `group` and `person`, the service makes up a person. */
  readonly person?: Reference
  /**
   * The text that requests send in the key header: 1 to 512 printable ASCII characters. If it is missing, the service makes up a token. The
   * request log redacts a token of fewer than six characters only in the key headers.
   */
  readonly token?: string
}

/** An API key. The request log never shows it. */
export interface MockKey {
  /** The text that requests send in the key header. */
  readonly token: string
  /** Whether the key belongs to a group or to an individual account. */
  readonly kind: 'group' | 'individual'
  /** Id of the group, if the key belongs to a group. */
  readonly group?: string
  /** Id of the person of the individual account, or of the group's original creator. */
  readonly person: string
}

/** An event campaign to add. */
export interface NewCampaign {
  /** Public title. */
  readonly title: string
  /** Title that only organizers see. */
  readonly name?: string
  /** Name of the system that the campaign comes from. @default 'Mock Service' */
  readonly origin_system?: string
  /** Identifiers of the form `<system>:<id>`. The service adds an identifier of its own. */
  readonly identifiers?: readonly string[]
  /** Description, may contain HTML. */
  readonly description?: string
  /** Address of the campaign's page. @default a page of the service */
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

/** An event campaign that the service has. */
export interface MockCampaign extends WithId {
  /** All identifiers. The identifier that the service made comes first. */
  readonly identifiers: readonly string[]
  /** Public title. */
  readonly title: string
  readonly [field: string]: unknown
}

/** The two API keys that every service has, see {@link MockService.seeded}. */
export interface Seeded {
  /** Key of a group. The group owns the seeded events. */
  readonly group: MockKey
  /** Key of an individual account, which has no events at first. */
  readonly individual: MockKey
}

/** Tokens of the two API keys that every service has, for a client in another process. */
export interface MockTokens {
  /** Token of the group's key. The group owns the seeded events. */
  readonly group: string
  /** Token of the individual account's key. */
  readonly individual: string
}

/** A tag to add with {@link MockService.addTag}. */
export interface NewTag {
  /** Name of the tag. RSVPs add and remove the tag by this name. Two tags of one owner must have different names. */
  readonly name: string
  /** A key of the tag's owner. */
  readonly key: KeyReference
}

/** A tag that the service has. */
export interface MockTag extends WithId {
  /** Name of the tag. */
  readonly name: string
}
