import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/**
 * Makes untrusted text safe for a terminal, in one line. Line breaks and tabs become spaces. All other control and bidirectional characters, which
 * could move the cursor or show words in another order, become escapes such as `\u001b`.
 */
export const oneLine = (text: string): string =>
  text
    .replace(/[\s\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cc}\p{Bidi_Control}]/gu, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .trim()

const numberFormat = new Intl.NumberFormat('en')

/** A number for people, such as `12,000`. */
export const formatNumber = (number: number): string => numberFormat.format(number)

/** A count for people, such as `1 request` or `12,000 requests`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`

/** Cuts a text to a number of columns. A cut text ends with `…`. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text
  let [kept, width] = ['', 0]
  for (const { segment } of graphemes.segment(text)) {
    width += stringWidth(segment)
    if (width > columns - 1) break
    kept += segment
  }
  return `${kept.trimEnd()}…`
}

/** Breaks a text between words, into lines of at most this many columns. A longer word, such as an address, gets a line of its own. */
export const wrap = (text: string, columns: number): readonly string[] => wrapWords(text.split(' '), columns)

/** Like {@link wrap}, for words that may have spaces. */
export function wrapWords(words: readonly string[], columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`
    if (line !== '' && stringWidth(longer) > columns) {
      lines.push(line)
      line = word
    } else line = longer
  }
  return [...lines, line]
}

/** A mark of width 0 that ends right-to-left text, so that the terminal does not move the columns after it to the other side. */
const leftToRightMark = '\u200e'

/** Fills a text with spaces to a number of columns. */
export function pad(text: string, columns: number, side: 'left' | 'right'): string {
  const spaces = ' '.repeat(Math.max(0, columns - stringWidth(text)))
  const marked = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u.test(text)
    ? `${text}${leftToRightMark}`
    : text
  return side === 'left' ? `${marked}${spaces}` : `${spaces}${marked}`
}
