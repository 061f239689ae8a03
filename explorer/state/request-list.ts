import type { RequestRow, RequestRows } from 'osdi-events/mock'

/** Requests of one response, and rows that the page keeps until older ones are asked for. */
export const maxRows = 1000

/** The newest requests of the service, each one from the first to the last. */
export interface RequestList {
  /** Oldest first, without a gap in their numbers. */
  readonly rows: readonly RequestRow[]
  /** Number of the newest request that the page has heard of. */
  readonly last: number
  /** Number of the last request before the log was emptied. */
  readonly cleared: number
  /** How many rows the page keeps: at most as many as the log. The oldest make room for new ones. */
  readonly limit: number
  /** How many requests the service's log keeps. */
  readonly logLimit: number
}

/** The list that a feed starts with: the newest page of the log. `last` is the number of the request before the feed. */
export function startList(last: number, { requests, total, limit, dropped }: RequestRows): RequestList {
  const newest = requests[0]?.number ?? last
  return {
    rows: requests.toReversed(),
    last: newest,
    cleared: newest - total - dropped,
    limit: Math.min(maxRows, limit),
    logLimit: limit,
  }
}

/** Adds new requests, which are in order. Behind a gap the list begins anew: what stands before it counts as older. */
export function withNew(list: RequestList, arrived: readonly RequestRow[]): RequestList {
  const added = arrived.filter(({ number }) => number > list.last)
  const [first] = added
  if (!first) return list
  const rows = first.number === list.last + 1 ? [...list.rows, ...added] : added
  return { ...list, rows: rows.slice(-list.limit), last: rows.at(-1)?.number ?? list.last }
}

/** Adds the newest requests of the log that are older than the list. */
export function withOlder(list: RequestList, { requests }: RequestRows): RequestList {
  if (requests[0]?.number !== firstOf(list) - 1) return list
  const rows = [...requests.toReversed(), ...list.rows]
  return { ...list, rows, limit: Math.max(list.limit, rows.length) }
}

/** Takes out the requests of a log that was emptied. */
export const withoutCleared = (list: RequestList, cleared: number): RequestList => ({
  ...list,
  rows: list.rows.filter(({ number }) => number > cleared),
  last: Math.max(list.last, cleared),
  cleared,
})

/** Number of the first request of the list, or of the next one to come. */
export const firstOf = ({ rows, last }: RequestList): number => rows[0]?.number ?? last + 1

/** How many requests since the log was emptied are older than the list, and how many of them the log no longer has. */
export function olderThan(list: RequestList): { readonly older: number; readonly gone: number } {
  const older = firstOf(list) - 1 - list.cleared
  return { older, gone: Math.max(0, Math.min(older, list.last - list.logLimit - list.cleared)) }
}
