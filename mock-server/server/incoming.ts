import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { decodeBody, type Incoming } from '../http/incoming.ts'

const noBody = { body: '', isUtf8: true } as const

/** A request of Node's server as the service takes it, its body read. */
export function incomingOf(message: IncomingMessage, base: string, target: string, bytes?: Uint8Array): Incoming {
  const { method = 'GET', headers } = message
  const { body, isUtf8 } = bytes === undefined ? noBody : decodeBody(bytes)
  return {
    method,
    base,
    target,
    header: (name) => textOf(headers[name]),
    get headers() {
      return entriesOf(headers)
    },
    body,
    isUtf8,
  }
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value

const entriesOf = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).map(([name, value]) => [name, textOf(value) ?? ''])
