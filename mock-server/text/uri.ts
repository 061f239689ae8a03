/** Decodes one segment of a path; undefined where its percent signs encode nothing. */
export function decodeSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
