import type { AnyEventsError } from '../errors/error-classes.ts'
import type { EventList, Pager, ToArrayOptions } from './pager.ts'
import type { PagingReport } from './report.ts'

/** An RSVP together with the person who comes. It has either `person` or `error`. */
export type RosterEntry<Attendance, Person> = {
  /** The RSVP as the service sent it. */
  readonly rsvp: Attendance
} & (
  | {
      /** The person as the service sent them: personal data. */
      readonly person: Person
      /** Absent beside `person`. */
      readonly error?: undefined
    }
  | {
      /** Absent beside `error`. */
      readonly person?: undefined
      /** Why the person cannot be read. Only its `reason` may hold personal data. */
      readonly error: AnyEventsError
    }
)

/** A list of RSVPs together with the people who come: a {@link Pager} without `pages()`, because the service's pages have RSVPs only. */
export interface Roster<Attendance, Person> {
  /** The report of the iteration that ended last. It counts RSVPs. Undefined before. */
  readonly report: PagingReport | undefined
  /** The entries as an array, as {@link Pager.toArray} returns the events. Reads no more people than `max`. */
  toArray(options: ToArrayOptions): Promise<EventList<RosterEntry<Attendance, Person>>>
  /** The entries one by one, in the order of the RSVPs. */
  [Symbol.asyncIterator](): AsyncIterableIterator<RosterEntry<Attendance, Person>, undefined> & AsyncDisposable
}
