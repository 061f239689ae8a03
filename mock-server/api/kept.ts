import { mostViews } from '../rules/context.ts'
import { Again } from '../store/again.ts'
import { type Bytes, utf8 } from '../text/bytes.ts'
import { quoted } from '../text/json.ts'
import type { View } from './view.ts'

interface Entry<Item, Shown> {
  readonly item: Item
  readonly shown: { readonly view: View; readonly as: Shown; readonly size: number }[]
}

/** How to show a record, how much that takes, and how much may be kept. */
export interface Showing<Item, Shown> {
  readonly show: (view: View, item: Item) => Shown
  /** What is kept of that, where it would hold on to more. */
  readonly copy?: (shown: Shown) => Shown
  /** Bytes that a record takes as it is shown. */
  readonly size: (shown: Shown) => number
  /** Bytes. */
  readonly most: number
}

/**
 * Records as they are shown, worked out once for each view. That holds as long as the record does: records are never changed
 * but replaced, and what else is shown with them (people, groups, the session's assumptions) stays as it is. One is kept when it is
 * asked for a second time, and so many bytes of them; beyond those, what was kept first goes first.
 */
export class Kept<Item extends { readonly id: string; readonly serial: number }, Shown> {
  readonly #entries = new Map<string, Entry<Item, Shown>>()
  readonly #showing: Showing<Item, Shown>
  readonly #again = new Again()
  #size = 0

  constructor(showing: Showing<Item, Shown>) {
    this.#showing = showing
  }

  /** How many bytes are kept. */
  get size(): number {
    return this.#size
  }

  in(view: View, item: Item): Shown {
    const entry = this.#entries.get(item.id)
    if (entry?.item === item) {
      for (const shown of entry.shown) if (shown.view === view) return shown.as
    } else if (entry) this.#drop(item.id, entry)
    const { show, size, copy } = this.#showing
    const as = show(view, item)
    if (this.#again.ask(item.serial)) this.#keep(item, { view, as: copy?.(as) ?? as, size: size(as) })
    return as
  }

  #keep(item: Item, shown: Entry<Item, Shown>['shown'][number]): void {
    const entry = this.#entries.get(item.id)
    if (entry) {
      entry.shown.push(shown)
      // Of a base address that is no longer known: its view is asked for no more.
      if (entry.shown.length > mostViews) this.#size -= entry.shown.shift()?.size ?? 0
    } else this.#entries.set(item.id, { item, shown: [shown] })
    this.#size += shown.size
    for (const [id, oldest] of this.#entries) {
      if (this.#size <= this.#showing.most) return
      this.#drop(id, oldest)
    }
  }

  #drop(id: string, { shown }: Entry<Item, Shown>): void {
    this.#entries.delete(id)
    for (const { size } of shown) this.#size -= size
  }
}

/** What is kept of every store, for all its base addresses together. */
export function keptOf<Item extends { readonly id: string; readonly serial: number }, Shown>(
  showing: Showing<Item, Shown>,
) {
  const known = new WeakMap<View['context']['store'], Kept<Item, Shown>>()
  return ({ context: { store } }: View): Kept<Item, Shown> => {
    const kept = known.get(store) ?? new Kept(showing)
    if (!known.has(store)) known.set(store, kept)
    return kept
  }
}

/** Bytes that a text takes in memory at the most. */
export const sizeOf = (text: string): number => text.length * 2

/** A resource as a member of a collection: in bytes of UTF-8, a comma before it, and the link to it as JSON. */
export interface Member {
  readonly bytes: Bytes
  readonly link: string
}

/** A link as JSON. */
export const hrefText = (href: string): string => `{"href":${quoted(href)}}`

/** A member out of its JSON. */
export const memberOf = (text: string, href: string): Member => ({ bytes: utf8(`,${text}`), link: hrefText(href) })
