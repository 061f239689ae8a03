import type { KeyReference, Reference, Timestamp, WithId } from './common.ts'
import type { MockServiceOptions } from './options.ts'

/** A person to add; what is missing is made up. */
export interface NewPerson {
  /** First name. */
  readonly given_name?: string
  /** Last name. */
  readonly family_name?: string
  /** E-mail address, where autoresponses and reminders go; unique, for an RSVP can name a person by it. */
  readonly email_address?: string
  /** Postal code of the person's address. */
  readonly postal_code?: string
}

/** A person the service knows. */
export interface MockPerson extends WithId, Required<Omit<NewPerson, 'postal_code'>>, Pick<NewPerson, 'postal_code'> {
  /** When the person was added, by the service's clock. */
  readonly created_date: Timestamp
}

/** A group to add. People are given themselves or by id. */
export interface NewGroup {
  /** Name of the group; sponsors repeat it. */
  readonly title: string
  /** The group's original creator (v2 §4.6); made up where it is missing. */
  readonly creator?: Reference
  /** Plain members: they may be creators of events in version 1 only (v1 §4.5, v2 §4.5). */
  readonly members?: readonly Reference[]
  /** Organizers of the group. */
  readonly organizers?: readonly Reference[]
  /** Administrators of the group. */
  readonly administrators?: readonly Reference[]
}

/** A group the service knows. Every list holds ids of people. */
export interface MockGroup extends WithId {
  /** Name of the group. */
  readonly title: string
  /** Address of the group's public page; `platform:sponsor` repeats it. */
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
  /** Makes it a group key. Not together with `person`. */
  readonly group?: Reference
  /** The account's person, for an individual key; made up where neither is given. */
  readonly person?: Reference
  /** The key itself, 1 to 512 printable ASCII characters; made up where it is missing. One of fewer than six is redacted in the key headers alone. */
  readonly token?: string
}

/** An API key. The mock makes it up, and treats it as a secret: the request log never shows it. */
export interface MockKey {
  /** What goes into the key header. */
  readonly token: string
  /** Whose key it is. */
  readonly kind: 'group' | 'individual'
  /** Id of the group (group key). */
  readonly group?: string
  /** Id of the person whose account it is, or of the group's original creator. */
  readonly person: string
}

/** An event campaign to add. */
export interface NewCampaign {
  /** What the campaign is called. */
  readonly title: string
  /** Whose campaign it is: that of the key's owner. */
  readonly key: KeyReference
}

/** An event campaign the service knows. */
export interface MockCampaign extends WithId {
  /** What the campaign is called. */
  readonly title: string
}

/** The keys of a seeded service, see {@link MockServiceOptions.events}. */
export interface Seeded {
  /** Key of the group that owns the seeded events. */
  readonly group: MockKey
  /** Key of an individual account, with no event of its own. */
  readonly individual: MockKey
}

/** Tokens of the keys of a seeded service, for a client that is not in its process. */
export interface MockTokens {
  /** Of the key of the group that owns the seeded events. */
  readonly group: string
  /** Of the key of an individual account. */
  readonly individual: string
}
