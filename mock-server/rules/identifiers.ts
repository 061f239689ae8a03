import type { Policy } from '../dialects/dialect.ts'
import type { EventRecord, KeyRecord } from '../store/model.ts'
import { textLike } from '../validate.ts'
import { type Context, HttpError, nativeIdentifier } from './context.ts'
import { inScope } from './scope.ts'

/** The form of an identifier. */
export const identifierForm = textLike('of the form <system>:<id>', (entry) => /^[^\s:]+:\S(?:.*\S)?$/.test(entry))

/** All identifiers of an event, the service's own first (v2 §2.1). */
export const identifiersOf = (context: Context, event: EventRecord): readonly string[] => [
  nativeIdentifier(context, event.id),
  ...event.content.foreign,
]

/** The event that has an identifier, native or foreign (v1 §1.3). */
export function eventByIdentifier(context: Context, identifier: string): EventRecord | undefined {
  const { store, namespace } = context
  return isNative(context, identifier)
    ? store.events.get(identifier.slice(namespace.length + 1))
    : store.eventByForeign(identifier)
}

export const isNative = ({ namespace }: Pick<Context, 'namespace'>, identifier: string): boolean =>
  identifier.startsWith(`${namespace}:`)

/** The identifiers of a POST, sorted. */
export interface PostedIdentifiers {
  /** Foreign identifiers that no event has. */
  readonly free: readonly string[]
  /** Events of the caller that have one of the identifiers, oldest first. */
  readonly matches: readonly EventRecord[]
}

/** Sorts the identifiers of a POST (v1 §4.3, §4.4, v2 §8.2; assumptions `malformedIdentifier`, `foreignOwner`). */
export function identifiersOfPost(context: Context, key: KeyRecord, entries: readonly unknown[]): PostedIdentifiers {
  const free = new Set<string>()
  const matches = new Map<number, EventRecord>()
  for (const entry of entries) {
    const holder = identifierForm.test(entry) ? eventByIdentifier(context, entry) : undefined
    if (holder && inScope(context, key, holder)) matches.set(holder.serial, holder)
    else if (!identifierForm.test(entry) || isNative(context, entry)) refuseMalformed(context)
    else if (!holder) free.add(entry)
    else if (context.assumptions.foreignOwner === 409)
      throw new HttpError(409, 'identifiers: an identifier is already in use')
  }
  return { free: [...free], matches: [...matches.values()].sort((a, b) => a.serial - b.serial) }
}

function refuseMalformed(context: Context): void {
  if (context.assumptions.malformedIdentifier === 400)
    throw new HttpError(400, 'identifiers: an entry is not a valid identifier')
}

/**
 * The foreign identifiers of an event after a PUT: those that were sent replace those before or are added, as the version says. Entries
 * that do not count are ignored (v1 §4.7, v2 §4.8; assumptions `v2PutIdentifiers`, `ownTwin`).
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
  const valid = entries.filter(identifierForm.test).filter((identifier) => {
    const holder = eventByIdentifier(context, identifier)
    if (!holder) return !isNative(context, identifier)
    const isOther = holder.id !== event.id
    if (isOther && context.assumptions.ownTwin === 409 && inScope(context, key, holder))
      throw new HttpError(409, 'identifiers: another event has an identifier')
    return !isOther
  })
  // None of the entries counts: that is as if none had been sent.
  if (valid.length === 0 && entries.length > 0) return before
  const foreign = valid.filter((identifier) => !isNative(context, identifier))
  return [...new Set(policy.putIdentifiers === 'add' ? [...before, ...foreign] : foreign)]
}
