import { useServiceNow } from '../data/use-clock.ts'
import { hrefOf } from '../routing/route.ts'
import { shownMoment } from '../text/time.ts'

/** The service's own time, which is not the page's; it leads to where it is moved. */
export function ServiceClock() {
  const now = useServiceNow()
  return (
    <p class="clock" title="The service's clock, in UTC">
      <a class="clock-link" href={hrefOf(['time-and-mail'])}>
        <span class="unseen">The service's clock: </span>
        {now === undefined ? '–' : <time dateTime={new Date(now).toISOString()}>{shownMoment(now)}</time>}
      </a>
    </p>
  )
}
