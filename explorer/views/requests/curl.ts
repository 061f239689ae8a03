import type { RequestLogEntry } from 'osdi-events/mock'
import { keyOf } from './key.ts'

// What curl sends by itself, or what belongs to the connection of another program.
const passed =
  /^(?:host|connection|content-length|transfer-encoding|accept-encoding|accept-language|user-agent|sec-.*|origin|referer|keep-alive|traceparent|priority|api-key|osdi-api-token)$/

/** A request as a command for a shell, with the key out of the environment. */
export function curlOf(request: RequestLogEntry): string {
  const { method, url, headers, body } = request
  const key = keyOf(request)
  const others = Object.entries(headers).filter(([name]) => !passed.test(name))
  return [
    `curl ${method === 'GET' ? '' : `-X ${quoted(method)} `}${quoted(url)}`,
    ...(key ? [`-H "${key.name}: $EVENTS_API_KEY"`] : []),
    ...others.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quoted(typeof body === 'string' ? body : JSON.stringify(body))}`]),
  ].join(' \\\n  ')
}

/** A word for the shell, in which nothing has a meaning. */
const quoted = (text: string): string => (/^[\w./:=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`)
