import { MockServiceError } from '../errors.ts'
import type { EventRecord, GroupRecord, Instant, PersonRecord } from '../store/model.ts'
import type { Store } from '../store/store.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'

export const damaged = (field: string, problem: string) => new MockServiceError('state', field, problem)

// The moments that a date-time with a year of four digits can show.
export const first = Date.parse('0000-01-01T00:00:00Z')
const last = Date.parse('9999-12-31T23:59:59.999Z')

/** The members of one object of a state, each held to what it must be; a wrong one is named by its path. */
export class Fields {
  readonly #object: JsonObject
  readonly #path: string

  /** Takes the names of all members that there can be: what is misspelt must not pass in silence. */
  constructor(value: unknown, path: string, names: readonly string[]) {
    if (!isObject(value)) throw damaged(path || 'state', 'must be an object')
    this.#object = value
    this.#path = path
    for (const name of Object.keys(value)) if (!names.includes(name)) throw this.wrong(name, 'is not known')
  }

  field(name: string): string {
    return this.#path === '' ? name : `${this.#path}.${name}`
  }

  wrong(name: string, problem: string): MockServiceError {
    return damaged(this.field(name), problem)
  }

  value(name: string): unknown {
    return Object.hasOwn(this.#object, name) ? this.#object[name] : undefined
  }

  /** What a check lets pass. */
  checked<Checked>(name: string, check: (value: unknown) => value is Checked, wanted: string): Checked {
    const value = this.value(name)
    if (check(value)) return value
    throw this.wrong(name, `must be ${wanted}`)
  }

  /** The same, or nothing where the member is missing. */
  optional<Read>(name: string, read: (name: string) => Read): Read | undefined {
    return this.value(name) === undefined ? undefined : read(name)
  }

  text = (name: string): string => this.checked(name, isText, 'a text')

  /** A text that says something. */
  filled = (name: string): string => this.checked(name, isFilled, 'a text that is not empty')

  flag = (name: string): boolean => this.checked(name, isFlag, 'true or false')

  /** A whole number from 0 up, and up to another where there is one. */
  count = (name: string, most = Number.MAX_SAFE_INTEGER): number =>
    this.checked(
      name,
      (value): value is number => isCount(value) && value <= most,
      most === Number.MAX_SAFE_INTEGER ? 'a whole number from 0 up' : `a whole number from 0 to ${most}`,
    )

  /** A number as far from 0 as a limit. */
  within = (name: string, limit: number): number =>
    this.checked(
      name,
      (value): value is number => isNumber(value) && Math.abs(value) <= limit,
      `a number from -${limit} to ${limit}`,
    )

  /** A local date-time without a zone. */
  localTime = (name: string): string => this.checked(name, isLocalTime, 'a local date-time such as 2026-05-01T18:00:00')

  instant = (name: string, latest = last): Instant => {
    const value = this.value(name)
    const instant = isText(value) ? instantFrom(value) : undefined
    if (instant !== undefined && instant >= first && instant <= latest) return instant
    throw this.wrong(name, 'must be a date-time with a zone, such as 2026-05-01T12:00:00Z, up to the year 9999')
  }

  oneOf<Value extends string>(name: string, values: readonly [Value, ...Value[]]): Value {
    return this.checked(name, (value): value is Value => values.some((one) => one === value), values.join(' or '))
  }

  /** A list, with the path of each entry. */
  *list(name: string): Generator<readonly [entry: unknown, field: string]> {
    const field = this.field(name)
    for (const [index, entry] of this.checked(name, isList, 'a list').entries()) yield [entry, `${field}[${index}]`]
  }
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isFilled = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean'
const isNumber = (value: unknown): value is number => typeof value === 'number'
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0
const isLocalTime = (value: unknown): value is string => isText(value) && localDigits(value) === value
const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

/** The person whom a member names by id. */
export function personIn({ people }: Store, fields: Fields, name: string): PersonRecord {
  const person = people.get(fields.text(name))
  if (person) return person
  throw fields.wrong(name, 'is the id of none of the people')
}

/** The event that a member names by id; it may be removed. */
export function eventIn(store: Store, fields: Fields, name: string): EventRecord {
  const event = store.eventEvenRemoved(fields.text(name))
  if (event) return event
  throw fields.wrong(name, 'is the id of none of the events')
}

/** The group that a member names by id. */
export function groupIn({ groups }: Store, fields: Fields, name: string): GroupRecord {
  const group = groups.get(fields.text(name))
  if (group) return group
  throw fields.wrong(name, 'is the id of none of the groups')
}
