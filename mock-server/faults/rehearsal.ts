import { ManualClock } from '../clock.ts'
import { answerTo, type Run } from '../dispatch.ts'
import type { Answer } from '../http/answer.ts'
import type { Received } from '../http/received.ts'

/** What the service would answer. It does what is asked on a copy of its state, and remembers nothing but that a request counts for the rate limit. */
export function rehearse(run: Run, received: Received): Answer {
  const { store, clock } = received.world
  const copy = new ManualClock({ now: clock.now(), advanced: clock.advanced })
  const world = { ...received.world, store: store.clone(), clock: copy }
  return answerTo(run, { ...received, world })
}
