import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Dialect } from './kit.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
}

/** What is answered. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** `stall`: half of the body, then nothing; `cut`: the connection ends without an answer. */
  readonly ending?: 'whole' | 'stall' | 'cut'
}

/** A server on this machine, until it is closed. */
export interface Server extends AsyncDisposable {
  readonly origin: string
  /** All that arrived, in order. */
  readonly requests: readonly Arrived[]
}

function write({ status = 200, headers = {}, body = '', ending = 'whole' }: Answer, response: ServerResponse): void {
  if (ending === 'cut') {
    response.socket?.destroy()
    return
  }
  const bytes = Buffer.from(body)
  response.writeHead(status, { ...headers, 'content-length': bytes.length })
  if (ending === 'whole') response.end(bytes)
  else response.write(bytes.subarray(0, bytes.length / 2))
}

/** Starts a server on a free port of the loopback address, which answers each request as it is told, by its number from 1. */
export async function serve(answer: (request: Arrived, number: number) => Answer): Promise<Server> {
  const requests: Arrived[] = []
  let origin = ''
  const server = createServer((request, response) => {
    request.resume()
    request.on('error', () => {})
    request.on('end', () => {
      const arrived = {
        method: request.method ?? '',
        url: new URL(request.url ?? '/', origin),
        headers: request.headers,
      }
      write(answer(arrived, requests.push(arrived)), response)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/**
 * Serves a collection as the service of a dialect would, in pages.
 *
 * @param ids from the newest, which has the greatest number, to the oldest
 * @param before is told of each page before it is made, by the number of its request; what it returns is answered instead
 */
export async function serveCollection(
  dialect: Dialect,
  ids: readonly string[],
  perPage: number,
  before: (request: number, stored: string[]) => Answer | undefined,
): Promise<Server> {
  const stored = [...ids]
  const server = await serve(({ url }, request) => {
    const instead = before(request, stored)
    if (instead) return instead
    const behind = url.searchParams.get(dialect.paging)
    // A cursor whose thing is gone starts behind where it stood: ids fall.
    const passed = stored.findIndex((id) => Number(id) < Number(behind))
    const end = passed < 0 ? stored.length : passed
    const from =
      dialect.paging === 'number' ? (Number(url.searchParams.get('page') ?? 1) - 1) * perPage : behind ? end : 0
    const number = Math.floor(from / perPage) + 1
    const more = from + perPage < stored.length
    const next = more ? `${server.origin}${url.pathname}?page=${number + 1}` : undefined
    const place = { next, number, total: stored.length, perPage }
    const { body, headers } = dialect.page(stored.slice(from, from + perPage), place, server.origin)
    return { headers: { 'content-type': dialect.contentType, ...headers }, body }
  })
  return server
}
