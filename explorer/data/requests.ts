import type { RequestLogEntry } from 'osdi-events/mock'

/** How many requests the page keeps; the service keeps a thousand unless it is told otherwise. */
const mostKept = 5000

/** The requests with one more, which may be known already. */
export function merged(requests: readonly RequestLogEntry[], request: RequestLogEntry): readonly RequestLogEntry[] {
  const newest = requests.at(-1)
  if (newest && request.number <= newest.number) return requests
  return [...requests.slice(Math.max(0, requests.length + 1 - mostKept)), request]
}
