import type { Instant } from '../model.ts'
import { Lists } from './lists.ts'

/** Serials of events by the time when something of theirs falls due, earliest first. */
export class Schedule {
  readonly #events: Lists<Instant>

  constructor(events = Lists.byNumber()) {
    this.#events = events
  }

  add(due: Instant, event: number): void {
    this.#events.add(due, event)
  }

  /** Takes out what is due first, if it is due by then. */
  take(by: Instant): { readonly due: Instant; readonly events: readonly number[] } | undefined {
    const due = this.#events.firstName
    return due === undefined || due > by ? undefined : { due, events: this.#events.take(due) }
  }

  clone(): Schedule {
    return new Schedule(this.#events.clone())
  }
}
