import type { Resources } from '../schema/resource-types.ts'

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
  /** Name of the field with the time of the last change. */
  readonly modified: string
  /** Relations of an event's links that take the POST of an attendance, the preferred relation first. */
  readonly recordRelations: readonly string[]
  /** The table of resources, for a service's prefix. */
  resources(namespace: string): Resources
}
