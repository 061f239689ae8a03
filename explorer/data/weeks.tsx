import type { MockOverview } from 'osdi-events/mock'
import { Choice } from '../parts/field.tsx'
import { counted, daysLater, shownDate } from '../parts/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { useShared } from '../state/store.ts'

/** Weeks that are drawn at the most, and how many of them are past. */
const [maxDrawn, past] = [53, 8]

type WeekCount = MockOverview['weeks'][number]

interface WeekStripProps {
  /** Monday of the week that is looked at. */
  readonly from: string | undefined
  /** Address of the events of a week, or of all. */
  readonly hrefFor: (from?: string, to?: string) => string
}

/** Events and RSVPs by week: bars for the pointer, and a choice with the same numbers for everybody. */
export function WeekStrip({ from = '', hrefFor }: WeekStripProps) {
  const { value } = useLoaded('overview', () => admin.overview())
  const today = useShared(({ clock }) => new Date(clock?.now ?? 0).toISOString().slice(0, 10))
  if (!value || value.weeks.length === 0) return null
  const drawn = drawnWeeks(value, today)
  const height = (week: WeekCount, what: 'events' | 'rsvps') => ({
    height: `${(100 * week[what]) / Math.max(1, ...drawn.map((each) => each[what]))}%`,
  })
  const hrefOfWeek = (start: string) => hrefFor(start, daysLater(start, 6))
  return (
    <section class="card weeks" aria-label="Events by week">
      <Choice
        label="Week"
        value={from}
        choices={[
          ['', `All weeks · ${counted(value.events, 'event')}, ${counted(value.rsvps, 'RSVP')}`],
          ...value.weeks.map((week) => [week.start, inWords(week)] as const),
        ]}
        onChange={(start) => {
          location.hash = start === '' ? hrefFor() : hrefOfWeek(start)
        }}
      />
      <div class="strip" aria-hidden="true">
        {drawn.map((week) => (
          <a
            key={week.start}
            tabIndex={-1}
            class={`week ${week.start === from ? 'open' : ''} ${isIn(week, today) ? 'now' : ''}`}
            href={hrefOfWeek(week.start)}
            title={inWords(week)}
          >
            <span class="of-events" style={height(week, 'events')} />
            <span class="of-rsvps" style={height(week, 'rsvps')} />
          </a>
        ))}
      </div>
      <p class="row note legend" aria-hidden="true">
        <span class="chip of-events" /> Events <span class="chip of-rsvps" /> RSVPs, each by its own scale
      </p>
    </section>
  )
}

const isIn = ({ start }: WeekCount, day: string) => start <= day && day < daysLater(start, 7)

const inWords = ({ start, events, rsvps }: WeekCount): string =>
  `${shownDate(start)} · ${counted(events, 'event')}, ${counted(rsvps, 'RSVP')}`

/** Weeks on end, those without events too; around today where there are more than can be drawn. */
function drawnWeeks({ weeks }: MockOverview, today: string): readonly WeekCount[] {
  const known = new Map(weeks.map((week) => [week.start, week]))
  const [first = '', last = ''] = [weeks[0]?.start, weeks.at(-1)?.start]
  const isLong = daysLater(first, 7 * maxDrawn) <= last
  let start = (isLong && weeks.find((week) => week.start >= daysLater(today, -7 * past))?.start) || first
  const drawn: WeekCount[] = []
  while (drawn.length < maxDrawn && start <= last) {
    drawn.push(known.get(start) ?? { start, events: 0, rsvps: 0 })
    start = daysLater(start, 7)
  }
  return drawn
}
