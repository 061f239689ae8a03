import type { EventFacts } from '../facts.ts'
import type { Dialect } from './dialect.ts'

/** Fields without a value, left out or shown as `null` (assumption `unset`). */
export type Unset = 'absent' | 'null'

type Plain = Record<string, unknown>

/** Copies what has a value, and shows the rest as the assumption says. */
export function present(fields: Readonly<Plain>, unset: Unset): Plain {
  const shown: Plain = {}
  for (const name of Object.keys(fields)) show(shown, name, fields[name], unset)
  return shown
}

function show(shown: Plain, name: string, value: unknown, unset: Unset): void {
  if (value !== undefined) shown[name] = value
  else if (unset === 'null') shown[name] = null
}

/** The facts of an event under a version's names: no field that its tables lack (v1 §9.2). */
export function projectEvent(dialect: Dialect, facts: EventFacts, unset: Unset): Plain {
  const shown: Plain = {}
  for (const { wire, fact, members } of dialect.fields) {
    const value = fact === 'location' ? present({ ...facts.location }, unset) : facts[fact]
    show(shown, wire, members ? rename(value, members) : value, unset)
  }
  return shown
}

function rename(value: unknown, members: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [members[name] ?? name, member]))
}
