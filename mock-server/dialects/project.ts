import type { EventFacts } from '../facts.ts'
import { isObject, type JsonObject, quoted } from '../text/json.ts'
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

/** A field, and how the value that it had last is written: many have the same in one event after the other. */
interface Column {
  readonly fact: keyof EventFacts
  /** As JSON, with a colon behind it. */
  readonly name: string
  readonly members: Readonly<Record<string, string>> | undefined
  last: unknown
  /** Undefined where the field is left out. */
  shown: string | undefined
}

/** A version's writer: it writes no field that the version's tables lack (v1 §9.2). */
export function eventWriter(dialect: Dialect, unset: Unset): EventWriter {
  const nothing = unset === 'null' ? 'null' : undefined
  const columns = dialect.fields.map(
    ({ wire, fact, members }): Column => ({ fact, name: `${quoted(wire)}:`, members, last: undefined, shown: nothing }),
  )
  return (facts) => {
    let text = ''
    for (const column of columns) {
      const value = facts[column.fact]
      if (value !== column.last) {
        column.last = value
        column.shown = value === undefined ? nothing : written(value, column.members, unset)
      }
      if (column.shown === undefined) continue
      // One after the other: put together first, they would be pieces of pieces.
      text += column.name
      text += column.shown
      text += ','
    }
    return text
  }
}

function written(value: unknown, names: Column['members'], unset: Unset): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (Array.isArray(value)) return `[${value.map((entry) => written(entry, undefined, unset)).join(',')}]`
  return isObject(value) ? writtenObject(value, names, unset) : JSON.stringify(value)
}

// Piece by piece: a copy of the object for JSON.stringify, its names changed, would take several times as long.
function writtenObject(value: JsonObject, names: Column['members'], unset: Unset): string {
  let text = ''
  for (const name of Object.keys(value)) {
    const member = value[name]
    if (member === undefined && unset === 'absent') continue
    const shown = member === undefined ? 'null' : written(member, undefined, unset)
    text += `${text && ','}"${names?.[name] ?? name}":${shown}`
  }
  return `{${text}}`
}
