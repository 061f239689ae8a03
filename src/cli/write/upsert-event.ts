import { isDeepStrictEqual } from 'node:util'
import type { UpsertResult } from 'osdi-events'
import { differencesFrom } from '../../core/schema/differences.ts'
import { CliError } from '../run/cli-error.ts'
import { valueAt } from '../run/field-values.ts'
import type { AnyClient } from '../run/service.ts'
import type { RowEvent } from './row-event.ts'

/** The calls of one run of upserts. */
export type UpsertCalls = Pick<AnyClient, 'namespace' | 'get' | 'update' | 'upsert'>

export const upsertCallsOf = (events: AnyClient): UpsertCalls => ({
  namespace: events.namespace,
  get: (event, options) => events.get(event, options),
  ...events.upserts(),
})

/** Names of the fields that an event has with other values, as `unappliedOf` compares. */
const differing = (event: object, fields: object): readonly string[] => differencesFrom(JSON.stringify(fields), event)

/** Result of an upsert. In version 1 it is `written`: the service does not tell whether the event is new. */
export type Result = 'created' | 'updated' | 'unchanged' | 'resent' | 'written'

/** What an upsert does to one field. */
export interface Change {
  readonly field: string
  readonly old: unknown
  readonly new: unknown
}

/** Result of an upsert, and the names of the fields that the service did not apply. */
export interface Upserted extends UpsertResult<object> {
  readonly unapplied: readonly string[]
  /** What changed, of an event that was read before. */
  readonly changes?: readonly Change[]
}

/** The fields with these names, before and after. The service's own identifier never changes. */
export const changesBetween = (known: object, sent: object, names: readonly string[], namespace: string): Change[] =>
  names.map((field) => ({
    field,
    old: (field === 'identifiers' ? externalIdentifiers(known, namespace) : valueAt(known, field)) ?? null,
    new: valueAt(sent, field) ?? null,
  }))

/** Options of each call. */
interface UpsertOptions {
  readonly signal: AbortSignal
  readonly creator: string | undefined
}

/** Thrown if a row names an event that the service does not have. */
export class GoneError extends CliError {
  constructor(id: string, cause: unknown) {
    const hint = 'to create it again, leave out its id, and give it an identifier of your own system'
    super(1, `the service has no event ${id}, or does not show it to this key`, { cause, hint })
  }
}

/**
 * Updates the event that the row names by the service's own id, else updates or creates the event with its identifier of another system. Sends nothing
 * if the event has all values already.
 *
 * @throws GoneError if the service has no event with the id
 */
export async function upsertEvent(events: UpsertCalls, row: RowEvent, options: UpsertOptions): Promise<Upserted> {
  const { idOf, unappliedOf } = await import('osdi-events')
  const { signal } = options
  const { id, fields } = row
  if (id !== undefined) {
    const known = await getKnown(events, id, signal)
    const changes = changesOf(row, known, events.namespace)
    const names = differing(known, changes)
    const unchanged = names.length === 0
    const event = unchanged ? known : await events.update(id, changes, { signal })
    const unapplied = unchanged ? [] : unappliedOf(event)
    const resent = unapplied.length > 0
    return {
      ...{ event, created: false, unchanged, resent },
      unapplied: withLinesLeftOut(unapplied, event, changes),
      changes: changesBetween(known, changes, names, events.namespace),
    }
  }
  const { filled, cleared } = splitNulls(fields)
  const result = await events.upsert(filled, options)
  const ofUpsert = unappliedOf(result.event)
  if (differing(result.event, cleared).length === 0) {
    return { ...result, unapplied: withLinesLeftOut(ofUpsert, result.event, fields) }
  }
  const event = await events.update(idOf(result.event), cleared, { signal })
  const ofUpdate = unappliedOf(event)
  return {
    event,
    created: result.created,
    // Version 1 does not tell.
    unchanged: result.unchanged === undefined ? undefined : false,
    resent: result.resent === undefined ? undefined : !result.created && (result.resent || ofUpdate.length > 0),
    unapplied: withLinesLeftOut([...ofUpsert, ...ofUpdate], event, fields),
  }
}

/** Adds the lines of an address after the first, if the service left them out (v1 §2.2, v2 §2.2). They are no reason for another write. */
function withLinesLeftOut(unapplied: readonly string[], event: object, sent: object): readonly string[] {
  const name = 'location.address_lines'
  const [given, shown] = [sent, event].map((each) => [valueAt(each, name) ?? []].flat().length)
  return [...new Set([...unapplied, ...(Number(given) > Math.max(1, Number(shown)) ? [name] : [])])]
}

/** Reads the event of a row. */
export async function getKnown(events: Pick<UpsertCalls, 'get'>, id: string, signal: AbortSignal): Promise<object> {
  const { isEventsError } = await import('osdi-events')
  return events.get(id, { signal }).catch((error) => {
    const isGone = isEventsError(error) && error.code === 'http' && [404, 410].includes(error.status)
    throw isGone ? new GoneError(id, error) : error
  })
}

/**
 * The changes of a known event. Leaves out what the event has already: an export may have fields that only this service knows, and values that cannot
 * be sent. A new identifier comes with those that the event has, because some services replace the whole list.
 */
export function changesOf(row: RowEvent, known: object, namespace: string): object {
  const rowFields: Readonly<Record<string, unknown>> = { ...(row.fieldsBeside?.(known) ?? row.fields) }
  const { identifiers: given, ...fields } = rowFields
  const changes = Object.entries(fields).flatMap(([name, value]) => {
    const shown = valueAt(known, name)
    if (isSame(value, shown)) return []
    const changed = name === 'location' && isObject(value) && isObject(shown) ? changedPlace(value, shown) : value
    return changed === undefined ? [] : [[name, changed]]
  })
  const listed: readonly unknown[] = [valueAt(known, 'identifiers')].flat()
  if (given === undefined || (Array.isArray(given) && given.every((each) => listed.includes(each))))
    return Object.fromEntries(changes)
  const identifiers = Array.isArray(given) ? [...new Set([...externalIdentifiers(known, namespace), ...given])] : given
  return { ...Object.fromEntries(changes), identifiers }
}

/** Whether two values are the same JSON, in any order of members. An absent value is null. */
const isSame = (one: unknown, other: unknown): boolean => isDeepStrictEqual(asJson(one), asJson(other))

const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null))

/** The parts of a location that are texts, and that can be sent. */
const textParts = ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country']

/** A location with its changed parts, and with the unchanged texts, because some services replace the whole location. Undefined without a change. */
function changedPlace(given: object, shown: object): object | undefined {
  const parts = Object.entries(given).map(([part, value]) => ({
    part,
    value,
    isChanged: !isSame(value, valueAt(shown, part)),
  }))
  if (!parts.some(({ isChanged }) => isChanged)) return undefined
  const isText = (value: unknown) => [value].flat().every((each) => typeof each === 'string')
  const sent = parts.filter(({ part, value, isChanged }) => isChanged || (textParts.includes(part) && isText(value)))
  return Object.fromEntries(sent.map(({ part, value }) => [part, value]))
}

/** The identifiers of an event that are of other systems. */
export function externalIdentifiers(event: object, namespace: string): readonly unknown[] {
  const identifiers = valueAt(event, 'identifiers')
  return Array.isArray(identifiers) ? identifiers.filter((each) => !String(each).startsWith(`${namespace}:`)) : []
}

/** Splits fields into those with a value, which a create may have, and those that an update clears. */
export function splitNulls(fields: object): { readonly filled: object; readonly cleared: object } {
  const entries = Object.entries(fields)
  const filled = entries.flatMap(([name, value]) => (value === null ? [] : [[name, filledIn(value)]]))
  // A location goes as a whole, because a service may replace it.
  const cleared = entries.filter(([, value]) => value === null || hasNulls(value))
  return { filled: Object.fromEntries(filled), cleared: Object.fromEntries(cleared) }
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const hasNulls = (value: unknown): boolean =>
  isObject(value) && Object.values(value).some((each) => each === null || hasNulls(each))

const filledIn = (value: unknown): unknown => (isObject(value) ? splitNulls(value).filled : value)
