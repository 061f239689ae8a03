import type { Dialect } from '../dialects/dialect.ts'
import { eventFields, type InputName } from '../fields.ts'
import type { Context } from '../rules/context.ts'
import type { EventInput } from '../store/model.ts'
import { isObject, type JsonObject, stringOf } from '../text/json.ts'
import { readLocalTime } from '../text/local-time.ts'
import {
  checkLength,
  type InvalidPart,
  isText,
  type Nulls,
  nullProblem,
  type Report,
  readAddress,
  reportHal,
  reportUnknown,
} from './read.ts'

/** How the value of a field is read. */
interface Reader {
  /** The value; undefined for one that does not count. Parts of it that do not count are reported. */
  readonly read: (value: unknown, nulls: Nulls, report: Report) => unknown
  /** What is wrong with a value that does not count. */
  readonly problem: string
}

const text: Reader = { read: stringOf, problem: 'must be text' }

const requiredText: Reader = {
  read: (value) => (isText(value) && value.trim() !== '' ? value : undefined),
  problem: 'must be text that is not empty',
}

const localTime: Reader = {
  read: (value, _, report) => {
    const { digits, zone } = (isText(value) && readLocalTime(value)) || {}
    if (zone && zone !== 'Z') report('', `the zone ${zone} is dropped: times are local to the event`, 'never refused')
    return digits
  },
  problem: 'is not a date or date-time, such as 2026-06-01T18:00:00',
}

const list: Reader = { read: (value) => (Array.isArray(value) ? value : undefined), problem: 'must be a list' }

const location: Reader = {
  read: (value, nulls, report) => (isObject(value) ? readAddress(value, nulls, report) : undefined),
  problem: 'must be an object',
}

const readers: Readonly<Record<(typeof eventFields)[InputName]['type'], Reader>> = {
  text,
  'local time': localTime,
  identifiers: list,
  location,
}

/** What a body says of an event. */
interface ReadEvent {
  readonly input: EventInput
  /** What of it does not count: the caller decides whether to refuse or to ignore it. */
  readonly invalid: readonly InvalidPart[]
}

/** What a request does with an event. */
interface Write {
  readonly isNew: boolean
  readonly nulls: Nulls
  /** Relations of the links that it can set. */
  readonly relations: readonly string[]
}

/** Reads the fields of a body under a version's names. */
export function readEvent(
  context: Context,
  dialect: Dialect,
  body: JsonObject,
  { isNew, nulls, relations }: Write,
): ReadEvent {
  const input: Record<string, unknown> = {}
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  for (const { wire, fact, editable, required } of dialect.fields) {
    const sent = body[wire]
    if (!editable && sent !== undefined) report(wire, 'can only be set by the service', 'never refused')
    if (!editable || (sent === undefined && !(required && isNew))) continue
    const { read, problem } = required ? requiredText : readers[eventFields[fact].type]
    const below: Report = (part, message, kind) => report(part === '' ? wire : `${wire}.${part}`, message, kind)
    const value = sent === null && nulls === 'clear' && !required ? null : read(sent, nulls, below)
    if (Array.isArray(value)) checkLength(context, wire, value)
    if (value !== undefined && !isEmptied(sent, value)) input[fact] = value
    if (value === undefined && required) report(wire, isNew ? `is required and ${problem}` : problem, 'required')
    else if (value === undefined) report(wire, sent === null ? nullProblem : problem)
    if (fact === 'location' && isNew && lacksPostalCode(dialect, value))
      report(`${wire}.postal_code`, 'is required', 'postal code')
  }
  const known = new Set([...dialect.fields.map(({ wire }) => wire), ...embeddedPeople(dialect, body, report)])
  reportUnknown(body, known, `is not a field of an event in version ${dialect.version.slice(1)}`, report)
  reportHal(body, relations, report)
  return { input, invalid }
}

/** Whether an object was sent and none of its members counts: then nothing was sent, while `{}` is an empty location. */
const isEmptied = (sent: unknown, value: unknown): boolean =>
  isObject(sent) && isObject(value) && Object.keys(sent).length > 0 && Object.keys(value).length === 0

/** Whether a location lacks a postal code that it must have (assumption `v1PostalCode`). */
const lacksPostalCode = ({ policy }: Dialect, location: unknown): boolean =>
  policy.postalCode === 400 && isObject(location) && typeof location.postal_code !== 'string'

/** The table of version 1 has the embedded people too; no caller can set them (v1 §2.1). */
function embeddedPeople({ embedsPeople }: Dialect, body: JsonObject, report: Report): readonly string[] {
  const names = embedsPeople ? ['osdi:creator', 'osdi:organizer'] : []
  for (const name of names)
    if (body[name] !== undefined) report(name, 'can only be set by the service', 'never refused')
  return names
}
