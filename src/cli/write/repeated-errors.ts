import { type MessageOutput, sayError } from '../terminal/messages.ts'
import { formatNumber } from '../terminal/text.ts'
import type { Input, InputRow } from './input-row.ts'

/** The command prints this many errors of one kind, and counts the others. */
const maxShown = 3

/** The summary names at most this many rows, or ranges of rows. */
const maxRanges = 12

/** Rows with errors of one group. */
interface ErrorGroup {
  /** Number of the first of them. */
  readonly first: number
  shown: number
  /** Numbers of the rows whose error is not printed. */
  readonly hidden: number[]
}

/** Counts the errors of rows. The first three of each kind are printed, and at the end the numbers of the other rows. */
export class RepeatedErrors {
  readonly #io: MessageOutput
  readonly #groups = new Map<string, ErrorGroup>()

  constructor(io: MessageOutput) {
    this.#io = io
  }

  /** Counts an error. Undefined if it is not to be printed, because several errors of its kind are. Its hint is printed only the first time. */
  take(row: InputRow, message: string, hint: string | undefined): { readonly hint: string | undefined } | undefined {
    const key = groupKeyOf(message)
    const group = this.#groups.get(key) ?? { first: row.number, shown: 0, hidden: [] }
    this.#groups.set(key, group)
    if (group.shown === maxShown) {
      group.hidden.push(row.number)
      return undefined
    }
    group.shown += 1
    return { hint: group.shown === 1 ? hint : undefined }
  }

  /** Prints the numbers of the rows whose error is not printed yet. */
  sayOthers(noun: Input['noun']): void {
    const one = noun.slice(0, -1)
    for (const { first, hidden } of this.#groups.values()) {
      const count = hidden.length
      if (count === 0) continue
      const more = `${formatNumber(count)} more ${count === 1 ? `${one} has` : `${noun} have`} the error of ${one} ${first}`
      sayError(this.#io, `${more}: ${rangesText(hidden.splice(0))}`)
    }
  }
}

/** The message without what differs between rows: quoted texts, remarks in brackets, ids and numbers. */
const groupKeyOf = (message: string): string =>
  message
    .replace(/"[^"]*"/g, '""')
    .replace(/\([^)]*\)/g, '()')
    .replace(/[\da-f]{8}-[\da-f-]{27}/gi, 'ID')
    .replace(/\S+:\S*\d\S*/g, 'ID')
    .replace(/\d+/g, '0')

/** Ascending numbers, such as `4, 6–9, 12 and 20 others`. */
function rangesText(numbers: readonly number[]): string {
  const ranges: { readonly from: number; to: number }[] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last && last.to === number - 1) last.to = number
    else ranges.push({ from: number, to: number })
  }
  const shown = ranges.slice(0, maxRanges)
  const rest = ranges.slice(maxRanges).reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const text = shown.map(({ from, to }) => (from === to ? `${from}` : `${from}–${to}`)).join(', ')
  return rest === 0 ? text : `${text} and ${formatNumber(rest)} others`
}
