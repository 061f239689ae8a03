import { CliError, type TypedFlag } from '../run/cli-error.ts'
import { rowsOf } from '../run/field-display.ts'
import { type NamingFlags, valueAt } from '../run/field-values.ts'
import { bare, type SheetColumns, sheetFields } from '../sheet/sheet-columns.ts'
import { quoted } from '../terminal/quoted.ts'
import { type BodyFlags, bodyFromFlags, fieldFlags, setMember } from './event-fields.ts'

/** The error about columns names so many of them. */
const maxNamed = 8

/** What is wrong with the columns of a sheet as a whole. */
interface Misfit {
  /** Columns whose names are not those of fields. */
  readonly unknown: readonly number[]
  readonly needsIdentifiers: boolean
  /** Names of missing fields that every new event has. */
  readonly missing: readonly string[]
}

/**
 * Checks the columns together with the flags that give fields for all rows.
 *
 * @param name name of the file in messages
 * @throws CliError with everything that is missing, and the flags to write
 */
export function checkSheet(
  columnNames: readonly string[],
  columns: SheetColumns,
  flags: NamingFlags & BodyFlags,
  name: string,
): void {
  const { fields, identifier, unknown } = columns
  const constants = bodyFromFlags(flags)
  if (valueAt(constants, 'identifiers') !== undefined)
    throw new CliError(2, '--csv: all rows would get the same identifier', {
      hint: 'use --identifier-from, such as --identifier-from calendar:Nr',
    })
  for (const field of fields) {
    if (valueAt(constants, field.name) !== undefined)
      throw new CliError(2, `${name}: a column and a flag give ${field.name}`, { hint: 'use one of the two' })
    setMember(constants, field.name, '')
  }
  const has = (field: string) => valueAt(constants, field) !== undefined
  // Rows with an id are about events that have these fields already.
  const required = has('id') ? [] : rowsOf('events', flags.api).filter(({ sent }) => sent === 'required')
  const misfit: Misfit = {
    unknown,
    needsIdentifiers: identifier === undefined && !has('identifiers') && !has('id'),
    missing: required.map((row) => row.name).filter((each) => !has(each)),
  }
  const problems = problemsOf(columnNames, columns, misfit, flags)
  if (problems.length === 0) return
  const written = flagsToWrite(columnNames, columns, misfit, flags)
  const toReplace = [...new Set(written.flatMap(([, value]) => value.match(/\b(?:FIELD|COLUMN)\b/g) ?? []))]
  const but = toReplace.length === 0 ? '' : `, with your names for ${toReplace.join(' and ')}`
  throw new CliError(2, `${name}: ${problems.join('; ')}`, {
    hint: `use a command such as this${but}:`,
    flags: written,
  })
}

function problemsOf(
  columnNames: readonly string[],
  columns: SheetColumns,
  { unknown, needsIdentifiers, missing }: Misfit,
  flags: NamingFlags,
): readonly string[] {
  const named = unknown.slice(0, maxNamed).map((column) => quoted(columnNames[column] ?? ''))
  const others = unknown.length > maxNamed ? ` and ${unknown.length - maxNamed} others` : ''
  const which = unknown.length > 1 ? `the columns ${named.join(', ')}${others} are` : `the column ${named[0]} is`
  const lacking = [...(needsIdentifiers ? ['identifiers'] : []), ...missing]
  const internal = internalNameIn(columnNames, columns, missing)
  return [
    ...(unknown.length > 0 ? [`${which} not named like a field of an event in ${flags.api}`] : []),
    ...(lacking.length > 0 ? [`no column gives ${lacking.join(', ')}`] : []),
    ...(internal === undefined
      ? []
      : [`the column ${quoted(internal)} gives the field name, which is for organizers only`]),
  ]
}

/** Head of a column `name` in a sheet without titles. Its author probably means the title. */
function internalNameIn(columnNames: readonly string[], { fields }: SheetColumns, missing: readonly string[]) {
  const [column] = fields.find(({ name }) => name === 'name')?.columns ?? []
  return column !== undefined && missing.includes('title') ? columnNames[column] : undefined
}

/** Names that people often give a column, and the flag or part of a name of the field that they mean. */
const usualNames: Readonly<Record<string, readonly string[]>> = {
  title: ['name', 'titel', 'event', 'event name', 'event title', 'summary'],
  start: ['when', 'date', 'datum', 'wann', 'start', 'starts', 'start at', 'starts at', 'start time', 'begin', 'beginn'],
  end: ['until', 'end', 'ends', 'ende', 'end at', 'ends at', 'end time'],
  'location.venue': ['where', 'wo', 'ort', 'place', 'venue', 'location'],
  'location.locality': ['city', 'town', 'stadt'],
  'location.postal_code': ['zip', 'zip code', 'plz', 'postcode'],
  url: ['link', 'website', 'page'],
}

/** Names of columns that probably number the rows. */
const numberNames = [
  ...['nr', 'nr.', 'no', 'no.', 'number', 'nummer', 'id', 'key', 'uid', 'uuid', 'identifier'],
  ...['event id', 'event-id', 'event number', 'external id'],
]

/** The field that a head probably means. */
function guess(head: string, flags: NamingFlags): string | undefined {
  const text = bare(head)
  const [usual] = Object.entries(usualNames).find(([, names]) => names.includes(text)) ?? []
  const known = sheetFields(flags).flatMap(({ name }) => (name === 'id' ? [] : name))
  // A part of a word is no guess: "Tag" is a day in German, and no `tag_list`.
  if (usual === undefined)
    return known.find((name) => [name, name.replace(/^.*[.:]/, '')].some((each) => bare(each) === text))
  const field = fieldFlags[usual]?.fields[flags.api] ?? usual
  return known.includes(field) ? field : undefined
}

/** The flags that make the sheet fit, as far as they can be guessed. */
function flagsToWrite(
  columnNames: readonly string[],
  { fields }: SheetColumns,
  { unknown, needsIdentifiers, missing }: Misfit,
  flags: NamingFlags,
): readonly TypedFlag[] {
  const pairs = new Map(
    fields.map(({ name, columns }) => [name, columns.map((column) => columnNames[column]).join('+')]),
  )
  for (const column of unknown) {
    const head = columnNames[column] ?? ''
    const field = guess(head, flags)
    if (field !== undefined && !pairs.has(field)) pairs.set(field, head)
  }
  const title = fieldFlags.title?.fields[flags.api] ?? ''
  const name = pairs.get('name')
  if (missing.includes(title) && !pairs.has(title)) pairs.set(title, name ?? 'COLUMN')
  if (pairs.get(title) === name) pairs.delete('name')
  const numbers = unknown.map((column) => columnNames[column] ?? '').find((head) => numberNames.includes(bare(head)))
  // The author of the sheet knows what the columns mean.
  if (pairs.size === 0) pairs.set('FIELD', 'COLUMN')
  const map = [...pairs].sort(([one], [other]) => Number(other === title) - Number(one === title))
  const origin = fieldFlags.originSystem
  const lacksOrigin = origin !== undefined && missing.includes(origin.fields[flags.api] ?? '')
  return [
    // One flag for each pair, so that a terminal can break the command between them.
    ...(unknown.length > 0 || missing.includes(title) ? map.map((pair): TypedFlag => ['--map', pair.join('=')]) : []),
    ...(needsIdentifiers ? [['--identifier-from', `calendar:${numbers ?? 'COLUMN'}`] as const] : []),
    ...(lacksOrigin ? [[origin.flag, 'Calendar'] as const] : []),
  ]
}
