import { afterEach, beforeEach, vi } from 'vitest'
import { clientOver, type SentRequest, type Step } from './scripted-fetch.ts'
import type { AnyClient } from './versions.ts'

/** Stops time for client and service until disposal. A test can advance it. */
export function timeStandsStill(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  return { [Symbol.dispose]: () => void vi.useRealTimers() }
}

/** Makes time jump from one timer to the next, as soon as all other work is done. */
export const timeFlies = (): void => void vi.setTimerTickMode('nextTimerAsync')

/** Time that jumps from timer to timer until disposal. */
export function flyingTime(): Disposable {
  const time = timeStandsStill()
  timeFlies()
  return time
}

/** Gives each test of the file a clock that only the test moves. `drawn` replaces `Math.random`, on which random waits depend. */
export function virtualTime(drawn: number): void {
  beforeEach(() => {
    timeStandsStill()
    vi.spyOn(Math, 'random').mockReturnValue(drawn)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.restoreAllMocks()
  })
}

/** Runs a call with all its timers, and returns the result. */
export async function run<Result>(call: Promise<Result>): Promise<Result> {
  const settled = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  await settled
  return call
}

interface Timed {
  readonly client: AnyClient
  readonly requests: readonly SentRequest[]
  /** When each request was sent, in milliseconds since the client was made. */
  readonly left: readonly number[]
}

/** A client of version 2 over a script, and the times of its requests. */
export function timed(steps: readonly Step[], options: object = {}): Timed {
  const start = performance.now()
  const left: number[] = []
  const noting = steps.map(
    (step): Step =>
      (request) => {
        left.push(performance.now() - start)
        return step(request)
      },
  )
  return { left, ...clientOver('v2', noting, options) }
}
