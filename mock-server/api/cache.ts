import type { AttendanceRecord, EventRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import type { Bytes } from './response.ts'

/** What was made of a store, by name, for as long as nothing changes there. Beyond so much of it the oldest goes first. */
class Cache<Made extends { readonly length: number }> {
  readonly #made = new Map<string, Made>()
  readonly #most: number
  #revision = -1
  #size = 0

  constructor(most: number) {
    this.#most = most
  }

  /** What has a name as of a revision, as it was made before, or made now. */
  get(name: string, revision: number, make: () => Made): Made {
    if (revision !== this.#revision) {
      this.#made.clear()
      this.#size = 0
      this.#revision = revision
    }
    const known = this.#made.get(name)
    if (known) return known
    const made = make()
    this.#made.set(name, made)
    // Names count too: callers may ask for ever new lists that are empty.
    this.#size += name.length + made.length
    for (const [oldest, { length }] of this.#made) {
      if (this.#size <= this.#most) break
      this.#made.delete(oldest)
      this.#size -= oldest.length + length
    }
    return made
  }
}

const newCaches = () => ({
  /** Pages as they were sent, 24 MB of them; each takes a little more. */
  pages: new Cache<Bytes>(24_000_000),
  /** Filtered lists of so many records; each takes a pointer. */
  lists: new Cache<readonly (EventRecord | AttendanceRecord)[]>(4_000_000),
})

const caches = new WeakMap<Store, ReturnType<typeof newCaches>>()

/** What is kept of a store, under all its base addresses. */
export function cachesOf(store: Store): ReturnType<typeof newCaches> {
  const made = caches.get(store) ?? newCaches()
  caches.set(store, made)
  return made
}
