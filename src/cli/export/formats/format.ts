import { columnsOf, type Naming } from '../../fields/columns.ts'
import { csv } from './csv.ts'
import { json, ndjson } from './json.ts'

/** How events become text. What is written page by page is a whole file once the tail is behind it. */
export interface Format {
  readonly head: string
  /** The text of some events; `first` where no others were before them. */
  some(events: readonly object[], first: boolean): string
  /** What ends a file of so many events. */
  tail(events: number): string
}

/** Names of the formats. */
export type FormatName = 'ndjson' | 'json' | 'csv'

/** What of the flags decides how events become text. */
export type Shape = Naming & { readonly format: FormatName; readonly fields?: readonly string[] }

/** The fields that are written; undefined for events as they are. */
export const fieldsOf = (flags: Shape): readonly string[] | undefined =>
  flags.format === 'csv' ? columnsIn(flags) : flags.fields

const columnsIn = (flags: Shape): readonly string[] => flags.fields ?? ['id', ...columnsOf(flags)]

/** The format that the flags choose. */
export function formatOf(flags: Shape): Format {
  const { format, fields } = flags
  if (format === 'csv') return csv(columnsIn(flags))
  return format === 'json' ? json(fields) : ndjson(fields)
}
