import { fieldText } from '../run/field-values.ts'

/** Beginning of a cell that a spreadsheet program may run as a formula, or that has such a beginning behind apostrophes. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/

/** A text as `export` writes it: with an apostrophe in front if a spreadsheet program may run it. */
export const guarded = (text: string): string => (formula.test(text) ? `'${text}` : text)

/** Without the apostrophe of {@link guarded}. Other cells stay as they are. */
export const withoutFormulaQuote = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell

/** The value of a field as the text of a cell, before {@link guarded}. */
export const textOf = (name: string, value: unknown): string =>
  Array.isArray(value) ? listText(name, value) : fieldText(name, value)

/** Entries with semicolons between them, where {@link entriesOf} reads the same list. Otherwise a JSON array. */
function listText(name: string, list: readonly unknown[]): string {
  const text = fieldText(name, list)
  const read = entriesOf(text)
  const isExact = read.length === list.length && read.every((entry, index) => entry === list[index])
  return isExact ? text : JSON.stringify(list)
}

/** The entries of a list in a cell: those of a JSON array, or texts with semicolons or line breaks between them. */
export const entriesOf = (text: string): readonly unknown[] =>
  jsonArrayIn(text) ??
  text
    .split(/[;\r\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

function jsonArrayIn(text: string): readonly unknown[] | undefined {
  if (!text.startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/**
 * Whether a text from a file is that of a value. A file of UTF-8 has no lone surrogates. Spreadsheet programs save other line breaks, and the reader of
 * tables trims cells.
 */
export const isShown = (text: string, name: string, value: unknown): boolean =>
  asRead(text) === asRead(guarded(textOf(name, value)))

const asRead = (cell: string): string => withoutFormulaQuote(cell.toWellFormed().replace(/\r\n?/g, '\n').trim())
