import { isIP } from 'node:net'

/** Segments of paths that are words of the API. All other segments may be ids, or titles of events. */
const segments = new Set(
  (
    'api v1 v2 events event_campaigns people attendance attendances embed docs groups tags taggings petitions forms ' +
    'fundraising_pages donations advocacy_campaigns lists campaigns messages responses submissions signatures outreaches ' +
    'question_answers host manage person_signup_helper record_attendance_helper items metadata'
  ).split(' '),
)

/** Names of query parameters that are words of the API. */
const parameters = new Set(['page', 'per_page', 'filter', 'email', 'background_request'])

/** Texts that the spec gives for a member. All other texts are values of the service. */
const knownTexts = new Set(
  (
    'confirmed tentative cancelled pending_approval accepted declined attended opaque transparent public private ' +
    'Rooftop Approximate subscribed unsubscribed bouncing Mobile'
  ).split(' '),
)

/** What the words of a service are told by: its address and prefix, and the keys that must be in no output. */
export interface Vocabulary {
  /** Base address of the service, without a slash at its end. */
  readonly baseUrl: string
  readonly namespace: string
  readonly keys: ReadonlySet<string>
}

/** A name from an answer, if it can only be a name of the service's own; else `*`. */
export const nameFor = (name: string, { keys }: Vocabulary): string =>
  /^[a-z][a-z_-]{0,39}(?::[a-z_]{1,40})?$|^[a-z]+(?:[A-Z][a-z]+)+$/.test(name) &&
  ![...keys].some((key) => has(name, key))
    ? name
    : '*'

/** Every text has a key of one letter. */
const minKey = 6

const has = (text: string, key: string): boolean =>
  key.length >= minKey && text.toLowerCase().includes(key.toLowerCase())

/** A path as words of the API, with `{id}` in place of every other segment. Keeps templates such as `{rel}`. */
function pathFor(path: string, { namespace }: Vocabulary): string {
  const shown = path.split('/').map((segment) => {
    if (segment === '' || segments.has(segment) || segment === '{rel}') return segment
    return segment.startsWith(`${namespace}:`) ? '{prefix:id}' : '{id}'
  })
  return shown.join('/')
}

/** The names of the query of an address, in their order. */
function queryFor(search: string): string {
  const names = search
    .replace(/^\?/, '')
    .split('&')
    .flatMap((pair) => (pair === '' ? [] : [pair.split('=', 1)[0] ?? '']))
  return names.length === 0 ? '' : `?${names.map((name) => (parameters.has(name) ? name : '*')).join('&')}`
}

/** A path with its query, such as `/api/v2/events/{id}?page`. */
export function targetFor(target: string, words: Vocabulary): string {
  const [path = '', search = ''] = target.split(/\?(.*)/s)
  return pathFor(path, words) + queryFor(search)
}

/** An address of an answer: its path if it is below that of the service, else only where it leads. */
export function addressFor(address: string, words: Vocabulary): string {
  const url = URL.parse(address)
  if (!url) return address.startsWith('/') ? `without host ${targetFor(address, words)}` : 'no address'
  const base = new URL(words.baseUrl)
  if (url.host !== base.host) return isIP(url.hostname) ? 'an IP address' : 'another host'
  // `URL` escapes the braces of templates.
  const [, , , rest = ''] = /^([a-z]+:)\/\/([^/?#]*)([^#]*)/i.exec(address) ?? []
  const below = base.pathname === '/' ? rest : rest.startsWith(base.pathname) ? rest.slice(base.pathname.length) : rest
  return `${url.protocol === base.protocol ? '' : `${url.protocol} `}${targetFor(below, words)}` || '/'
}

/** How a text looks: never the text itself, unless the spec gives it. */
export function formFor(text: string, words: Vocabulary): string {
  if (text === '') return 'empty text'
  if (knownTexts.has(text)) return `"${text}"`
  if ([...words.keys].some((key) => has(text, key))) return 'text with the key'
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.test(text)) return timeFormOf(text.slice(19))
  return /^https?:\/\//i.test(text) ? `address ${addressFor(text, words)}` : 'text'
}

function timeFormOf(rest: string): string {
  const [, fraction = '', zone = ''] = /^(\.\d+)?(.*)$/.exec(rest) ?? []
  const named = zone === 'Z' ? 'time in UTC' : zone === '' ? 'time without zone' : 'time with offset'
  return fraction === '' ? named : `${named}, with fraction`
}

/** The form of an id. */
export const idFormOf = (id: string): string =>
  /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id) ? 'UUID' : /^\d+$/.test(id) ? 'number' : 'another form'
