import { valueAt } from './value-at.ts'

/** An event's chosen fields by their dotted names, null where it has none; the event itself where none are chosen. */
export function only(event: object, fields: readonly string[] | undefined): object {
  if (!fields) return event
  return Object.fromEntries(fields.map((name) => [name, valueAt(event, name) ?? null]))
}
