import { oneLine } from '../base/messages.ts'
import { replacement } from '../base/redact.ts'
import { InputError } from '../errors/error-classes.ts'
import { withoutFormQueries, withoutLastSlashes } from '../hal/ids.ts'

/** A dot or a slash that is percent-encoded. */
const encodedDotOrSlash = /%(?:2e|2f|5c)/i

/** How often `isSafeSegment` decodes a segment, because some servers decode more than once. */
const maxDecodings = 3

/** Whether a decoded segment is a dot segment, with or without path parameters, or contains a slash or NUL. */
const isTraversal = (segment: string) => /^\.{1,2}(?:;|$)|[/\\\0]/.test(segment)

/**
 * Whether every server reads a path segment as exactly one segment. The segment must be well-formed, and must not encode a dot or a slash. Decoded
 * several times, it must not become a dot segment, and must not contain a slash or NUL.
 */
function isSafeSegment(segment: string, layer = 0): boolean {
  if (isTraversal(segment) || (layer === 0 && encodedDotOrSlash.test(segment))) return false
  if (layer === maxDecodings || !segment.includes('%')) return true
  try {
    return isSafeSegment(decodeURIComponent(segment), layer + 1)
  } catch {
    return layer > 0 && !encodedDotOrSlash.test(segment)
  }
}

const isSafePath = (path: string) => path.split('/').every((segment) => isSafeSegment(segment))

/** The URL; undefined if it cannot be parsed. This parses the text once. `URL.canParse` and `new URL` would parse it twice. */
function parseUrl(href: string, from: string): URL | undefined {
  try {
    return new URL(href, from)
  } catch {}
  return undefined
}

/** Whether a host name means this machine. */
const isLoopback = (host: string) => /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)

/** The option `apiPath`, percent-encoded, without slashes at its end: `/` becomes the empty text. */
function readApiPath(given: unknown): string {
  const refuse = (why: string) => InputError.of('apiPath', why)
  // An empty text may be a variable that is not set. It must not send the key to all addresses under `baseUrl`.
  if (typeof given !== 'string' || !given.startsWith('/'))
    throw refuse('must begin with a slash, like /api/v2; for a service at baseUrl itself write "/"')
  const path = withoutLastSlashes(given)
  // The URL parser drops line breaks, reads a backslash as a slash, and replaces lone surrogates.
  if (/[?#\\\s\p{Cc}\p{Cf}\p{Cs}]|\/\//u.test(path))
    throw refuse('must be a path alone, without a query, a fragment, white space, a backslash or an empty segment')
  if (!isSafePath(path)) throw refuse('must not hold a dot segment, or an encoded dot or slash')
  return withoutLastSlashes(new URL(path, 'https://a.invalid').pathname)
}

/** A path that has a version, such as `/api/v2`. */
const versionedPath = /\/api\/+v\d+(?:\/|$)/i

/** Whether a base address ends with the path of the API, or has another version in its path. */
function hasApiPath({ pathname }: URL, apiPath: string): boolean {
  if (apiPath !== '' && pathname.endsWith(apiPath)) return true
  return versionedPath.test(apiPath) && versionedPath.test(decodeURIComponent(pathname))
}

function readBaseUrl(given: unknown, apiPath: string, allowInsecureHttp: boolean): URL {
  const refuse = (why: string) => InputError.of('baseUrl', why)
  const like = 'write it like https://events.example.org'
  const baseUrl = given instanceof URL ? given.href : given
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
  if (!isSafePath(url.pathname)) throw refuse('must not hold an encoded dot or slash')
  url.pathname = withoutLastSlashes(url.pathname)
  if (hasApiPath(url, apiPath)) {
    throw refuse('must end before the path of the API, which the client adds itself (apiPath)')
  }
  return url
}

/** Makes the addresses of a service, and checks that a link stays inside them (v1 §9.1, v2 §9.1). */
export class ServiceAddress {
  /** The option `baseUrl`, normalised, without a slash at its end. */
  readonly base: string
  readonly #root: URL

  /**
   * @param allowInsecureHttp whether an `http:` address may be one of another machine
   * @throws InputError naming `baseUrl` or `apiPath`
   */
  constructor(baseUrl: unknown, apiPath: unknown, allowInsecureHttp = false) {
    const path = readApiPath(apiPath)
    this.base = readBaseUrl(baseUrl, path, allowInsecureHttp).href.replace(/\/$/, '')
    this.#root = new URL(`${this.base}${path}/`)
  }

  /** `<baseUrl><apiPath>/`, which every request stays under. */
  get root(): string {
    return this.#root.href
  }

  /** Address of a collection of the API key: its events, event campaigns or people. */
  collection(name: string): URL {
    return this.#at(name)
  }

  /** Address of one resource of a collection. */
  one(collection: string, id: string): URL {
    return this.#at(`${collection}/${encodeURIComponent(id)}`)
  }

  /**
   * Resolves the address of a person; undefined if it is not the address of a person of this service.
   *
   * @param from the base of a relative address
   */
  personAt(href: string, from?: string): URL | undefined {
    const url = this.inside(href, from)
    const people = this.#at('people/').pathname
    if (!url?.pathname.startsWith(people)) return undefined
    url.pathname = withoutLastSlashes(url.pathname)
    return /^[^/]+$/.test(url.pathname.slice(people.length)) ? url : undefined
  }

  /**
   * Resolves a link; undefined if it leads outside the root.
   *
   * @param from the base of a relative link
   */
  inside(href: string, from: string = this.root): URL | undefined {
    // The URL parser resolves an encoded dot segment, but not every server does. So the text before parsing is checked too.
    if (encodedDotOrSlash.test(href.replace(/[?#].*/s, ''))) return undefined
    const url = parseUrl(href, from)
    if (!url) return undefined
    if (url.href.includes('#')) url.hash = ''
    if (url.origin !== this.#root.origin || url.username || url.password) return undefined
    const { pathname } = this.#root
    return url.pathname.startsWith(pathname) && isSafePath(url.pathname.slice(pathname.length)) ? url : undefined
  }

  #at(path: string): URL {
    return new URL(path, this.#root)
  }
}

/** The address of an entry of a collection, or of a collection below a resource. */
export function below(address: URL, ...segments: readonly string[]): URL {
  const url = new URL(address)
  url.pathname = [withoutLastSlashes(url.pathname), ...segments.map(encodeURIComponent)].join('/')
  return url
}

/** An address with sorted query parameters, so that equal addresses compare as equal. */
export function sortedHref({ href }: URL): string {
  const url = new URL(href)
  url.searchParams.sort()
  return url.href
}

/**
 * Sets query parameters of an address. The text of the other parameters does not change, because the service may have written them in its own form.
 */
export function withQuery(url: URL, query: Readonly<Record<string, string | number | boolean>>): URL {
  const names = Object.keys(query)
  const more = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  for (const name of names) if (url.searchParams.has(name)) url.searchParams.delete(name)
  if (names.length > 0) url.search += `${url.search && '&'}${more}`
  return url
}

/** A segment of a path that is an id or a name, and not another text. */
const plainSegment = /^[\w.:~-]*$/

/**
 * The address of a call about people, as errors and hooks show it: without parameters and texts that the service may have put into its link.
 *
 * @param query parameters of the caller
 */
export function shownAddress({ origin, pathname, search }: URL, query: Parameters<typeof withQuery>[1]): string {
  const path = pathname.split('/').map((segment) => (plainSegment.test(segment) ? segment : replacement))
  const [page] = search.match(pageParameter) ?? []
  const shown = withQuery(new URL(origin), { ...query, ...(page !== undefined && page.length < 7 && { page }) })
  return origin + path.join('/') + shown.search
}

/** The value of the `page` parameter in the query of an address. */
const pageParameter = /(?<=[?&]page=)[1-9]\d{0,14}(?=&|$)/g

/** The page number in an address; undefined if there is none, several, or one in another form. */
export function pageNumberOf({ search }: URL): number | undefined {
  const [number, ...others] = search.match(pageParameter) ?? []
  return number === undefined || others.length > 0 ? undefined : Number(number)
}

/** An address with another page number. The rest does not change. */
export function withPageNumber({ href, search }: URL, number: number): URL {
  return new URL(href.replace(search, search.replace(pageParameter, String(number)).replaceAll('$', '$$$$')))
}

// Templates of links (RFC 6570).

/** A link that may be a template. */
interface GivenLink {
  readonly href: string
  readonly templated?: unknown
}

/** A link whose template has been expanded. */
interface ExpandedLink {
  readonly href: string
  /** The variable that needs a value; undefined if `href` is an address. */
  readonly needs: string | undefined
}

/** Any other expression of a template. It needs a value. */
const expression = /\{([^{}]*)\}/

/**
 * Expands a link to an address, without values: form queries disappear. Reads braces in the path as a template even if the link does not say
 * `templated`, because the path of a URL cannot contain braces.
 */
export function expand({ href, templated }: GivenLink): ExpandedLink {
  const plain = withoutFormQueries(href)
  const [, needs] = expression.exec(templated ? plain : plain.replace(/[?#].*/s, '')) ?? []
  return { href: plain, needs }
}

/**
 * The address of a link that a program gave.
 *
 * @param field name of the argument
 * @throws InputError if the link is a template that needs a value
 */
export function addressIn(field: string, link: GivenLink): string {
  const { href, needs } = expand(link)
  if (needs === undefined) return href
  throw InputError.of(field, `is a template; fill in ${oneLine(needs, 60)} first`)
}

/** Name of the search parameter that holds a filter. */
export const filterParameter = 'filter'
