import { type Collection, eventsOf } from '../resources/page.ts'
import type { Walk } from './walk.ts'

/**
 * The events of a walk one by one. A page that fails rejects, and the next call of `next` tries it again; `return` ends the walk at
 * once, also while a page is on its way.
 */
export class EventWalk<Event> implements AsyncIterableIterator<Event, undefined> {
  readonly #walk: Walk<Collection<Event>>
  #events: readonly Event[] = []
  #at = 0
  #ended = false
  #turn: Promise<unknown> = Promise.resolve()

  constructor(walk: Walk<Collection<Event>>) {
    this.#walk = walk
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Event, undefined>> {
    const turn = this.#turn.then(() => this.#step())
    this.#turn = turn.catch(() => {})
    return turn
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true
    return this.#walk.return().then(() => ({ done: true, value: undefined }))
  }

  async #step(): Promise<IteratorResult<Event, undefined>> {
    while (!this.#ended && this.#at >= this.#events.length) {
      const page = await this.#walk.next()
      if (page.done) return page
      this.#events = eventsOf(page.value)
      this.#at = 0
    }
    if (this.#ended) return { done: true, value: undefined }
    const value = this.#events[this.#at] as Event
    this.#at += 1
    return { done: false, value }
  }
}
