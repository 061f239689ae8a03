/** Milliseconds of a piece. */
const piece = 5

/** The longest time that Node waits for. */
const longest = 2 ** 31 - 1

/**
 * Lets the global `setTimeout` count in pieces until it is disposed of, each of which takes a turn of the event loop. Where this process stands
 * still, its time does too, and what came meanwhile is seen before a limit runs out, unless it was in its last piece: so a limit may be short
 * without being late on a busy machine. None is over before its time.
 */
export function timersInPieces(): Disposable {
  const { setTimeout: set } = globalThis
  const inPieces = (run: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) => {
    if (!(ms > piece && ms <= longest)) return set(run, ms, ...args)
    const pieces = Math.ceil(ms / piece)
    let left = pieces
    const timer = set(
      () => {
        left -= 1
        if (left > 0) again()
        else run(...args)
      },
      Math.ceil(ms / pieces),
    )
    const again = timer.refresh.bind(timer)
    // Whoever owns the timer wants the whole time once more: Node's own fetch, for one, whose clock is a single timer.
    timer.refresh = () => {
      left = pieces
      return again()
    }
    return timer
  }
  globalThis.setTimeout = Object.assign(inPieces, set)
  return {
    [Symbol.dispose]() {
      globalThis.setTimeout = set
    },
  }
}
