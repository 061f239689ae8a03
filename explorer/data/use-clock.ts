import { useEffect, useState } from 'preact/hooks'
import { useLive } from './live.ts'

/** What the service's clock shows now; whoever uses it is drawn anew every second where it goes by itself. Undefined until it is known. */
export function useServiceNow(): number | undefined {
  const clock = useLive((known) => known.clock)
  const [, draw] = useState(0)
  useEffect(() => {
    if (!clock?.goes) return undefined
    const timer = setInterval(() => draw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [clock])
  return clock && clock.now + (clock.goes ? Date.now() - clock.learnt : 0)
}

/** The longest that a timer can wait. */
const longest = 2 ** 31 - 1

/** Counts how often the service's clock has come to a moment by itself: what falls due then is told by nobody. */
export function usePassed(moment: number | undefined): number {
  const clock = useLive((known) => known.clock)
  const [passed, pass] = useState(0)
  useEffect(() => {
    if (!clock?.goes || moment === undefined) return undefined
    const left = moment - (clock.now + Date.now() - clock.learnt)
    if (left > longest) return undefined
    const timer = setTimeout(() => pass((count) => count + 1), Math.max(0, left) + 50)
    return () => clearTimeout(timer)
  }, [clock, moment])
  return passed
}
