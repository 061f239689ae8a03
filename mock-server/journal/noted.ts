import { targetOf } from '../http/incoming.ts'
import type { Received } from '../http/received.ts'
import { written } from '../service/world.ts'
import type { JournalEntry, OperationName } from '../types.ts'
import { shownBody } from './body.ts'
import { type KeptHeaders, type KeptText, kept, keptHeaders } from './kept.ts'
import type { Redactor } from './redact.ts'

/** What became of a request. */
export interface Outcome {
  /** Absent where no status was ever sent. */
  readonly status?: number | undefined
  /** Kind of the fault that struck last. */
  readonly fault?: string | undefined
  /** Names of the fault rules that struck. */
  readonly rules?: readonly string[] | undefined
}

/** A request as it came, keys and all: nothing of it may be shown but by {@link shownEntry}. */
export interface Noted extends Pick<Received, 'world' | 'at'>, Outcome {
  readonly number: number
  readonly method: string
  readonly base: string
  readonly target: KeptText
  readonly version: JournalEntry['version']
  readonly operation: OperationName | undefined
  readonly headers: KeptHeaders
  readonly body: KeptText
}

/** Whether a request was not looked at yet. */
export const isNoted = (one: Noted | JournalEntry): one is Noted => 'world' in one

/** What is kept of a body that was not taken. */
const nothing: KeptText = { text: '', end: 0 }

/** Notes what has to be known of a request later, and does no more: every request pays for it. */
export const noted = (
  number: number,
  { world, at, incoming, located }: Received,
  { status, fault, rules }: Outcome,
): Noted => ({
  number,
  world,
  at,
  method: incoming.method,
  base: incoming.base,
  target: kept(incoming.target),
  version: located.dialect?.version,
  operation: located.match?.route.operation,
  headers: keptHeaders(incoming.headers),
  body: incoming.isTooLong ? nothing : kept(incoming.body),
  status,
  fault,
  rules,
})

/** An entry as it is shown. */
export function shownEntry(note: Noted, redactor: Redactor): JournalEntry {
  const { number, world, at, method, base, target, version, operation, headers, body, status, fault, rules } = note
  const { path } = targetOf(target.text)
  const { query } = targetOf(wholeParameters(target))
  const isCut = [target, body].some(({ end }) => end !== undefined) || headers.cut !== undefined
  return Object.freeze({
    number,
    at: written(world, at),
    method: redactor.text(method),
    ...shownTarget(target.text.startsWith('/') ? base : '', target, path, redactor),
    // Of a parameter that is repeated the first one counts, here as for the service.
    query: redactor.record([...new Set(query.keys())].map((name) => [name, query.get(name) ?? ''])),
    ...(version && { version }),
    ...(operation && { operation }),
    headers: redactor.headers(headers.headers, headers.cut),
    ...(body.text !== '' && { body: shownBody(body, redactor) }),
    ...(isCut && { truncated: true }),
    ...(status !== undefined && { status }),
    ...(fault !== undefined && { fault }),
    ...(rules && rules.length > 0 && { rules }),
  })
}

/** Address and path, both cut where the target is. */
function shownTarget(base: string, { text, end }: KeptText, path: string, redactor: Redactor) {
  if (end === undefined) return { url: redactor.text(base + text), path: redactor.text(path) }
  return { url: redactor.text(base + text, base.length + end), path: redactor.text(path, Math.min(path.length, end)) }
}

/** A target without the parameter that it is cut in. */
const wholeParameters = ({ text, end }: KeptText): string =>
  end === undefined ? text : text.slice(0, Math.max(text.lastIndexOf('&', end), text.indexOf('?') + 1))

/** An entry that was shown before, without keys that have come up since. */
export function shownAgain(entry: JournalEntry, redactor: Redactor): JournalEntry {
  const { method, url, path, query, headers, body } = entry
  return Object.freeze({
    ...entry,
    method: redactor.text(method),
    url: redactor.text(url),
    path: redactor.text(path),
    query: redactor.record(Object.entries(query)),
    headers: redactor.record(Object.entries(headers)),
    ...(body !== undefined && { body: redactor.value(body) }),
  })
}
