import type { Wait } from '../api/response.ts'
import { every, later, longestTimer } from '../time.ts'

/** Why a wait is over: its time has passed, its rule was removed, all waits were ended, or the caller has gone. */
export type Why = 'passed' | 'removed' | 'over' | 'gone'

/** A wait that says why it is over. */
export interface OpenWait extends Wait {
  readonly ended: Promise<Why>
}

/** The requests that are kept waiting, each by a rule. */
export class Waits {
  readonly #open = new Map<(why: Why) => void, { readonly rule: unknown; readonly signal: AbortSignal | undefined }>()

  /** Begins a wait of so many milliseconds, or one without an end of its own. */
  begin(rule: unknown, signal: AbortSignal | undefined, ms?: number): OpenWait {
    let settle: (why: Why) => void = () => {}
    const ended = new Promise<Why>((resolve) => {
      settle = resolve
    })
    const gone = () => end('gone')
    const end = (why: Why) => {
      stop?.()
      signal?.removeEventListener('abort', gone)
      this.#open.delete(end)
      settle(why)
    }
    const stop = ms === undefined ? undefined : later(ms, () => end('passed'))
    this.#open.set(end, { rule, signal })
    signal?.addEventListener('abort', gone)
    if (signal?.aborted) gone()
    return { ended, release: gone }
  }

  /** Ends the waits by one rule. */
  remove(rule: unknown): void {
    for (const [end, by] of this.#open) if (by.rule === rule) end('removed')
  }

  /** Ends all waits, or those of requests with one of some signals. */
  end(signals?: ReadonlySet<AbortSignal | undefined>): void {
    for (const [end, { signal }] of this.#open) if (signals?.has(signal) !== false) end('over')
  }
}

/** Keeps the process alive, as a connection does on which an answer is awaited, until a promise has settled. */
export async function awake<Value>(promise: Promise<Value>): Promise<Value> {
  const stop = every(longestTimer, () => {})
  try {
    return await promise
  } finally {
    stop()
  }
}
