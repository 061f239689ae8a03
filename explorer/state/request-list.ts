import type { RequestRow, RequestRows } from 'osdi-events/mock'

/** The most requests of one response, and the most rows that the page keeps until the user asks for older ones. */
export const maxRows = 1000

/** The newest requests of the service, without gaps. */
export interface RequestList {
  /** Oldest first, without a gap in their numbers. */
  readonly rows: readonly RequestRow[]
  /** Number of the newest request that the page knows. */
  readonly last: number
  /** Number of the last request before the log was emptied. */
  readonly cleared: number
  /** How many rows the page keeps: at most as many as the log. New rows replace the oldest ones. */
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

/** Adds new requests, which are in order. If there is a gap before them, the list starts again with them; all others count as older. */
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

/** Removes the requests that were in the log before it was emptied. */
export const withoutCleared = (list: RequestList, cleared: number): RequestList => ({
  ...list,
  rows: list.rows.filter(({ number }) => number > cleared),
  last: Math.max(list.last, cleared),
  cleared,
})

/** Number of the first request of the list, or of the next request if the list is empty. */
export const firstOf = ({ rows, last }: RequestList): number => rows[0]?.number ?? last + 1

/** How many requests are older than the list: how many of them the log has `kept`, and how many are `gone` since the log was emptied. */
export function olderThan(list: RequestList): { readonly kept: number; readonly gone: number } {
  const older = firstOf(list) - 1 - list.cleared
  const gone = Math.max(0, Math.min(older, list.last - list.logLimit - list.cleared))
  return { kept: older - gone, gone }
}

/** How many requests the log has. */
export const countInLog = (list: RequestList): number => list.rows.length + olderThan(list).kept
