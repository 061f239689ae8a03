import { decodeUtf8 } from '../files/text.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import { valueAt } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import { maxInputBytes, readInputBytes } from '../run/standard-input.ts'
import { entriesOf, isShown, textOf, withoutFormulaQuote } from '../sheet/cell.ts'
import { readCellTime } from '../sheet/cell-time.ts'
import { readTable, type TableRow } from '../sheet/csv-table.ts'
import { type ColumnFlags, columnsIn, type FieldColumns, type SheetColumns } from '../sheet/sheet-columns.ts'
import { note } from '../terminal/messages.ts'
import { quoted } from '../terminal/quoted.ts'
import { checkSheet } from './check-sheet.ts'
import { type BodyFlags, bodyFromFlags, setMember } from './event-fields.ts'
import type { InputRow } from './input-row.ts'
import { type RowEvent, type RowReader, sayUnsent } from './row-event.ts'

/** The flags of a sheet. */
export interface SheetFlags extends ColumnFlags, BodyFlags {
  readonly csv: string
  readonly dryRun?: true
}

/**
 * Reads a sheet whole, and makes an event of each row.
 *
 * @throws CliError if the file cannot be read, or if its columns do not fit
 */
export async function sheetRows(flags: SheetFlags, io: Io, reader: RowReader): Promise<readonly InputRow[]> {
  const name = flags.csv === '-' ? 'standard input' : `--csv: ${flags.csv}`
  const { columnNames, rows } = readTable(await readSheet(flags.csv, name, io), name)
  const columns = columnsIn(columnNames, flags, name, (each) => reader.isSetByService(each))
  checkSheet(columnNames, columns, flags, name)
  sayUnsent(io, columns.unsent)
  if (flags.dryRun && !flags.map) sayColumns(io, columnNames, columns)
  const read = rows.map((row) => readRow(row, columnNames.length, columns, flags, reader))
  return withoutRepeated(read)
}

/** Prints which field each column gives, if the column's name is not that of the field. */
function sayColumns(io: Io, columnNames: readonly string[], { fields }: SheetColumns): void {
  const texts = fields.flatMap(({ name, columns: [column = 0] }) => {
    const head = columnNames[column] ?? ''
    return head === name ? [] : [`${quoted(head)} gives ${name}`]
  })
  if (texts.length > 0) note(io, `columns: ${texts.join(', ')}`)
}

const encodingHint =
  'save it as UTF-8: in Excel as "CSV UTF-8 (Comma delimited)", in LibreOffice with the character set UTF-8'

async function readSheet(path: string, name: string, io: Io): Promise<string> {
  if (path === '-' && io.stdin.isTTY) {
    throw new CliError(2, '--csv: needs a table on standard input, as in upsert --csv - < FILE')
  }
  const bytes = path === '-' ? await readInputBytes(io) : await readFile(path, io)
  if (bytes.length > maxInputBytes) throw new CliError(2, `${name} is longer than 16 MiB`)
  // The first bytes of a ZIP file.
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'PK\u0003\u0004') {
    throw new CliError(2, `${name} is a workbook, not CSV`, { hint: encodingHint })
  }
  return decodeUtf8(bytes, name, { hint: encodingHint })
}

async function readFile(path: string, { fs }: Io): Promise<Uint8Array> {
  try {
    return await fs.readFile(path)
  } catch (error) {
    if (!isErrorWithCode(error)) throw error
    const why = error.code === 'ENOENT' ? 'is not there' : 'cannot be read'
    throw new CliError(2, `--csv: ${path} ${why}`, { cause: error })
  }
}

interface SheetRow extends InputRow {
  readonly identifiers: readonly string[]
}

function readRow(row: TableRow, width: number, columns: SheetColumns, flags: SheetFlags, reader: RowReader): SheetRow {
  const { number, line, cells } = row
  const { body, problems: ofCells } = bodyOf(cells, columns, flags)
  const ofRow: RowProblem[] = []
  if (valueAt(body, 'identifiers') === undefined && valueAt(body, 'id') === undefined)
    ofRow.push({ message: 'identifiers: the row has none' })
  const found = eventOf(reader, body, ofRow)
  const { identifiers } = found
  if (cells.slice(width).some((cell) => cell !== '')) {
    ofRow.push({
      message: `the row has ${cells.length} cells for ${width} columns`,
      hint: 'put text with a delimiter into quotation marks',
    })
  }
  const problems = [...ofCells, ...ofRow]
  const fieldsBeside = (known: object) => {
    const read = bodyOf(cells, columns, flags, known)
    if (read.problems.length > 0) throw errorOf(read.problems)
    return reader.read(read.body).fields
  }
  const event = () => {
    // The event with the id may show what these cells have.
    const isForNow = found.id === undefined || ofRow.length > 0
    if (isForNow && problems.length > 0) throw errorOf(problems)
    return { ...found, fieldsBeside }
  }
  const title = columns.fields.find(({ name }) => ['title', 'summary'].includes(name))
  return {
    number,
    next: number + 1,
    line,
    title: title && textIn(cells, title),
    text: JSON.stringify(problems.length > 0 ? cells : body),
    event,
    identifiers,
  }
}

/**
 * The fields of a row, with those of the flags: if these change, a resumed run gets other rows.
 *
 * @param known the event as the service shows it; its own values are taken for cells that show them
 */
function bodyOf(
  cells: readonly string[],
  columns: SheetColumns,
  flags: SheetFlags,
  known: object = {},
): { readonly body: object; readonly problems: readonly RowProblem[] } {
  const body = bodyFromFlags(flags)
  const problems: RowProblem[] = []
  for (const field of columns.fields) {
    const { name, kind } = field
    const text = textIn(cells, field)
    // An empty cell leaves the field as it is.
    if (text === '') continue
    const shown = valueAt(known, name)
    if (shown !== undefined && isShown(joined(cells, field), name, shown)) setMember(body, name, shown)
    else if (kind !== 'time') setMember(body, name, kind === 'list' ? entriesOf(text) : text)
    else {
      const found = readCellTime(text, flags.dateOrder)
      if ('time' in found) setMember(body, name, isSameTime(found.time, name, shown) ? shown : found.time)
      else {
        const { problem, advice, isAmbiguous } = found
        const hint = isAmbiguous ? `${advice}, or use --date-order dmy or mdy` : advice
        problems.push({ message: `${name}: ${problem}`, hint })
      }
    }
  }
  const listed = identifiersIn(cells, columns, valueAt(body, 'identifiers'))
  if (listed.length > 0) setMember(body, 'identifiers', listed)
  const before: readonly unknown[] = [valueAt(known, 'identifiers')].flat()
  const short = listed.filter(isShortened).find((each) => !before.includes(each))
  if (short !== undefined) {
    problems.push({
      message: `identifiers: the spreadsheet program shortened the number ${quoted(short)}`,
      hint: 'give the column the format Text',
    })
  }
  return { body, problems }
}

/** Whether a time is as the table of `export` has it: without the fraction of a second, also if a spreadsheet program has saved it in another form. */
function isSameTime(time: string, name: string, shown: unknown): boolean {
  const written = typeof shown === 'string' ? readCellTime(textOf(name, shown)) : undefined
  return written !== undefined && 'time' in written && written.time === time
}

/** What is wrong with a row. */
interface RowProblem {
  readonly message: string
  readonly hint?: string | undefined
}

function errorOf(problems: readonly RowProblem[]): CliError {
  const hints = [...new Set(problems.flatMap(({ hint = [] }) => hint))]
  return new CliError(2, problems.map(({ message }) => message).join('; '), { hint: hints.join('; ') || undefined })
}

/** The event of a row. Adds the reason to `problems` if the row has none. */
function eventOf(reader: RowReader, body: object, problems: RowProblem[]): RowEvent {
  try {
    return reader.read(body)
  } catch (error) {
    if (!(error instanceof CliError)) throw error
    problems.push(error)
    return { fields: body, id: undefined, identifiers: [] }
  }
}

/** The text of a field in a row. */
const textIn = (cells: readonly string[], field: FieldColumns): string => joined(cells.map(withoutFormulaQuote), field)

const joined = (cells: readonly string[], { columns }: FieldColumns): string =>
  columns.flatMap((column) => cells[column] || []).join(' ')

function identifiersIn(cells: readonly string[], { identifier }: SheetColumns, listed: unknown): readonly unknown[] {
  const before: readonly unknown[] = Array.isArray(listed) ? listed : []
  const id = identifier && withoutFormulaQuote(cells[identifier.column] ?? '')
  return id ? [...new Set([...before, `${identifier.system}:${id}`])] : before
}

/** A long number as spreadsheet programs shorten it, such as `1.23457E+11`. Different ids look the same then. */
const isShortened = (identifier: unknown): identifier is string =>
  typeof identifier === 'string' && /:\d[.,]\d+E\+\d+$/i.test(identifier)

/** Refuses rows with the same identifier: each would overwrite the event of the row before. */
function withoutRepeated(rows: readonly SheetRow[]): readonly InputRow[] {
  const numbersOf = new Map<string, number[]>()
  for (const { number, identifiers } of rows) {
    for (const each of identifiers) {
      const numbers = numbersOf.get(each)
      if (numbers) numbers.push(number)
      else numbersOf.set(each, [number])
    }
  }
  return rows.map((row) => {
    const repeated = row.identifiers.find((each) => (numbersOf.get(each)?.length ?? 0) > 1)
    if (repeated === undefined) return row
    const numbers = numbersOf.get(repeated) ?? []
    const named = numbers.length > 3 ? `${numbers.slice(0, 3).join(', ')} and others` : numbers.join(' and ')
    const event = () => {
      throw new CliError(2, `identifiers: rows ${named} have the same, ${quoted(repeated)}`)
    }
    return { ...row, event }
  })
}
