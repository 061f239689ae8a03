import { placesOf, replaced } from './places.ts'

/** What breaks a text into lines, also where JSON or an address escapes it, and what indents the next one. */
export const lineBreak = /(?:[\r\n]|\\{1,8}[nr]|%(?:25)*0[ad])(?:\s|\\{1,8}[nrt]|%(?:25)*(?:0[ad9]|20))*/gi

/** A text without its line breaks. */
export interface Unbroken {
  readonly plain: string
  /** Where a character of it stands in the text with them; -1 for one before the first. */
  from(at: number): number
}

/** Undefined for a text of one line. */
export function unbroken(text: string): Unbroken | undefined {
  if (text.search(lineBreak) < 0) return undefined
  let plain = ''
  let last = 0
  const places: number[] = []
  const keep = (end: number) => {
    plain += text.slice(last, end)
    for (let at = last; at < end; at += 1) places.push(at)
  }
  for (const { index, 0: found } of text.matchAll(lineBreak)) {
    keep(index)
    last = index + found.length
  }
  keep(text.length)
  return { plain, from: (at) => places[at] ?? -1 }
}

/** A text with something else in place of what patterns find where line breaks stand in the middle of it, as in base64. */
export function replaceAcrossLines(text: string, patterns: readonly RegExp[], by: string): string {
  const lines = unbroken(text)
  if (!lines) return text
  const { plain, from } = lines
  const places = placesOf(plain, patterns).map(([start, end]) => [from(start), from(end - 1) + 1] as const)
  return replaced(text, places, by)
}
