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
  /** The value to store; undefined if the value is invalid. Reports parts of the value that are invalid or unused. */
  readonly read: (value: unknown, nulls: Nulls, report: Report) => unknown
  /** The message for an invalid value. */
  readonly problem: string
}

const text: Reader = { read: stringOf, problem: 'must be a text' }

const requiredText: Reader = {
  read: (value) => (isText(value) && value.trim() !== '' ? value : undefined),
  problem: 'must be a text that is not empty',
}

const localTime: Reader = {
  read: (value, _, report) => {
    const { digits, zone } = (isText(value) && readLocalTime(value)) || {}
    if (zone && zone !== 'Z') report('', `the zone ${zone} is dropped: times are local to the event`, 'never refused')
    return digits
  },
  problem: 'is no date or date-time that is understood, such as 2026-06-01T18:00:00',
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

/** The fields of an event in a body. */
interface ReadEvent {
  readonly input: EventInput
  /** Invalid and unused parts. The caller decides whether to ignore or to refuse each. */
  readonly invalid: readonly InvalidPart[]
}

/** How a request writes an event. */
interface Write {
  readonly isNew: boolean
  readonly nulls: Nulls
  /** Relations of the links that the request can set. */
  readonly relations: readonly string[]
}

/** Reads the fields of an event from a body, by their names in a version. */
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
    if (!editable && sent !== undefined) report(wire, 'is set by the service alone', 'never refused')
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
  reportUnknown(body, known, `is no field of an event in version ${dialect.version.slice(1)}`, report)
  reportHal(body, relations, report)
  return { input, invalid }
}

/** Whether all members of a sent object are invalid: then the field counts as not sent. A sent `{}` is an empty location. */
const isEmptied = (sent: unknown, value: unknown): boolean =>
  isObject(sent) && isObject(value) && Object.keys(sent).length > 0 && Object.keys(value).length === 0

/** Whether a location lacks a required postal code (assumption `v1PostalCode`). */
const lacksPostalCode = ({ policy }: Dialect, location: unknown): boolean =>
  policy.postalCode === 400 && isObject(location) && typeof location.postal_code !== 'string'

/** Names of the embedded people, which version 1 lists as fields (v1 §2.1). Reports them: a caller cannot set them. */
function embeddedPeople({ embedsPeople }: Dialect, body: JsonObject, report: Report): readonly string[] {
  const names = embedsPeople ? ['osdi:creator', 'osdi:organizer'] : []
  for (const name of names) if (body[name] !== undefined) report(name, 'is set by the service alone', 'never refused')
  return names
}
