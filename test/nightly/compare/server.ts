import type { IncomingHttpHeaders } from 'node:http'
import { loopback, play, type Step } from '../../support/loopback.ts'
import type { Dialect } from './kit.ts'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
}

/** A server on this machine, until it is closed. */
export interface Server extends AsyncDisposable {
  readonly origin: string
  /** All that arrived, in order. */
  readonly requests: readonly Arrived[]
}

/** Starts a server which answers each request as it is told, by its number from 1. */
export async function serve(answer: (request: Arrived, number: number) => Step): Promise<Server> {
  const requests: Arrived[] = []
  const server = await loopback((request, response) => {
    const { method = '', url: path = '/', headers } = request.resume().on('error', () => {})
    request.on('end', () => {
      const arrived = { method, url: new URL(path, server.url), headers }
      play(answer(arrived, requests.push(arrived)), response)
    })
  })
  return { origin: server.url, requests, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
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
  before: (request: number, stored: string[]) => Step | undefined,
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
