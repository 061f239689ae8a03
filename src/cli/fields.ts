import type { Command } from 'commander'
import { CliError } from './cli-error.ts'
import { type Listed, type Row, rowsOf } from './columns.ts'
import { flagsOf } from './flag.ts'
import type { ServiceFlags } from './service.ts'

/**
 * What an event has by a dotted name, such as `location.locality`, `identifiers.0` or `platform:sponsor.title`; undefined where it has none.
 * Names that hold a dot themselves are found too.
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

/** Gives an event's id; throws where it has none. */
export type IdOf = (event: object) => string

/** Gives what is printed of an event under a dotted name; undefined where it has nothing of that name. */
export type ReadField = (event: object, name: string) => unknown

/** Reads fields, of which `id` is what `get` and `update` take: never a member of this name, which a service may have for something else. */
export const readerOf =
  (idOf: IdOf): ReadField =>
  (event, name) =>
    name === 'id' ? idIn(event, idOf) : valueAt(event, name)

/** An event's chosen fields by their dotted names, null where it has none; the event itself where none are chosen. */
export function only(event: object, fields: readonly string[] | undefined, read: ReadField): object {
  if (!fields) return event
  return Object.fromEntries(fields.map((name) => [name, read(event, name) ?? null]))
}

/** An event's id; undefined where none can be found. */
export function idIn(event: object, idOf: IdOf): string | undefined {
  try {
    return idOf(event)
  } catch {
    return undefined
  }
}

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A value as the text of one cell: nothing for what is not set, a list of plain values with semicolons between, JSON for all else. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(isPlain)) return value.map(cellOf).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** What of the flags decides how fields are called. */
export type Naming = Pick<ServiceFlags, 'api' | 'namespace'>

const named = ({ name, own }: Row, namespace: string): string => (own ? `${namespace}:${name}` : name)

/** The columns of a field: those of its members where these have their own. */
const columnsFor = (row: Row, namespace: string, parts = row.parts): readonly string[] =>
  parts?.map((part) => `${named(row, namespace)}.${part}`) ?? [named(row, namespace)]

/** The columns of a table where none are chosen: all fields of an event, what is hardly ever asked for late, and long texts last. */
export function columnsOf({ api, namespace }: Naming, listed: Listed = 'events'): readonly string[] {
  const rows = rowsOf(listed, api)
  const standing = (where: Row['column']) => rows.filter(({ column }) => column === where)
  return [
    ...standing(undefined).flatMap((row) => columnsFor(row, namespace)),
    ...rows.flatMap((row) => (row.lateParts ? columnsFor(row, namespace, row.lateParts) : [])),
    ...standing('last').flatMap((row) => columnsFor(row, namespace)),
  ]
}

/** Every field that the interface documents. */
export const documentedOf = (naming: Naming, listed: Listed = 'events'): readonly string[] => [
  ...columnsOf(naming, listed),
  ...rowsOf(listed, naming.api).flatMap((row) => (row.column === 'none' ? columnsFor(row, naming.namespace) : [])),
  ...['_links', '_embedded'],
]

/** What a terminal has room for, beside the id. */
export const shortColumnsOf = ({ api, namespace }: Naming): readonly string[] =>
  rowsOf('events', api)
    .filter(({ short }) => short !== undefined)
    .toSorted((one, other) => Number(one.short) - Number(other.short))
    .flatMap((row) => columnsFor(row, namespace, row.shortParts))

const fieldsIn = (given: string): readonly string[] => {
  const names = given.split(',').map((name) => name.trim())
  if (names.includes('')) throw new CliError(2, '--fields: must be names with commas between them')
  const twice = names.find((name, index) => names.indexOf(name) < index)
  if (twice !== undefined) throw new CliError(2, `--fields: ${twice} is given twice`)
  return names
}

/** Adds the flag that chooses fields by their dotted names. */
export function addFieldsFlag(command: Command, fallback: string): void {
  flagsOf(command)(
    '--fields <names>',
    `fields by dotted names, such as title,location.locality (default: ${fallback})`,
    fieldsIn,
  )
}
