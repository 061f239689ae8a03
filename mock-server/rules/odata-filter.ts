import type { Dialect, Field } from '../dialects/dialect.ts'
import type { FieldRow, FieldType } from '../fields/row.ts'
import { toArray } from '../store/lists.ts'
import type { CampaignRecord, EventRecord, KeyRecord } from '../store/model.ts'
import { compareStrings } from '../store/trees.ts'
import { stringOf } from '../text/json.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { eventValues } from './event-values.ts'
import type { FieldValue } from './field-values.ts'
import { eventByIdentifier } from './identifiers.ts'
import { type Comparison, type Expression, filterErrorAt, type Operator, parseFilter } from './odata.ts'
import { canRead, eventsOf, inScope } from './scope.ts'

/** A value that filters compare. Times are numbers of milliseconds. */
type Value = string | number | boolean

/** How filters compare the fields of one type. */
interface Comparable {
  /** Description of valid literals, for error messages. */
  readonly expected: string
  /** Reads a literal of a filter, or the stored value of a field that is not a number. Returns undefined for a value of another type. */
  readonly read: (value: unknown) => Value | undefined
  /** Whether filters can use `gt`, `ge`, `lt` and `le`. */
  readonly ordered: boolean
}

const date = /^\d{4}-\d{2}-\d{2}$/

/** Reads a time. A date without a time means the beginning of the day. */
const timeFrom = (read: (text: string) => Instant | undefined) => (value: unknown) =>
  typeof value === 'string' ? read(date.test(value) ? `${value}T00:00:00Z` : value) : undefined

/** Reads a local time by its digits, as if it were UTC. Ignores a zone. */
const localInstant = (text: string): Instant | undefined => {
  const digits = localDigits(text)
  return digits === undefined ? undefined : Date.parse(`${digits}Z`)
}

/** The types that filters can compare: all except lists and objects. */
const comparables: { readonly [Type in FieldType]?: Comparable } = {
  text: { expected: 'text in quotes', read: stringOf, ordered: true },
  integer: { expected: 'a number', read: (value) => (typeof value === 'number' ? value : undefined), ordered: true },
  flag: {
    expected: 'true or false',
    read: (value) => (typeof value === 'boolean' ? value : undefined),
    ordered: false,
  },
  moment: { expected: 'a date-time with its zone or a date, in quotes', read: timeFrom(instantFrom), ordered: true },
  'local time': { expected: 'a date-time or a date, in quotes', read: timeFrom(localInstant), ordered: true },
}

/** Whether filters can compare a field (assumption `filterFields`). */
export const isComparable = (
  { type, unfiltered, listed }: FieldRow,
  { filterFields }: Context['assumptions'],
): boolean => comparables[type] !== undefined && !unfiltered && (filterFields === 'every field' || listed === true)

/** Returns the value of a field of a record, converted by `read`. All comparisons of a field share one converted value of each record. */
type ValueReader = <Read>(fieldName: string, read: (value: unknown) => Read) => Read

/**
 * A condition of a filter. `matches` tests a record. `from`, `to` and `identifiers` select candidates from an index, so that `matches`
 * tests only few events.
 */
interface Condition {
  readonly matches: (read: ValueReader) => boolean
  /** Every record that meets the condition was modified at `from` or later, and before `to`. */
  readonly from: Instant
  readonly to: Instant
  /** Every record that meets the condition has one of these identifiers. */
  readonly identifiers: readonly string[] | undefined
}

const anywhere = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, identifiers: undefined }

/**
 * The events that meet a filter and that the key can see, oldest first; with `campaign`, only the events of this campaign. Throws status
 * 400 for an invalid filter.
 */
export function filteredEvents(
  context: Context,
  dialect: Dialect,
  key: KeyRecord,
  odata: string,
  campaign?: CampaignRecord,
): readonly EventRecord[] {
  const condition = conditionOf(context, byWire(dialect.fields.events), parseFilter(odata))
  const candidates = candidatesFor(context, key, condition, campaign) ?? toArray(eventsOf(context, key, campaign))
  const matches = matcherOf(context, condition, eventValues)
  return candidates
    .filter((event) => (!campaign || event.campaign === campaign.id) && matches(event))
    .sort((one, other) => one.serial - other.serial)
}

/** The records that meet a filter, in the order of `all`. Throws status 400 for an invalid filter. */
export function filtered<Item>(
  context: Context,
  fields: readonly Field[],
  values: Readonly<Record<string, FieldValue<Item>>>,
  odata: string,
  all: () => readonly Item[],
): readonly Item[] {
  const condition = conditionOf(context, byWire(fields), parseFilter(odata))
  return all().filter(matcherOf(context, condition, values))
}

const matcherOf =
  <Item>(context: Context, condition: Condition, values: Readonly<Record<string, FieldValue<Item>>>) =>
  (item: Item): boolean => {
    // A filter can compare a field hundreds of times, and some values take long to make, such as a geocoded region.
    const made = new Map<string, unknown>()
    return condition.matches((fieldName, read) => {
      if (!made.has(fieldName)) made.set(fieldName, read(values[fieldName]?.(item, context)))
      return made.get(fieldName) as ReturnType<typeof read>
    })
  }

/** Events from an index that include all events that meet the condition; undefined if no index helps. */
function candidatesFor(
  context: Context,
  key: KeyRecord,
  { from, to, identifiers }: Condition,
  campaign: CampaignRecord | undefined,
): readonly EventRecord[] | undefined {
  const { store } = context
  if (identifiers) {
    const events = identifiers.flatMap((one) => eventByIdentifier(context, one) ?? [])
    const isCandidate = campaign ? canRead : inScope
    return [...new Set(events)].filter((event) => isCandidate(context, key, event))
  }
  // The index of changes has the events of one scope, a campaign may have the events of several.
  const isShared = campaign !== undefined && store.campaignEvents === 'of every host'
  if (isShared || (from === anywhere.from && to === anywhere.to)) return undefined
  return store.modifiedBetween({ owner: key.owner, key: key.token }, from, to)
}

/** Fields by their names in a version. */
type Fields = ReadonlyMap<string, Field>

const byWire = (fields: readonly Field[]): Fields => new Map(fields.map((field) => [field.wire, field]))

function conditionOf(context: Context, fields: Fields, expression: Expression): Condition {
  if (!('join' in expression)) return comparison(context, fields, expression)
  const parts = expression.parts.map((part) => conditionOf(context, fields, part))
  return expression.join === 'and' ? all(parts) : any(parts)
}

function all(parts: readonly Condition[]): Condition {
  return {
    matches: (read) => parts.every((part) => part.matches(read)),
    from: Math.max(...parts.map(({ from }) => from)),
    to: Math.min(...parts.map(({ to }) => to)),
    identifiers: parts.find(({ identifiers }) => identifiers)?.identifiers,
  }
}

function any(parts: readonly Condition[]): Condition {
  const identifiers = parts.map((part) => part.identifiers)
  return {
    matches: (read) => parts.some((part) => part.matches(read)),
    from: Math.min(...parts.map(({ from }) => from)),
    to: Math.max(...parts.map(({ to }) => to)),
    // An event can meet a part that has no identifiers, so in that case no index helps.
    identifiers: identifiers.every((some) => some !== undefined) ? identifiers.flat() : undefined,
  }
}

/**
 * Whether a comparison is true for the difference of the two values. If one value is absent, the difference is NaN, and only `ne` is true.
 */
const operatorHolds: Readonly<Record<Operator, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
}

/** If filters compare whole days (assumption `filter`), `gt` and `lt` include the given day. */
const byDay: Readonly<Record<Operator, Operator>> = { eq: 'eq', ne: 'ne', gt: 'ge', ge: 'ge', lt: 'le', le: 'le' }
const day = 86_400_000

/** How filters compare `identifier`, which means any identifier of a record. */
const identifier: Comparable = { expected: 'text in quotes', read: stringOf, ordered: false }

function comparison(context: Context, fields: Fields, { field, operator, value: literal, at }: Comparison): Condition {
  const canCompare = ({ row }: Field) => isComparable(row, context.assumptions)
  const named = fields.get(field)
  const compared = named && canCompare(named) ? named : undefined
  const type = field === 'identifier' ? identifier : compared && comparables[compared.row.type]
  if (!type) {
    const names = [...fields.values()].filter(canCompare).map(({ wire }) => wire)
    // The message repeats only names of the service, because other text of a filter may be a secret.
    const subject = named ? `${field} ` : ''
    const problem = `${subject}is not a field that a filter can compare; there are identifier, ${names.join(', ')}`
    throw filterErrorAt(at, problem)
  }
  const value = type.read(literal)
  if (literal !== null && value === undefined) throw filterErrorAt(at, `takes ${type.expected}, or null`)
  if (operator !== 'eq' && operator !== 'ne' && (literal === null || !type.ordered))
    throw filterErrorAt(at, `${literal === null ? 'null' : 'this field'} takes only eq and ne`)
  if (!compared) return hasIdentifier(context, operator, stringOf(value))

  const { filter, timestamps } = context.assumptions
  const { fieldName, row } = compared
  const isMoment = row.type === 'moment'
  const isByDay = filter === 'by day' && (isMoment || row.type === 'local time')
  // Compares moments with the precision of responses, because callers copy times from responses into filters.
  const grain = isByDay ? day : isMoment && timestamps === 'seconds' ? 1000 : 1
  const floor = (one: Value | undefined) => (typeof one === 'number' ? Math.floor(one / grain) * grain : one)
  const limit = isByDay ? floor(value) : value
  const holds = operatorHolds[isByDay ? byDay[operator] : operator]
  const comparableOf = (stored: unknown) => floor(typeof stored === 'number' ? stored : type.read(stored))
  const valuesOf = (stored: unknown) => {
    const values = Array.isArray(stored) ? stored.map(comparableOf) : [comparableOf(stored)]
    return values.length === 0 ? [undefined] : values
  }
  const matchesOne = (stored: Value | undefined) => holds(difference(stored, limit))
  // For a list, one value must match. For `ne`, every value must differ. For `eq null`, the list must be empty.
  const matches = (read: ValueReader) => {
    const values = read(fieldName, valuesOf)
    return operator === 'ne' ? values.every(matchesOne) : values.some(matchesOne)
  }
  if (fieldName !== 'modified' || typeof limit !== 'number' || operator === 'ne') return { ...anywhere, matches }
  return {
    matches,
    from: operator.startsWith('l') ? anywhere.from : limit,
    to: operator.startsWith('g') ? anywhere.to : limit + grain,
    identifiers: undefined,
  }
}

/** The condition for `identifier`. A filter may have the service's own identifier without its prefix. */
function hasIdentifier(context: Context, operator: Operator, value: string | undefined): Condition {
  const names = value === undefined ? [] : [value, nativeIdentifier(context, value)]
  const has = (read: ValueReader) => {
    const identifiers = read('identifiers', setOf)
    return names.some((name) => identifiers.has(name))
  }
  if (operator === 'ne') return { ...anywhere, matches: (read) => !has(read) }
  return { ...anywhere, matches: has, identifiers: names }
}

const setOf = (values: unknown): ReadonlySet<unknown> => new Set(Array.isArray(values) ? values : [])

/**
 * Returns a positive number if `one` is greater than `other`, and NaN if only one of the values is absent. Compares texts by their
 * characters.
 */
function difference(one: Value | undefined, other: Value | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : Number.NaN
  return typeof one === 'string' ? compareStrings(one, String(other)) : Number(one) - Number(other)
}
