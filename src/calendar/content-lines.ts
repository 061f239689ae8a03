// How iCalendar writes values and lines (RFC 5545 §3.1, §3.3).

/** A text without control characters: no iCalendar has any, and some readers refuse a whole calendar for one. */
const clean = (text: string) => text.replace(/\r\n?/g, '\n').replace(/[^\P{Cc}\n\t]/gu, '')

/** A text in one line, for places without escapes. */
export const oneLine = (text: string): string => text.replace(/\p{Cc}+/gu, ' ').trim()

/** A value of the type TEXT (§3.3.11). */
export const textValue = (text: string): string =>
  clean(text)
    .toWellFormed()
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A date-time without zone, from one such as `2026-06-20T10:00:00` (§3.3.5). A fraction is left out. */
export const localText = (clock: string): string => clock.slice(0, 19).replace(/[-:]/g, '')

/** A date-time in UTC (§3.3.5). */
export const utcText = (moment: Date): string => `${localText(moment.toISOString())}Z`

/** A value of the type URI (§3.3.13), which has no escapes. Undefined for what is no web address. */
export function uriValue(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined
  return url && /^https?:$/.test(url.protocol) ? url.href.replaceAll('\\', '%5C') : undefined
}

/** Bytes of a character in UTF-8. */
const bytesOf = (character: string) => {
  const point = character.codePointAt(0) ?? 0
  return point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
}

/** Most bytes of a line. */
const longest = 75

/** Breaks a line into lines of at most 75 bytes. Each but the first begins with a space (§3.1). No character is cut. */
function fold(line: string): string {
  if (line.length * 3 <= longest) return line
  let [folded, bytes] = ['', 0]
  for (const character of line) {
    const length = bytesOf(character)
    if (bytes + length > longest) [folded, bytes] = [`${folded}\r\n `, 1]
    folded += character
    bytes += length
  }
  return folded
}

/** The text of a calendar. */
export const calendarText = (lines: readonly string[]): string => lines.map((line) => `${fold(line)}\r\n`).join('')
