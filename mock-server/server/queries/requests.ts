import { MockServiceError } from '../../errors.ts'
import { requestRow } from '../../requests/entry.ts'
import type { RequestLogEntry, RequestRows } from '../../types/index.ts'
import { validate, wholeNumber } from '../../validate.ts'
import { type AdminCall, numberOf, pageIn, type Query, searchIn } from '../admin-call.ts'
import { filterInSlices } from '../time-slices.ts'

/** Query parameters of the list of requests. */
export const requestQuery: readonly string[] = ['search', 'before', 'page', 'per_page']

/** Returns a page of the request log, the newest request first. */
export async function requestRows({ session, query, disconnected }: AdminCall): Promise<RequestRows> {
  const { page, per_page, from, to } = pageIn(query)
  const before = beforeIn(query)
  const matches = matcherIn(query)
  const { entries, size: limit, dropped } = session.requestLog
  const newestFirst = entries.filter(({ number }) => number < before).reverse()
  const matching = matches ? await filterInSlices(newestFirst, matches, disconnected) : newestFirst
  return { total: matching.length, page, per_page, limit, dropped, requests: matching.slice(from, to).map(requestRow) }
}

const beforeIn = ({ before }: Query): number =>
  before === undefined ? Number.POSITIVE_INFINITY : validate(wholeNumber(1), numberOf(before), 'before', 'argument')

/**
 * Returns a function that tests whether a request has every word of `search`. The words `method:PUT`, `status:404`, `status:4` and
 * `path:attendances` are about these parts only, and all other words about the whole request. Undefined without `search`.
 */
function matcherIn({ search = '' }: Query): ((entry: RequestLogEntry) => boolean) | undefined {
  const words = search.split(/\s+/).filter(Boolean)
  if (words.length === 0) return undefined
  const conditions = words.flatMap((word) => conditionIn(word) ?? [])
  const matchesText = searchIn({ search: words.filter((word) => !conditionIn(word)).join(' ') })
  return (entry) => conditions.every((matches) => matches(entry)) && matchesText?.(textOf(entry)) !== false
}

function conditionIn(word: string): ((entry: RequestLogEntry) => boolean) | undefined {
  const [, name, value = ''] = /^(method|status|path):(.+)$/.exec(word.toLowerCase()) ?? []
  if (name === 'method') return ({ method }) => method.toLowerCase() === value
  if (name === 'status') return ({ status }) => String(status ?? 'none').startsWith(value)
  if (name === 'path') return ({ path }) => path.toLowerCase().includes(value)
  return undefined
}

/** The text of a request that a search reads. */
function textOf(entry: RequestLogEntry): string {
  const { method, url, version, operation, status, fault, body, response } = entry
  const bodies = [body, response?.body].map((each) => (typeof each === 'string' ? each : JSON.stringify(each)))
  const { stored, key, unknownKey, reason, ignored } = requestRow(entry)
  const ids = stored ? [stored.id, stored.event, stored.person] : []
  const sender = key?.title ?? (unknownKey ? 'unknown key' : 'no key')
  const remarks = [reason ?? [], ignored].flat().flatMap(({ field, message }) => [field, message])
  return [method, url, version, operation, status, fault, sender, ...ids, ...remarks, ...bodies].join('\n')
}

/** A request with its headers and bodies. */
export function request({ session, id }: AdminCall): RequestLogEntry {
  const entry = /^[1-9]\d{0,14}$/.test(id) ? session.requestLog.entry(Number(id)) : undefined
  if (!entry) throw new MockServiceError('unknown', 'request', 'is not a request in the log')
  return entry
}
