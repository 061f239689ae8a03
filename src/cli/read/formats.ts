import { type Options, stringify } from 'csv-stringify/sync'
import { CliError } from '../run/cli-error.ts'
import { pickFields, type ReadField, valueAt } from '../run/field-values.ts'
import { guarded, textOf } from '../sheet/cell.ts'

/** Turns events into text. A complete file has the `header`, the text of each page, and the `footer`. */
export interface Format {
  /** The fields to write; undefined for whole events. */
  readonly fields: readonly string[] | undefined
  readonly header: string
  /** The text of events. `first` is true if the file has no events before these. */
  textOf(events: readonly object[], first: boolean): string
  /** The end of a file with this many events. */
  footer(events: number): string
  /** After the footer: what became of the events, in a format that cannot hold all of them. */
  report?(): FormatReport
}

/** What became of the events of a file. */
export interface FormatReport {
  /** Events in the file. */
  readonly written: number
  /** What is odd about events, by their ids. */
  readonly warnings: readonly string[]
}

/** Names of the formats. */
export type FormatName = 'ndjson' | 'json' | 'csv'

/** Reads the value of `--format`. */
export const readFormat = (given: string): FormatName => {
  if (given === 'ndjson' || given === 'json' || given === 'csv') return given
  throw new CliError(2, '--format: must be ndjson, json or csv')
}

/** Makes the format of this name. Without `fields`, a CSV table has the id and `columns`. */
export function formatOf(
  name: FormatName,
  fields: readonly string[] | undefined,
  columns: readonly string[],
  read: ReadField,
): Format {
  if (name === 'csv') return csv(fields ?? ['id', ...columns], read)
  return name === 'json' ? json(fields, read) : ndjson(fields, read)
}

/** One JSON object per line. */
const ndjson = (fields: readonly string[] | undefined, read: ReadField): Format => ({
  fields,
  header: '',
  textOf: (events) => events.map((event) => `${JSON.stringify(pickFields(event, fields, read))}\n`).join(''),
  footer: () => '',
})

/** One JSON array, with one event per line. */
const json = (fields: readonly string[] | undefined, read: ReadField): Format => ({
  fields,
  header: '[',
  textOf: (events, first) =>
    events
      .map((event, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(pickFields(event, fields, read))}`)
      .join(''),
  footer: (events) => (events === 0 ? ']\n' : '\n]\n'),
})

const options: Options = {
  record_delimiter: '\r\n',
  // Quotes every text. Otherwise some spreadsheets would split a cell at `;`, or a row at a line break in a text.
  quoted_string: true,
  quoted_empty: false,
}

/** Without this mark, spreadsheets read UTF-8 as another encoding. */
const byteOrderMark = '\ufeff'

/** A value as a CSV cell. Numbers stay numbers: the text of a negative number would be guarded like a formula. */
const csvCell = (name: string, value: unknown): string | number =>
  typeof value === 'number' ? value : guarded(textOf(name, value))

/** CSV for spreadsheets (RFC 4180): a row of names, then a row for each event. */
export const csv = (fields: readonly string[], read: ReadField = valueAt): Format => ({
  fields,
  header: byteOrderMark + stringify([fields.map(guarded)], options),
  textOf: (events) =>
    stringify(
      events.map((event) => fields.map((name) => csvCell(name, read(event, name)))),
      options,
    ),
  footer: () => '',
})
