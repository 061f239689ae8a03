import type { Dialect } from '../dialects/dialect.ts'
import { compareStrings, toArray } from '../store/lists.ts'
import type { AttendanceRecord, CampaignRecord, EventRecord, KeyRecord } from '../store/model.ts'
import type { Instant } from '../time.ts'
import { type Context, nativeIdentifier } from './context.ts'
import { attendanceFacts, compared, eventFacts, type Fact, identifier, type Value } from './event-facts.ts'
import { eventByIdentifier, identifiersOf } from './identifiers.ts'
import { type Comparison, type Expression, type Junction, type Operator, parseFilter, refusedAt } from './odata.ts'
import { eventsOf, inScope } from './scope.ts'

/** What a filter asks of a record, and which events can meet it at all: those are found without a look at the others. */
interface Condition<Item> {
  readonly matches: (item: Item) => boolean
  /** Times of modification that it lies between. */
  readonly from: Instant
  readonly to: Instant
  /** Identifiers of which it has one. */
  readonly identifiers: readonly string[] | undefined
}

const anywhere = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY, identifiers: undefined }

/** What is filtered: records of one kind in one version. */
interface Filtered<Item> {
  readonly context: Context
  readonly dialect: Dialect
  /** Facts that can be compared, by their names in the version. */
  readonly facts: ReadonlyMap<string, Fact<Item>>
  /** Identifiers of a record besides its bare id. */
  readonly identifiersOf: (item: Item) => readonly string[]
}

/** The events tied to a key, or those of one campaign, that meet a filter, oldest first. Throws an HTTP error of status 400 for what is no filter. */
export function filteredEvents(
  context: Context,
  dialect: Dialect,
  key: KeyRecord,
  text: string,
  campaign?: CampaignRecord,
): readonly EventRecord[] {
  const known = dialect.fields.map(({ wire, fact }): [string, Fact<EventRecord>] => [wire, eventFacts[fact]])
  const filtered = {
    ...{ context, dialect, facts: new Map(known.filter(([, { kind }]) => kind.wants !== undefined)) },
    identifiersOf: (event: EventRecord) => identifiersOf(context, event),
  }
  const condition = conditionOf(filtered, parseFilter(text))
  const candidates = candidatesFor(context, key, condition) ?? toArray(eventsOf(context, key, campaign))
  return candidates
    .filter((event) => (!campaign || event.campaign === campaign.id) && condition.matches(event))
    .sort((one, other) => one.serial - other.serial)
}

/** The attendances of an event that meet a filter, oldest first. Throws an HTTP error of status 400 for what is no filter. */
export function filteredAttendances(
  context: Context,
  dialect: Dialect,
  event: EventRecord,
  text: string,
): readonly AttendanceRecord[] {
  const { created, modified, status } = attendanceFacts
  const { names } = dialect
  const filtered = {
    ...{ context, dialect },
    facts: new Map([
      [names.created, created],
      [names.modified, modified],
      ['status', status],
    ]),
    identifiersOf: ({ id }: AttendanceRecord) => [nativeIdentifier(context, id)],
  }
  return toArray(context.store.attendancesOf(event)).filter(conditionOf(filtered, parseFilter(text)).matches)
}

/** What an index finds; undefined where none helps. */
function candidatesFor(
  context: Context,
  key: KeyRecord,
  { from, to, identifiers }: Condition<EventRecord>,
): readonly EventRecord[] | undefined {
  const { store } = context
  if (identifiers) {
    const found = identifiers.flatMap((one) => eventByIdentifier(context, one) ?? store.events.get(one) ?? [])
    return [...new Set(found)].filter((event) => inScope(context, key, event))
  }
  if (from === anywhere.from && to === anywhere.to) return undefined
  return store.modifiedBetween({ owner: key.owner, key: key.token }, from, to)
}

interface Identified {
  readonly id: string
}

const conditionOf = <Item extends Identified>(of: Filtered<Item>, expression: Expression): Condition<Item> =>
  'join' in expression
    ? joined(
        expression.join,
        expression.parts.map((part) => conditionOf(of, part)),
      )
    : comparing(of, expression)

function joined<Item>(join: Junction['join'], parts: readonly Condition<Item>[]): Condition<Item> {
  const from = parts.map((part) => part.from)
  const to = parts.map((part) => part.to)
  const known = parts.flatMap(({ identifiers }) => (identifiers ? [identifiers] : []))
  if (join === 'and') {
    const matches = (item: Item) => parts.every((part) => part.matches(item))
    return { matches, from: Math.max(...from), to: Math.min(...to), identifiers: known[0] }
  }
  return {
    matches: (item) => parts.some((part) => part.matches(item)),
    from: Math.min(...from),
    to: Math.max(...to),
    identifiers: known.length === parts.length ? known.flat() : undefined,
  }
}

/** Whether an operator holds, by the sign of the difference; where there is no difference, as with an absent value, `ne` alone does. */
const operatorHolds: Readonly<Record<Operator, (difference: number) => boolean>> = {
  eq: (difference) => difference === 0,
  ne: (difference) => difference !== 0,
  gt: (difference) => difference > 0,
  ge: (difference) => difference >= 0,
  lt: (difference) => difference < 0,
  le: (difference) => difference <= 0,
}

/** By the day, everything of the day that a filter names comes too. */
const byDay: Readonly<Record<Operator, Operator>> = { eq: 'eq', ne: 'ne', gt: 'ge', ge: 'ge', lt: 'le', le: 'le' }
const day = 86_400_000

function comparing<Item extends Identified>(
  filtered: Filtered<Item>,
  { field, operator, value, at }: Comparison,
): Condition<Item> {
  const { context, dialect } = filtered
  const fact = field === 'identifier' ? identifier : filtered.facts.get(field)
  if (!fact)
    throw refusedAt(at, `is no field to compare; there are identifier, ${[...filtered.facts.keys()].join(', ')}`)
  const { kind } = fact
  const wanted = value === null ? undefined : kind.read?.(value)
  if (value !== null && wanted === undefined) throw refusedAt(at, `takes ${kind.wants}, or null`)
  if (operator !== 'eq' && operator !== 'ne' && (value === null || !kind.ordered))
    throw refusedAt(at, `${value === null ? 'null' : 'this field'} takes eq and ne alone`)
  if (fact === identifier) return identified(filtered, operator, wanted)

  const { filter, timestamps } = context.assumptions
  const isByDay = kind.time !== undefined && filter === 'by day'
  // Moments are compared as they are shown: a filter repeats what somebody read.
  const shown = kind.time === 'moment' && timestamps === 'seconds' ? 1000 : 1
  const grain = isByDay ? day : shown
  const floor = (one: Value | undefined) => (typeof one === 'number' ? Math.floor(one / grain) * grain : one)
  const limit = isByDay ? floor(wanted) : wanted
  const meets = operatorHolds[isByDay ? byDay[operator] : operator]
  const condition = {
    ...anywhere,
    matches: (item: Item) => meets(difference(floor(compared(fact, item, context)), limit)),
  }
  if (field !== dialect.names.modified || typeof limit !== 'number' || operator === 'ne') return condition
  const from = operator.startsWith('l') ? anywhere.from : limit
  return { ...condition, from, to: operator.startsWith('g') ? anywhere.to : limit + grain }
}

function identified<Item extends Identified>(
  { identifiersOf }: Filtered<Item>,
  operator: Operator,
  wanted: Value | undefined,
): Condition<Item> {
  const has = (item: Item) => item.id === wanted || identifiersOf(item).includes(String(wanted))
  if (operator === 'ne') return { ...anywhere, matches: (item) => !has(item) }
  return { ...anywhere, matches: has, identifiers: typeof wanted === 'string' ? [wanted] : [] }
}

/** How far one value lies above another: texts by their characters. Absent ones are equal, and not comparable with others. */
function difference(one: Value | undefined, other: Value | undefined): number {
  if (one === undefined || other === undefined) return one === other ? 0 : Number.NaN
  return typeof one === 'string' ? compareStrings(one, String(other)) : Number(one) - Number(other)
}
