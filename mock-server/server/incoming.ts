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
    headers: new SentHeaders(headers),
    body,
    isUtf8,
  }
}

/** Headers as Node read them. The journal keeps them, and few of its entries are ever looked at: nothing is copied before. */
class SentHeaders implements Iterable<readonly [string, string]> {
  readonly #headers: IncomingHttpHeaders

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    for (const [name, value] of Object.entries(this.#headers)) yield [name, textOf(value) ?? '']
  }
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value
