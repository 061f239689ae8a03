import type { RequestLogEntry } from 'osdi-events/mock'
import { literal, searchOf } from '../parts/text.ts'
import { serviceUrl } from '../state/admin.ts'
import { decoded } from '../state/route.ts'

const keyHeaders = ['osdi-api-token', 'api-key']

/** Name of the header that brought a key; undefined where there was none. The log does not tell the key. */
export const keyHeaderOf = ({ headers }: RequestLogEntry): string | undefined =>
  keyHeaders.find((name) => Object.hasOwn(headers, name))

// What a program sends by itself, what belongs to the connection of another, and secrets, which the log does not tell.
const passed =
  /^(?:(?:proxy-)?authorization|host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|sec-.*|origin|referer|keep-alive|traceparent|priority|api-key|osdi-api-token)$/

const ownHeaders = ({ headers }: RequestLogEntry) => Object.entries(headers).filter(([name]) => !passed.test(name))

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Sends a request again, with a key of the service where one is given, and tells the status of the response. */
export async function sendAgain(request: RequestLogEntry, token: string | undefined): Promise<number> {
  const { method, path, url, body } = request
  const key = keyHeaderOf(request) ?? (request.version === 'v1' ? 'api-key' : 'osdi-api-token')
  // To the address of this page: another name of the service is another origin to a browser.
  const response = await fetch(serviceUrl + path + searchOf(url), {
    method,
    headers: { ...Object.fromEntries(ownHeaders(request)), ...(token !== undefined && { [key]: token }) },
    redirect: 'manual',
    ...(body !== undefined && { body: bodyText(body) }),
  })
  // A connection that breaks within the body is told of like any other.
  await response.arrayBuffer()
  return response.status
}

/** A request as a command for a shell, with the key out of the environment. */
export function curlOf(request: RequestLogEntry): string {
  const { method, url, body } = request
  const key = keyHeaderOf(request)
  // With `-X HEAD` curl would wait for a body.
  const how = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${quoted(method)} `
  // Else curl takes them for a pattern of several addresses.
  const asItIs = /[[\]{}]/.test(url) ? '--globoff ' : ''
  return [
    `curl ${how}${asItIs}${quoted(url)}`,
    ...(key === undefined ? [] : [`-H "${key}: $EVENTS_API_KEY"`]),
    ...ownHeaders(request).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(bodyText(body))}`]),
  ].join(' \\\n  ')
}

/** A word for the shell, in which nothing has a meaning. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** A request as a program that uses this package; undefined where the client would not send it. */
export function clientCodeOf(request: RequestLogEntry): string | undefined {
  const { version, url, path } = request
  const call = callOf(request)
  if (version === undefined || call === undefined) return undefined
  const name = version === 'v1' ? 'EventsV1' : 'EventsV2'
  const [withoutQuery = ''] = url.split('?', 1)
  return [
    `import { ${name} } from 'osdi-events'`,
    '',
    `const events = new ${name}({`,
    `  baseUrl: ${literal(withoutQuery.slice(0, withoutQuery.length - path.length))},`,
    "  apiKey: process.env.EVENTS_API_KEY ?? '',",
    '})',
    `console.log(await ${call})`,
    '',
  ].join('\n')
}

function callOf({ method, operation, url, path, query, body }: RequestLogEntry): string | undefined {
  const id = literal(decoded(path.split('/')[4] ?? ''))
  const isObject = typeof body === 'object' && body !== null
  const { page = '1', ...others } = query
  if (operation === 'events.list' && Object.keys(others).length === 0 && /^[1-9]\d{0,8}$/.test(page))
    return `events.page(${page})`
  if (operation === 'events.get') return `events.get(${id})`
  if (operation === 'events.create') return isObject ? `events.create(${literal(body)})` : undefined
  if (operation === 'events.update') return isObject ? `events.update(${id}, ${literal(body)})` : undefined
  if (method === 'DELETE') return `events.delete(${id})`
  return method === 'GET' ? `events.follow(${literal(url)})` : undefined
}
