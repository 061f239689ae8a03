import { readLines } from '../input.ts'
import type { Io } from '../io.ts'
import { parseObject } from './body.ts'

/** An event of an input: a line of JSON, or a row of a sheet. */
export interface InputRow {
  /** Number of the line where the row begins. */
  readonly line: number
  /** Number of the line after the row. */
  readonly next: number
  /** The row as text. A resumed run compares it. */
  readonly text: string
  /**
   * Makes the event; undefined for an empty line.
   *
   * @throws CliError if the row has no event
   */
  event(): object | undefined
}

/** The events of an input. */
export interface Input {
  /** Name of the rows for people. */
  readonly noun: 'lines' | 'rows'
  /** Number of rows; undefined if it is not known. */
  readonly total?: number
  readonly rows: AsyncIterable<InputRow> | Iterable<InputRow>
}

/** The lines of standard input, as they arrive. Each is one event as JSON. */
export const linesOfJson = (io: Io): Input => ({ noun: 'lines', rows: jsonRows(io) })

async function* jsonRows(io: Io): AsyncGenerator<InputRow, void> {
  let line = 0
  for await (const text of readLines(io)) {
    line += 1
    yield {
      line,
      next: line + 1,
      text,
      event: () => (text.trim() === '' ? undefined : parseObject(text, 'the line')),
    }
  }
}
