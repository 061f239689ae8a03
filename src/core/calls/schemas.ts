import { isAttendance } from '../read/response-schema.ts'
import { memoize } from '../values/schema.ts'
import type { Members, Shape } from '../values/shape.ts'
import type { Schemas } from '../version/dialect.ts'
import { type FieldTable, namedIn, sendableIn } from '../version/fields.ts'
import { schemasToSend } from './request-body.ts'

/** The field tables of a version. */
export interface VersionTables {
  readonly event: FieldTable
  readonly eventLinks: FieldTable
  /** The shape of the resources that the version embeds in events. */
  readonly embedded?: Shape
  readonly attendance: FieldTable
}

/** Returns a function that makes the schemas of a version for a prefix, from its field tables. It remembers the schemas of the latest prefix. */
export const schemasOf = ({
  event,
  eventLinks,
  embedded,
  attendance,
}: VersionTables): ((namespace: string) => Schemas) =>
  memoize((namespace) => {
    const fields: Members = {
      ...namedIn(namespace, event),
      _links: { kind: { fields: namedIn(namespace, eventLinks) }, nullable: false },
      ...(embedded && { _embedded: { kind: embedded, always: true } }),
    }
    const sendable = namedIn(namespace, sendableIn(event))
    return {
      event: { fields },
      attendance: { fields: namedIn(namespace, attendance), check: isAttendance },
      ...schemasToSend(sendable),
      sendable: Object.keys(sendable),
      documented: new Set(Object.keys(fields)),
    }
  })
