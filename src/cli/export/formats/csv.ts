import { type Options, stringify } from 'csv-stringify/sync'
import { cellOf } from '../../fields/cell.ts'
import { valueAt } from '../../fields/value-at.ts'
import type { Format } from './format.ts'

const options: Options = {
  record_delimiter: '\r\n',
  // A separator of another country's spreadsheets, or a line break, divides no text.
  quoted_string: true,
  quoted_empty: false,
  // Events are written by strangers, and a spreadsheet runs a text that begins as a formula does.
  escape_formulas: true,
}

/** Without this mark spreadsheets take UTF-8 for something else. */
const byteOrderMark = '\ufeff'

/** Numbers stay numbers, so that no negative one is taken for a formula. */
const cellFrom = (event: object, name: string): string | number => {
  const value = valueAt(event, name)
  return typeof value === 'number' ? value : guarded(cellOf(value))
}

/** A line break hides what comes behind it, and some spreadsheets drop it. */
const guarded = (cell: string): string => (cell.startsWith('\n') ? `'${cell}` : cell)

/** A table for spreadsheets (RFC 4180): a row of names, then a row for each event. */
export const csv = (columns: readonly string[]): Format => ({
  head: byteOrderMark + stringify([[...columns]], options),
  some: (events) =>
    stringify(
      events.map((event) => columns.map((name) => cellFrom(event, name))),
      options,
    ),
  tail: () => '',
})
