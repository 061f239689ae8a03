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
