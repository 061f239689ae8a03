import type { WithId } from './common.ts'

/** How many events there are, and how many RSVPs they have. */
export interface EventCount {
  /** Events. */
  readonly events: number
  /** Their RSVPs. */
  readonly rsvps: number
}

/** The events that start in one week. */
export interface WeekCount extends EventCount {
  /** The week's Monday, `YYYY-MM-DD`. */
  readonly start: string
}

/** How much there is in a service, and when its events take place. */
export interface MockOverview extends EventCount {
  /** People, whether they gave an RSVP or not. */
  readonly people: number
  /** Groups. */
  readonly groups: number
  /** Event campaigns. */
  readonly campaigns: number
  /** Weeks in which events start, by their local clocks, the earliest first. Weeks without any are not there. */
  readonly weeks: readonly WeekCount[]
  /** Events that have no start. */
  readonly undated: EventCount
}

/** Somebody whose dashboard, targeting interface and e-mail list can be looked at: a group, the person of an account, or a person with a list of their own. */
export interface ListOwner extends WithId {
  /** What it is. */
  readonly kind: 'group' | 'person'
  /** Title of the group, or name of the person. */
  readonly title: string
  /** How many keys it has. */
  readonly keys: number
  /** How many events are its own. */
  readonly events: number
  /** How many people are on its e-mail list. */
  readonly people: number
}
