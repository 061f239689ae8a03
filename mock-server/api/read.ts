import type { AddressInput, EventInput } from '../store/model.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type { Dialect, Field, InputName } from './dialect.ts'

/** Something in a body that is not as the tables say. Whether it is refused or ignored is the service's decision. */
export interface InvalidField {
  /** `required`: a required field is missing, empty or of a wrong type; `optional`: any other entry is invalid. */
  readonly kind: 'required' | 'optional' | 'postal code'
  /** Wire name of the field. */
  readonly field: string
}

/** What a body says of an event, and what in it does not count. */
export interface Reading {
  readonly input: EventInput
  readonly problems: readonly InvalidField[]
}

/** A field's value, `null` where it is to be cleared; undefined where the value does not count. */
type Reader = (value: unknown, nulls: Nulls, report: (member: string) => void) => unknown

const text: Reader = (value) => (typeof value === 'string' ? value : undefined)
const requiredText: Reader = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const localTime: Reader = (value) => (typeof value === 'string' ? localDigits(value) : undefined)
const list: Reader = (value) => (Array.isArray(value) ? value : undefined)

const readers: Readonly<Record<InputName, Reader>> = {
  title: requiredText,
  origin_system: requiredText,
  name: text,
  description: text,
  instructions: text,
  browser_url: text,
  start: localTime,
  end: localTime,
  location: (value, nulls, report) => (isObject(value) ? readAddress(value, nulls, report) : undefined),
  identifiers: list,
}

/** Reads a body's fields under a version's names. */
export function readEvent(dialect: Dialect, body: JsonObject, nulls: Nulls): Reading {
  const { editable, known } = tablesOf(dialect)
  const input: Record<string, unknown> = {}
  const problems: InvalidField[] = []
  for (const { wire, sets, required } of editable) {
    const value = body[wire]
    if (value === undefined && !required && !Object.hasOwn(body, wire)) continue
    const clears = value === null && nulls === 'clear' && !required
    const report = (member: string) => problems.push({ kind: 'optional', field: `${wire}.${member}` })
    const read = clears ? null : readers[sets](value, nulls, report)
    if (read === undefined) problems.push({ kind: required ? 'required' : 'optional', field: wire })
    else if (!isHollow(value, read)) input[sets] = read
    if (sets === 'location' && isObject(read) && typeof read.postal_code !== 'string') {
      problems.push({ kind: 'postal code', field: `${wire}.postal_code` })
    }
  }
  for (const name of Object.keys(body)) {
    if (!known.has(name) && !isStructural(name, body[name])) problems.push({ kind: 'optional', field: name })
  }
  return { input, problems }
}

/** Whether parts were sent and none of them counts: then nothing was sent, where `{}` is all there is to be. */
const isHollow = (sent: unknown, read: unknown): boolean =>
  isObject(sent) && isObject(read) && Object.keys(sent).length > 0 && Object.keys(read).length === 0

// What version 1's table alone lists among the fields, beside what HAL gives a meaning to (v1 §2.1).
const people = ['osdi:creator', 'osdi:organizer']

/** What HAL gives a meaning to. */
export const isStructural = (name: string, value: unknown): boolean =>
  (name === '_links' || name === '_embedded') && isObject(value)

/** A field that a writer can send. */
type Editable = Field & Required<Pick<Field, 'sets'>>

interface Tables {
  readonly editable: readonly Editable[]
  /** Names that a body may have. */
  readonly known: ReadonlySet<string>
}

const tables = new WeakMap<Dialect, Tables>()

/** What a version's tables say of bodies, worked out once. */
function tablesOf(dialect: Dialect): Tables {
  const made = tables.get(dialect) ?? {
    editable: dialect.fields.filter((field): field is Editable => field.sets !== undefined),
    known: new Set([...dialect.fields.map(({ wire }) => wire), ...(dialect.embedsPeople ? people : [])]),
  }
  tables.set(dialect, made)
  return made
}

/** What `null` does: it clears, as in a PUT, or is one more invalid entry, as in a POST. */
export type Nulls = 'clear' | 'invalid'

const countryCode = /^[A-Za-z]{2}$/

const parts = ['venue', 'locality', 'region', 'postal_code', 'country'] as const
// In the table, and always overwritten: what is sent makes no difference (v1 §2.2, v2 §2.2).
const overwritten = ['language', 'location']

/** Reads the parts of a location. One that is invalid is reported and left out; of `null` it is as for fields. */
export function readAddress(location: JsonObject, nulls: Nulls, report: (member: string) => void): AddressInput {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(location)) {
    if (overwritten.includes(name)) continue
    const valid = name === 'address_lines' ? firstLine(value) : part(name, value)
    if (valid === undefined || (valid === null && nulls === 'invalid')) report(name)
    else read[name] = valid
  }
  return read
}

function part(name: string, value: unknown): string | null | undefined {
  if (!(parts as readonly string[]).includes(name)) return undefined
  if (value === null) return null
  if (typeof value !== 'string') return undefined
  if (name !== 'country') return value
  return countryCode.test(value) ? value.toUpperCase() : undefined
}

/** Only the first line is used (v1 §2.2, v2 §2.2). */
function firstLine(value: unknown): readonly string[] | null | undefined {
  if (value === null) return null
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.slice(0, 1) : undefined
}
