import stringWidth from 'string-width'
import type { Screen, Style } from './screen.ts'
import { cut, oneLine, pad, wrap } from './text.ts'

/** A column of a table. */
export interface Column {
  readonly name: string
  /** The side of the text. @default 'left' */
  readonly side?: 'left' | 'right'
  /** Smallest width. A column without `least` always has the width of its longest cell. */
  readonly least?: number
  /** Makes a cell shorter without cutting it. All cells of the column get it where the table would not fit otherwise. */
  readonly shorter?: (cell: string) => string
  /** Width to which this column shrinks before the others. If that makes no room for them, it shrinks to `least` first. */
  readonly givesWayTo?: number
  readonly styleOf?: (cell: string) => Style | undefined
  /** Style of the beginning of the cell in a row, which counts from 0. */
  readonly headOf?: (row: number) => Head | undefined
  /** If even the smallest widths do not fit, the table leaves out the column with the lowest importance. @default Infinity */
  readonly importance?: number
  /** Whether a terminal leaves the column out if all cells are empty. */
  readonly isOptional?: true
}

/** The beginning of a cell, in a style of its own. */
export interface Head {
  readonly length: number
  readonly style: Style
}

/** A row of a table. */
export interface Row {
  readonly cells: readonly string[]
  /** What a terminal shows below the row, in its own lines. */
  readonly below?: readonly { readonly text: string; readonly style?: Style }[]
}

const gap = '  '

/** Formats rows as a table without lines below them. */
export const tableOf = (columns: readonly Column[], rows: readonly (readonly string[])[], screen: Screen): string =>
  tableOfRows(
    columns,
    rows.map((cells) => ({ cells })),
    screen,
  )

/**
 * Formats rows as a table. On a terminal, the table has a header, and columns with `least` shrink until the rows fit. In a file or a pipe, it has no
 * header, and whole cells with tabs between them, so that other programs can read it.
 *
 * @param indent number of columns of the table that the lines below a row leave free
 */
export function tableOfRows(
  columns: readonly Column[],
  rows: readonly Row[],
  { width, paint }: Screen,
  indent = 0,
): string {
  const cells = rows.map((row) => row.cells.map(oneLine))
  if (width === undefined) return cells.map((row) => `${row.join('\t')}\n`).join('')
  if (rows.length === 0) return ''
  const shown = columns
    .map((column, index) => ({ ...column, texts: [column.name, ...cells.map((row) => row[index] ?? '')] }))
    .filter(({ isOptional, texts }) => !isOptional || texts.slice(1).some((text) => text !== ''))
  const fitted = fitColumns(shown, width)
  const lineOf = (row: number) => {
    const texts = fitted.map(({ texts, width: columnWidth, side = 'left', styleOf, headOf }, position) => {
      const text = texts[row] ?? ''
      const isLast = position === fitted.length - 1
      // Spaces at the end of a line would only break the lines of a narrower window.
      const cell = pad(cut(text, columnWidth), isLast && side === 'left' ? 0 : columnWidth, side)
      const style = row === 0 ? 'dim' : styleOf?.(text)
      if (style !== undefined) return paint(style, cell)
      const head = headOf?.(row - 1)
      return head ? paint(head.style, cell.slice(0, head.length)) + cell.slice(head.length) : cell
    })
    return texts.join(gap).trimEnd()
  }
  const free = fitted.slice(0, indent).reduce((sum, column) => sum + column.width + gap.length, 0)
  const lines = rows.flatMap(({ below = [] }, index) => [
    lineOf(index + 1),
    ...below.flatMap(({ text, style }) =>
      wrap(oneLine(text), width - free).map(
        (line) => ' '.repeat(free) + (style === undefined ? line : paint(style, line)),
      ),
    ),
  ])
  return [lineOf(0), ...lines].map((line) => `${line}\n`).join('')
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => stringWidth(text)))

interface TextColumn extends Column {
  /** The name, and the cells of all rows. */
  readonly texts: readonly string[]
}

interface FittedColumn extends TextColumn {
  readonly width: number
}

/** How much wider than three quarters of the others a cell may be before it is cut. */
const tolerance = 4

/** The width that a column should have. A cell that is much longer than most others is cut, and does not cut the cells of other columns. */
function wishedWidth({ texts, least }: TextColumn): number {
  const widths = texts.map((text) => stringWidth(text)).sort((one, other) => one - other)
  const [longest = 0, upperQuarter = 0] = [widths.at(-1), widths[Math.ceil(widths.length * 0.75) - 1]]
  return least === undefined ? longest : Math.min(longest, Math.max(least, upperQuarter + tolerance))
}

const sumOf = (widths: readonly number[]): number =>
  widths.reduce((sum, each) => sum + each, gap.length * (widths.length - 1))

/** Makes columns fit. First takes shorter cells, then shrinks columns, and then leaves columns out. Then longer cells get the room that is left. */
function fitColumns(columns: readonly TextColumn[], width: number): readonly FittedColumn[] {
  const wished = columns.map((column) => ({ ...column, width: wishedWidth(column) }))
  if (sumOf(wished.map((column) => column.width)) <= width) return grown(wished, width)
  if (columns.some(({ shorter }) => shorter)) {
    return fitColumns(
      columns.map(({ shorter, ...column }) => (shorter ? { ...column, texts: column.texts.map(shorter) } : column)),
      width,
    )
  }
  const least = sumOf(wished.map((column) => Math.min(column.width, column.least ?? column.width)))
  if (least > width && columns.length > 1) return fitColumns(withoutLeast(columns), width)
  const leastOf = ({ least, width }: FittedColumn) => least ?? width
  const inTurn = (yieldsTo: (column: FittedColumn) => number) => {
    const yielding = shrunk(wished, width, (column) =>
      column.givesWayTo === undefined ? column.width : yieldsTo(column),
    )
    return shrunk(yielding, width, (column) => (column.givesWayTo === undefined ? leastOf(column) : yieldsTo(column)))
  }
  const even = inTurn(({ givesWayTo = 0, width }) => Math.min(givesWayTo, width))
  const fits = sumOf(even.map((column) => column.width)) <= width
  return grown(fits ? even : inTurn(leastOf), width)
}

/** Shrinks columns until a row fits. Begins with the columns that are furthest above their smallest width. */
function shrunk(
  columns: readonly FittedColumn[],
  width: number,
  leastOf: (column: FittedColumn) => number,
): readonly FittedColumn[] {
  const total = sumOf(columns.map((column) => column.width))
  const spare = columns.map((column) => column.width - leastOf(column))
  const most = Math.max(...spare)
  if (total <= width || most <= 0) return columns
  const widestIndex = spare.indexOf(most)
  // Shrinks the column in one step to the spare width of the next one. One step for each character would be slow for a long text.
  const next = Math.max(0, ...spare.filter((_, index) => index !== widestIndex))
  const by = Math.min(total - width, Math.max(1, most - next))
  return shrunk(
    columns.map((column, index) => (index === widestIndex ? { ...column, width: column.width - by } : column)),
    width,
    leastOf,
  )
}

/** Gives the room that is left to columns with longer cells, first to those that need the least. */
function grown(columns: readonly FittedColumn[], width: number): readonly FittedColumn[] {
  const missing = columns.map((column) => widest(column.texts) - column.width)
  const left = width - sumOf(columns.map((column) => column.width))
  const [least] = missing.filter((each) => each > 0).sort((one, other) => one - other)
  if (least === undefined || left <= 0) return columns
  const index = missing.indexOf(least)
  const more = Math.min(left, least)
  const next = columns.map((column, each) => (each === index ? { ...column, width: column.width + more } : column))
  return more < left ? grown(next, width) : next
}

/** Leaves out the least important column. If several are equally important, the last one of them. */
function withoutLeast(columns: readonly TextColumn[]): readonly TextColumn[] {
  const importances = columns.map(({ importance = Number.POSITIVE_INFINITY }) => importance)
  return columns.toSpliced(importances.lastIndexOf(Math.min(...importances)), 1)
}

/** Longest value that a terminal shows. */
const longestValue = 500

/**
 * Formats names and values, one pair a line. A terminal breaks long values between words, and keeps their lines. A name that takes too much room has a
 * line of its own, with its value below in the column of the others; a word that does not fit beside the names begins further left. A file or a pipe
 * gets whole values, after a tab.
 */
export function pairsOf(pairs: readonly (readonly [name: string, value: string])[], { width, paint }: Screen): string {
  if (width === undefined) return pairs.map((pair) => `${pair.map(oneLine).join('\t')}\n`).join('')
  const lines = pairs.map(([name, value]) => [oneLine(name), cut(linesIn(value).join('\n'), longestValue)] as const)
  const most = Math.max(16, Math.floor(width * 0.35))
  const first = widest(lines.map(([name]) => name).filter((name) => stringWidth(name) <= most))
  const beside = width - first - gap.length
  return lines
    .map(([name, value]) => {
      const valueFits = widest(value.split(/[ \n]/)) <= beside
      const indent = valueFits ? ' '.repeat(first + gap.length) : gap
      const isBeside = valueFits && stringWidth(name) <= first
      const head = paint('dim', isBeside ? pad(name, first, 'left') : name) + (isBeside ? gap : `\n${indent}`)
      const wrapped = value.split('\n').flatMap((line) => wrap(line, width - indent.length))
      return `${head}${wrapped.join(`\n${indent}`)}\n`
    })
    .join('')
}

/** The lines of a text, without empty ones. */
const linesIn = (text: string): readonly string[] =>
  text
    .split('\n')
    .map(oneLine)
    .filter((line) => line !== '')
