import { type Caller, callerOf } from '../errors/caller.ts'
import { type Collection, eventsOf } from '../resources/page.ts'
import type { Walk } from './walk.ts'

/**
 * The events of a walk one by one. A page that fails rejects, and the next call of `next` tries it again; `return` ends the walk at
 * once, also while a page is on its way.
 */
export class EventWalk<Event> implements AsyncIterableIterator<Event, undefined>, AsyncDisposable {
  readonly #walk: Walk<Collection<Event>>
  #events: readonly Event[] = []
  #at = 0
  #ended = false
  /** Calls that wait for a page, or for those before them. */
  #waiting = 0
  #turn: Promise<unknown> = Promise.resolve()

  constructor(walk: Walk<Collection<Event>>) {
    this.#walk = walk
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  /** The next event. Calls that overlap are answered in their order. */
  next(): Promise<IteratorResult<Event, undefined>> {
    // An event that is there already is not waited for: promises that wait for each other would take longer than all else that is done with it.
    if (this.#waiting === 0 && this.#hasEvent) return Promise.resolve(this.#take())
    this.#waiting += 1
    const caller = callerOf(this.next)
    const turn = this.#turn.then(() => this.#step(caller))
    this.#turn = turn.then(
      () => this.#left(),
      () => this.#left(),
    )
    return turn
  }

  async return(): Promise<IteratorResult<Event, undefined>> {
    this.#ended = true
    return this.#walk.return().then(() => ({ done: true, value: undefined }))
  }

  /** Ends the walk, for `await using`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.return()
  }

  async #step(caller: Caller): Promise<IteratorResult<Event, undefined>> {
    while (!this.#ended && !this.#hasEvent) {
      const page = await this.#walk.nextFor(caller)
      if (page.done) return page
      this.#events = eventsOf(page.value)
      this.#at = 0
    }
    return this.#take()
  }

  get #hasEvent(): boolean {
    return this.#at < this.#events.length
  }

  #take(): IteratorResult<Event, undefined> {
    if (this.#ended) return { done: true, value: undefined }
    const value = this.#events[this.#at] as Event
    this.#at += 1
    return { done: false, value }
  }

  #left(): void {
    this.#waiting -= 1
  }
}
