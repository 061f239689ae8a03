const address = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

/** Whether a text looks like an e-mail address: one `@` with text on both sides, and no spaces. */
export const isEmail = (text: string): boolean => address.test(text)

/** Percent-encodes the value of a query parameter. Also encodes `'`, as `URL` does. */
export const encodeValue = (value: string): string => encodeURIComponent(value).replaceAll("'", '%27')

/** Random bytes as lower-case hexadecimal digits. */
export const randomHex = (bytes: number): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/** Decodes one segment of a path; undefined if its percent-encoding is invalid. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}

/** Returns a function that tests whether a text matches a pattern. Each `*` matches any text, even the empty text. */
export function wildcardMatcher(pattern: string): (text: string) => boolean {
  const [head = '', ...rest] = pattern.split('*')
  const tail = rest.pop()
  if (tail === undefined) return (text) => text === pattern
  return (text) => {
    if (!text.startsWith(head)) return false
    let at = head.length
    for (const part of rest) {
      const index = text.indexOf(part, at)
      if (index < 0) return false
      at = index + part.length
    }
    return text.length - tail.length >= at && text.endsWith(tail)
  }
}

/**
 * Counts the typing errors between two words: added, missing, changed and swapped letters. If the lengths differ by more than two, returns
 * only the difference of the lengths.
 */
export function typingErrors(word: string, other: string): number {
  const difference = Math.abs(word.length - other.length)
  if (difference > 2) return difference
  let [last, row]: readonly [readonly number[], readonly number[]] = [[], Array.from(` ${other}`, (_, at) => at)]
  for (const [index, letter] of [...word].entries()) {
    const next = [index + 1]
    for (const [at, expected] of [...other].entries()) {
      const errors = (among: readonly number[], position: number) => among[position] ?? Number.POSITIVE_INFINITY
      const isSwapped = letter === other[at - 1] && word[index - 1] === expected
      next.push(
        Math.min(
          errors(row, at + 1) + 1,
          errors(next, at) + 1,
          errors(row, at) + (letter === expected ? 0 : 1),
          isSwapped ? errors(last, at - 1) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
    ;[last, row] = [row, next]
  }
  return row.at(-1) ?? 0
}

/** Maximum number of typing errors in a name that {@link nearestName} recognizes. */
const maxErrors = 2

/** The known name that a mistyped name may mean; or the one that it begins, such as `start_date` for `start`. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const word = given.toLowerCase()
  const errorsIn = (name: string) => typingErrors(word, name.toLowerCase())
  const [near] = known
    .filter((name) => errorsIn(name) <= Math.min(maxErrors, name.length / 3))
    .toSorted((one, other) => errorsIn(one) - errorsIn(other))
  return near ?? known.find((name) => name.startsWith(`${word}_`))
}
