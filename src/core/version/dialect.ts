import type * as z from 'zod/mini'
import type { Collection } from '../hal/hal.ts'
import type { Shape } from '../values/shape.ts'
import type { FieldTable } from './fields.ts'
import type { FieldKind } from './filter.ts'

/** The schemas of one version, for a service with one namespace. */
export interface Schemas {
  /** One event of a response. */
  readonly event: Shape
  /** One attendance of a response. */
  readonly attendance: Shape
  readonly newEvent: Writable
  readonly eventChanges: Writable
  readonly newAttendance: Writable
  readonly attendanceChanges: Writable
}

/** What a POST or a PUT may contain. The names in tables are those of JSON. */
export interface Writable {
  /** What the fields describe, for error messages. */
  readonly noun: 'an event' | 'an attendance'
  /** Names of the fields that the argument may have. */
  readonly names: readonly string[]
  /** Every documented field, also those that only the service sets. */
  readonly fields: FieldTable
  /** The fields that may be sent, in the order of error messages. */
  readonly sendable: FieldTable
  /** The relation of the link that the client itself adds to the body. */
  readonly link: string
  /** Maps a field name of the argument to its name in JSON. */
  nameOf(name: string): string
  /** The schema of the argument. */
  schema(): z.ZodMiniType
}

/** The differences between versions of the API, as data. */
export interface Dialect {
  /** Its name, such as `v2`: the last segment of the default path, `/api/v2` (v1 §9.1, v2 §9.1). */
  readonly segment: string
  /** Name of the header that carries the key, unless the option `keyHeader` names another (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  /**
   * Maps field names of the other version to those of this version, all without a prefix such as `action_network:`. Error messages use the map for
   * advice.
   */
  readonly renamedFrom: Readonly<Record<string, string>>
  /** Names of the fields that only the other version has, without a prefix such as `action_network:`. */
  readonly unsupported: readonly string[]
  /** Whether a POST with the identifier of an existing event updates that event (v1 §1.3; v2 §4.10 leaves it open). */
  readonly createIsUpsert: boolean
  /** The fields that a filter can use, and how it compares each. */
  readonly filterable: Readonly<Record<string, FieldKind>>
  /** Name of the field with the time of the last change. */
  readonly modified: string
  /** The relations and the filters of attendances. */
  readonly attendances: AttendancesDialect
  schemas(namespace: string): Schemas
}

/** The relations and the filters of attendances in a version. */
export interface AttendancesDialect {
  /** The relation of an event's link to its attendances. Without `osdi:`, it is also the last segment of the target's path. */
  readonly relation: string
  /** Relations of an event's links to which the client can POST an attendance. The client uses the first one that the event has. */
  readonly recordRelations: readonly string[]
  readonly filterable: Readonly<Record<string, FieldKind>>
}

/** The types of a version of the API: what its client takes and returns. */
export interface VersionTypes {
  /** An event in a response. */
  readonly event: object
  /** One page of events in a response. */
  readonly page: Collection<object>
  /** What `create` takes. */
  readonly created: object
  /** What `update` takes. */
  readonly changed: object
  /** What `list` filters by. */
  readonly filter: object
  /** An attendance in a response. */
  readonly attendance: object
  /** What `recordAttendance` takes. */
  readonly newAttendance: object
  /** What `updateAttendance` takes. */
  readonly attendanceChanges: object
  /** What `attendances` filters by. */
  readonly attendanceFilter: object
}

/** The type of a field that only the service sets. No value has this type, so the compiler's error shows the name of the type. */
export interface SetByTheService {
  /** Nothing has it. */
  readonly noValue: 'set by the service'
}

/** The type of a field that has another name in this version: `Name`. No value has this type, so the compiler's error shows `Name`. */
export interface ThisVersionCallsIt<Name extends string> {
  /** Nothing has it. */
  readonly noValue: Name
}

/** The type of a field that only the other version has. No value has this type. */
export interface NotInThisVersion {
  /** Nothing has it. */
  readonly noValue: 'the other version alone has it'
}

/** Fields that cannot be sent. Because of the call signature, editors do not suggest them. */
export interface Refusing {
  (refused: never): never
  /** Written by the service. To set the creator, use the option `creator`. */
  readonly _links?: SetByTheService | undefined
  /** Written by the service. */
  readonly _embedded?: SetByTheService | undefined
}
