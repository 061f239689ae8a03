import type { Io } from '../run/io.ts'
import { readLines } from '../run/standard-input.ts'
import type { ProgressLine } from '../terminal/progress.ts'
import { quoted } from '../terminal/quoted.ts'
import { parseObject } from './event-fields.ts'
import type { RowEvent, RowReader } from './row-event.ts'

/** An event of an input: a line of JSON, or a row of a sheet. */
export interface InputRow {
  /** Number of the line, or of the row as a spreadsheet program shows it. */
  readonly number: number
  /** Number of the next line or row. */
  readonly next: number
  /** Number of the line where a row of a sheet begins. */
  readonly line?: number
  /** Title in a row of a sheet. */
  readonly title?: string | undefined
  /** The row as text. A resumed run compares it. */
  readonly text: string
  /**
   * Makes the event; undefined for an empty line.
   *
   * @throws CliError if the row has no event
   */
  event(): RowEvent | undefined
}

/** The row of an event, and the progress line to hide while the result is printed. */
export interface PrintedRow {
  readonly row: InputRow
  readonly progress: Pick<ProgressLine, 'hide'>
}

/** The events of an input. */
export interface Input {
  /** Name of the rows for people. */
  readonly noun: 'lines' | 'rows'
  /** Number of rows; undefined if it is not known. */
  readonly total?: number
  readonly rows: AsyncIterable<InputRow> | Iterable<InputRow>
}

/** One row in a message about it, such as `line 3`, or `row 10 (line 26) "Picnic"`. */
export function rowName({ number, line, title = '' }: InputRow): string {
  if (line === undefined) return `line ${number}`
  const place = line === number ? `row ${number}` : `row ${number} (line ${line})`
  return title === '' ? place : `${place} ${quoted(title)}`
}

/** The numbers of a row in JSON. */
export const rowNumbers = ({ number, line }: InputRow): object =>
  line === undefined ? { line: number } : { row: number, line }

/** The lines of standard input, as they arrive. Each is one event as JSON. */
export const linesOfJson = (io: Io, reader: RowReader): Input => ({ noun: 'lines', rows: jsonRows(io, reader) })

async function* jsonRows(io: Io, reader: RowReader): AsyncGenerator<InputRow, void> {
  let number = 0
  for await (const text of readLines(io)) {
    number += 1
    yield {
      number,
      next: number + 1,
      text,
      event: () => (text.trim() === '' ? undefined : reader.read(parseObject(text, 'the line'))),
    }
  }
}
