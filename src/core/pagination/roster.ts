import type { AnyEventsError } from '../errors/error-classes.ts'
import type { AttendancePage } from '../hal/attendance.ts'
import type { Pager } from './pager.ts'

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
