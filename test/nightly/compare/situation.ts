import type { Subject } from './subject.ts'

/** What was seen of one client, made of what happened. */
export interface Cell {
  /** A word or two, for the table of all. */
  readonly brief: string
  /** All that is worth telling. */
  readonly seen: string
}

/** A cell whose brief word says all. */
export const plain = (brief: string, seen = brief): Cell => ({ brief, seen })

/** What is tried with each client. */
export interface Situation {
  readonly id: string
  /** As its row is called. */
  readonly row: string
  /** What is done and what is looked at, in a sentence or two. */
  readonly how: string
  try(subject: Subject): Promise<Cell>
}

/** The key of all calls, which must not show. */
export const key = 'key-0123456789-secret'

/** Another secret, in another header. */
export const extraSecret = 'extra-9876543210-secret'
