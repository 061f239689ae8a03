import type { EventFacts } from '../facts.ts'
import { quoted } from '../text/json.ts'
import type { Dialect } from './dialect.ts'

/** Fields without a value, left out or shown as `null` (assumption `unset`). */
export type Unset = 'absent' | 'null'

type Plain = Record<string, unknown>

/** Copies what has a value, and shows the rest as the assumption says. */
export function present(fields: Readonly<Plain>, unset: Unset): Plain {
  const shown: Plain = {}
  for (const name of Object.keys(fields)) {
    const value = fields[name]
    if (value !== undefined) shown[name] = value
    else if (unset === 'null') shown[name] = null
  }
  return shown
}

/** Writes the facts of an event under a version's names, as members of a JSON object, each with a comma behind it. */
export type EventWriter = (facts: EventFacts) => string

/** A version's writer: it writes no field that the version's tables lack (v1 §9.2). */
export function eventWriter(dialect: Dialect, unset: Unset): EventWriter {
  // Worked out once: every answer with an event in it is written by this.
  const fields = dialect.fields.map(({ wire, fact, members }) => ({ name: `${quoted(wire)}:`, fact, members }))
  const nothing = unset === 'null'
  return (facts) => {
    let text = ''
    for (const { name, fact, members } of fields) {
      const value = facts[fact]
      if (typeof value === 'string') text += `${name}${quoted(value)},`
      else if (typeof value === 'object') text += `${name}${written(value, members, unset)},`
      else if (value !== undefined) text += `${name}${value},`
      else if (nothing) text += `${name}null,`
    }
    return text
  }
}

function written(value: object, names: Readonly<Plain> | undefined, unset: Unset): string {
  // JSON has no undefined: what is unset is left out by itself.
  if (Array.isArray(value) || (unset === 'absent' && !names)) return JSON.stringify(value)
  const shown = present({ ...value }, unset)
  return JSON.stringify(names ? renamed(shown, names) : shown)
}

const renamed = (value: Plain, names: Readonly<Plain>): Plain =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))
