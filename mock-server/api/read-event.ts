import type { Dialect } from '../dialects/dialect.ts'
import type { EventInput } from '../store/model.ts'
import type { JsonObject } from '../text/json.ts'
import { type InvalidPart, type Nulls, type Report, reportHal, reportUnknown } from './read.ts'
import { readFields } from './read-fields.ts'
import type { View } from './view.ts'

/** The fields of an event in a body. */
interface ReadEvent {
  readonly input: EventInput
  /** Invalid and unused parts of the body. The handler decides which parts it ignores, and for which it refuses the request. */
  readonly invalid: readonly InvalidPart[]
}

/** How `readEvent` reads a body. */
interface EventReading {
  readonly isNew: boolean
  readonly nulls: Nulls
  /** Relations of the links that the request can set. */
  readonly relations: readonly string[]
}

/** Reads the fields of an event from a body, by their names in a version. */
export function readEvent(
  { context, dialect }: View,
  body: JsonObject,
  { relations, ...write }: EventReading,
): ReadEvent {
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const fields = dialect.fields.events
  const input = readFields(
    { context, version: dialect.version, ...write, report, path: '', postalCode: dialect.policy.postalCode },
    fields,
    body,
  )
  const known = new Set([...fields.map(({ wire }) => wire), ...embeddedPeople(dialect, body, report)])
  const other = context.dialects[dialect.version === 'v1' ? 'v2' : 'v1'].fields.events
  const nameOf = (name: string) => {
    const same = other.find(({ wire }) => wire === name)?.fieldName
    return fields.find(({ fieldName }) => fieldName === same)?.wire
  }
  reportUnknown(body, known, `is not a field of an event in version ${dialect.version.slice(1)}`, report, nameOf)
  reportHal(body, relations, report)
  return { input, invalid }
}

/**
 * The names of embedded people, which version 1 lists as fields (v1 §2.1). Reports those that the body has, because a caller cannot set
 * them.
 */
function embeddedPeople({ embedsPeople }: Dialect, body: JsonObject, report: Report): readonly string[] {
  const names = embedsPeople === 'always' ? ['osdi:creator', 'osdi:organizer'] : []
  for (const name of names)
    if (body[name] !== undefined) report(name, 'can only be set by the service', 'never refused')
  return names
}
