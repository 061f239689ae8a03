/** Edit distance: the least number of letters to insert, remove, replace or swap with a neighbour, to turn one text into the other. */
function editDistance(one: string, other: string): number {
  const rows = [Array.from({ length: other.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let row = 1; row <= one.length; row += 1) {
    const costs = [row]
    rows.push(costs)
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1]
      const isExchanged = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      costs[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
  }
  return at(one.length, other.length)
}

const lettersAndDigits = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** The last part of a dotted or prefixed name. */
const lastPart = (name: string) => name.replace(/^.*[.:]/s, '')

/** Maximum length of names to compare. The comparison of longer names would be slow. */
const maxNameLength = 100

/**
 * Finds the known name that a mistyped name probably means. The mistyped name may differ in case or punctuation, lack a prefix or parent, be only the
 * beginning of the known name, or have wrong letters.
 *
 * @param share the fraction of letters in the last part of the name that may be wrong
 */
export function nearestName(name: string, known: readonly string[], share = 1 / 4): string | undefined {
  if (name.length > maxNameLength) return undefined
  const bare = name.replace(/^[^.]*?(?::|location\.)/, '')
  const clear = known.find(
    (each) =>
      lettersAndDigits(each) === lettersAndDigits(name) ||
      each.endsWith(`.${bare}`) ||
      each.endsWith(`:${bare}`) ||
      each.startsWith(`${name}_`),
  )
  if (clear !== undefined) return clear
  const limit = Math.max(1, Math.floor(lastPart(name).length * share))
  const [best] = known
    .filter((each) => each.length <= maxNameLength && Math.abs(each.length - name.length) <= limit)
    .map((each) => ({ each, cost: editDistance(name, each) }))
    .filter(({ cost }) => cost <= limit)
    .sort((one, other) => one.cost - other.cost)
  return best?.each
}
