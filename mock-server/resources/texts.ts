import type { Shown } from './shown.ts'
import type { Standing, View } from './view.ts'

/** A record as it is shown in a view. */
interface Kept extends Shown {
  readonly view: View
  readonly standing: Standing
}

interface Entry<Item> {
  readonly item: Item
  readonly kept: Kept[]
}

type Show<Item> = (view: View, item: Item, standing: Standing) => Shown

/**
 * Records as JSON, each written once for every way to show it. A text holds as long as the record does: records are never
 * changed but replaced, and what else a text shows (people, groups, the run's assumptions) stays as it is. Up to a number of
 * characters is kept; beyond it, what was first asked for goes first.
 */
export class Texts<Item extends { readonly id: string }> {
  readonly #entries = new Map<string, Entry<Item>>()
  readonly #show: Show<Item>
  readonly #most: number
  #size = 0

  constructor(show: Show<Item>, most: number) {
    this.#show = show
    this.#most = most
  }

  /** How many characters are kept. */
  get size(): number {
    return this.#size
  }

  of(view: View, item: Item, standing: Standing): Shown {
    const entry = this.#entries.get(item.id)
    if (entry?.item === item) {
      for (const kept of entry.kept) if (kept.view === view && kept.standing === standing) return kept
    } else if (entry) this.#drop(item.id, entry)
    const shown = { view, standing, ...this.#show(view, item, standing) }
    this.#keep(item, shown)
    return shown
  }

  #keep(item: Item, shown: Kept): void {
    const entry = this.#entries.get(item.id)
    if (entry) entry.kept.push(shown)
    else this.#entries.set(item.id, { item, kept: [shown] })
    this.#size += sizeOf(shown)
    for (const [id, oldest] of this.#entries) {
      if (this.#size <= this.#most) return
      this.#drop(id, oldest)
    }
  }

  #drop(id: string, { kept }: Entry<Item>): void {
    this.#entries.delete(id)
    for (const shown of kept) this.#size -= sizeOf(shown)
  }
}

const sizeOf = ({ text, link }: Shown): number => text.length + link.length

/** The texts of every store, which all its base addresses share. */
export function textsOf<Item extends { readonly id: string }>(show: Show<Item>, most: number) {
  const known = new WeakMap<View['world']['store'], Texts<Item>>()
  return ({ world: { store } }: View): Texts<Item> => {
    const texts = known.get(store) ?? new Texts(show, most)
    if (!known.has(store)) known.set(store, texts)
    return texts
  }
}
