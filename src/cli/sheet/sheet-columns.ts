import { CliError } from '../run/cli-error.ts'
import { rowsOf } from '../run/field-display.ts'
import { documentedOf, type NamingFlags, prefixedName } from '../run/field-values.ts'
import { nearestName } from '../run/nearest-name.ts'

/** What the cells of a field hold. */
type CellType = 'text' | 'time' | 'list'

/** A field that a sheet can give. */
export interface SheetField {
  /** Its dotted name. */
  readonly name: string
  readonly kind: CellType
}

/** A field, and the columns that give it. The texts of several columns are joined by spaces, such as a date and a time. */
export interface FieldColumns extends SheetField {
  readonly columns: readonly number[]
}

/** The column of `--identifier-from`, and the system before its colon. */
export interface IdentifierColumn {
  readonly system: string
  readonly column: number
}

/** What the columns of a sheet give. */
export interface SheetColumns {
  readonly fields: readonly FieldColumns[]
  readonly identifier: IdentifierColumn | undefined
  /** Names of fields that the service sets itself. Their columns are not sent. */
  readonly unsent: readonly string[]
  /** Columns whose names are not those of fields. */
  readonly unknown: readonly number[]
}

/** The flags that say what the columns are. */
export interface ColumnFlags extends NamingFlags {
  readonly map?: readonly string[]
  readonly identifierFrom?: string
}

/** Matches columns and fields, from `--map`, or by the columnNames that are names of fields. */
export function columnsIn(
  columnNames: readonly string[],
  flags: ColumnFlags,
  name: string,
  isSetByService: (name: string) => boolean,
): SheetColumns {
  const find = finderOf(columnNames)
  const identifier = flags.identifierFrom === undefined ? undefined : identifierIn(flags.identifierFrom, find)
  const found = flags.map
    ? mapped(flags.map, flags, find)
    : byHeads(columnNames, flags, name, identifier, isSetByService)
  return { ...found, identifier }
}

/** The fields of a version that an upsert sends. */
export function sheetFields({ api, namespace }: NamingFlags): readonly SheetField[] {
  // `export` writes the service's own id into the column `id`.
  const id: SheetField = { name: 'id', kind: 'text' }
  const fields = rowsOf('events', api).flatMap((row): readonly SheetField[] => {
    const { sent, filterType, isList, parts } = row
    if (sent === undefined) return []
    const full = prefixedName(row, namespace)
    // The service computes the coordinates from the address.
    const settable = parts?.filter((part) => !part.includes('.'))
    if (settable) return settable.map((part) => ({ name: `${full}.${part}`, kind: isListPart(part) ? 'list' : 'text' }))
    return [{ name: full, kind: filterType === 'localTime' ? 'time' : isList ? 'list' : 'text' }]
  })
  return [id, ...fields]
}

const isListPart = (part: string) => part === 'address_lines'

/** A head without what people write differently: case, spaces and underscores. */
export const bare = (head: string) =>
  head
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\s_]+/g, ' ')
    .trim()

/** Finds the column with a head. `flag` is its place in messages. */
type FindColumn = (head: string, flag: string) => number

function finderOf(columnNames: readonly string[]): FindColumn {
  const names = columnNames.map(bare)
  return (head, flag) => {
    const wanted = bare(head)
    const column = names.indexOf(wanted)
    if (column < 0) {
      const near = nearestName(head, columnNames)
      throw new CliError(2, `${flag}: no column has the head ${head}`, { hint: near && `did you mean ${near}?` })
    }
    if (names.indexOf(wanted, column + 1) >= 0) throw new CliError(2, `${flag}: several columns have the head ${head}`)
    return column
  }
}

function identifierIn(given: string, find: FindColumn): IdentifierColumn {
  const [, system = '', head = ''] = /^([^:]+):(.+)$/s.exec(given) ?? []
  if (system === '') {
    throw new CliError(2, '--identifier-from: must be a system and a column, such as calendar:Nr')
  }
  return { system, column: find(head, '--identifier-from') }
}

/** The columns that `--map` names: fields and columnNames, such as `title=Name,start_date=Day+Time`. */
function mapped(map: readonly string[], flags: NamingFlags, find: FindColumn): Omit<SheetColumns, 'identifier'> {
  // A head may contain commas: only a comma before the next `field=` separates.
  const pairs = map.flatMap((each) => each.split(/,(?=[^,=]+=)/)).map((pair) => pair.trim())
  const known = sheetFields(flags)
  const fields = pairs.map((pair): FieldColumns => {
    const [, name = '', head = ''] = /^([^=]+?)\s*=\s*(.+)$/s.exec(pair) ?? []
    if (name === '') throw new CliError(2, '--map: must be field=column, such as title=Name,start_date=When')
    const field = known.find((each) => each.name === name)
    if (!field) throw unknownField(name, flags, known)
    return { ...field, columns: columnsAt(head, find) }
  })
  const twice = fields.find(({ name }, index) => fields.findIndex((each) => each.name === name) < index)
  if (twice) throw new CliError(2, `--map: ${twice.name} is given twice`)
  return { fields, unsent: [], unknown: [] }
}

/** The column with this head, or the columns whose columnNames a `+` joins. */
function columnsAt(head: string, find: FindColumn): readonly number[] {
  try {
    return [find(head, '--map')]
  } catch (error) {
    if (!head.includes('+')) throw error
    return head.split('+').map((part) => find(part.trim(), '--map'))
  }
}

function unknownField(name: string, flags: NamingFlags, known: readonly SheetField[]): CliError {
  if (documentedOf(flags).includes(name)) return new CliError(2, `--map: ${name} is set by the service`)
  const near = nearestName(
    name,
    known.map((each) => each.name),
  )
  const hint = near && `did you mean ${near}?`
  return new CliError(2, `--map: ${name} is not a field of an event in ${flags.api}`, { hint })
}

/** The columns whose names are those of fields. */
function byHeads(
  columnNames: readonly string[],
  flags: NamingFlags,
  name: string,
  identifier: IdentifierColumn | undefined,
  isSetByService: (name: string) => boolean,
): Omit<SheetColumns, 'identifier'> {
  const known = sheetFields(flags)
  const fields: FieldColumns[] = []
  const unsent: string[] = []
  const unknown: number[] = []
  for (const [column, head] of columnNames.entries()) {
    if (head === '' || column === identifier?.column) continue
    // A column `ID` probably has the numbers of another system.
    const field = known.find(({ name: each }) => (each === 'id' ? head === each : bare(each) === bare(head)))
    const before = fields.find((each) => each.name === field?.name)
    if (before) throw new CliError(2, `${name}: two columns are ${before.name}`)
    if (field) fields.push({ ...field, columns: [column] })
    else if (isSetByService(head)) unsent.push(head)
    else unknown.push(column)
  }
  return { fields, unsent, unknown }
}
