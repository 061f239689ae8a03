import { afterEach, beforeEach, vi } from 'vitest'
import { clientOver, type SentRequest, type Step } from './scripted-fetch.ts'
import type { AnyClient } from './versions.ts'

/** Lets no time pass for client and service until it is disposed of, unless a test moves it on. */
export function timeStandsStill(): Disposable {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance', 'Date'] })
  return { [Symbol.dispose]: () => void vi.useRealTimers() }
}

/** Lets time go from one timer to the next, as soon as all has happened that waits for none. */
export const timeFlies = (): void => void vi.setTimerTickMode('nextTimerAsync')

/** Time that flies until it is disposed of. */
export function flyingTime(): Disposable {
  const time = timeStandsStill()
  timeFlies()
  return time
}

/** Gives each test of the file a clock that moves when it is told to, and waits drawn at this part of their most. */
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

/** Settles a call whose waits are over at once. */
export async function run<Result>(call: Promise<Result>): Promise<Result> {
  const settled = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  await settled
  return call
}

interface Timed {
  readonly client: AnyClient
  readonly requests: readonly SentRequest[]
  /** When each request left, in milliseconds from the making of the client. */
  readonly left: readonly number[]
}

/** A client of version 2 over a script, and when its requests leave. */
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
