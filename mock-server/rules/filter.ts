import type { Dialect, Field } from '../dialects/dialect.ts'
import type { FieldRow, FieldType } from '../fields/row.ts'
import { compareStrings, toArray } from '../store/lists.ts'
import type { CampaignRecord, EventRecord, KeyRecord } from '../store/model.ts'
import { stringOf } from '../text/json.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Instant } from '../time.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { eventFacts } from './event-facts.ts'
import type { Fact } from './facts.ts'
import { eventByIdentifier } from './identifiers.ts'
import { type Comparison, type Expression, filterErrorAt, type Operator, parseFilter } from './odata.ts'
import { canRead, eventsOf, inScope } from './scope.ts'

/** A value as filters compare it: times are milliseconds. */
type Value = string | number | boolean

/** How the facts of one type are compared. */
interface Comparable {
  /** Describes the literals that a filter can use, for error messages. */
  readonly expected: string
  /** Reads a literal of a filter, or a fact that is not a number. Undefined for a value of another type. */
  readonly read: (value: unknown) => Value | undefined
  /** Whether filters can use `gt`, `ge`, `lt` and `le`. */
  readonly ordered: boolean
}

const date = /^\d{4}-\d{2}-\d{2}$/

/** Reads a time. A date without a time is the beginning of that day. */
const timeFrom = (read: (text: string) => Instant | undefined) => (value: unknown) =>
  typeof value === 'string' ? read(date.test(value) ? `${value}T00:00:00Z` : value) : undefined

/** Local times are compared by their digits. A zone is ignored. */
const localInstant = (text: string): Instant | undefined => {
  const digits = localDigits(text)
  return digits === undefined ? undefined : Date.parse(`${digits}Z`)
}

/** The types that filters compare. Filters do not compare lists and objects. */
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

/** Whether filters can compare the field of a row (assumption `filterFields`). */
export const isComparable = (
  { type, unfiltered, listed }: FieldRow,
  { filterFields }: Context['assumptions'],
): boolean => comparables[type] !== undefined && !unfiltered && (filterFields === 'every field' || listed === true)

/** Gives a fact of a record. */
type FactReader = (fact: string) => unknown

/** A condition of a filter. Its other members select candidates from an index, so that `matches` runs for few events. */
interface Condition {
  readonly matches: (read: FactReader) => boolean
  /** Every match was modified at `from` or later, and before `to`. */
  readonly from: Instant
  readonly to: Instant
  /** Every match has one of these identifiers. */
  readonly identifiers: readonly string[] | undefined
}

const anywhere = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, identifiers: undefined }

/** The events tied to a key, or those of one campaign, that match a filter, oldest first. Throws status 400 for an invalid filter. */
export function filteredEvents(
  context: Context,
  dialect: Dialect,
  key: KeyRecord,
  odata: string,
  campaign?: CampaignRecord,
): readonly EventRecord[] {
  const condition = conditionOf(context, byWire(dialect.fields.events), parseFilter(odata))
  const candidates = candidatesFor(context, key, condition, campaign) ?? toArray(eventsOf(context, key, campaign))
  const matches = matcherOf(context, condition, eventFacts)
  return candidates
    .filter((event) => (!campaign || event.campaign === campaign.id) && matches(event))
    .sort((one, other) => one.serial - other.serial)
}

/** The records that meet a filter, in their order. Throws an HTTP error of status 400 for an invalid filter. */
export function filtered<Item>(
  context: Context,
  fields: readonly Field[],
  facts: Readonly<Record<string, Fact<Item>>>,
  odata: string,
  all: () => readonly Item[],
): readonly Item[] {
  const condition = conditionOf(context, byWire(fields), parseFilter(odata))
  return all().filter(matcherOf(context, condition, facts))
}

const matcherOf =
  <Item>(context: Context, condition: Condition, facts: Readonly<Record<string, Fact<Item>>>) =>
  (item: Item): boolean =>
    condition.matches((fact) => facts[fact]?.(item, context))

/** The events among which all matches are, by an index; undefined if no index helps. */
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

/** Fields by their names in the version. */
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
    // A part without identifiers can match any event.
    identifiers: identifiers.every((some) => some !== undefined) ? identifiers.flat() : undefined,
  }
}

/** Whether an operator is true for a difference of two values. If one value is absent, the difference is NaN, and only `ne` is true. */
const operatorHolds: Readonly<Record<Operator, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
}

/** If filters compare whole days, `gt` and `lt` include the day that the filter names. */
const byDay: Readonly<Record<Operator, Operator>> = { eq: 'eq', ne: 'ne', gt: 'ge', ge: 'ge', lt: 'le', le: 'le' }
const day = 86_400_000

/** How `identifier` is compared: it stands for any identifier of a record. */
const identifier: Comparable = { expected: 'text in quotes', read: stringOf, ordered: false }

function comparison(context: Context, fields: Fields, { field, operator, value: literal, at }: Comparison): Condition {
  const canCompare = ({ row }: Field) => isComparable(row, context.assumptions)
  const named = fields.get(field)
  const compared = named && canCompare(named) ? named : undefined
  const type = field === 'identifier' ? identifier : compared && comparables[compared.row.type]
  if (!type) {
    const names = [...fields.values()].filter(canCompare).map(({ wire }) => wire)
    // The message repeats only the service's own names: other text of a filter may be a secret.
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
  const { fact, row } = compared
  const isMoment = row.type === 'moment'
  const isByDay = filter === 'by day' && (isMoment || row.type === 'local time')
  // Moments are compared as they are shown: a filter repeats what somebody read.
  const grain = isByDay ? day : isMoment && timestamps === 'seconds' ? 1000 : 1
  const floor = (one: Value | undefined) => (typeof one === 'number' ? Math.floor(one / grain) * grain : one)
  const limit = isByDay ? floor(value) : value
  const holds = operatorHolds[isByDay ? byDay[operator] : operator]
  const matchesOne = (stored: unknown) =>
    holds(difference(floor(typeof stored === 'number' ? stored : type.read(stored)), limit))
  const matches = (read: FactReader) => {
    const stored = read(fact)
    if (!Array.isArray(stored)) return matchesOne(stored)
    // One value of a list must match; for `ne`, and for `eq null`, none may.
    return stored.length === 0
      ? matchesOne(undefined)
      : operator === 'ne'
        ? stored.every(matchesOne)
        : stored.some(matchesOne)
  }
  if (fact !== 'modified' || typeof limit !== 'number' || operator === 'ne') return { ...anywhere, matches }
  return {
    matches,
    from: operator.startsWith('l') ? anywhere.from : limit,
    to: operator.startsWith('g') ? anywhere.to : limit + grain,
    identifiers: undefined,
  }
}

/** The condition on the identifiers of a record. A filter may name the native identifier without its prefix. */
function hasIdentifier(context: Context, operator: Operator, value: string | undefined): Condition {
  const names = value === undefined ? [] : [value, nativeIdentifier(context, value)]
  const has = (read: FactReader) => {
    const identifiers = read('identifiers')
    return Array.isArray(identifiers) && names.some((name) => identifiers.includes(name))
  }
  if (operator === 'ne') return { ...anywhere, matches: (read) => !has(read) }
  return { ...anywhere, matches: has, identifiers: names }
}

/** Positive if `one` is greater than `other`. Texts are compared by their characters. NaN if only one value is absent. */
function difference(one: Value | undefined, other: Value | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : Number.NaN
  return typeof one === 'string' ? compareStrings(one, String(other)) : Number(one) - Number(other)
}
