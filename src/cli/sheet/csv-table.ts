import { CsvError, parse } from 'csv-parse/sync'
import { CliError } from '../run/cli-error.ts'

/** A row of a table. */
export interface TableRow {
  /** Number of the row, as spreadsheet programs show it: empty rows count. */
  readonly number: number
  /** Number of the line where the row begins. */
  readonly line: number
  readonly cells: readonly string[]
}

/** A table, and the names of its columns. */
export interface Table {
  readonly columnNames: readonly string[]
  /** The other rows. Empty ones are left out. */
  readonly rows: readonly TableRow[]
}

/**
 * Reads a table that a spreadsheet program saved as text: cells between commas, semicolons or tabs (RFC 4180 §2). A first line `sep=;`, which Excel
 * writes and reads, names the delimiter.
 *
 * @param name name of the file in messages
 * @throws CliError if a quotation mark is not closed, or if the table has no head
 */
export function readTable(text: string, name: string): Table {
  // The parser counts a CRLF within quotation marks as two lines.
  const lines = text.replace(/\r\n?/g, '\n')
  const [naming = '', named] = /^"?sep=(.)"?\n/i.exec(lines) ?? []
  // An empty line takes the place of the line that names the delimiter, so that lines keep their numbers.
  const table = naming === '' ? lines : `\n${lines.slice(naming.length)}`
  const rows: TableRow[] = []
  let line = 1
  // Spreadsheet programs do not show the line that names the delimiter.
  let number = naming === '' ? 1 : 0
  try {
    parse(table, {
      delimiter: named ?? delimiterOf(table),
      trim: true,
      relax_quotes: true,
      relax_column_count: true,
      on_record: (cells: string[], context: { readonly lines: number }) => {
        if (cells.some((cell) => cell.trim() !== '')) {
          rows.push({ number, line, cells: cells.map((cell) => cell.trim()) })
        }
        number += 1
        line = context.lines + 1
        return null
      },
    })
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw new CliError(2, `${name}: line ${line} has a cell whose quotation mark is not closed`, {
      hint: 'put such a cell into quotation marks, and write "" for each quotation mark in it',
      cause: error,
    })
  }
  const [head, ...others] = rows
  if (!head) throw new CliError(2, `${name} is empty`, { hint: 'its first row must have the names of the columns' })
  return { columnNames: head.cells, rows: others }
}

/** The delimiter that makes the most columns of the first row. */
function delimiterOf(text: string): string {
  const [head = ''] = text
    .replace(/^\n+/, '')
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)
  const columns = (delimiter: string) => head.split(delimiter).length
  return [',', ';', '\t'].reduce((best, each) => (columns(each) > columns(best) ? each : best))
}
