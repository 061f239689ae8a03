import stringWidth from 'string-width'
import type { Screen } from './screen.ts'
import { cut, oneLine, pad, wrap } from './text.ts'

/** A column of a table. */
export interface Column {
  readonly head: string
  /** The side of the text. @default 'left' */
  readonly side?: 'left' | 'right'
  /** Smallest width; a column without it keeps the width of its longest cell. */
  readonly least?: number
  readonly isDim?: true
  /** If even the smallest widths do not fit, columns with a lower number leave first. @default Infinity */
  readonly importance?: number
  /** Whether a terminal leaves the column out if all cells are empty. */
  readonly isOptional?: true
}

const gap = '  '

/**
 * Formats rows as a table. On a terminal, the columns with `least` shrink until a row fits, and the table has a head. In a file or a pipe, cells are
 * whole and separated by tabs, without a head, so that other programs can read them.
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
  const fitted = shrunk(shown, width)
  const lineOf = (row: readonly string[], isHead: boolean) => {
    const texts = fitted.map(({ index, width: columnWidth, side = 'left', isDim }) => {
      const cell = pad(cut(row[index] ?? '', columnWidth), columnWidth, side)
      return isHead || isDim ? paint('dim', cell) : cell
    })
    return `${texts.join(gap).trimEnd()}\n`
  }
  return [columns.map(({ head }) => head), ...cells].map((row, index) => lineOf(row, index === 0)).join('')
}

const widest = (texts: readonly string[]): number => Math.max(...texts.map((text) => stringWidth(text)))

interface Fitted extends Column {
  readonly index: number
  readonly width: number
}

/** Shrinks columns, first those that are furthest above their smallest width, until a row fits. Leaves out columns if that is not enough. */
function shrunk(columns: readonly Fitted[], width: number): readonly Fitted[] {
  const total = columns.reduce((sum, column) => sum + column.width, (columns.length - 1) * gap.length)
  if (total <= width) return columns
  const spare = columns.map((column) => column.width - (column.least ?? column.width))
  const most = Math.max(...spare)
  if (most <= 0) return columns.length > 1 ? shrunk(withoutLeast(columns), width) : columns
  const widestIndex = spare.indexOf(most)
  // In one step to the spare width of the next column, so that a long text does not take a step for each character.
  const next = Math.max(0, ...spare.filter((_, index) => index !== widestIndex))
  const by = Math.min(total - width, Math.max(1, most - next))
  return shrunk(
    columns.map((column, index) => (index === widestIndex ? { ...column, width: column.width - by } : column)),
    width,
  )
}

/** Leaves out the least important column; of several, the last one. */
function withoutLeast(columns: readonly Fitted[]): readonly Fitted[] {
  const importances = columns.map(({ importance = Number.POSITIVE_INFINITY }) => importance)
  return columns.toSpliced(importances.lastIndexOf(Math.min(...importances)), 1)
}

/** Longest value that a terminal shows. */
const longestValue = 500

/** Formats names and values, one pair a line. A terminal breaks long values between words; a file or a pipe gets whole values, after a tab. */
export function pairsOf(pairs: readonly (readonly [name: string, value: string])[], { width, paint }: Screen): string {
  const lines = pairs.map(([name, value]) => [oneLine(name), oneLine(value)] as const)
  if (width === undefined) return lines.map((pair) => `${pair.join('\t')}\n`).join('')
  const first = widest(lines.map(([name]) => name))
  const indent = `\n${' '.repeat(first + gap.length)}`
  return lines
    .map(([name, value]) => {
      const wrapped = wrap(cut(value, longestValue), Math.max(20, width - first - gap.length))
      return `${paint('dim', pad(name, first, 'left'))}${gap}${wrapped.join(indent)}\n`
    })
    .join('')
}
