import { attendanceRequestFields, isAttendance } from '../read/response-schema.ts'
import { memoize } from '../values/schema.ts'
import type { Members, Shape } from '../values/shape.ts'
import type { Schemas, Writable } from '../version/dialect.ts'
import { type FieldTable, namedIn, sendableIn } from '../version/fields.ts'
import { schemaOfCall } from './request-body.ts'

/** The field tables of a version. */
export interface VersionTables {
  readonly event: FieldTable
  readonly eventLinks: FieldTable
  /** The shape of the resources that the version embeds in events. */
  readonly embedded?: Shape
  readonly attendance: FieldTable
}

/** Returns a function that makes the schemas of a version for a service's prefix, and caches those of the latest prefix. */
export const schemasOf = ({
  event,
  eventLinks,
  embedded,
  attendance,
}: VersionTables): ((namespace: string) => Schemas) =>
  memoize((namespace) => {
    const named = (table: FieldTable) => namedIn(namespace, table)
    const fields: Members = {
      ...named(event),
      _links: { kind: { fields: named(eventLinks) }, nullable: false },
      ...(embedded && { _embedded: { kind: embedded, always: true } }),
    }
    /** @param given the fields that the argument may have, by their names in the argument */
    const writable = (given: FieldTable, sendable: FieldTable, isChange: boolean) => ({
      names: Object.keys(given),
      sendable,
      schema: memoize(() => schemaOfCall(given, isChange)),
    })
    const ofEvents = named(sendableIn(event))
    const ofEvent = (isChange: boolean): Writable => ({
      ...writable(ofEvents, ofEvents, isChange),
      noun: 'an event',
      fields: named(event),
      link: 'osdi:creator',
      nameOf: String,
    })
    // In the argument, fields of an attendance with the service's prefix have no prefix.
    const nameOf = (name: string) => (attendance[name]?.own ? `${namespace}:${name}` : name)
    const ofAttendance = (table: FieldTable, isChange: boolean): Writable => {
      const { person, ...changeable } = sendableIn(table)
      const given = isChange || !person ? changeable : { person, ...changeable }
      return {
        ...writable(given, named(given), isChange),
        noun: 'an attendance',
        fields: named(table),
        link: 'osdi:person',
        nameOf,
      }
    }
    return {
      event: { fields },
      attendance: { fields: named(attendance), check: isAttendance },
      newEvent: ofEvent(false),
      eventChanges: ofEvent(true),
      newAttendance: ofAttendance({ ...attendance, ...attendanceRequestFields }, false),
      attendanceChanges: ofAttendance(attendance, true),
    }
  })
