import { vi } from 'vitest'

/** A signal to abort, and how many listeners are on it. */
export function watchedSignal() {
  const controller = new AbortController()
  const { signal } = controller
  const listeners = { now: 0, most: 0 }
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  vi.spyOn(signal, 'addEventListener').mockImplementation((...given: Parameters<typeof add>) => {
    listeners.now += 1
    listeners.most = Math.max(listeners.most, listeners.now)
    add(...given)
  })
  vi.spyOn(signal, 'removeEventListener').mockImplementation((...given: Parameters<typeof remove>) => {
    listeners.now -= 1
    remove(...given)
  })
  return { controller, signal, listeners }
}
