import type { Collection } from './page.ts'

/** The types of a version of the interface: what its client takes and returns. */
export interface VersionTypes {
  /** An event as it is answered. */
  readonly event: object
  /** One page of events as it is answered. */
  readonly page: Collection<object>
  /** What `create` takes. */
  readonly created: object
  /** What `update` takes. */
  readonly changed: object
}
