import type { RequestLogEntry } from 'osdi-events/mock'

/** Which requests are shown. */
export type Kind = 'all' | 'writes' | 'failed' | 'struck'

export const kinds: readonly (readonly [Kind, string])[] = [
  ['all', 'All requests'],
  ['writes', 'Writes'],
  ['failed', 'Failed'],
  ['struck', 'Struck by a fault'],
]

const fits: Readonly<Record<Kind, (request: RequestLogEntry) => boolean>> = {
  all: () => true,
  writes: ({ method }) => method !== 'GET' && method !== 'HEAD' && method !== 'OPTIONS',
  failed: ({ status }) => status === undefined || status >= 400,
  struck: ({ fault }) => fault !== undefined,
}

/** Whether a request is of a kind, and has every word of a text. */
export function isWanted(request: RequestLogEntry, text: string, kind: Kind): boolean {
  if (!fits[kind](request)) return false
  const { method, url, version, operation, status, fault } = request
  const all = `${method} ${url} ${version} ${operation} ${status} ${fault}`.toLowerCase()
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word))
}
