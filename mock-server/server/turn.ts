let waiting: (() => void)[] = []

/**
 * Does something once all that has come in by now was looked at. Answers that go out one right behind the other wake whoever
 * waits for them once; each on its own, they cost more to send than most of them take to make.
 */
export function atTurnsEnd(act: () => void): void {
  if (waiting.push(act) === 1) setImmediate(end)
}

function end(): void {
  const acts = waiting
  waiting = []
  for (const [done, act] of acts.entries()) {
    try {
      act()
    } catch (error) {
      // One that fails must not take the others with it.
      for (const other of acts.slice(done + 1)) atTurnsEnd(other)
      throw error
    }
  }
}
