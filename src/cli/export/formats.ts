import { type Options, stringify } from 'csv-stringify/sync'
import { CliError } from '../cli-error.ts'
import { cellOf, only, type ReadField, valueAt } from '../fields.ts'

/** How events become text. What is written page by page is a whole file once the tail is behind it. */
export interface Format {
  /** The fields that are written; undefined for events as they are. */
  readonly fields: readonly string[] | undefined
  readonly head: string
  /** The text of some events; `first` where no others were before them. */
  some(events: readonly object[], first: boolean): string
  /** What ends a file of so many events. */
  tail(events: number): string
}

/** Names of the formats. */
export type FormatName = 'ndjson' | 'json' | 'csv'

/** Reads the flag that chooses one. */
export const formatNamed = (given: string): FormatName => {
  if (given === 'ndjson' || given === 'json' || given === 'csv') return given
  throw new CliError(2, '--format: must be ndjson, json or csv')
}

/** The format of a name; `columns` are what a table has behind the id where no fields are chosen. */
export function formatOf(
  name: FormatName,
  fields: readonly string[] | undefined,
  columns: readonly string[],
  read: ReadField,
): Format {
  if (name === 'csv') return csv(fields ?? ['id', ...columns], read)
  return name === 'json' ? json(fields, read) : ndjson(fields, read)
}

/** One JSON object a line. */
const ndjson = (fields: readonly string[] | undefined, read: ReadField): Format => ({
  fields,
  head: '',
  some: (events) => events.map((event) => `${JSON.stringify(only(event, fields, read))}\n`).join(''),
  tail: () => '',
})

/** One JSON array, an event a line. */
const json = (fields: readonly string[] | undefined, read: ReadField): Format => ({
  fields,
  head: '[',
  some: (events, first) =>
    events
      .map((event, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(only(event, fields, read))}`)
      .join(''),
  tail: (events) => (events === 0 ? ']\n' : '\n]\n'),
})

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
const cellFrom = (value: unknown): string | number => (typeof value === 'number' ? value : guarded(cellOf(value)))

/** A line break hides what comes behind it, and some spreadsheets drop it. */
const guarded = (cell: string): string => (cell.startsWith('\n') ? `'${cell}` : cell)

/** A table for spreadsheets (RFC 4180): a row of names, then a row for each event. */
export const csv = (fields: readonly string[], read: ReadField = valueAt): Format => ({
  fields,
  head: byteOrderMark + stringify([[...fields]], options),
  some: (events) =>
    stringify(
      events.map((event) => fields.map((name) => cellFrom(read(event, name)))),
      options,
    ),
  tail: () => '',
})
