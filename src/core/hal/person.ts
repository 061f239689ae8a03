import type { AnyEventsError } from '../errors/error-classes.ts'
import type { Pager } from '../pagination/pager.ts'
import type { AttendancePage } from './attendance.ts'
import type { HalLike, Link, OneOrMany, Paged } from './hal.ts'

/**
 * A reference to one person: an id with or without the service's prefix, an address, a link, a person, an RSVP (the person who comes), or an event
 * (its creator).
 */
export type PersonReference = string | Link | HalLike

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

/** An RSVP together with the person who comes. It has either `person` or `error`. */
export type RosterEntry<Attendance, Person> = {
  /** The RSVP as the service sent it. */
  readonly rsvp: Attendance
} & (
  | {
      /** The person as the service sent them: personal data. */
      readonly person: Person
      readonly error?: undefined
    }
  | {
      readonly person?: undefined
      /** Why the person cannot be read. Contains nothing of the person. */
      readonly error: AnyEventsError
    }
)

/** A list of RSVPs together with the people who come: a {@link Pager} without `pages()`, because the service's pages have RSVPs only. */
export interface Roster<Attendance, Person>
  extends Pick<
    Pager<RosterEntry<Attendance, Person>, AttendancePage<Attendance>>,
    'report' | 'toArray' | typeof Symbol.asyncIterator
  > {}
