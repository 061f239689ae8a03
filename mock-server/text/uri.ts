/** Encodes one segment of a path. A colon may stand in one as it is (RFC 3986 §3.3). */
export const encodeSegment = (segment: string): string => encodeURIComponent(segment).replaceAll('%3A', ':')

/** Decodes one segment of a path; undefined where its percent signs encode nothing. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
