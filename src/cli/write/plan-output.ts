import { dateText } from '../read/event-table.ts'
import { cellText } from '../run/field-values.ts'
import { type Io, print } from '../run/io.ts'
import { type Screen, screenOf } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'
import { cut, oneLine } from '../terminal/text.ts'
import { type InputRow, rowNumbers } from './input-row.ts'
import type { PrintedRow } from './upsert-one.ts'

/** What a dry run says about a row. `not known`: the service failed. */
export type PlannedResult = `would ${'create' | 'update' | 'resend' | 'keep' | 'write' | 'fail'}` | 'not known'

/** A row of a dry run, as it is printed. */
export interface PlannedRow {
  readonly result: PlannedResult
  /** Id of a known event. */
  readonly id?: string | undefined
  readonly title?: string | undefined
  /** Local start, such as `2026-06-20T18:00:00`. */
  readonly start?: string | undefined
  readonly changes?: readonly { readonly field: string; readonly old: unknown; readonly new: unknown }[]
  /** Why the row would fail. */
  readonly error?: string
  /** Number of an earlier row about the same event. */
  readonly after?: number
}

/** Widths of the column of changes, and of each value in it, so that several changes are seen. */
const changesWidthOf = (width: number) => Math.min(40, Math.max(10, Math.floor(width * 0.6) - 28))
const valueWidthOf = (width: number) => (width < 100 ? 12 : 24)

/**
 * Prints the rows of a dry run. A terminal gets a table at the end. Files and pipes get each row at once: with tabs between the cells, or as a line of
 * JSON.
 */
export class PlanOutput {
  readonly #io: Io
  readonly #json: boolean
  readonly #noun: 'line' | 'row' | undefined
  readonly #screen: Screen
  #rows: (readonly string[])[] = []

  /** @param noun name of a row; undefined if there is only one event */
  constructor(io: Io, { json }: { readonly json?: true }, noun: 'line' | 'row' | undefined) {
    this.#io = io
    this.#json = json === true
    this.#noun = noun
    this.#screen = screenOf(io.stdout, io.env)
  }

  async add(planned: PlannedRow, printed?: PrintedRow): Promise<void> {
    const { row, progress } = printed ?? {}
    if (this.#json) {
      progress?.hide()
      await print(this.#io, `${JSON.stringify({ ...(row && rowNumbers(row)), ...planned })}\n`)
      return
    }
    this.#rows.push(this.#cellsOf(planned, row))
    if (this.#screen.width !== undefined) return
    progress?.hide()
    await this.end()
  }

  /** Prints the rows that are not printed yet. */
  async end(): Promise<void> {
    const { width = 80 } = this.#screen
    const columns: readonly Column[] = [
      ...(this.#noun === undefined ? [] : [{ head: this.#noun.toUpperCase(), side: 'right' } as const]),
      { head: 'RESULT' },
      { head: 'TITLE', least: 10 },
      { head: 'START', side: 'right' },
      { head: 'CHANGES', least: changesWidthOf(width), isOptional: true, importance: 1 },
    ]
    const rows = this.#rows
    this.#rows = []
    await print(this.#io, tableOf(columns, rows, this.#screen))
  }

  #cellsOf({ result, id = '', title = '', start = '', changes = [], after }: PlannedRow, row?: InputRow): string[] {
    const { width } = this.#screen
    const isWhole = width === undefined
    const thisYear = new Date(this.#io.clock.now()).getFullYear()
    const shown = (value: unknown) => {
      const text = oneLine(cellText(value)) || '(empty)'
      if (isWhole) return text
      const [, local] = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)Z?$/.exec(text) ?? []
      return local === undefined ? cut(text, valueWidthOf(width)) : dateText(local, thisYear)
    }
    const name = (field: string) => (isWhole ? field : field.replace(/^location\./, ''))
    const texts = changes.map((each) => `${name(each.field)}: ${shown(each.old)} → ${shown(each.new)}`)
    const order = after === undefined ? [] : [`after ${this.#noun} ${after}`]
    return [
      ...(this.#noun === undefined ? [] : [row === undefined ? '' : String(row.number)]),
      result,
      title,
      isWhole ? start : dateText(start, thisYear),
      [...texts, ...order].join('; '),
      ...(isWhole ? [id] : []),
    ]
  }
}
