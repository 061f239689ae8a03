import { type Bytes, joined } from '../text/bytes.ts'
import type { View } from './view.ts'

type Parts = readonly Bytes[]

interface Entry {
  /** That of the store when the page was made. */
  readonly revision: number
  /** Absent for one that was asked for once. */
  readonly page: Parts | undefined
}

/** Bytes that are kept. */
const most = 24_000_000
/** Bytes that an entry takes beside its page, about. */
const overhead = 500

/**
 * Whole pages, for as long as nothing changes in their store. One is kept when it is asked for a second time: where somebody
 * writes all the time, no page would be asked for again. Beyond a number of bytes, what was asked for first goes first.
 */
export class Pages {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** How many bytes are kept. */
  get size(): number {
    return this.#size
  }

  /** The page of a name as of a revision, as it was made before, or made now. */
  of(name: string, revision: number, make: () => Parts): Parts {
    const known = this.#entries.get(name)
    const asked = known?.revision === revision
    if (asked && known.page) return known.page
    const page = asked ? [joined(make())] : make()
    if (known) this.#drop(name, known)
    this.#put(name, { revision, page: asked ? page : undefined })
    return page
  }

  #put(name: string, entry: Entry): void {
    this.#entries.set(name, entry)
    this.#size += sizeOf(entry)
    for (const [oldest, first] of this.#entries) {
      if (this.#size <= most) return
      this.#drop(oldest, first)
    }
  }

  #drop(name: string, entry: Entry): void {
    this.#entries.delete(name)
    this.#size -= sizeOf(entry)
  }
}

const sizeOf = ({ page }: Entry): number => overhead + (page?.[0]?.length ?? 0)

const known = new WeakMap<View['world']['store'], Pages>()

/** The pages of a store, under all its base addresses. */
export function pagesOf({ world: { store } }: View): Pages {
  const pages = known.get(store) ?? new Pages()
  if (!known.has(store)) known.set(store, pages)
  return pages
}
