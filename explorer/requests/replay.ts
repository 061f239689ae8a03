import type { RequestLogEntry } from 'osdi-events/mock'
import { searchOf } from '../components/text.ts'
import { client } from '../state/admin.ts'

const keyHeaders = ['osdi-api-token', 'api-key']

/** Name of the header with the key, if the request had a key. The log does not have the key itself. */
export const keyHeaderOf = ({ headers }: RequestLogEntry): string | undefined =>
  keyHeaders.find((name) => Object.hasOwn(headers, name))

// Headers that each client sets itself, and headers of the connection.
const omittedHeaders =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|sec-.*|proxy-.*|origin|referer|keep-alive|expect|te|trailer|upgrade|date|via|traceparent|priority|api-key|osdi-api-token)$/

/** The headers of a request that a copy has too. The log does not have those with secrets. */
export const ownHeaders = ({ headers }: RequestLogEntry): readonly (readonly [name: string, value: string])[] =>
  Object.entries(headers).filter(([name, value]) => !omittedHeaders.test(name) && value !== '[redacted]')

export const bodyText = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body))

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
