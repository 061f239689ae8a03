import { vi } from 'vitest'

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
