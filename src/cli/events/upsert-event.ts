import { isDeepStrictEqual } from 'node:util'
import type { UpsertResult } from 'osdi-events'
import { CliError } from '../cli-error.ts'
import { valueAt } from '../fields.ts'
import type { Io } from '../io.ts'
import type { AnyClient, ServiceFlags } from '../service.ts'
import { type Compare, comparisonOf } from './comparison.ts'
import type { RowEvent } from './row-event.ts'

/** The calls that an upsert makes. `upsert` may be one of many that share an index. */
export interface UpsertCalls extends Pick<AnyClient, 'namespace' | 'get' | 'update' | 'upsert'> {
  readonly compare: Compare
}

/** The calls of a client, and a comparison. */
export async function upsertCallsOf(
  events: AnyClient,
  { upsert }: Pick<AnyClient, 'upsert'>,
  flags: ServiceFlags,
  io: Io,
): Promise<UpsertCalls> {
  return {
    namespace: events.namespace,
    get: (event, options) => events.get(event, options),
    update: (event, changes, options) => events.update(event, changes, options),
    upsert,
    compare: await comparisonOf(flags, io),
  }
}

/** Result of an upsert, and the names of the fields that the service did not apply. */
export interface Upserted extends UpsertResult<object> {
  readonly unapplied: readonly string[]
}

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
    const unchanged = (await events.compare(changes, known)).length === 0
    const event = unchanged ? known : await events.update(id, changes, { signal })
    const compared = unchanged ? [] : unappliedOf(event)
    return { event, created: false, unchanged, unapplied: unappliedIn(event, changes, compared) }
  }
  const { filled, cleared } = withoutNulls(fields)
  const result = await events.upsert(filled, options)
  const ofUpsert = unappliedOf(result.event)
  if ((await events.compare(cleared, result.event)).length === 0) {
    return { ...result, unapplied: unappliedIn(result.event, fields, ofUpsert) }
  }
  const event = await events.update(idOf(result.event), cleared, { signal })
  return {
    event,
    created: result.created,
    // Version 1 does not tell.
    unchanged: result.unchanged === undefined ? undefined : false,
    unapplied: unappliedIn(event, fields, [...ofUpsert, ...unappliedOf(event)]),
  }
}

/** The parts of an address that the client does not compare, because the service writes what it finds on the map. */
const partsFromMap = ['address_lines', 'locality', 'region', 'country'] as const

/** Names of the fields that a service did not apply, also the parts of the address that it replaced or left out (v1 §2.2, v2 §2.2). */
function unappliedIn(event: object, sent: object, compared: readonly string[]): readonly string[] {
  const replaced = partsFromMap
    .map((part) => `location.${part}`)
    .filter((name) => {
      const [given, shown] = [sent, event].map((each) => addressText(valueAt(each, name)))
      return given !== '' && given !== shown
    })
  return [...new Set([...compared, ...replaced])]
}

/** A part of an address as text, without differences of case and outer spaces. */
const addressText = (part: unknown): string =>
  [part ?? '']
    .flat()
    .map((line) => String(line).trim().toLowerCase())
    .join('\n')

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
  const identifiers = Array.isArray(given) ? [...new Set([...foreignOf(known, namespace), ...given])] : given
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
export function foreignOf(event: object, namespace: string): readonly unknown[] {
  const identifiers = valueAt(event, 'identifiers')
  return Array.isArray(identifiers) ? identifiers.filter((each) => !String(each).startsWith(`${namespace}:`)) : []
}

/** Splits fields into those with a value, which a create may have, and those that an update clears. */
export function withoutNulls(fields: object): { readonly filled: object; readonly cleared: object } {
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

const filledIn = (value: unknown): unknown => (isObject(value) ? withoutNulls(value).filled : value)
