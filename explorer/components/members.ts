/** A JSON object. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
