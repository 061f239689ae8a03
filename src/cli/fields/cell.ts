const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** A value as the text of one cell: nothing for what is not set, a list of plain values with semicolons between, JSON for all else. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every(isPlain)) return value.map(cellOf).join('; ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
