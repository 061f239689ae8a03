import type { EventFacts } from '../facts.ts'
import type { Dialect } from './dialect.ts'

/** Fields without a value, left out or shown as `null` (assumption `unset`). */
export type Unset = 'absent' | 'null'

type Plain = Record<string, unknown>

/** Copies what has a value, and shows the rest as the assumption says. */
export function present(fields: Readonly<Plain>, unset: Unset): Plain {
  const shown =
    unset === 'absent' ? Object.entries(fields).filter(([, value]) => value !== undefined) : Object.entries(fields)
  return Object.fromEntries(shown.map(([name, value]) => [name, value ?? null]))
}

/** The facts of an event under a version's names: no field that its tables lack (v1 §9.2). */
export function projectEvent(dialect: Dialect, facts: EventFacts, unset: Unset): Plain {
  const shown = { ...facts, location: present({ ...facts.location }, unset) }
  const fields = dialect.fields.map(({ wire, fact, members }) => [
    wire,
    members ? rename(shown[fact], members) : shown[fact],
  ])
  return present(Object.fromEntries(fields), unset)
}

function rename(value: unknown, members: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [members[name] ?? name, member]))
}
