import type { RequestLogEntry } from 'osdi-events/mock'
import { literal, searchOf } from '../components/text.ts'
import { client } from '../state/admin.ts'
import { decodeSegment } from '../state/route.ts'

const keyHeaders = ['osdi-api-token', 'api-key']

/** Name of the header with the key, if the request had a key. The log does not have the key itself. */
export const keyHeaderOf = ({ headers }: RequestLogEntry): string | undefined =>
  keyHeaders.find((name) => Object.hasOwn(headers, name))

// Headers that each client sets itself, headers of the connection, and headers with secrets, which the log does not have.
const omittedHeaders =
  /^(?:(?:proxy-)?authorization|host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|sec-.*|origin|referer|keep-alive|traceparent|priority|api-key|osdi-api-token)$/

const ownHeaders = ({ headers }: RequestLogEntry) =>
  Object.entries(headers).filter(([name]) => !omittedHeaders.test(name))

const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

/** Sends a request again, with a key of the service if one is given. Resolves to the response's status. */
export async function sendAgain(request: RequestLogEntry, token: string | undefined): Promise<number> {
  const { method, path, url, body } = request
  const key = keyHeaderOf(request) ?? (request.version === 'v1' ? 'api-key' : 'osdi-api-token')
  // Sends to the address of the explorer's service, even if the request used another host name.
  const response = await client.fetch(client.url + path + searchOf(url), {
    method,
    headers: { ...Object.fromEntries(ownHeaders(request)), ...(token !== undefined && { [key]: token }) },
    redirect: 'manual',
    ...(body !== undefined && { body: bodyText(body) }),
  })
  // Rejects if the connection breaks off in the body.
  await response.arrayBuffer()
  return response.status
}

/** A request as a curl command. The key comes from an environment variable. */
export function curlOf(request: RequestLogEntry): string {
  const { method, url, body } = request
  const key = keyHeaderOf(request)
  // With `-X HEAD`, curl would wait for a body.
  const methodOption = method === 'GET' ? '' : method === 'HEAD' ? '--head ' : `-X ${quote(method)} `
  // Without this option, curl reads brackets as a pattern for several addresses.
  const globOption = /[[\]{}]/.test(url) ? '--globoff ' : ''
  return [
    `curl ${methodOption}${globOption}${quote(url)}`,
    ...(key === undefined ? [] : [`-H "${key}: $EVENTS_API_KEY"`]),
    ...ownHeaders(request).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(bodyText(body))}`]),
  ].join(' \\\n  ')
}

/** Quotes a word for the shell. */
const quote = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)

/** A request as a program with this package's client. Undefined if the client cannot send it. */
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
  const id = literal(decodeSegment(path.split('/')[4] ?? ''))
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
