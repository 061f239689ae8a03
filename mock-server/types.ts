import type { Assumptions } from './assumptions.ts'

/** The two versions of the events interface, as they stand in its paths (v1 §9.1, v2 §9.1). */
export type Version = 'v1' | 'v2'

/**
 * A moment: an ISO 8601 date-time in UTC to the second, `YYYY-MM-DDTHH:MM:SSZ`, as the service writes the times it makes.
 */
export type Timestamp = string

/** Settings of {@link createMockService}. None is needed. */
export interface MockServiceOptions {
  /**
   * Where the service's clock starts: an ISO 8601 date-time with a zone.
   * @default '2026-01-01T00:00:00Z'
   */
  readonly now?: string
  /**
   * Events on a page of a collection, a whole number from 1 up.
   * @default 25
   */
  readonly perPage?: number
  /**
   * How many believable events to seed for a group key; {@link MockService.seeded} names the keys.
   * @default 0, nothing is seeded
   */
  readonly events?: number
  /**
   * Text that all made-up ids and seeded data are derived from: the same seed, the same service.
   * @default 'osdi-events'
   */
  readonly seed?: string
  /**
   * The service's own prefix, in identifiers, fields and relations.
   * @default 'platform'
   */
  readonly namespace?: string
  /**
   * The service's base address: http or https, without query or fragment.
   * @default 'https://events.example.org'
   */
  readonly baseUrl?: string
  /** Replaces the built-in geocoder. */
  readonly geocode?: Geocode
  /** What the interface documents leave open, one named entry each; the rest keep their defaults. */
  readonly assumptions?: Partial<Assumptions>
}

/** What a geocoder is given: the parts of an address that the caller sent, each may be missing. */
export interface PlaceQuery {
  readonly venue?: string
  readonly address_lines?: readonly string[]
  readonly locality?: string
  readonly region?: string
  readonly postal_code?: string
  readonly country?: string
}

/** What a geocoder answers. */
export interface Place {
  readonly locality?: string
  /** The last two letters of the ISO 3166-2 code; empty where nothing is known. */
  readonly region: string
  /** ISO 3166-1 alpha-2. Version 1 takes it over, version 2 keeps the caller's (v1 §2.2, v2 §2.2). */
  readonly country: string
  /** Degrees. */
  readonly latitude: number
  /** Degrees. */
  readonly longitude: number
  readonly accuracy: 'Rooftop' | 'Approximate'
  /** IANA name of the time zone at the place; reminders of the event are reckoned in it. */
  readonly timeZone: string
}

/** Finds the place of an address. Called for every event that is stored, with `{}` where no location was sent. */
export type Geocode = (query: PlaceQuery) => Place

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

/** An event as handed to {@link MockService.addEvent}, under version 2's names. */
export interface NewMockEvent {
  readonly title: string
  readonly origin_system?: string
  readonly name?: string
  readonly description?: string
  readonly instructions?: string
  readonly browser_url?: string
  readonly featured_image_url?: string
  /** The event's local clock (v2 §2.1). */
  readonly start_date?: string
  /** The event's local clock (v2 §2.1). */
  readonly end_date?: string
  readonly identifiers?: readonly string[]
  readonly location?: PlaceQuery
  readonly capacity?: number
  readonly visibility?: 'public' | 'private'
  readonly hidden?: boolean
  /** Id of a campaign of the same owner. */
  readonly campaign?: string | { readonly id: string }
  /** A person who is made the explicit creator (v2 §4.7). */
  readonly creator?: string | { readonly id: string }
}

/** How {@link MockService.addEvent} makes the event. */
export interface AddEventOptions {
  /** Whose event it is. */
  readonly key: string | { readonly token: string }
  /**
   * `'ui'`: as the service's user interface makes it, with a public page, autoresponses and reminders;
   * `'api'`: as a POST makes it (v2 §1.5).
   * @default 'ui'
   */
  readonly via?: 'ui' | 'api'
}

/** An event that the mock made: its bare id, and the rest as a version 2 answer shows it. */
export interface MockEvent {
  readonly id: string
  readonly identifiers: readonly string[]
  readonly title: string
  readonly [field: string]: unknown
}

/** An event, named by its id, by one of its identifiers, or by an answer that carries them. */
export type EventReference = string | { readonly id: string } | { readonly identifiers: readonly string[] }

/** One RSVP. */
export interface MockAttendance {
  readonly id: string
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  readonly created_date: Timestamp
}

/** An entry of the targeting interface (v1 §1.5, v2 §1.6). */
export interface TargetingEntry {
  /** Id of the event. */
  readonly id: string
  /** `[1, <origin> Event], <title>` for an event made through the interface; the title for one of the user interface. */
  readonly label: string
  /** Ids of everyone who acted on it, in the order of their RSVPs. */
  readonly people: readonly string[]
}

/** An entry of the dashboard's list of all actions, and of the group's manage page (v2 §1.5). */
export interface DashboardEntry {
  /** Id of the event. */
  readonly id: string
  readonly title: string
  readonly publicUrl: string
  readonly manageUrl: string
}

/** A message that the service would have sent. */
export interface OutboxMessage {
  readonly kind: 'autoresponse' | 'reminder'
  readonly method: 'email'
  /** Id of the event. */
  readonly event: string
  /** Id of the person. */
  readonly person: string
  /** E-mail address of the person. */
  readonly to: string
  readonly subject: string
  /** When it was due by the service's clock. */
  readonly sent_at: Timestamp
}

/** One request that reached the service, and what was answered. Keys are redacted in every part of it. */
export interface JournalEntry {
  /** Counts from 1 since the service was made or reset. */
  readonly number: number
  /** When it came, by the service's clock. */
  readonly at: Timestamp
  readonly method: string
  readonly url: string
  /** Path below the base address, without the query, such as `/api/v2/events`. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly version?: Version
  /** Name of the matched route, such as `events.create`; absent where none matched. */
  readonly operation?: string
  /** Header names in lower case; the value of a key header is `[redacted]`. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it came, as JSON where it is JSON, as text otherwise; absent where there was none. */
  readonly body?: unknown
  /** Status of the answer. */
  readonly status: number
}

/** The service's own clock: it starts at `now`, moves one second with every write, and never by itself. */
export interface MockClock {
  /** The moment it shows. */
  now(): Date
  /** Moves it on by an ISO 8601 duration in weeks, days, hours, minutes and seconds, such as `PT24H`; reminders that fall due are sent. */
  advance(duration: string): void
}

/** The keys of a seeded service, see {@link MockServiceOptions.events}. */
export interface Seeded {
  /** Key of the group that owns the seeded events. */
  readonly group: MockKey
  /** Key of an individual account, with no event of its own. */
  readonly individual: MockKey
}

/** The whole service in memory. Nothing is global: two services never see each other. */
export interface MockService {
  /** Base address, without a trailing slash. */
  readonly baseUrl: string
  readonly namespace: string
  /** The assumptions in force. */
  readonly assumptions: Readonly<Assumptions>
  /** Keys of the seeded data; made in every service, with events only where {@link MockServiceOptions.events} asks for them. */
  readonly seeded: Seeded
  readonly clock: MockClock
  /** Every request so far, oldest first. */
  readonly requests: readonly JournalEntry[]
  /** Every autoresponse and reminder so far, oldest first. */
  readonly outbox: readonly OutboxMessage[]
  /** The service as a `fetch` function, with the platform's own signature; it needs no `this`. */
  readonly fetch: typeof globalThis.fetch
  addPerson(person?: NewPerson): MockPerson
  addGroup(group: NewGroup): MockGroup
  addKey(key?: NewKey): MockKey
  addCampaign(campaign: NewCampaign): MockCampaign
  addEvent(event: NewMockEvent, options: AddEventOptions): MockEvent
  /** Records an RSVP of a person, or of as many made-up people as the number says; the same person counts once (`onePersonOnce`). */
  attend(event: EventReference, who: number | string | { readonly id: string }): readonly MockAttendance[]
  /** What the key's owner can choose in the targeting interface. */
  targeting(key: string | { readonly token: string }): readonly TargetingEntry[]
  /** The list of all actions on the dashboard of a key's owner, or on a group's manage page. */
  dashboard(of: string | { readonly token: string } | { readonly id: string }): readonly DashboardEntry[]
  /** E-mail list of a person, or of a group; everyone on it, in the order in which they joined. */
  mailingList(of: string | { readonly id: string }): readonly MockPerson[]
  /** Puts the service back to how it was made: the seed's data, an empty journal and outbox, the clock at `now`. People, keys and events added since are gone. */
  reset(): void
}
