import type { Instant } from './model.ts'
import { type Row, Rows } from './rows.ts'

/** Serials of events by the time when something of theirs falls due: earliest first, then in the order of the events. */
export class Schedule {
  /** The time in two words, and the event. */
  readonly #rows: Rows

  constructor(rows = new Rows(3)) {
    this.#rows = rows
  }

  get size(): number {
    return this.#rows.size
  }

  add(due: Instant, event: number): void {
    this.#rows.add([...wordsOf(due), event])
  }

  remove(due: Instant, event: number): void {
    this.#rows.delete([...wordsOf(due), event])
  }

  /** Takes out what is due first, if it is due by then. */
  take(by: Instant): { readonly due: Instant; readonly events: readonly number[] } | undefined {
    const first = this.#rows.first([])
    const due = first && instantOf(first)
    if (due === undefined || due > by) return undefined
    const rows = [...this.#rows.between(first, wordsOf(due + 1))]
    for (const row of rows) this.#rows.delete(row)
    return { due, events: rows.map(([, , event = 0]) => event) }
  }

  /** From a position on, up to and without another, what is due first first. */
  slice(from: number, to: number): readonly { readonly due: Instant; readonly event: number }[] {
    const found: Row[] = []
    let at = 0
    for (const row of this.#rows.between()) {
      if (at === to) break
      if (at >= from) found.push(row)
      at += 1
    }
    return found.map((row) => ({ due: instantOf(row), event: row[2] ?? 0 }))
  }

  clone(): Schedule {
    return new Schedule(this.#rows.clone())
  }
}

// Before the first year that a date can have, so that no time is below 0.
const origin = Date.UTC(-10_000)
const word = 2 ** 32

const wordsOf = (due: Instant): Row => [Math.floor((due - origin) / word), (due - origin) % word]

const instantOf = ([high = 0, low = 0]: Row): Instant => high * word + low + origin
