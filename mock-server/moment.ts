import type { ClockState } from './clock.ts'
import type { Store } from './memory/store.ts'
import type { Seeded } from './types.ts'

/** All that a snapshot holds of a service. */
export interface Moment extends ClockState {
  readonly store: Store
  readonly seeded: Seeded
  /** The service's own prefix at that moment: no foreign identifier in the store has it. */
  readonly namespace: string
}
