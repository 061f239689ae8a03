import type { MockService } from './service.ts'

/** What a service held at a moment, see {@link MockService.snapshot}. */
export interface MockSnapshot {
  readonly [Symbol.toStringTag]: 'MockSnapshot'
}
