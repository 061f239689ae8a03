import { type MessageOutput, sayError } from '../terminal/messages.ts'
import { formatNumber } from '../terminal/progress.ts'
import { type Input, type InputRow, rowName } from './input-row.ts'

/** The command prints this many errors of one kind, and counts the others. */
const maxShown = 3

/** The summary names at most this many rows, or ranges of rows. */
const maxRanges = 12

/** Rows with errors of one kind. */
interface Kind {
  /** Number of the first of them. */
  readonly first: number
  shown: number
  /** Numbers of the rows whose error is not printed. */
  readonly hidden: number[]
}

/** Prints the errors of rows: the first three of each kind, and at the end the numbers of the other rows. */
export class RepeatedErrors {
  readonly #io: MessageOutput
  readonly #kinds = new Map<string, Kind>()

  constructor(io: MessageOutput) {
    this.#io = io
  }

  say(row: InputRow, message: string, hint: string | undefined): void {
    const key = kindOf(message)
    const kind = this.#kinds.get(key) ?? { first: row.number, shown: 0, hidden: [] }
    this.#kinds.set(key, kind)
    if (kind.shown === maxShown) {
      kind.hidden.push(row.number)
      return
    }
    sayError(this.#io, `${rowName(row)}: ${message}`, kind.shown === 0 ? hint : undefined)
    kind.shown += 1
  }

  /** Prints the numbers of the rows whose error is not printed yet. */
  sayOthers(noun: Input['noun']): void {
    const one = noun.slice(0, -1)
    for (const { first, hidden } of this.#kinds.values()) {
      const count = hidden.length
      if (count === 0) continue
      const more = `${formatNumber(count)} more ${count === 1 ? `${one} has` : `${noun} have`} the error of ${one} ${first}`
      sayError(this.#io, `${more}: ${rangesText(hidden.splice(0))}`)
    }
  }
}

/** The message without what differs between rows: quoted texts, remarks in brackets, ids and numbers. */
const kindOf = (message: string): string =>
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
