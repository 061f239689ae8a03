import type { Link } from '../resources/hal.ts'

/** Where a walk stands: what it reads next, and what it knows of the event that it passed last. */
export interface Place {
  /** Link to the page to read next; undefined where the walk is through. */
  readonly link?: Link | undefined
  /** Address that the link is relative to. */
  readonly from: string
  /** How many events of that page were passed already: more than 0 where `max` ended a walk in the middle of a page. */
  readonly passed: number
  /** Address of the page on which the last event stood. */
  readonly at?: string | undefined
  /** The event that was passed last. */
  readonly last?: string | undefined
  /** How many events a full page had then: where the last event stood, that page. */
  readonly perPage?: number | undefined
  /** How many events the collection had then. */
  readonly total?: number | undefined
  /** The fewest that any page said it had. */
  readonly fewest?: number | undefined
  /** How many were met so far, each once; those that were rejected too. */
  readonly met: number
  /** Whether nothing that existed throughout can have been missed or met twice so far. */
  readonly certain: boolean
}

/** The beginning of a walk. */
export const placeAt = ({ href }: URL): Place => ({ link: { href }, from: href, passed: 0, met: 0, certain: true })
