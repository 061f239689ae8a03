import type { EventFacts } from '../facts.ts'
import { isObject, quoted } from '../text/json.ts'
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

/** A field, and its text for the value that it had last: many have the same in one event after the other. */
interface Column {
  readonly fact: keyof EventFacts
  readonly name: string
  readonly members: Readonly<Record<string, string>> | undefined
  last: unknown
  text: string
}

/** A version's writer: it writes no field that the version's tables lack (v1 §9.2). */
export function eventWriter(dialect: Dialect, unset: Unset): EventWriter {
  const nothing = (name: string) => (unset === 'null' ? `${name}null,` : '')
  const columns = dialect.fields.map(({ wire, fact, members }): Column => {
    const name = `${quoted(wire)}:`
    return { fact, name, members, last: undefined, text: nothing(name) }
  })
  return (facts) => {
    let text = ''
    for (const column of columns) {
      const value = facts[column.fact]
      if (value !== column.last) {
        column.last = value
        column.text =
          value === undefined ? nothing(column.name) : `${column.name}${written(value, column.members, unset)},`
      }
      text += column.text
    }
    return text
  }
}

function written(value: unknown, names: Readonly<Plain> | undefined, unset: Unset): string {
  if (typeof value === 'string') return quoted(value)
  // JSON has no undefined: what is unset is left out by itself.
  if (!isObject(value) || (unset === 'absent' && !names)) return JSON.stringify(value)
  const shown = present({ ...value }, unset)
  return JSON.stringify(names ? renamed(shown, names) : shown)
}

const renamed = (value: Plain, names: Readonly<Plain>): Plain =>
  Object.fromEntries(Object.entries(value).map(([name, member]) => [names[name] ?? name, member]))
