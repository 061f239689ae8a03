import type { MockCampaign } from './accounts.ts'
import type { Reference, WithId } from './common.ts'

/** What a list of events can be sorted by. */
export type EventColumn = 'created' | 'title' | 'campaign' | 'start' | 'place' | 'rsvps' | 'origin'

/** Which events of a service are wanted, whoever they belong to, and in which order. */
export interface EventQuery {
  /** Text that stands in the title, administrative title, campaign, place, origin or id, in any case; several words in any order. */
  readonly search?: string
  /** A group or person whose events they are. */
  readonly owner?: Reference
  /** A person who gave an RSVP to them. */
  readonly person?: Reference
  /** How they were made: in the user interface, or through the interface. */
  readonly via?: 'ui' | 'api'
  /** `true`: those that somebody gave an RSVP to, which the targeting interface offers; `false`: the others. */
  readonly attended?: boolean
  /** `true`: those that have a start; `false`: those that have none, which stand in no week of the overview. */
  readonly dated?: boolean
  /** Date, `YYYY-MM-DD`: they start on this day or later, by their local clocks. */
  readonly from?: string
  /** Date, `YYYY-MM-DD`: they start on this day or before. */
  readonly to?: string
  /**
   * Column to sort by, with a `-` in front from the last to the first. Events without a value come last either way.
   * @default '-created'
   */
  readonly sort?: EventColumn | `-${EventColumn}`
  /**
   * Which page, from 1.
   * @default 1
   */
  readonly page?: number
  /**
   * How many events on a page, 1000 at the most.
   * @default 50
   */
  readonly per_page?: number
}

/** An event in a list, as a table shows it. */
export interface EventRow extends WithId {
  /** Title for the public. */
  readonly title: string
  /** Title for the organizers' own use. */
  readonly name?: string
  /** Where the event comes from. */
  readonly origin: string
  /** Whether it was made in the user interface or through the interface. */
  readonly via: 'ui' | 'api'
  /** Its campaign. */
  readonly campaign?: MockCampaign
  /** The event's local clock. */
  readonly start?: string
  /** Where it is: venue, locality and region, as far as there are any. */
  readonly place: string
  /** How many RSVPs it has. */
  readonly rsvps: number
  /** What the targeting interface calls it, once somebody has acted on it (v1 §1.5, v2 §1.6). */
  readonly label?: string
}

/** A page of the events that an {@link EventQuery} asks for. */
export interface EventRows {
  /** How many fit, on all pages. */
  readonly total: number
  /** Which page this is. */
  readonly page: number
  /** How many are on a page at the most. */
  readonly per_page: number
  /** Those of this page. */
  readonly events: readonly EventRow[]
}

/** What the two versions call the same thing; one of them is missing where the other version alone has it. */
export interface NamePair {
  /** Name in version 1. */
  readonly v1?: string
  /** Name in version 2. */
  readonly v2?: string
  /** The same of the members of its value, where their names differ. */
  readonly members?: readonly NamePair[]
}

/** One event as each version shows it to the key that it belongs to, and which names mean the same. */
export interface EventVersions extends WithId {
  /** As version 1 answers it. */
  readonly v1: Readonly<Record<string, unknown>>
  /** As version 2 answers it. */
  readonly v2: Readonly<Record<string, unknown>>
  /** Fields, in the order of version 2. */
  readonly fields: readonly NamePair[]
  /** Relations of its links. */
  readonly relations: readonly NamePair[]
}

/** What the interface answers at a path, as somebody sees it who only looks: the journal does not note it, no fault strikes it, and it counts for no rate limit. */
export interface LookedAt {
  /** Status of the answer. */
  readonly status: number
  /** Its body. */
  readonly body: unknown
}
