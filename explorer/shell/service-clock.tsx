import { useEffect, useState } from 'preact/hooks'
import { useLive } from '../data/live.ts'
import { shownMoment } from '../text/time.ts'

/** The service's own time, which is not the page's. */
export function ServiceClock() {
  const clock = useLive((known) => known.clock)
  const [, draw] = useState(0)
  useEffect(() => {
    if (!clock?.goes) return undefined
    const timer = setInterval(() => draw((count) => count + 1), 1000)
    return () => clearInterval(timer)
  }, [clock])
  const now = clock && clock.now + (clock.goes ? Date.now() - clock.learnt : 0)
  return (
    <p class="clock" title="The service's clock, in UTC">
      <span class="unseen">The service's clock: </span>
      {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{shownMoment(now)}</time>}
    </p>
  )
}
