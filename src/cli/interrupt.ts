import { exitCodeOf, onSignal } from './signals.ts'

/** How a command hears that it is to end. */
export interface Interruption {
  /** Aborted by the first SIGINT or SIGTERM. A second one ends the process at once. */
  readonly signal: AbortSignal
}

/** Runs what a signal may end; gives its exit code, or that of the signal where the signal ended it. */
export async function interruptible(work: (interruption: Interruption) => Promise<number>): Promise<number> {
  const abort = new AbortController()
  let code: number | undefined
  using _ = onSignal((signal) => {
    if (code !== undefined) process.exit(code)
    code = exitCodeOf(signal)
    abort.abort(new DOMException(`ended by ${signal}`, 'AbortError'))
  })
  try {
    return await work({ signal: abort.signal })
  } catch (error) {
    if (code !== undefined && error === abort.signal.reason) return code
    throw error
  }
}
