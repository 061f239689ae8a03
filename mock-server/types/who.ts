import type { MockKey, MockPerson } from './accounts.ts'
import type { Reference } from './common.ts'

/** A key in a list of all keys, and whose it is in words. */
export interface ListedKey extends MockKey {
  /** Title of the group, or name of the person whose account it is. */
  readonly title: string
}

/** Which people of a service are wanted: all, or those who have to do with one thing. */
export interface PeopleQuery {
  /** Text that stands in the name, e-mail address, postal code or id, in any case; several words in any order. */
  readonly search?: string
  /** An event: those who gave an RSVP to it, in the order in which they first did. Not together with `list`. */
  readonly event?: Reference
  /** A group or person: those on that e-mail list, in the order in which they joined. Not together with `event`. */
  readonly list?: Reference
  /**
   * Which page, from 1.
   * @default 1
   */
  readonly page?: number
  /**
   * How many people on a page, 1000 at the most.
   * @default 50
   */
  readonly per_page?: number
}

/** A page of the people that a {@link PeopleQuery} asks for. */
export interface PeopleRows {
  /** How many fit, on all pages. */
  readonly total: number
  /** Which page this is. */
  readonly page: number
  /** How many are on a page at the most. */
  readonly per_page: number
  /** Those of this page; all people stand in the order in which they were added. */
  readonly people: readonly MockPerson[]
}
