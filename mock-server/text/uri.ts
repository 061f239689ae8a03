// Of these nothing is encoded, and ids hold nothing else.
const plain = /^[\w.:-]*$/

/** Encodes one segment of a path. A colon may stand in one as it is (RFC 3986 §3.3). */
export const encodeSegment = (segment: string): string =>
  plain.test(segment) ? segment : encodeURIComponent(segment).replaceAll('%3A', ':')

/** Decodes one segment of a path; undefined where its percent signs encode nothing. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
