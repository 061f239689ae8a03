import stringWidth from 'string-width'
import type { Screen } from './screen.ts'
import { cut, oneLine, pad, wrap } from './text.ts'

/** A column of a table. */
export interface Column {
  readonly head: string
  /** The side of the text. @default 'left' */
  readonly side?: 'left' | 'right'
  /** Smallest width. A column without `least` always has the width of its longest cell. */
  readonly least?: number
  readonly isDim?: true
  /** If even the smallest widths do not fit, the table leaves out the column with the lowest importance. @default Infinity */
  readonly importance?: number
  /** Whether a terminal leaves the column out if all cells are empty. */
  readonly isOptional?: true
}

const gap = '  '

/**
 * Formats rows as a table. On a terminal, the table has a head, and columns with `least` shrink until a row fits. In a file or a pipe, it has no
 * head, and whole cells with tabs between them, so that other programs can read it.
 */
export function tableOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  { width, paint }: Screen,
): string {
  const cells = rows.map((row) => row.map(oneLine))
  if (width === undefined) return cells.map((row) => `${row.join('\t')}\n`).join('')
  if (rows.length === 0) return ''
  const shown = columns
    .map((column, index) => ({
      ...column,
      index,
      width: widest([column.head, ...cells.map((row) => row[index] ?? '')]),
    }))
    .filter(({ isOptional, index }) => !isOptional || cells.some((row) => row[index]))
  const fitted = fitColumns(shown, width)
  const lineOf = (row: readonly string[], isHead: boolean) => {
    const texts = fitted.map(({ index, width: columnWidth, side = 'left', isDim }, position) => {
      const isLast = position === fitted.length - 1
      // Spaces at the end of a line would only break the lines of a narrower window.
      const cell = pad(cut(row[index] ?? '', columnWidth), isLast && side === 'left' ? 0 : columnWidth, side)
      return isHead || isDim ? paint('dim', cell) : cell
    })
    return `${texts.join(gap).trimEnd()}\n`
  }
  return [columns.map(({ head }) => head), ...cells].map((row, index) => lineOf(row, index === 0)).join('')
}

const widest = (texts: readonly string[]): number => Math.max(0, ...texts.map((text) => stringWidth(text)))

interface Fitted extends Column {
  readonly index: number
  readonly width: number
}

/** Makes columns fit. If their smallest widths are too wide, leaves out columns, and the others get the room. */
function fitColumns(columns: readonly Fitted[], width: number): readonly Fitted[] {
  const least = columns.reduce(
    (sum, column) => sum + Math.min(column.width, column.least ?? column.width),
    (columns.length - 1) * gap.length,
  )
  return least > width && columns.length > 1 ? fitColumns(withoutLeast(columns), width) : shrunk(columns, width)
}

/** Shrinks columns until a row fits. Begins with the columns that are furthest above their smallest width. */
function shrunk(columns: readonly Fitted[], width: number): readonly Fitted[] {
  const total = columns.reduce((sum, column) => sum + column.width, (columns.length - 1) * gap.length)
  const spare = columns.map((column) => column.width - (column.least ?? column.width))
  const most = Math.max(...spare)
  if (total <= width || most <= 0) return columns
  const widestIndex = spare.indexOf(most)
  // Shrinks the column in one step to the spare width of the next one. One step for each character would be slow for a long text.
  const next = Math.max(0, ...spare.filter((_, index) => index !== widestIndex))
  const by = Math.min(total - width, Math.max(1, most - next))
  return shrunk(
    columns.map((column, index) => (index === widestIndex ? { ...column, width: column.width - by } : column)),
    width,
  )
}

/** Leaves out the least important column. If several are equally important, the last one of them. */
function withoutLeast(columns: readonly Fitted[]): readonly Fitted[] {
  const importances = columns.map(({ importance = Number.POSITIVE_INFINITY }) => importance)
  return columns.toSpliced(importances.lastIndexOf(Math.min(...importances)), 1)
}

/** Longest value that a terminal shows. */
const longestValue = 500

/**
 * Formats names and values, one pair a line. A terminal breaks long values between words. A name that takes too much room, and a word that does not
 * fit beside the names, get a line of their own. A file or a pipe gets whole values, after a tab.
 */
export function pairsOf(pairs: readonly (readonly [name: string, value: string])[], { width, paint }: Screen): string {
  const lines = pairs.map(([name, value]) => [oneLine(name), oneLine(value)] as const)
  if (width === undefined) return lines.map((pair) => `${pair.join('\t')}\n`).join('')
  const most = Math.max(16, Math.floor(width / 3))
  const first = widest(lines.map(([name]) => name).filter((name) => stringWidth(name) <= most))
  const beside = width - first - gap.length
  return lines
    .map(([name, value]) => {
      const shown = cut(value, longestValue)
      const fits = stringWidth(name) <= first && widest(shown.split(' ')) <= beside
      const head = fits ? `${paint('dim', pad(name, first, 'left'))}${gap}` : `${paint('dim', name)}\n${gap}`
      const indent = fits ? ' '.repeat(first + gap.length) : gap
      return `${head}${wrap(shown, fits ? beside : width - gap.length).join(`\n${indent}`)}\n`
    })
    .join('')
}
