import { HttpError } from '../rules/http-error.ts'

/**
 * Writes of requests with `background_request=true`. Their responses are already sent. The writes run before the next request,
 * and before the service shows or changes anything else.
 */
export class DeferredWrites {
  #writes: (() => void)[] = []

  add(write: () => void): void {
    this.#writes.push(write)
  }

  /** Runs the waiting writes in the order of their requests. Returns whether there were any. A refused write has no effect. */
  run(): boolean {
    const writes = this.#writes
    this.#writes = []
    for (const write of writes) {
      try {
        write()
      } catch (error) {
        // The caller asked not to wait for the result.
        if (!(error instanceof HttpError)) throw error
      }
    }
    return writes.length > 0
  }
}
