const units = [
  ['w', 604_800],
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const

/** How long something takes, by its two largest units. */
export function shownSpan(milliseconds: number): string {
  let left = Math.max(0, Math.floor(milliseconds / 1000))
  const parts = units.map(([name, seconds]) => {
    const number = Math.floor(left / seconds)
    left -= number * seconds
    return [number, name] as const
  })
  const first = parts.findIndex(([number]) => number > 0)
  if (first < 0) return '0 s'
  return parts
    .slice(first, first + 2)
    .filter(([number]) => number > 0)
    .map((part) => part.join(' '))
    .join(' ')
}
