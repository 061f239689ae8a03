import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useLoaded } from '../../data/use-loaded.ts'
import { Failed } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'

/** How many bars there are. */
const shown = 12

/** The events that most people come to, as bars; each leads to its event. */
export function RsvpsByEvent() {
  const revision = useLive((known) => known.revision)
  const { value, error, reload } = useLoaded(
    () => control.events({ attended: true, sort: '-rsvps', per_page: shown }),
    { of: 'rsvps', on: [revision] },
  )
  const most = value?.events[0]?.rsvps ?? 1
  return (
    <section class="card picture" aria-labelledby="by-event">
      <h2 id="by-event">RSVPs by event</h2>
      {error && <Failed error={error} again={reload} />}
      {value?.total === 0 && <p class="soft">Nobody has given an RSVP yet.</p>}
      <ol class="ranks">
        {value?.events.map(({ id, title, rsvps }) => (
          <li key={id}>
            <a class="rank" href={hrefOf(['events', id])}>
              <span class="rank-title" title={title}>
                {title}
              </span>
              <span class="rank-line">
                <span class="rank-bar" style={{ width: `${(100 * rsvps) / most}%` }} />
              </span>
              <span class="rank-count">
                {count(rsvps)}
                <span class="unseen">{rsvps === 1 ? ' RSVP' : ' RSVPs'}</span>
              </span>
            </a>
          </li>
        ))}
      </ol>
      {value && value.total > shown && (
        <p>
          <a href={hrefOf(['events'], { attended: 'true', sort: '-rsvps' })}>
            All {count(value.total)} events with an RSVP
          </a>
        </p>
      )}
    </section>
  )
}
