import type { Policy } from '../dialects/dialect.ts'
import type { EventRecord, KeyRecord } from '../store/model.ts'
import { textLike } from '../validate.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { type Clauses, fieldClauses, HttpError, uniqueClauses } from './http-error.ts'
import { inScope } from './scope.ts'

/**
 * The form of an identifier: `<system>:<id>`. The system has no space and no colon. The id neither begins nor ends with a space. Both are
 * not empty. Any other text is malformed (assumption `malformedIdentifier`).
 */
export const identifierForm = textLike('of the form <system>:<id>', (entry) => /^[^\s:]+:\S(?:.*\S)?$/.test(entry))

/** All identifiers of an event. The identifier that the service made comes first (v2 §2.1). */
export const identifiersOf = (context: Context, event: EventRecord): readonly string[] => [
  nativeIdentifier(context, event.id),
  ...event.content.foreign,
]

/** The event that has an identifier: the service's own (native) or another (foreign) one (v1 §1.3). */
export function eventByIdentifier(context: Context, identifier: string): EventRecord | undefined {
  const { store, namespace } = context
  return isNative(context, identifier)
    ? store.events.get(identifier.slice(namespace.length + 1))
    : store.eventByForeign(identifier)
}

export const isNative = ({ namespace }: Pick<Context, 'namespace'>, identifier: string): boolean =>
  identifier.startsWith(`${namespace}:`)

/** An event that has a sent identifier, and the path of this identifier in the request. */
export interface IdentifierMatch {
  readonly event: EventRecord
  readonly field: string
}

/** The identifiers of a POST, divided into free identifiers and identifiers of existing events. */
export interface PostedIdentifiers {
  /** Foreign identifiers that no event has. */
  readonly free: readonly string[]
  /** The caller's events that have one of the identifiers, oldest first. */
  readonly matches: readonly IdentifierMatch[]
}

/**
 * Divides the identifiers of a POST. Ignores or refuses malformed identifiers and identifiers of other owners' events (v1 §4.3, §4.4, v2
 * §8.2; assumptions `malformedIdentifier`, `foreignOwner`).
 */
export function identifiersOfPost(context: Context, key: KeyRecord, entries: readonly unknown[]): PostedIdentifiers {
  const { assumptions, ignore } = context
  const free = new Set<string>()
  const matches = new Map<number, IdentifierMatch>()
  for (const [index, entry] of entries.entries()) {
    const field = `identifiers[${index}]`
    const holder = identifierForm.test(entry) ? eventByIdentifier(context, entry) : undefined
    const problem = problemWith(context, entry)
    if (holder && inScope(context, key, holder)) {
      if (!matches.has(holder.serial)) matches.set(holder.serial, { event: holder, field })
    } else if (problem !== undefined) {
      if (assumptions.malformedIdentifier === 400) throw httpError(400, malformedText, field, problem, fieldClauses)
      ignore(field, problem)
    } else if (!holder) free.add(String(entry))
    else if (assumptions.foreignOwner === 409) throw httpError(409, takenText, field, theirs, uniqueClauses)
    else ignore(field, theirs)
  }
  return { free: [...free], matches: [...matches.values()].sort((a, b) => a.event.serial - b.event.serial) }
}

/** Why an identifier is malformed; undefined for a valid foreign identifier. The caller has no event with this identifier. */
function problemWith(context: Context, entry: unknown): string | undefined {
  if (!identifierForm.test(entry)) return malformed
  return isNative(context, entry)
    ? `no event of this key has it, and the service alone gives ${context.namespace}:`
    : undefined
}

const malformed = 'must be of the form <system>:<id>, without a space in the system or at the ends'
const theirs = 'an event of another owner or key has it. Send an identifier that is unique'
const malformedText = 'identifiers: an entry is not a valid identifier'
const takenText = 'identifiers: an identifier is already in use'

const httpError = (status: number, text: string, field: string, message: string, clauses: Clauses): HttpError =>
  new HttpError(status, text, { reason: { field, message, clauses } })

/**
 * The foreign identifiers of an event after a PUT. Depending on the version, the sent identifiers replace the previous identifiers, or the
 * service adds them. Ignores invalid entries (v1 §4.7, v2 §4.8; assumptions `v2PutIdentifiers`, `ownTwin`).
 */
export function identifiersAfterPut(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  sent: readonly unknown[] | null | undefined,
  policy: Policy,
): readonly string[] {
  const before = event.content.foreign
  if (sent === undefined) return before
  const entries = sent ?? []
  const valid = entries.filter((entry, index): entry is string => {
    const field = `identifiers[${index}]`
    const problem = problemInPut(context, key, event, entry, field)
    if (problem !== undefined) context.ignore(field, problem)
    return problem === undefined
  })
  // If all entries are invalid, a PUT does not change the identifiers.
  if (valid.length === 0 && entries.length > 0) return before
  const foreign = valid.filter((identifier) => !isNative(context, identifier))
  const isAdding = policy.putIdentifiers === 'add'
  if (isAdding && entries.length === 0 && before.length > 0)
    context.ignore('identifiers', 'identifiers are added, never removed')
  return [...new Set(isAdding ? [...before, ...foreign] : foreign)]
}

/** Why an event cannot get an identifier; undefined if it can. */
function problemInPut(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  entry: unknown,
  field: string,
): string | undefined {
  const holder = identifierForm.test(entry) ? eventByIdentifier(context, entry) : undefined
  if (!holder) return problemWith(context, entry)
  if (holder.id === event.id) return undefined
  if (!inScope(context, key, holder)) return theirs
  const twin = 'another event has it. Send an identifier that is unique'
  if (context.assumptions.ownTwin === 409)
    throw httpError(409, 'identifiers: another event has an identifier', field, twin, uniqueClauses)
  return twin
}

/**
 * The sent identifiers that no other record of this kind has. Reports all other identifiers as ignored. Never refuses an identifier,
 * because the assumption `malformedIdentifier` is only for events.
 */
export function identifiersFor(
  context: Context,
  entries: readonly unknown[],
  kind: string,
  id: string | undefined,
  holderOf: (identifier: string) => { readonly id: string } | undefined,
): readonly string[] {
  const problemIn = (entry: unknown): string | undefined => {
    if (!identifierForm.test(entry)) return `must be ${identifierForm.expected}`
    if (isNative(context, entry) && entry !== nativeIdentifier(context, id ?? ''))
      return `only the service gives identifiers with ${context.namespace}:`
    const holder = holderOf(entry)
    return holder === undefined || holder.id === id ? undefined : `another ${kind} has it`
  }
  const isFree = (entry: unknown, index: number): entry is string => {
    const problem = problemIn(entry)
    if (problem !== undefined) context.ignore(`identifiers[${index}]`, problem)
    return problem === undefined
  }
  return [...new Set(entries.filter(isFree))].filter((identifier) => !isNative(context, identifier))
}
