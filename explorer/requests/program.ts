import type { RequestLogEntry } from 'osdi-events/mock'
import { isMembers, type Members } from '../components/members.ts'
import { literal } from '../components/text.ts'
import { bodyText, keyHeaderOf, ownHeaders } from './replay.ts'

/**
 * A request as a program: with this package's client if the client sends the same request, else with `fetch`. Undefined for a request that
 * no program can send with `fetch`.
 */
export function programOf(request: RequestLogEntry, namespace: string): string | undefined {
  const call = callOf(request)
  if (call !== undefined) return clientProgram(request, namespace, call)
  const { method, body } = request
  const isRefused = /^(?:CONNECT|TRACE|TRACK)$/.test(method) || (/^(?:GET|HEAD)$/.test(method) && body !== undefined)
  return isRefused ? undefined : fetchProgram(request)
}

function clientProgram(request: RequestLogEntry, namespace: string, call: string): string {
  const { version, url } = request
  const name = version === 'v1' ? 'EventsV1' : 'EventsV2'
  // The client sets these two itself.
  const headers = ownHeaders(request).filter(([header]) => header !== 'accept' && header !== 'content-type')
  return [
    `import { ${name} } from 'osdi-events'`,
    '',
    `const events = new ${name}({`,
    `  baseUrl: ${literal(baseOf(request))},`,
    "  apiKey: process.env.EVENTS_API_KEY ?? '',",
    ...(namespace === 'platform' ? [] : [`  namespace: ${literal(namespace)},`]),
    ...(headers.length === 0 ? [] : [`  headers: ${indented(Object.fromEntries(headers))},`]),
    ...(isPlainHttp(url) ? ['  allowInsecureHttp: true,'] : []),
    '})',
    `console.log(await ${call})`,
    '',
  ].join('\n')
}

function fetchProgram(request: RequestLogEntry): string {
  const { method, url, body } = request
  const key = keyHeaderOf(request)
  const headers = ownHeaders(request)
    .filter(([name, value]) => name !== 'accept' || value !== '*/*')
    .map(([name, value]) => `    ${literal(name)}: ${literal(value)},`)
  if (key !== undefined) headers.push(`    ${literal(key)}: process.env.EVENTS_API_KEY ?? '',`)
  return [
    `const response = await fetch(${literal(url)}, {`,
    `  method: ${literal(method)},`,
    ...(headers.length === 0 ? [] : ['  headers: {', ...headers, '  },']),
    ...(body === undefined ? [] : [`  body: ${bodySource(request)},`]),
    // The key stays with this service.
    "  redirect: 'manual',",
    '})',
    'console.log(response.status, await response.text())',
    '',
  ].join('\n')
}

/** Bytes if the request had no content type: `fetch` adds one to a text. */
function bodySource({ body, headers }: RequestLogEntry): string {
  const source = typeof body === 'string' ? literal(bodyText(body)) : `JSON.stringify(${indented(body)})`
  return Object.hasOwn(headers, 'content-type') ? source : `new TextEncoder().encode(${source})`
}

const indented = (value: unknown): string => literal(value).replaceAll('\n', '\n  ')

/** The base address of the service that a request went to. */
function baseOf({ url, path }: RequestLogEntry): string {
  const [withoutQuery = ''] = url.split('?', 1)
  return withoutQuery.slice(0, withoutQuery.length - path.length)
}

/** Whether the client must be allowed to send a key to an address without encryption. */
function isPlainHttp(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'http:' && !/^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname)
}

/** The call of the client that sends a request. Undefined if the client sends none like it. */
function callOf(request: RequestLogEntry): string | undefined {
  const { version, method, path, url, body } = request
  const [, segment, rest = ''] = /^\/api\/(v\d)((?:\/[\w-]+)+)$/.exec(path) ?? []
  const key = version === 'v1' ? 'api-key' : 'osdi-api-token'
  if (segment === undefined || segment !== version || keyHeaderOf(request) !== key) return undefined
  if (method === 'GET') return body === undefined ? readOf(request, rest) : undefined
  if (url.includes('?')) return undefined
  const [, event] = /^\/events\/([^/]+)$/.exec(rest) ?? []
  if (method === 'DELETE') return event === undefined || body !== undefined ? undefined : `events.delete('${event}')`
  return writeOf(request, rest)
}

function readOf({ url, query }: RequestLogEntry, path: string): string {
  const [, campaign, event] = /^(?:\/event_campaigns\/([^/]+))?\/events(?:\/([^/]+))?$/.exec(path) ?? []
  const { page = '1', ...others } = query
  const isPage = path.endsWith('/events') && Object.keys(others).length === 0 && /^[1-9]\d{0,8}$/.test(page)
  if (isPage && path === '/events') return `events.page(${page})`
  if (isPage && campaign !== undefined) return `events.page(${page}, { campaign: '${campaign}' })`
  if (event !== undefined && campaign === undefined && !url.includes('?')) return `events.get('${event}')`
  return `events.follow(${literal(url)})`
}

/** What a write of the client is made of. */
interface Write {
  readonly ids: readonly string[]
  readonly fields: Members
  /** Target of the only link of the body. */
  readonly target: string | undefined
  readonly url: string
}

const optionsOf = (options: Readonly<Record<string, string | undefined>>): string => {
  const given = Object.entries(options).filter(([, value]) => value !== undefined)
  return given.length === 0 ? '' : `, { ${given.map(([name, value]) => `${name}: ${literal(value)}`).join(', ')} }`
}

const create = ({ fields, target }: Write, campaign?: string) =>
  `events.create(${literal(fields)}${optionsOf({ campaign, creator: target })})`

/** Writes of the client, by method and path. A link of the body is an argument of the call. */
const writes: readonly (readonly [method: string, path: RegExp, call: (write: Write) => string, relation?: string])[] =
  [
    ['POST', /^\/events$/, (write) => create(write), 'osdi:creator'],
    ['POST', /^\/event_campaigns\/([^/]+)\/events$/, (write) => create(write, write.ids[0]), 'osdi:creator'],
    ['PUT', /^\/events\/([^/]+)$/, ({ ids: [id], fields }) => `events.update('${id}', ${literal(fields)})`],
    ['POST', /^\/event_campaigns$/, ({ fields }) => `events.createCampaign(${literal(fields)})`],
    [
      'PUT',
      /^\/event_campaigns\/([^/]+)$/,
      ({ ids: [id], fields }) => `events.updateCampaign('${id}', ${literal(fields)})`,
    ],
    [
      'POST',
      /^\/events\/([^/]+)\/attendances?$/,
      ({ ids: [id], fields, target }) =>
        `events.recordAttendance('${id}', ${literal({ ...fields, ...(target !== undefined && { person: target }) })})`,
      'osdi:person',
    ],
    [
      'PUT',
      /^\/events\/[^/]+\/attendances?\/[^/]+$/,
      ({ url, fields }) => `events.updateAttendance('${url}', ${literal(fields)})`,
    ],
  ]

/**
 * The call for a write that the service took as a whole. The client may refuse others before it sends them, and then the program would not
 * get the same response.
 */
function writeOf(request: RequestLogEntry, path: string): string | undefined {
  const { method, status = 0, ignored, body, url } = request
  const row = writes.find(([rowMethod, pattern]) => rowMethod === method && pattern.test(path))
  if (!row || status < 200 || status > 299 || ignored.length > 0 || !isMembers(body) || !isWritten(request))
    return undefined
  const [, pattern, call, relation] = row
  const { _links: links, ...fields } = body
  const target = links === undefined ? undefined : targetOf(links, relation, baseOf(request))
  if (links !== undefined && target === undefined) return undefined
  return call({ ids: pattern.exec(path)?.slice(1) ?? [], fields, target, url })
}

/** The address in the only link of a body. Undefined for other links, and for another service. */
function targetOf(links: unknown, relation: string | undefined, base: string): string | undefined {
  if (!isMembers(links) || Object.keys(links).join() !== relation) return undefined
  const link = links[relation ?? '']
  const href = isMembers(link) ? link.href : undefined
  return typeof href === 'string' && href.startsWith(`${base}/api/`) ? href : undefined
}

/** Whether the client accepts what a service may take in another form: the origin of a create, and texts of custom fields. */
function isWritten({ method, version, path, body }: RequestLogEntry): boolean {
  if (!isMembers(body)) return false
  const isRsvp = /\/attendances?(?:\/|$)/.test(path)
  const origin = version === 'v1' ? 'originating_system' : 'origin_system'
  if (method === 'POST' && !isRsvp && typeof body[origin] !== 'string') return false
  const { person } = body
  const custom = isMembers(person) ? (person.custom_fields ?? {}) : {}
  return isMembers(custom) && Object.values(custom).every((value) => typeof value === 'string')
}
