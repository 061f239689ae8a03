import type { EventInput } from '../model.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import type { Dialect, InputName } from './dialect.ts'
import { type Nulls, readAddress } from './read-address.ts'

/** Something in a body that is not as the tables say. Whether it is refused or ignored is the service's decision. */
export interface Problem {
  /** `required`: a required field is missing, empty or of a wrong type; `optional`: any other entry is invalid. */
  readonly kind: 'required' | 'optional' | 'postal code'
  /** Wire name of the field. */
  readonly field: string
}

/** What a body says of an event, and what in it does not count. */
export interface Reading {
  readonly input: EventInput
  readonly problems: readonly Problem[]
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
  const input: Record<string, unknown> = {}
  const problems: Problem[] = []
  for (const { wire, sets, required } of dialect.fields) {
    if (sets === undefined || (!Object.hasOwn(body, wire) && !required)) continue
    const value = body[wire]
    const clears = value === null && nulls === 'clear' && !required
    const report = (member: string) => problems.push({ kind: 'optional', field: `${wire}.${member}` })
    const read = clears ? null : readers[sets](value, nulls, report)
    if (read === undefined) problems.push({ kind: required ? 'required' : 'optional', field: wire })
    else if (!isHollow(value, read)) input[sets] = read
    if (sets === 'location' && isObject(read) && typeof read.postal_code !== 'string') {
      problems.push({ kind: 'postal code', field: `${wire}.postal_code` })
    }
  }
  for (const [name, value] of Object.entries(body)) {
    if (!isKnown(dialect, name, value)) problems.push({ kind: 'optional', field: name })
  }
  return { input, problems }
}

/** Whether parts were sent and none of them counts: then nothing was sent, where `{}` is all there is to be. */
const isHollow = (sent: unknown, read: unknown): boolean =>
  isObject(sent) && isObject(read) && Object.keys(sent).length > 0 && Object.keys(read).length === 0

// What HAL gives a meaning to, and what version 1's table alone lists among the fields (v1 §2.1).
const structural = ['_links', '_embedded']
const people = ['osdi:creator', 'osdi:organizer']

function isKnown(dialect: Dialect, name: string, value: unknown): boolean {
  if (structural.includes(name)) return isObject(value)
  return (dialect.embedsPeople && people.includes(name)) || dialect.fields.some((field) => field.wire === name)
}
