import { type Field, fieldsIn, type Policy } from '../dialects/dialect.ts'
import type { FieldRow, FieldType } from '../fields/row.ts'
import type { Context } from '../rules/context.ts'
import { getIn, isObject, type JsonObject, stringOf } from '../text/json.ts'
import { instantFrom, readLocalTime } from '../text/local-time.ts'
import type { Version } from '../types/index.ts'
import { oneOf } from '../validate.ts'
import { asText, checkLength, isText, type Nulls, nullProblem, type Report, readPostalAddress } from './read.ts'

/** How {@link readFields} reads the fields of an object. */
export interface Reading {
  readonly context: Context
  readonly version: Version
  /** Whether required fields must be present, as in a POST. */
  readonly isNew: boolean
  readonly nulls: Nulls
  readonly report: Report
  /** The path of the object in the body, with a dot at its end. Empty for the body itself. */
  readonly path: string
  /** Whether a location must have a postal code. */
  readonly postalCode?: Policy['postalCode']
}

/** Reads the fields of an object by their names in a version. Reports invalid and unused parts, and leaves these parts out. */
export function readFields(reading: Reading, fields: readonly Field[], sent: JsonObject): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const { fieldName, wire, row, editable: isSent } of fields) {
    const value = sent[wire]
    const path = reading.path + wire
    const editable = isSent && (reading.isNew || !row.onlyNew)
    if (!editable && value !== undefined)
      reading.report(path, isSent ? 'can only be set by a POST' : 'can only be set by the service', 'never refused')
    if (!editable || (value === undefined && !(row.required && !row.filledWith && reading.isNew))) continue
    const read = readValue({ ...reading, path }, row, value)
    if (read !== undefined && !isEmptied(value, read)) input[fieldName] = read
    if (row.type === 'location' && reading.isNew && reading.postalCode === 400 && lacksPostalCode(read))
      reading.report(`${path}.postal_code`, 'is required', 'postal code')
  }
  return input
}

/** Reads the value of a field. Reports an invalid value and returns undefined. */
function readValue(reading: Reading, row: FieldRow, sent: unknown): unknown {
  const { path, version, isNew, nulls, report } = reading
  if (sent === null && nulls === 'clear' && !row.required) return null
  const { read, problem } = readerOf(row)
  const value = read(sent, reading, row)
  if (value !== undefined) return value
  const missing = `is missing. Version ${version.slice(1)} requires it on create`
  const needed = isNew && sent === undefined ? missing : isNew ? `is required and ${problem}` : problem
  if (row.required) report(path, needed, 'required')
  else report(path, sent === null ? nullProblem : problem)
  return undefined
}

/** Reads the values of one type. */
interface Reader {
  /** Returns the value to store; undefined for an invalid value. Reports invalid and unused parts of a valid value. */
  readonly read: (value: unknown, reading: Reading, row: FieldRow) => unknown
  /** The message for an invalid value of this type. */
  readonly problem: string
}

function readerOf({ type, values, required, form }: FieldRow): Reader {
  if (values) {
    const { test, expected } = oneOf(...values)
    return { read: (value) => (test(value) ? value : undefined), problem: `must be ${expected}` }
  }
  if (form)
    return {
      read: (value) => (isText(value) && form.test(value.trim()) ? value.trim() : undefined),
      problem: `must be ${form.expected}`,
    }
  return required ? filledText : readers[type]
}

const filledText: Reader = {
  read: (value) => (isText(value) && value.trim() !== '' ? value : undefined),
  problem: 'must be text that is not empty',
}

const localTime: Reader = {
  read: (value, { path, report }) => {
    const { digits, zone } = (isText(value) && readLocalTime(value)) || {}
    if (zone && zone !== 'Z') report(path, `the zone ${zone} is dropped: times are local to the event`, 'never refused')
    return digits
  },
  problem: 'is not a date or date-time, such as 2026-06-01T18:00:00',
}

const list = (read: (entries: readonly unknown[], reading: Reading, row: FieldRow) => unknown): Reader => ({
  read: (value, reading, row) => {
    if (!Array.isArray(value)) return undefined
    checkLength(reading.context, reading.path, value)
    return read(value, reading, row)
  },
  problem: 'must be a list',
})

const readers: Readonly<Record<FieldType, Reader>> = {
  text: { read: stringOf, problem: 'must be text' },
  integer: { read: (value) => (Number.isSafeInteger(value) ? value : undefined), problem: 'must be a whole number' },
  number: { read: (value) => (typeof value === 'number' ? value : undefined), problem: 'must be a number' },
  flag: { read: (value) => (typeof value === 'boolean' ? value : undefined), problem: 'must be true or false' },
  moment: {
    read: (value) => (isText(value) ? instantFrom(value) : undefined),
    problem: 'is not a date-time with a zone, such as 2026-06-01T18:00:00Z',
  },
  'local time': localTime,
  // `rules/identifiers.ts` decides which entries are valid.
  identifiers: list((entries) => entries),
  texts: list((entries, { path, report }) => {
    for (const [index, entry] of entries.entries()) if (!isText(entry)) report(`${path}[${index}]`, 'must be text')
    return entries.filter(isText)
  }),
  map: {
    read: (value, { context, path, nulls, report }) => {
      if (!isObject(value)) return undefined
      const members = Object.entries(value)
        .filter(([, member]) => member !== null || nulls === 'invalid')
        .map(([name, member]) => [name, asText(context, member)] as const)
      for (const [name, member] of members) if (!isText(member)) report(`${path}.${name}`, 'must be text')
      return Object.fromEntries(members.filter(([, member]) => isText(member)))
    },
    problem: 'must be an object',
  },
  object: {
    read: (value, reading, row) =>
      isObject(value)
        ? readFields({ ...reading, path: `${reading.path}.` }, membersOf(row, reading), value)
        : undefined,
    problem: 'must be an object',
  },
  location: {
    read: (value, { context, path, nulls, report }) =>
      isObject(value)
        ? readPostalAddress(context, value, nulls, (part, message, kind) => report(`${path}.${part}`, message, kind))
        : undefined,
    problem: 'must be an object',
  },
  entries: list((entries, reading, row) => {
    const members = membersOf(row, reading)
    return primaryFirst(entries).flatMap(({ entry, index }) => {
      const read = readEntry({ ...reading, path: `${reading.path}[${index}]` }, members, entry)
      return read ? [read] : []
    })
  }),
  addresses: list((entries, { context, path, report }) =>
    primaryFirst(entries).flatMap(({ entry, index }) => {
      const at = `${path}[${index}]`
      if (!isObject(entry)) {
        report(at, 'must be an object')
        return []
      }
      const { primary: _primary, ...address } = entry
      // `null` is invalid here, because a PUT replaces whole entries.
      return readPostalAddress(context, address, 'invalid', (part, message, kind) =>
        report(`${at}.${part}`, message, kind),
      )
    }),
  ),
}

/** Uses the names of version 2, because members of a value have the same names in both versions. */
const membersOf = ({ members = {} }: FieldRow, { context }: Reading): readonly Field[] =>
  fieldsIn(members, 'v2', context.namespace, context.assumptions)

/**
 * Reads one entry of a list; undefined without a valid value for a required member. Leaves out `primary`, because the list already has the
 * primary entry first.
 */
function readEntry(reading: Reading, members: readonly Field[], entry: unknown): JsonObject | undefined {
  const { path, report } = reading
  const stored = members.filter(({ fieldName }) => fieldName !== 'primary')
  const memberOf = ({ wire, row }: Field) => {
    const value = isObject(entry) ? entry[wire] : undefined
    const sent = row.numeric && typeof value === 'number' ? asText(reading.context, value) : value
    return readerOf(row).read(sent, { ...reading, path: `${path}.${wire}` }, row)
  }
  const lacking = stored.find((member) => member.row.required && memberOf(member) === undefined)
  if (!isObject(entry) || lacking) {
    report(path, lacking ? `must be an object with a valid ${lacking.wire}` : 'must be an object')
    return undefined
  }
  const editable = stored.filter((member) => member.editable)
  for (const name of Object.keys(entry))
    if (name !== 'primary' && !editable.some(({ wire }) => wire === name))
      report(`${path}.${name}`, 'is not stored', 'never refused')
  const values = stored.map((member) => {
    const { fieldName, wire, row } = member
    const isSent = editable.includes(member) && entry[wire] !== undefined
    const value = isSent ? memberOf(member) : undefined
    if (isSent && value === undefined) report(`${path}.${wire}`, readerOf(row).problem)
    return [fieldName, value] as const
  })
  return Object.fromEntries(values)
}

/** Returns the entries with their indexes. Moves the first entry with `primary: true` to the front. */
function primaryFirst(entries: readonly unknown[]): readonly { readonly entry: unknown; readonly index: number }[] {
  const placed = entries.map((entry, index) => ({ entry, index }))
  const primary = placed.find(({ entry }) => getIn(entry, 'primary') === true)
  return primary ? [primary, ...placed.filter((one) => one !== primary)] : placed
}

/**
 * Whether all members of a sent object are invalid. Then the service ignores the field. But a sent `{}` is valid: it is an empty location.
 */
const isEmptied = (sent: unknown, value: unknown): boolean =>
  isObject(sent) && isObject(value) && Object.keys(sent).length > 0 && Object.keys(value).length === 0

/** Whether a location lacks a required postal code (assumption `v1PostalCode`). */
const lacksPostalCode = (location: unknown): boolean => isObject(location) && typeof location.postal_code !== 'string'
