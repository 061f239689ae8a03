import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Body, Incoming } from '../http/incoming.ts'

/** A request of Node's server as the service takes it, its body read. */
export function incomingOf(
  message: IncomingMessage,
  base: string,
  target: string,
  { body, isUtf8, isTooLong }: Body,
): Incoming {
  const { method = 'GET', headers } = message
  return {
    method,
    base,
    target,
    header: (name) => textOf(headers[name]),
    headers: new SentHeaders(headers),
    body,
    isUtf8,
    isTooLong,
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
