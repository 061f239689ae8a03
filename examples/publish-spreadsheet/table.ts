import { CsvError, parse } from 'csv-parse/sync'

/** What is wrong with a sheet, for people who have it open. */
export interface Problem {
  /** Counted from 1; absent if it is about the whole sheet. */
  readonly line?: number
  /** Name of the column, if it is about one. */
  readonly column?: string
  readonly message: string
}

/** A row of a table, and the line in which it begins. */
export interface Row {
  readonly line: number
  readonly cells: readonly string[]
}

/** The rows of a text, and why it cannot be read, if so. */
export interface Table {
  /** The cells of the first row. */
  readonly columns: readonly string[]
  /** The other rows. Empty ones are left out. */
  readonly rows: readonly Row[]
  readonly problems: readonly Problem[]
}

const separators = [',', ';', '\t'] as const

/** The separator that makes most columns of the first row. */
function separatorOf(text: string): string {
  const [heading = ''] = text
    .replace(/^\n+/, '')
    .replace(/"[^"]*"/g, '')
    .split('\n', 1)
  const columns = (separator: string) => heading.split(separator).length
  return separators.reduce<string>((best, each) => (columns(each) > columns(best) ? each : best), ',')
}

/**
 * The table in a text that a spreadsheet saved: cells between commas, semicolons or tabs, by RFC 4180 §2. A first line `sep=;`, which Excel writes and
 * reads, names the separator. This does no input or output and throws no error.
 */
export function readTable(text: string): Table {
  // The parser counts a CRLF within quotation marks as two lines.
  const lines = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n')
  const [naming = '', named] = /^"?sep=(.)"?\n/i.exec(lines) ?? []
  // An empty line takes the place of the one that names the separator, so that lines keep their numbers.
  const table = naming ? `\n${lines.slice(naming.length)}` : lines
  const rows: Row[] = []
  let line = 1
  const options = {
    delimiter: named ?? separatorOf(table),
    trim: true,
    relax_quotes: true,
    relax_column_count: true,
    on_record: (cells: string[], context: { readonly lines: number }) => {
      if (cells.some(Boolean)) rows.push({ line, cells })
      line = context.lines + 1
      return null
    },
  }
  try {
    parse(table, options)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const message =
      'has a cell that begins with a quotation mark, which is not closed before the next cell; in a text, write two for one'
    return { columns: [], rows: [], problems: [{ line, message }] }
  }
  const [heading, ...others] = rows
  return { columns: heading?.cells ?? [], rows: others, problems: [] }
}
