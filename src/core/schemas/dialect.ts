import type * as z from 'zod/mini'

/** The schemas of one version under one namespace. */
export interface Schemas {
  /** One event of an answer. */
  readonly event: z.ZodMiniType
  /** The fields of a POST. */
  readonly newEvent: z.ZodMiniType
  /** The fields of a PUT. */
  readonly changes: z.ZodMiniType
  /** Names of the fields that may be sent. */
  readonly sendable: readonly string[]
  /** Every field name that the version's tables document, sendable or not. */
  readonly documented: ReadonlySet<string>
}

/** All that a version of the interface asks of the client, as data. */
export interface Dialect {
  /** Its segment in the path: `<baseUrl>/api/<segment>/` (v1 §9.1, v2 §9.1). */
  readonly segment: string
  /** Name of the header that carries the key (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  /** What the other version calls the same field, by the other version's name: for advice in errors. */
  readonly twins: Readonly<Record<string, string>>
  /** Fields, without prefix, that the other version alone has. */
  readonly lacks: readonly string[]
  /** Whether a POST with an identifier that an event has changes that event instead of making another (v1 §1.3; v2 §4.10 leaves it open). */
  readonly recognises: boolean
  schemas(namespace: string): Schemas
}
