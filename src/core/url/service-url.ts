import { InputError } from '../errors/error-classes.ts'
import { guarded } from '../values/arguments.ts'

/** A path without the slashes at its end. A pattern would look at every row of slashes once for each slash in it. */
export function withoutLastSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end -= 1
  return path.slice(0, end)
}

/** A dot or a slash that is percent-encoded. */
const encodedStep = /%(?:2e|2f|5c)/i

/** How often a segment is decoded: some servers do it more than once. */
const layers = 3

/** A dot segment, path parameters aside, or what is none once it is decoded. */
const isTraversal = (segment: string) => /^\.{1,2}(?:;|$)|[/\\\0]/.test(segment)

/**
 * Whether a path segment stays where it is on every server: it is well-formed, encodes no dot and no slash, and however often it is
 * decoded it is no dot segment and holds no slash and no NUL.
 */
function isSafeSegment(segment: string, layer = 0): boolean {
  if (isTraversal(segment) || (layer === 0 && encodedStep.test(segment))) return false
  if (layer === layers || !segment.includes('%')) return true
  try {
    return isSafeSegment(decodeURIComponent(segment), layer + 1)
  } catch {
    return layer > 0 && !encodedStep.test(segment)
  }
}

const staysPutAll = (path: string) => path.split('/').every((segment) => isSafeSegment(segment))

/** Unlike `URL.canParse` first, reads it once. */
function parsed(href: string, from: string): URL | undefined {
  try {
    return new URL(href, from)
  } catch {}
  return undefined
}

/** Whether what is sent to a host stays on this machine. */
const isLoopback = (host: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

function readBase(given: unknown, allowInsecureHttp: boolean): URL {
  const refuse = (why: string) => InputError.of('baseUrl', why)
  const like = 'write it like https://events.example.org'
  const baseUrl = guarded('baseUrl', () => (given instanceof URL ? given.href : given))
  if (typeof baseUrl !== 'string') throw refuse(`must be an address; ${like}`)
  if (!URL.canParse(baseUrl)) throw refuse(`is not an absolute address; ${like}`)
  const url = new URL(baseUrl)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw refuse(`must begin with https:// or http://; ${like}`)
  if (url.protocol === 'http:' && !allowInsecureHttp && !isLoopback(url.hostname)) {
    throw refuse(
      'would send the key unencrypted over http; use https, or set allowInsecureHttp if you trust the network',
    )
  }
  if (url.username || url.password) throw refuse('must not hold a user name or a password')
  if (baseUrl.includes('?')) throw refuse('must not have a query; pass extra parameters per call with "query"')
  if (baseUrl.includes('#')) throw refuse('must not have a fragment')
  if (!staysPutAll(url.pathname)) throw refuse('must not hold an encoded dot or slash')
  url.pathname = withoutLastSlashes(url.pathname)
  if (/\/api\/+v\d+(?:\/|$)/i.test(decodeURIComponent(url.pathname))) {
    throw refuse('must end before /api/…; the client adds the version itself')
  }
  return url
}

/** Every address a client may ask for, and whether a link stays among them (v1 §9.1, v2 §9.1). */
export class ServiceAddress {
  /** The base address as given, normalised, without a trailing slash. */
  readonly base: string
  readonly #root: URL

  /**
   * @param allowInsecureHttp whether `http:` may lead off this machine
   * @throws InputError naming `baseUrl`
   */
  constructor(baseUrl: unknown, segment: string, allowInsecureHttp = false) {
    const base = readBase(baseUrl, allowInsecureHttp)
    this.base = base.href.replace(/\/$/, '')
    this.#root = new URL(`${this.base}/api/${segment}/`)
  }

  /** `<baseUrl>/api/<version>/`, which every request stays under. */
  get root(): string {
    return this.#root.href
  }

  /** The collection of the key's events, or of one of its campaigns. */
  events(campaign?: string): URL {
    return this.#at(campaign === undefined ? 'events' : `event_campaigns/${encodeURIComponent(campaign)}/events`)
  }

  event(id: string): URL {
    return this.#at(`events/${encodeURIComponent(id)}`)
  }

  person(id: string): URL {
    return this.#at(`people/${encodeURIComponent(id)}`)
  }

  /**
   * Where the address of a person leads, or undefined where it is none of this service.
   *
   * @param from what a relative address is relative to
   */
  personAt(href: string, from?: string): URL | undefined {
    const url = this.inside(href, from)
    const people = this.#at('people/').pathname
    if (!url?.pathname.startsWith(people)) return undefined
    url.pathname = withoutLastSlashes(url.pathname)
    return /^[^/]+$/.test(url.pathname.slice(people.length)) ? url : undefined
  }

  /**
   * Where a link leads, or undefined where that is outside the root.
   *
   * @param from what a relative link is relative to
   */
  inside(href: string, from: string = this.root): URL | undefined {
    // A dot segment in disguise is resolved by the parser, and not by every server: what is written counts too.
    if (encodedStep.test(href.replace(/[?#].*/s, ''))) return undefined
    const url = parsed(href, from)
    if (!url) return undefined
    if (url.href.includes('#')) url.hash = ''
    if (url.origin !== this.#root.origin || url.username || url.password) return undefined
    const { pathname } = this.#root
    return url.pathname.startsWith(pathname) && staysPutAll(url.pathname.slice(pathname.length)) ? url : undefined
  }

  #at(path: string): URL {
    return new URL(path, this.#root)
  }
}

/** An address whose parameters stand in an order of their own, so that it compares. */
export function inOrder({ href }: URL): string {
  const url = new URL(href)
  url.searchParams.sort()
  return url.href
}

/** An address with more parameters. What it has already stays as it is written: the service wrote it. */
export function withQuery(url: URL, query: Readonly<Record<string, string | number | boolean>>): URL {
  const names = Object.keys(query)
  const more = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  for (const name of names) if (url.searchParams.has(name)) url.searchParams.delete(name)
  if (names.length > 0) url.search += `${url.search && '&'}${more}`
  return url
}

/** The `page` parameter of an address, at its place in the text. */
const parameter = /(?<=[?&]page=)[1-9]\d{0,14}(?=&|$)/g

/** The number of the page that an address asks for; undefined where it does not say so once and plainly. */
export function pageNumberOf({ search }: URL): number | undefined {
  const [number, ...others] = search.match(parameter) ?? []
  return number === undefined || others.length > 0 ? undefined : Number(number)
}

/** Counters of a page. */
interface Counted {
  readonly page: number | undefined
  readonly total_pages: number | undefined
}

/**
 * Addresses of the pages that follow one, as far as they can be derived from its link to the next one and its counters; none otherwise.
 *
 * @param next where that link leads
 * @param known how many to leave out, from the first on
 * @param most how many at the most, those aside that are left out
 */
export function derivedFrom({ page, total_pages }: Counted, next: URL, known: number, most: number): URL[] {
  const number = pageNumberOf(next)
  if (number === undefined || total_pages === undefined || (page ?? number - 1) !== number - 1) return []
  const count = Math.min(most, total_pages - number + 1)
  return Array.from({ length: Math.max(0, count - known) }, (_, index) => withPageNumber(next, number + known + index))
}

/** The same address with another page number; all else stays as the service wrote it. */
export function withPageNumber({ href, search }: URL, number: number): URL {
  return new URL(href.replace(search, search.replace(parameter, String(number)).replaceAll('$', '$$$$')))
}
