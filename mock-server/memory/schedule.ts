import type { Instant } from '../model.ts'
import { Table } from './table.ts'

/** Serials of events by the time when something of theirs falls due: earliest first, then in the order of the events. */
export class Schedule {
  readonly #events: Table<string, number>

  constructor(events: Table<string, number> = Table.byText()) {
    this.#events = events
  }

  get size(): number {
    return this.#events.size
  }

  add(due: Instant, event: number): void {
    this.#events.set(nameOf(due, event), event)
  }

  remove(due: Instant, event: number): void {
    this.#events.delete(nameOf(due, event))
  }

  /** Takes out what is due first, if it is due by then. */
  take(by: Instant): { readonly due: Instant; readonly events: readonly number[] } | undefined {
    const first = this.#events.firstKey
    const due = first === undefined ? by : dueIn(first)
    if (first === undefined || due > by) return undefined
    const events = this.#events.between(first, nameOf(due + 1, 0))
    for (const event of events) this.#events.delete(nameOf(due, event))
    return { due, events }
  }

  clone(): Schedule {
    return new Schedule(this.#events.clone())
  }
}

// Texts, for no number is long enough for both; of as many digits each, so that they are in the order of the numbers. Times
// count from before the first year that a date can have.
const base = 36
const [dueDigits, eventDigits] = [10, 6]
const origin = Date.UTC(-10_000)

const nameOf = (due: Instant, event: number): string =>
  (due - origin).toString(base).padStart(dueDigits, '0') + event.toString(base).padStart(eventDigits, '0')

const dueIn = (name: string): Instant => Number.parseInt(name.slice(0, dueDigits), base) + origin
