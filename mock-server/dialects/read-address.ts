import type { AddressInput } from '../model.ts'
import type { JsonObject } from '../text/json.ts'

/** What `null` does: it clears, as in a PUT, or is one more invalid entry, as in a POST. */
export type Nulls = 'clear' | 'invalid'

const countryCode = /^[A-Za-z]{2}$/

const parts = ['venue', 'locality', 'region', 'postal_code', 'country'] as const
// In the table, and always overwritten: what is sent makes no difference (v1 §2.2, v2 §2.2).
const overwritten = ['language', 'location']

/** Reads the parts of a location. One that is invalid is reported and left out; of `null` it is as for fields. */
export function readAddress(location: JsonObject, nulls: Nulls, report: (member: string) => void): AddressInput {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(location)) {
    if (overwritten.includes(name)) continue
    const valid = name === 'address_lines' ? firstLine(value) : part(name, value)
    if (valid === undefined || (valid === null && nulls === 'invalid')) report(name)
    else read[name] = valid
  }
  return read
}

function part(name: string, value: unknown): string | null | undefined {
  if (!(parts as readonly string[]).includes(name)) return undefined
  if (value === null) return null
  if (typeof value !== 'string') return undefined
  if (name !== 'country') return value
  return countryCode.test(value) ? value.toUpperCase() : undefined
}

/** Only the first line is used (v1 §2.2, v2 §2.2). */
function firstLine(value: unknown): readonly string[] | null | undefined {
  if (value === null) return null
  return Array.isArray(value) && value.every((line) => typeof line === 'string') ? value.slice(0, 1) : undefined
}
