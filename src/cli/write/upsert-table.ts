import { dateText, startColumn } from '../read/event-table.ts'
import { cellText } from '../run/field-values.ts'
import { type Io, print } from '../run/io.ts'
import { type Screen, type Style, screenOf } from '../terminal/screen.ts'
import { type Column, type Row, tableOfRows } from '../terminal/table.ts'
import { cut, oneLine } from '../terminal/text.ts'
import { type InputRow, type PrintedRow, rowNumbers } from './input-row.ts'
import type { Change, Result } from './upsert-event.ts'

/** What a dry run says about a row. `not known`: the service failed. */
export type PlannedResult = `would ${'create' | 'update' | 'resend' | 'be unchanged' | 'write' | 'fail'}` | 'not known'

/** The result of a row, as it is printed. */
export interface ShownResult {
  readonly result: PlannedResult | Result | 'failed' | 'try again'
  /** Id of a known event. */
  readonly id?: string | undefined
  readonly title?: string | undefined
  /** Local start, such as `2026-06-20T18:00:00`. */
  readonly start?: string | undefined
  readonly changes?: readonly Change[]
  /** Names of fields that the service did not apply. */
  readonly unapplied?: readonly string[]
  /** Why the row fails. */
  readonly error?: string
  /** Number of an earlier row about the same event. */
  readonly after?: number
}

/** Results that a terminal shows in a style. */
const styles: Readonly<Record<string, Style>> = {
  'would fail': 'error',
  failed: 'error',
  'not known': 'warning',
  'try again': 'warning',
}

/** Columns of a value in a change, so that a long text does not hide what follows. */
const valueWidth = 40

/**
 * Prints the rows of a dry run, and those of a spreadsheet on a terminal. A terminal gets a table at the end, with changes and reasons below their
 * rows. Files and pipes get each row at once: with tabs between the cells, or as a line of JSON.
 */
export class UpsertTable {
  readonly #io: Io
  readonly #json: boolean
  readonly #noun: 'line' | 'row' | undefined
  readonly #screen: Screen
  #rows: Row[] = []

  /** @param noun name of a row; undefined if there is only one event */
  constructor(io: Io, { json }: { readonly json?: true }, noun: 'line' | 'row' | undefined) {
    this.#io = io
    this.#json = json === true
    this.#noun = noun
    this.#screen = screenOf(io.stdout, io.env)
  }

  /** Whether the rows are a table for people. */
  get isForPeople(): boolean {
    return !this.#json && this.#screen.width !== undefined
  }

  /** @param reasons lines for people, about a row that fails */
  async add(shown: ShownResult, printed?: PrintedRow, reasons: Row['below'] = []): Promise<void> {
    const { row, progress } = printed ?? {}
    if (this.#json) {
      progress?.hide()
      await print(this.#io, `${JSON.stringify({ ...(row && rowNumbers(row)), ...shown })}\n`)
      return
    }
    this.#rows.push({ cells: this.#cellsOf(shown, row), below: [...this.#changesOf(shown), ...reasons] })
    if (this.isForPeople) return
    progress?.hide()
    await this.end()
  }

  /** Prints the rows that are not printed yet. */
  async end(): Promise<void> {
    const columns: readonly Column[] = [
      ...(this.#noun === undefined ? [] : [{ name: this.#noun.toUpperCase(), side: 'right' } as const]),
      { name: 'RESULT', styleOf: (result) => styles[result] },
      { name: 'TITLE', least: 10 },
      startColumn,
    ]
    const rows = this.#rows
    this.#rows = []
    await print(this.#io, tableOfRows(columns, rows, this.#screen, this.#noun === undefined ? 0 : 1))
  }

  get #thisYear(): number {
    return new Date(this.#io.clock.now()).getFullYear()
  }

  #cellsOf({ result, id = '', title = '', start = '', changes = [], after }: ShownResult, row?: InputRow): string[] {
    const cells = [...(this.#noun === undefined ? [] : [row === undefined ? '' : String(row.number)]), result, title]
    if (this.isForPeople) return [...cells, dateText(start, this.#thisYear)]
    const wholeText = (value: unknown) => oneLine(cellText(value)) || '(empty)'
    const texts = changes.map((each) => `${each.field}: ${wholeText(each.old)} → ${wholeText(each.new)}`)
    return [...cells, start, [...texts, ...this.#orderOf(after)].join('; '), id]
  }

  /** What a terminal shows below a row. */
  #changesOf({ changes = [], unapplied = [], after }: ShownResult): NonNullable<Row['below']> {
    if (!this.isForPeople) return []
    const shortText = (value: unknown) => {
      const text = oneLine(cellText(value)) || '(empty)'
      const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z?$/.exec(text) ?? []
      return local === undefined ? cut(text, valueWidth) : dateText(local, this.#thisYear)
    }
    const texts = changes.map((each) => {
      const name = each.field.startsWith('location.') ? each.field.slice('location.'.length) : each.field
      return `${name}: ${shortText(each.old)} → ${shortText(each.new)}`
    })
    const left = unapplied.length === 0 ? [] : [`the service decided itself: ${unapplied.join(', ')}`]
    return [...texts, ...left, ...this.#orderOf(after)].map((text) => ({ text }))
  }

  #orderOf = (after: number | undefined): readonly string[] =>
    after === undefined ? [] : [`after ${this.#noun} ${after}`]
}
