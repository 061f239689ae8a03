import { unknownAmong } from '../base/messages.ts'
import { isPlainObject } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { FilterType } from '../hal/filter-types.ts'
import { isMoment, localTimeOf, localTimeProblem, millisecondsOf, momentText } from '../hal/local-time.ts'

/** The contacts of a person that a filter can use, and how each is compared. They are in the person's lists. */
export const contactTypes = {
  email_address: 'emailAddress',
  phone_number: 'phoneNumber',
  region: 'region',
  postal_code: 'postalCode',
} as const satisfies Readonly<Record<string, FilterType>>

/** A parsed filter. */
export interface Filter {
  /** OData text for the request. */
  readonly text: string
  /** Whether an event meets the filter. Absent if the caller wrote the filter as OData text. */
  readonly holds?: (event: object) => boolean
}

type Comparable = string | number | boolean

/** How values of a filter type are checked and compared. */
interface Comparing {
  /** Why the filter cannot use a value; undefined if it can. */
  readonly problem: (value: unknown) => string | undefined
  /**
   * Converts a value of the filter or of an event, so that `<` and `===` can compare it. Returns undefined for a value that cannot be read. @default
   * the value itself
   */
  readonly comparable?: (value: unknown) => Comparable | undefined
  /** Whether `gt` and `lt` are allowed. For texts they are not, because services order texts in different ways. */
  readonly ordered?: true
  /** The list that has the values, and the member of its entries. @default the field itself */
  readonly within?: readonly [list: string, member: string]
}

/** Text as OData writes it. */
export const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`

const textProblem = (value: unknown) =>
  typeof value === 'string' && value.isWellFormed() ? undefined : 'must be well-formed text'

const folded = (value: unknown) => String(value).trim().toLowerCase()

const comparing: Readonly<Record<FilterType, Comparing>> = {
  emailAddress: { problem: textProblem, comparable: folded, within: ['email_addresses', 'address'] },
  phoneNumber: {
    problem: textProblem,
    comparable: (value) => String(value).replace(/\D/g, '').slice(-8),
    within: ['phone_numbers', 'number'],
  },
  region: { problem: textProblem, comparable: folded, within: ['postal_addresses', 'region'] },
  postalCode: { problem: textProblem, comparable: folded, within: ['postal_addresses', 'postal_code'] },
  text: { problem: textProblem },
  identifiers: { problem: textProblem },
  flag: { problem: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false') },
  number: { problem: (value) => (Number.isFinite(value) ? undefined : 'must be a number'), ordered: true },
  moment: {
    problem: (value) => (isMoment(value) ? undefined : 'must be a date-time with a zone, such as 2026-05-01T00:00:00Z'),
    comparable: (value) => {
      const moment = millisecondsOf(value)
      return Number.isNaN(moment) ? undefined : moment
    },
    ordered: true,
  },
  localTime: { problem: localTimeProblem, comparable: localTimeOf, ordered: true },
}

type Operator = 'eq' | 'gt' | 'lt'

const compare: Readonly<Record<Operator, (actual: Comparable, wanted: Comparable) => boolean>> = {
  eq: (actual, wanted) => actual === wanted,
  gt: (actual, wanted) => actual > wanted,
  lt: (actual, wanted) => actual < wanted,
}

/** One comparison of a filter. */
type Part = Required<Filter>

/** A value as OData. */
function literal(type: FilterType, value: unknown): string {
  if (type === 'moment') return quoted(momentText(millisecondsOf(value as string | Date)))
  return typeof value === 'string' ? quoted(value) : String(value)
}

function partOf(name: string, type: FilterType, operator: Operator, value: unknown): Part {
  const { problem, comparable = (same) => same as Comparable, ordered, within } = comparing[type]
  const refusal = (why: string) => InputError.of(`filter.${name}`, why)
  if (operator !== 'eq' && !ordered) throw refusal(`takes only eq, as a bare value, not ${operator}`)
  const isList = type === 'identifiers'
  const fieldOf = (event: object): unknown => {
    const field: unknown = Reflect.get(event, isList ? 'identifiers' : name) ?? null
    // Some services send an empty text if the event has no time.
    return type === 'localTime' && typeof field === 'string' && field.trim() === '' ? null : field
  }
  /** The values of one member in all entries of a list, such as each `address` of `email_addresses`. */
  const entriesOf = ([list, member]: readonly [string, string], event: object) =>
    [Reflect.get(event, list)].flat().flatMap((entry) => Object(entry)[member] ?? [])
  if (value === null && within)
    return { text: `${name} eq null`, holds: (event) => entriesOf(within, event).length === 0 }
  if (value === null && operator === 'eq' && !isList)
    return { text: `${name} eq null`, holds: (event) => fieldOf(event) === null }
  const message = problem(value)
  if (message !== undefined) throw refusal(message)
  const text = `${isList ? 'identifier' : name} ${operator} ${literal(type, value)}`
  if (isList) return { text, holds: (event) => [fieldOf(event)].flat().includes(value) }
  const wanted = comparable(value)
  if (within) return { text, holds: (event) => entriesOf(within, event).map(comparable).includes(wanted) }
  const holds = (event: object) => {
    const field = fieldOf(event)
    // Each event has a time of creation and of change. If the service does not send this time, the event stays in the list.
    if (field === null) return type === 'moment'
    const actual = comparable(field)
    // An event with an unreadable value, such as the time "soon", stays in the list: an extra event is better than a lost event.
    return typeof actual !== typeof wanted || compare[operator](actual as Comparable, wanted as Comparable)
  }
  return { text, holds }
}

function partsOf(name: string, type: FilterType, given: unknown): Part[] {
  const operators = isPlainObject(given) ? given : { eq: given }
  return Object.entries(operators).flatMap(([operator, value]) => {
    if (value === undefined) return []
    if (Object.hasOwn(compare, operator)) return partOf(name, type, operator as Operator, value)
    throw InputError.of(`filter.${name}`, unknownAmong(Object.keys(compare), `has no ${operator}`)(operator))
  })
}

/**
 * Parses a filter: OData text, which is sent unchanged, or comparisons by field, which the client also checks on each event.
 *
 * @param fields the fields that can be compared
 * @returns undefined if there is nothing to compare
 * @throws InputError naming the field with an invalid comparison
 */
export function readFilter(given: unknown, fields: Readonly<Record<string, FilterType>>): Filter | undefined {
  if (given === undefined) return undefined
  if (typeof given === 'string') {
    if (given.trim() === '' || !given.isWellFormed())
      throw InputError.of('filter', 'must be OData text that is not empty')
    return { text: given }
  }
  if (!isPlainObject(given)) throw InputError.of('filter', 'must be an object of fields, or OData text')
  const parts = Object.entries(given).flatMap(([name, comparison]) => {
    if (comparison === undefined) return []
    const type = Object.hasOwn(fields, name) ? fields[name] : undefined
    if (type) return partsOf(name, type, comparison)
    throw InputError.of(
      `filter.${name}`,
      unknownAmong(Object.keys(fields), 'is not a field that a filter can use')(name),
    )
  })
  if (parts.length === 0) return undefined
  return {
    text: parts.map(({ text }) => text).join(' and '),
    holds: (event) => parts.every(({ holds }) => holds(event)),
  }
}
