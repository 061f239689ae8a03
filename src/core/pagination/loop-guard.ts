import type { PageRead, Place } from './cursor.ts'
import type { PageSource } from './pager.ts'

/** So many pages in a row without an event are taken for a list that never ends. */
const mostEmpty = 100

/** The page that was passed last, and how much of it. */
type Latest = Pick<Place, 'link' | 'from' | 'passed'>

/** The pages that a walk has passed. It refuses to go where the walk would never end. */
export class Trail {
  readonly #source: Pick<PageSource<unknown>, 'resolve' | 'loop' | 'endless'>
  readonly #pages = new PassedPages()
  #empty = 0
  #latest: Latest | undefined
  /** A page that may be read although it was passed. */
  #again: string | undefined

  constructor(source: Pick<PageSource<unknown>, 'resolve' | 'loop' | 'endless'>) {
    this.#source = source
  }

  /**
   * Address of the page that a place leads to; undefined where it leads nowhere.
   *
   * @throws LinkError where it must not be followed; `retreat` then says where to try again
   */
  following({ link, from }: Place): URL | undefined {
    if (!link) return undefined
    const url = this.#led(link, from)
    if (this.#empty < mostEmpty) return url
    this.#empty = 0
    throw this.#source.endless(url, mostEmpty)
  }

  #led(link: NonNullable<Place['link']>, from: string): URL {
    const { resolve, loop } = this.#source
    try {
      const url = resolve(link, from)
      if (this.#pages.has(url.href) && url.href !== this.#again) throw loop(url)
      return url
    } catch (error) {
      this.#again = this.#latest?.from
      throw error
    }
  }

  /** Whoever tries again is not held to a bad link: the page that it stood on is read once more, for another one. */
  retreat(place: Place): Place {
    return this.#again === undefined ? place : { ...place, ...this.#latest }
  }

  /**
   * The walk has taken a page, or a part of it.
   *
   * @param passed how many of its positions are behind the walk by now
   * @param taken how many of them are news
   */
  pass({ url, positions }: Pick<PageRead<unknown>, 'url' | 'positions'>, passed: number, taken: number): void {
    const { href } = url
    if (passed === positions.length) this.#pages.add(href)
    this.#latest = { link: { href }, from: href, passed }
    this.#again = undefined
    this.#empty = taken === 0 ? this.#empty + 1 : 0
  }

  /** The way may lead back, to pages that were passed. */
  forget(): void {
    this.#pages.clear()
  }

  /** It may not lead to this page again. */
  remember({ href }: URL): void {
    this.#pages.add(href)
  }
}

/** How many addresses are remembered as they are. */
const most = 1000

/**
 * Knows whether a walk comes back to a page, in memory that does not grow: at once among the latest pages, and in a longer circle by a mark
 * that is set anew after 1, 2, 4, 8 … pages (Brent's algorithm).
 */
export class PassedPages {
  readonly #latest = new Recent(most)
  #mark: string | undefined
  #steps = 0
  #reach = 1

  has(href: string): boolean {
    return this.#latest.has(href) || this.#mark === href
  }

  add(href: string): void {
    this.#latest.add(href)
    this.#steps += 1
    if (this.#steps < this.#reach) return
    this.#mark = href
    this.#steps = 0
    this.#reach *= 2
  }

  /** The walk goes back on purpose. */
  clear(): void {
    this.#latest.clear()
    this.#mark = undefined
  }
}

/** The latest of many texts: a set that forgets the oldest, so that its size does not grow with what is walked. */
export class Recent {
  // One set, not two by age: nearly every text is new, and each set that it is not in is looked through in vain.
  readonly #texts = new Set<string>()
  readonly #most: number

  /** @param most how many it knows for sure; it may know as many again */
  constructor(most: number) {
    this.#most = most
  }

  has(text: string): boolean {
    return this.#texts.has(text)
  }

  add(text: string): void {
    this.#texts.add(text)
    if (this.#texts.size < 2 * this.#most) return
    // Many at once: a set that loses its oldest with every new one is dearer than what it is kept for.
    let tooMany = this.#most
    for (const oldest of this.#texts) {
      if (tooMany-- === 0) return
      this.#texts.delete(oldest)
    }
  }

  clear(): void {
    this.#texts.clear()
  }
}
