/** Milliseconds since 1970, by the system's clock, which may be set. */
export const wallTime = (): number => Date.now()

/** Milliseconds since some moment, by a clock that only goes on. */
export const elapsed = (): number => performance.now()

/** Does something after so many milliseconds, unless the function that it returns is called before. */
export function later(ms: number, act: () => void): () => void {
  const timer = setTimeout(act, ms)
  return () => clearTimeout(timer)
}
