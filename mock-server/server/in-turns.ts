import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import type { Steps } from '../steps.ts'
import { elapsed } from '../time.ts'

/** Milliseconds of work in a turn. Requests may be kept waiting for 20, but a collection of garbage may come on top. */
const budget = 5

let last: Promise<unknown> = Promise.resolve()

/** A turn for each that asks: several at work take no more of a turn than one. */
function nextTurn(): Promise<unknown> {
  last = last.then(() => eventLoopTurn())
  return last
}

/** Does work in pieces, between which requests are answered. Rejects with the signal's reason once that is aborted. */
export async function inTurns<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn()
    signal.throwIfAborted()
    const end = elapsed() + budget
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (elapsed() < end)
  }
}
