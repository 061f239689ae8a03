import { HttpError } from '../rules/http-error.ts'

/**
 * The writes of requests with `background_request=true`, which already have their responses. These writes run before the next request, and
 * before a method of the service shows or changes data.
 */
export class DeferredWrites {
  #writes: (() => void)[] = []

  add(write: () => void): void {
    this.#writes.push(write)
  }

  /** Runs the waiting writes in the order of their requests. Returns whether there was a waiting write. A refused write has no effect. */
  run(): boolean {
    const writes = this.#writes
    this.#writes = []
    for (const write of writes) {
      try {
        write()
      } catch (error) {
        // Drops the error, because the caller did not want to wait for the result.
        if (!(error instanceof HttpError)) throw error
      }
    }
    return writes.length > 0
  }
}
