import type { Instant } from './model.ts'

interface Entry {
  readonly due: Instant
  readonly event: string
}

/** Events by the time when something of theirs falls due, earliest first (a binary heap). */
export class Schedule {
  readonly #heap: Entry[] = []

  add(due: Instant, event: string): void {
    const heap = this.#heap
    let at = heap.push({ due, event }) - 1
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#due(parent) <= this.#due(at)) return
      this.#swap(at, parent)
      at = parent
    }
  }

  /** Takes the earliest entry out if it is due by then. */
  take(by: Instant): Entry | undefined {
    const heap = this.#heap
    const first = heap[0]
    if (first === undefined || first.due > by) return undefined
    this.#swap(0, heap.length - 1)
    heap.pop()
    for (let at = 0; ; ) {
      const left = 2 * at + 1
      const child = this.#due(left + 1) < this.#due(left) ? left + 1 : left
      if (this.#due(at) <= this.#due(child)) return first
      this.#swap(at, child)
      at = child
    }
  }

  #due(at: number): Instant {
    return this.#heap[at]?.due ?? Number.POSITIVE_INFINITY
  }

  #swap(a: number, b: number): void {
    const [first, second] = [this.#heap[a], this.#heap[b]]
    if (!first || !second) return
    this.#heap[a] = second
    this.#heap[b] = first
  }
}
