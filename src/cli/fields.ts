import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { type FieldRow, type ResourceKind, rowsOf } from './columns.ts'
import { flagsOf } from './flag.ts'
import type { ServiceFlags } from './service.ts'

/**
 * The value of an event under a dotted name, such as `location.locality`, `identifiers.0` or `platform:sponsor.title`; undefined if there is none.
 * Also finds a member that has a dot in its name.
 */
export function valueAt(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  if (Object.hasOwn(value, name)) return Reflect.get(value, name)
  for (let dot = name.indexOf('.'); dot > 0; dot = name.indexOf('.', dot + 1)) {
    const head = name.slice(0, dot)
    if (Object.hasOwn(value, head)) return valueAt(Reflect.get(value, head), name.slice(dot + 1))
  }
  return undefined
}

/** Returns the id of an event; throws if it has none. */
export type IdOf = (event: object) => string

/** Returns the value of an event under a dotted name; undefined if there is none. */
export type ReadField = (event: object, name: string) => unknown

/** Makes a function that reads fields. The name `id` means the id for `get` and `update`, not a member `id`, which a service may also send. */
export const readerOf =
  (idOf: IdOf): ReadField =>
  (event, name) =>
    name === 'id' ? idOrUndefined(event, idOf) : valueAt(event, name)

/** An object with the chosen fields of an event, by their dotted names. Absent fields are null. If no fields are chosen: the event itself. */
export function pickFields(event: object, fields: readonly string[] | undefined, read: ReadField): object {
  if (!fields) return event
  return Object.fromEntries(fields.map((name) => [name, read(event, name) ?? null]))
}

/** The id of an event; undefined if it has none. */
export function idOrUndefined(event: object, idOf: IdOf): string | undefined {
  try {
    return idOf(event)
  } catch {
    return undefined
  }
}

/** Whether a value is no object and no array. */
export const isPrimitive = (value: unknown): boolean => typeof value !== 'object' || value === null

/**
 * A value as the text of one cell. Null and undefined become an empty text. A list of plain values becomes text with semicolons. Other objects become
 * JSON.
 */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(isPrimitive)) return value.map(cellText).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** Names of the fields with a local time, in both versions. */
const localTimeNames: ReadonlySet<string> = new Set(
  (['v1', 'v2'] as const).flatMap((version) =>
    rowsOf('events', version).flatMap(({ name, filterType }) => (filterType === 'localTime' ? [name] : [])),
  ),
)

/** Whether a field is a time by the clock at the event's place. */
export const isLocalTime = (name: string): boolean => localTimeNames.has(name)

const localTime =
  /^(\d{4}-\d\d-\d\d)(?:T|\s+)(\d\d:\d\d)(?::00(?:[.,]0+)?|(:\d\d)(?:[.,]\d+)?)?\s*(?:Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/i

/** A local time as people and spreadsheets write it, such as `2026-06-20 18:00`. The zone that services write has no meaning. */
export const localTimeText = (local: string): string => local.replace(localTime, '$1 $2$3')

/** The value of a field as the text of one cell. */
export const fieldText = (name: string, value: unknown): string =>
  typeof value === 'string' && isLocalTime(name) ? localTimeText(value) : cellText(value)

/** The flags that decide how fields are named: the version and the service's own prefix. */
export type NamingFlags = Pick<ServiceFlags, 'api' | 'namespace'>

/** The name of a field in JSON. */
export const prefixedName = ({ name, own }: FieldRow, namespace: string): string =>
  own ? `${namespace}:${name}` : name

/** The columns of a field: the field itself, or some of its members. */
const columnsFor = (row: FieldRow, namespace: string, parts = row.parts): readonly string[] =>
  parts?.map((part) => `${prefixedName(row, namespace)}.${part}`) ?? [prefixedName(row, namespace)]

/**
 * The columns of a table without `--fields`: all documented fields, or, with `--public`, those that everyone may see. Rarely used fields and long
 * texts are at the end.
 */
export function columnsOf(
  { api, namespace, public: isPublicOnly }: NamingFlags & { readonly public?: true },
  resources: ResourceKind = 'events',
): readonly string[] {
  const rows = rowsOf(resources, api).filter(({ isPrivate }) => !(isPublicOnly && isPrivate))
  const rowsAt = (position: FieldRow['column']) => rows.filter(({ column }) => column === position)
  return [
    ...rowsAt(undefined).flatMap((row) => columnsFor(row, namespace)),
    ...rows.flatMap((row) => (row.lateParts ? columnsFor(row, namespace, row.lateParts) : [])),
    ...rowsAt('last').flatMap((row) => columnsFor(row, namespace)),
  ]
}

/** Names of all documented fields. */
export const documentedOf = (
  { api, namespace }: NamingFlags,
  resources: ResourceKind = 'events',
): readonly string[] => [
  ...columnsOf({ api, namespace }, resources),
  ...rowsOf(resources, api).flatMap((row) => (row.column === 'none' ? columnsFor(row, namespace) : [])),
  ...['_links', '_embedded'],
]

const readFieldNames = (given: string): readonly string[] => {
  const names = given.split(',').map((name) => name.trim())
  if (names.includes('')) throw new CliError(2, '--fields: must be names with commas between them')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new CliError(2, `--fields: ${twice} is given twice`)
  return names
}

/** Adds `--fields`, which chooses fields by their dotted names. */
export function addFieldsFlag(command: Command, fallback: string): void {
  flagsOf(command)(
    '--fields <names>',
    `fields by dotted names, such as title,location.locality (default: ${fallback})`,
    readFieldNames,
  )
}
