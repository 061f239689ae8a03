import type * as z from 'zod/mini'
import type { Collection } from '../hal/hal.ts'
import type { Shape } from '../values/shape.ts'
import type { FieldKind } from './filter.ts'

/** The schemas of one version under one namespace. */
export interface Schemas {
  /** One event of a response. */
  readonly event: Shape
  /** One attendance of a response. */
  readonly attendance: Shape
  /** The fields of a POST. */
  readonly newEvent: z.ZodMiniType
  /** The fields of a PUT. */
  readonly changes: z.ZodMiniType
  /** Names of the fields that may be sent. */
  readonly sendable: readonly string[]
  /** Every field name that the spec's tables document, sendable or not. */
  readonly documented: ReadonlySet<string>
}

/** All that a version of the API asks of the client, as data. */
export interface Dialect {
  /** Its segment in the path: `<baseUrl>/api/<segment>/` (v1 §9.1, v2 §9.1). */
  readonly segment: string
  /** Name of the header that carries the key (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  /** What this version calls a field, by the other version's name, both without prefix: for advice in errors. */
  readonly renamedFrom: Readonly<Record<string, string>>
  /** Fields, without prefix, that the other version alone has. */
  readonly unsupported: readonly string[]
  /** Whether a POST with an identifier that an event has changes that event instead of making another (v1 §1.3; v2 §4.10 leaves it open). */
  readonly createIsUpsert: boolean
  /** Fields that a list can be filtered by, and what they hold. */
  readonly filterable: Readonly<Record<string, FieldKind>>
  /** The field that says when an event was last changed. */
  readonly modified: string
  /** The attendances of an event: their links, and what a list of them can be filtered by. */
  readonly attendances: AttendancesDialect
  schemas(namespace: string): Schemas
}

/** What a version calls the attendances of an event. */
export interface AttendancesDialect {
  /** The relation of an event's link to them, which is the last segment of their address as well. */
  readonly relation: string
  /** Relations of an event's links to where one is recorded, the one to prefer first. */
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
  /** What `attendances` filters by. */
  readonly attendanceFilter: object
}

/** The type of a field that the service alone sets. No value has it: the compiler names it where one is given all the same. */
export interface SetByTheService {
  /** Nothing has it. */
  readonly noValue: 'set by the service'
}

/** The type of a field that this version of the API has under another `Name`. No value has it. */
export interface ThisVersionCallsIt<Name extends string> {
  /** Nothing has it. */
  readonly noValue: Name
}

/** The type of a field that the other version alone has. No value has it. */
export interface NotInThisVersion {
  /** Nothing has it. */
  readonly noValue: 'the other version alone has it'
}

/** Fields that nobody can send. It can be called, for what can be called is in no editor's list of the fields to choose from. */
export interface Refusing {
  (refused: never): never
  /** Written by the service; a creator is given as the option `creator`. */
  readonly _links?: SetByTheService | undefined
  /** Written by the service. */
  readonly _embedded?: SetByTheService | undefined
}
