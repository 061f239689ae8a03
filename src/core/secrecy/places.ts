/** From where to where something stands in a text. */
export type Place = readonly [start: number, end: number]

/** Where patterns find something, one place over the other too: what repeats itself begins again before it ends. */
export function placesOf(text: string, patterns: readonly RegExp[]): Place[] {
  const places: Place[] = []
  for (const pattern of patterns) {
    pattern.lastIndex = 0
    for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
      places.push([found.index, found.index + found[0].length])
      pattern.lastIndex = found.index + 1
    }
  }
  return places
}

/** A text with something else at these places: once where they touch each other. */
export function replaced(text: string, places: readonly Place[], by: string): string {
  let clean = ''
  let done = -1
  for (const [start, end] of [...places].sort(([one], [other]) => one - other)) {
    if (start > done) clean += text.slice(Math.max(0, done), start) + by
    done = Math.max(done, end)
  }
  return clean + text.slice(Math.max(0, done))
}
