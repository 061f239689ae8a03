import type { Timestamp } from './common.ts'
import type { MockServiceOptions } from './options.ts'

/** A person as handed in; what is missing is made up. */
export interface NewPerson {
  readonly given_name?: string
  readonly family_name?: string
  readonly email_address?: string
  readonly postal_code?: string
}

/** A person the service knows. */
export interface MockPerson {
  readonly id: string
  readonly given_name: string
  readonly family_name: string
  readonly email_address: string
  readonly postal_code?: string
  readonly created_date: Timestamp
}

/** A group as handed in; people are given themselves or by id. */
export interface NewGroup {
  readonly title: string
  /** The group's original creator (v2 §4.6). One is made up where none is given. */
  readonly creator?: string | { readonly id: string }
  readonly members?: readonly (string | { readonly id: string })[]
  readonly organizers?: readonly (string | { readonly id: string })[]
  readonly administrators?: readonly (string | { readonly id: string })[]
}

/** A group the service knows. Every list holds ids of people. */
export interface MockGroup {
  readonly id: string
  readonly title: string
  /** Address of the group's public page; `platform:sponsor` repeats it. */
  readonly browser_url: string
  readonly creator: string
  readonly members: readonly string[]
  readonly organizers: readonly string[]
  readonly administrators: readonly string[]
}

/** A key as handed in: of a group, or of an individual account. */
export interface NewKey {
  /** Makes it a group key. Not together with `person`. */
  readonly group?: string | { readonly id: string }
  /** The account's person, for an individual key; made up where neither is given. */
  readonly person?: string | { readonly id: string }
  /** The key itself; made up where it is missing. */
  readonly token?: string
}

/** An API key. Made up by the mock, and a secret all the same: the journal never shows it. */
export interface MockKey {
  readonly token: string
  readonly kind: 'group' | 'individual'
  /** Id of the group (group key). */
  readonly group?: string
  /** Id of the person whose account it is, or of the group's original creator. */
  readonly person: string
}

/** An event campaign as handed in. */
export interface NewCampaign {
  readonly title: string
  readonly key: string | { readonly token: string }
}

/** An event campaign the service knows. */
export interface MockCampaign {
  readonly id: string
  readonly title: string
}

/** The keys of a seeded service, see {@link MockServiceOptions.events}. */
export interface Seeded {
  /** Key of the group that owns the seeded events. */
  readonly group: MockKey
  /** Key of an individual account, with no event of its own. */
  readonly individual: MockKey
}
