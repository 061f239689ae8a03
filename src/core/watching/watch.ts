import { type EventsError, isEventsError } from '../errors/errors.ts'
import { oneLine } from '../errors/say.ts'
import { elapsed } from '../time.ts'
import { type Head, type Observer, unobserved } from './observer.ts'
import type { FailureSeen, Listener, Seen } from './seen.ts'
import type { Trace } from './trace.ts'

/** Calls that were watched so far, to tell them apart. */
let calls = 0

/** Milliseconds since a moment. */
const since = (moment: number) => Math.round(elapsed() - moment)

/** Makes frozen facts of what happens in a call, and tells them to everyone who listens. */
class Watch implements Observer {
  readonly #listeners: readonly Listener[]
  readonly #trace: Trace
  readonly #call: number
  readonly #started = elapsed()
  #attempt = 1
  #requests = 0
  #sent = 0

  constructor(listeners: readonly Listener[], trace: Trace) {
    this.#listeners = listeners
    this.#trace = trace
    this.#call = ++calls
  }

  request(url: URL): void {
    this.#sent = elapsed()
    const seen = Object.freeze({ ...this.#seen(url.href), resend: this.#requests++ })
    this.#tell((listener) => listener.request(seen))
  }

  response(url: URL, { status, headers }: Head): void {
    const clean = Object.freeze(Object.fromEntries(this.#trace.redactor.headers(headers)))
    const seen = Object.freeze({ ...this.#seen(url.href), status, headers: clean, duration: since(this.#sent) })
    this.#tell((listener) => listener.response(seen))
  }

  retry(failure: EventsError, wait: number): void {
    const seen = Object.freeze({ ...this.#failure(failure), wait: Math.round(wait) })
    this.#attempt += 1
    this.#tell((listener) => listener.retry(seen))
  }

  error(thrown: unknown): void {
    const { attempts } = this.#trace
    // The last one may have come to nothing before its first request, of which nobody was told.
    this.#attempt = Math.max(this.#attempt, attempts.length)
    const seen = Object.freeze({ ...this.#failure(thrown), attempts, duration: since(this.#started) })
    this.#tell((listener) => listener.error(seen))
  }

  #seen(href: string): Seen {
    const { method, redactor } = this.#trace
    return { call: this.#call, method, url: redactor.text(href), attempt: this.#attempt }
  }

  #failure(thrown: unknown): FailureSeen {
    const { method, url, redactor } = this.#trace
    const seen = this.#seen(url)
    if (thrown === undefined) return { ...seen, code: 'abort', message: `${method} ${url} was aborted` }
    if (!isEventsError(thrown)) {
      const what = oneLine(String(redactor.cause(thrown)))
      return { ...seen, code: 'unexpected', message: `${method} ${url} failed unexpectedly: ${what}` }
    }
    const { code, message, status, outcome } = thrown
    return {
      ...seen,
      code,
      message: redactor.text(message),
      ...(status !== undefined && { status }),
      ...(outcome !== undefined && { outcome }),
    }
  }

  #tell(tell: (listener: Listener) => void): void {
    for (const listener of this.#listeners) {
      try {
        tell(listener)
      } catch {
        // A call does not fail because somebody watches it.
      }
    }
  }
}

/** Has a call watched by those who listen. */
export const watch = (listeners: readonly Listener[], trace: Trace): Observer =>
  listeners.length === 0 ? unobserved : new Watch(listeners, trace)
