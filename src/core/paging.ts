import type { Connection } from './connection.ts'
import type { VersionTypes } from './dialect.ts'
import type { Filter } from './filter.ts'
import { mostInQueue } from './http/rate-limit.ts'
import { within } from './http/timeout.ts'
import type { OnInvalid } from './list-options.ts'
import { cursorOf, type Scope } from './pagination/checkpoint.ts'
import { initialCursor } from './pagination/cursor.ts'
import { filterParameter } from './pagination/kept-filter.ts'
import type { PagerOptions } from './pagination/pager-options.ts'
import type { ResolvedCallOptions, ResolvedListOptions } from './read-options.ts'
import type { DecodedPage } from './results/decode.ts'
import { inOrder, withQuery } from './url/service-url.ts'

/** A collection, and what checkpoints of it are bound to. */
export interface Place {
  /** Its address, with the parameters of the list. */
  readonly url: URL
  readonly scope: Scope
}

/** A collection at an address, read with these parameters. */
export function placeOf<V extends VersionTypes>(
  { redactor }: Connection<V>,
  address: URL,
  { query }: ResolvedCallOptions,
  filter: Filter | undefined,
): Place {
  const parameters = filter?.text === undefined ? query : { ...query, [filterParameter]: filter.text }
  const url = withQuery(address, parameters)
  return { url, scope: { collection: inOrder(url), clean: (text) => redactor.text(text) } }
}

/** Gets one page of a collection. */
export type ReadPage<Page> = (url: URL, call: ResolvedCallOptions, onInvalid?: OnInvalid) => Promise<DecodedPage<Page>>

/** How a collection is paged through. */
export function pagingOf<V extends VersionTypes, Page>(
  { links, options }: Connection<V>,
  { call, page, onInvalid, resume, limits }: ResolvedListOptions,
  filter: Filter | undefined,
  { url, scope }: Place,
  read: ReadPage<Page>,
): PagerOptions<Page> {
  const first = withQuery(url, page === undefined ? {} : { page })
  const prefetch = Math.min(limits.prefetch, mostInQueue(options.rateLimit, call.totalTimeout))
  return {
    fetchPage: (at, stop) => {
      const under = (signal: AbortSignal) => read(at, { ...call, signal }, onInvalid)
      return call.signal ? within(Infinity, [call.signal, stop], under) : under(stop)
    },
    links,
    filter,
    start: resume === undefined ? initialCursor(first) : cursorOf(resume, scope),
    scope,
    limits: { ...limits, prefetch },
    signal: call.signal,
  }
}
