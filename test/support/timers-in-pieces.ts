/** Milliseconds of a piece. */
const piece = 10

/**
 * Lets `setTimeout` count in pieces until it is disposed of, each of which takes a turn of the event loop: where this process stands still, its
 * time does too, and whatever came meanwhile is seen before a limit runs out. So a limit may be short without being late on a busy machine.
 */
export function timersInPieces(): Disposable {
  const { setTimeout: set } = globalThis
  const inPieces = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    let left = Math.max(1, Math.ceil(ms / piece))
    const timer = set(() => {
      left -= 1
      if (left > 0) timer.refresh()
      else run(...args)
    }, ms / left)
    return timer
  }
  globalThis.setTimeout = Object.assign(inPieces, set)
  return {
    [Symbol.dispose]() {
      globalThis.setTimeout = set
    },
  }
}
