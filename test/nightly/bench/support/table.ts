/** One comparison, ready to be printed. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  /** Ours to theirs; absent where nothing could be compared. */
  readonly ratio?: string
  /** The same by time of the processor. */
  readonly byCpu?: string
  readonly target?: string
  /** Absent where there is no target, or where it was not measured against it. */
  readonly reached?: boolean
}

const columns = ['what', 'ours', 'theirs', 'ratio (spread)', 'by CPU', 'target', 'reached']

/** Rows as a table of Markdown, its columns aligned. */
export function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, ours, theirs, ratio = '', byCpu = '', target = '', reached }) => [
    what,
    ours,
    theirs,
    ratio,
    byCpu,
    target,
    reached === undefined ? '' : reached ? 'yes' : 'NO',
  ])
  const widths = columns.map((name, index) =>
    Math.max(...[columns, ...cells].map((row) => (row[index] ?? name).length)),
  )
  const line = (row: readonly string[]) =>
    `| ${row.map((cell, index) => cell.padEnd(widths[index] ?? 0)).join(' | ')} |`
  return [line(columns), line(widths.map((width) => '-'.repeat(width))), ...cells.map(line)].join('\n')
}

/** A number with its thousands set apart, as `12,345`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** A number of requests in a second. */
export const perSecond = (value: number): string => `${count(value)}/s`

/** A time in the unit that suits it. */
export function time(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds.toFixed(1)} µs`
  if (microseconds < 1e6) return `${(microseconds / 1000).toFixed(1)} ms`
  return `${(microseconds / 1e6).toFixed(1)} s`
}
