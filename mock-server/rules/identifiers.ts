import type { EventRecord, KeyRecord } from '../store/model.ts'
import { textLike } from '../validate.ts'
import { type Context, HttpError, nativeIdentifier } from './context.ts'
import { inScope } from './scope.ts'

/** An entry that can be an identifier. */
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

/** What the identifiers of a POST come to. */
export interface Claim {
  /** Foreign identifiers that are free to take. */
  readonly free: readonly string[]
  /** Events of the caller that have one of the identifiers, oldest first. */
  readonly matches: readonly EventRecord[]
}

/** Sorts the identifiers of a POST (assumptions `malformedIdentifier`, `foreignOwner`; v2 §8.2). */
export function claim(context: Context, key: KeyRecord, entries: readonly unknown[]): Claim {
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
 * The foreign identifiers that a PUT may give an event; the rest of its entries are ignored (assumption `ownTwin`).
 * Undefined where entries were sent and none counts: that is as if nothing had been sent.
 */
export function claimFor(
  context: Context,
  key: KeyRecord,
  event: EventRecord,
  entries: readonly unknown[],
): readonly string[] | undefined {
  const taken = new Set<string>()
  let counting = entries.length === 0
  for (const entry of entries) {
    if (!identifierForm.test(entry)) continue
    const holder = eventByIdentifier(context, entry)
    const twin = holder !== undefined && holder.id !== event.id && inScope(context, key, holder)
    if (twin && context.assumptions.ownTwin === 409)
      throw new HttpError(409, 'identifiers: another event has an identifier')
    // The event's own native identifier counts too: it says that nothing else is wanted.
    if (holder ? holder.id !== event.id : isNative(context, entry)) continue
    counting = true
    if (!isNative(context, entry)) taken.add(entry)
  }
  return counting ? [...taken] : undefined
}
