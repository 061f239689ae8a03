const address = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u

/** Whether a text looks like an e-mail address: something on either side of one `@`, without spaces. */
export const isEmail = (text: string): boolean => address.test(text)

/** Encodes a query value like `URL`, which encodes `'` too. */
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

/** A function that tests whether a text matches a pattern. Each `*` matches any text, including an empty one. */
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
