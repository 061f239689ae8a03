import type { Attendee } from './attendance.ts'
import type { Link, OneOrMany, Paged } from './hal.ts'
import type { AttendanceLike, EventLike, PersonLike } from './identified.ts'

/**
 * A reference to one person: an id with or without the service's prefix, an address, a link, a person, an RSVP (the person who comes), or an event
 * (its creator).
 */
export type PersonReference = string | Link | PersonLike | AttendanceLike | EventLike

/** Fields of a person that have the same name in both versions. */
export interface PersonFields extends Omit<Attendee, 'origin_system'> {}

/** One page of people. Its people: `embeddedOf(page, 'osdi:people')`. */
export interface PeoplePage<Person> extends Paged {
  /** Links of the page. */
  _links?: {
    /** This page. */
    self?: OneOrMany<Link> | null
    /** The next page. */
    next?: OneOrMany<Link> | null
  } | null
  /** What the page embeds. */
  _embedded?: {
    /** The people of the page. */
    'osdi:people'?: Person[] | Person | null
  } | null
}
