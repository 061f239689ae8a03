import type { Collection } from '../results/hal.ts'
import { derivedFrom } from '../url/service-url.ts'
import { type PageRead, type Place, readOf } from './cursor.ts'
import type { PageSource } from './pager.ts'

/** Where a walk gets its pages from: asked for when they are wanted, or ahead of their turn. */
export class PageSupply<Page extends Collection<unknown>> {
  /** Whether what pages say of totals is worth anything. */
  hasTotals = true
  readonly #source: PageSource<Page>
  readonly #ahead: Ahead<Page>
  #agrees = true
  #stopped = false

  constructor(source: PageSource<Page>) {
    this.#source = source
    this.#ahead = new Ahead(source.read)
  }

  get stopped(): boolean {
    return this.#stopped
  }

  /** Lets go of everything that is under way, for good. */
  stop(): void {
    this.#stopped = true
    this.drop()
  }

  /** Lets go of everything that is under way. */
  drop(): void {
    this.#ahead.drop()
  }

  /** Whether a page was asked for ahead of its turn, which has come. */
  isNext(url: URL): boolean {
    return this.#ahead.following === url.href
  }

  next(url: URL): Promise<PageRead<Page>> {
    return this.#read(url, this.#ahead.take(url) ?? this.#ahead.fresh(url))
  }

  /** A page as it is from now on. */
  fresh(url: URL): Promise<PageRead<Page>> {
    return this.#read(url, this.#ahead.fresh(url))
  }

  /**
   * Asks for the pages behind one, where their addresses can be told and totals will show whether they fit together.
   *
   * @param place where the walk stands behind the page
   * @param most how many pages are wanted
   */
  askAhead(page: Page, place: Place, most: number): void {
    const { prefetch } = this.#source.limits
    if (prefetch === 0) return
    const next = this.#linked(place)
    const expected = this.#ahead.following
    if (expected !== undefined && expected !== next?.href) {
      // A link that leads elsewhere than was derived: the service has its own way, and the walk takes it step by step.
      if (next) this.#agrees = false
      this.drop()
    }
    if (!next || !this.#agrees || place.total === undefined) return
    this.#ahead.expect(derivedFrom(page, next, this.#ahead.count, Math.min(prefetch, most)))
  }

  /** Where the next page is, if it is a whole one. What is wrong with its link is told when its turn comes. */
  #linked({ link, from, passed }: Place): URL | undefined {
    try {
      return link && passed === 0 ? this.#source.resolve(link, from) : undefined
    } catch {
      return undefined
    }
  }

  async #read(url: URL, page: Promise<Page>): Promise<PageRead<Page>> {
    const read = readOf(url, await page)
    if (this.#stopped) throw new DOMException('The walk was ended', 'AbortError')
    return this.hasTotals ? read : { ...read, total: undefined, perPage: undefined }
  }
}

/** A page that was asked for before its turn. */
interface Slot<Page> {
  readonly href: string
  readonly page: Promise<Page>
}

/** Pages that are asked for before their turn, in their order. It keeps as many as it is told to expect, and lets all of them go at once. */
export class Ahead<Page> {
  readonly #read: (url: URL, signal: AbortSignal) => Promise<Page>
  #slots: Slot<Page>[] = []
  #stop = new AbortController()

  constructor(read: (url: URL, signal: AbortSignal) => Promise<Page>) {
    this.#read = read
  }

  /** Address of the page whose turn is next, where one was asked for. */
  get following(): string | undefined {
    return this.#slots[0]?.href
  }

  /** How many pages it has asked for whose turn has not come. */
  get count(): number {
    return this.#slots.length
  }

  /** The page at an address if its turn is next; undefined where it was not asked for. */
  take(url: URL): Promise<Page> | undefined {
    return this.following === url.href ? this.#slots.shift()?.page : undefined
  }

  /** A page that was not asked for before. */
  fresh(url: URL): Promise<Page> {
    return this.#read(url, this.#stop.signal)
  }

  /** Asks for these pages, behind those that it has asked for. */
  expect(urls: readonly URL[]): void {
    for (const url of urls) {
      const page = this.fresh(url)
      // If it fails, that is told when its turn comes, if ever.
      page.catch(() => {})
      this.#slots.push({ href: url.href, page })
    }
  }

  /** Lets go of all pages, and of every request that is under way. */
  drop(): void {
    this.#slots = []
    this.#stop.abort(new DOMException('The walk needs this page no more', 'AbortError'))
    this.#stop = new AbortController()
  }
}
