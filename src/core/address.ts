import { InputError } from './errors.ts'
import { bareId } from './identifier.ts'

/** Encoded dots and slashes: servers disagree about what they mean, so no link may use them to climb out. */
const slippery = /%2e|%2f|%5c/i

function readBase(baseUrl: unknown): URL {
  const refuse = (why: string) => InputError.of('baseUrl', why)
  if (typeof baseUrl !== 'string' && !(baseUrl instanceof URL))
    throw refuse('must be an address, such as https://events.example.org')
  let url: URL
  try {
    url = new URL(baseUrl)
  } catch {
    throw refuse('is no absolute address; write it like https://events.example.org')
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw refuse(`must be http or https, not ${url.protocol}`)
  if (url.username || url.password) throw refuse('must not hold a user name or a password')
  if (String(baseUrl).includes('?')) throw refuse('must not have a query; pass extra parameters per call with "query"')
  if (String(baseUrl).includes('#')) throw refuse('must not have a fragment')
  if (slippery.test(url.pathname)) throw refuse('must not hold an encoded dot or slash')
  url.pathname = url.pathname.replace(/\/+$/, '')
  if (/\/api\/v\d+$/i.test(url.pathname)) throw refuse('must end before /api/…; the client adds the version itself')
  return url
}

/** Every address a client may ask for, and the guard that keeps it there (v1 §9.1, v2 §9.1). */
export class ServiceAddress {
  /** The base address as given, normalised, without a trailing slash. */
  readonly base: string
  readonly #root: URL
  readonly #namespace: string

  /** @throws InputError naming `baseUrl` */
  constructor(baseUrl: unknown, segment: string, namespace: string) {
    const base = readBase(baseUrl)
    this.base = base.href.replace(/\/$/, '')
    this.#root = new URL(`${this.base}/api/${segment}/`)
    this.#namespace = namespace
  }

  /** `<baseUrl>/api/<version>/`, which every request stays under. */
  get root(): string {
    return this.#root.href
  }

  /** The collection of the key's events, or of one of its campaigns. */
  events(campaign?: string): URL {
    if (campaign === undefined) return new URL('events', this.#root)
    return new URL(`event_campaigns/${this.#segment(campaign, 'campaign')}/events`, this.#root)
  }

  event(id: string): URL {
    return new URL(`events/${this.#segment(id, 'id')}`, this.#root)
  }

  /** @param person an id, with or without the service's prefix, or an address of a person under the root */
  person(person: string): URL {
    const people = new URL('people/', this.#root)
    if (!/^[a-z][a-z\d+.-]*:\/\//i.test(person)) return new URL(this.#segment(person, 'creator'), people)
    const url = this.inside(person)
    if (!url?.pathname.startsWith(people.pathname) || !/^[^/]+$/.test(url.pathname.slice(people.pathname.length))) {
      throw InputError.of('creator', `is no person of this service; their addresses begin with ${people.href}`)
    }
    return url
  }

  /**
   * Where a link leads, or undefined where that is outside the root.
   *
   * @param from what a relative link is relative to
   */
  inside(href: string, from: string = this.root): URL | undefined {
    if (!URL.canParse(href, from)) return undefined
    const url = new URL(href, from)
    url.hash = ''
    if (url.origin !== this.#root.origin || url.username || url.password) return undefined
    if (!url.pathname.startsWith(this.#root.pathname)) return undefined
    return slippery.test(url.pathname.slice(this.#root.pathname.length)) ? undefined : url
  }

  #segment(id: string, field: string): string {
    return encodeURIComponent(bareId(id, this.#namespace, field))
  }
}
