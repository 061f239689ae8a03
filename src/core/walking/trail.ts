import type { PageRead } from '../pages/page-read.ts'
import type { PageSource } from '../pages/page-source.ts'
import type { Place } from '../pages/place.ts'
import { PassedPages } from './passed-pages.ts'

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
