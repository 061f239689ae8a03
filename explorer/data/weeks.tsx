import type { MockOverview } from 'osdi-events/mock'
import { Select } from '../components/field.tsx'
import { daysLater, formatCount, formatDate } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { navigate } from '../state/route.ts'
import { useShared } from '../state/store.ts'

/** The most weeks that the chart shows. */
const maxWeeks = 53
/** With more than {@link maxWeeks} weeks, the chart begins this many weeks ago. */
const pastWeeks = 8

type WeekCount = MockOverview['weeks'][number]

interface WeekStripProps {
  /** Monday of the selected week. */
  readonly from: string | undefined
  /** Address of the events of a week, or of all events. */
  readonly hrefFor: (from?: string, to?: string) => string
}

/** Events and RSVPs by week: bars for a pointer, and a select with the same numbers for keyboards and screen readers. */
export function WeekStrip({ from = '', hrefFor }: WeekStripProps) {
  const { value } = useLoaded('overview', () => admin.overview())
  const today = useShared(({ clock }) => new Date(clock?.now ?? 0).toISOString().slice(0, 10))
  if (!value || value.weeks.length === 0) return null
  const weeks = visibleWeeks(value.weeks, today)
  const height = (week: WeekCount, what: 'events' | 'rsvps') => ({
    height: `${(100 * week[what]) / Math.max(1, ...weeks.map((each) => each[what]))}%`,
  })
  const hrefOfWeek = (start: string) => hrefFor(start, daysLater(start, 6))
  const isThisWeek = (start: string) => start <= today && today < daysLater(start, 7)
  return (
    <section class="card weeks" aria-label="Events by week">
      <Select
        label="Week"
        value={from}
        options={[
          ['', `All weeks · ${formatCount(value.events, 'event')}, ${formatCount(value.rsvps, 'RSVP')}`],
          ...value.weeks.map((week) => [week.start, describe(week)] as const),
        ]}
        onChange={(start) => {
          navigate(start === '' ? hrefFor() : hrefOfWeek(start))
        }}
      />
      <div class="strip" aria-hidden="true">
        {weeks.map((week, index) => (
          <a
            key={week.start}
            tabIndex={-1}
            class={`week ${week.start === from ? 'open' : ''} ${isThisWeek(week.start) ? 'now' : ''}`}
            href={hrefOfWeek(week.start)}
            title={describe(week)}
          >
            {isLabelled(weeks.length, index) && <small>{formatDate(week.start).replace(/ \d+$/, '')}</small>}
            <span class="of-events" style={height(week, 'events')} />
            <span class="of-rsvps" style={height(week, 'rsvps')} />
          </a>
        ))}
      </div>
      {value.undated.events > 0 && (
        <p class="note">
          {`Without a date: ${formatCount(value.undated.events, 'event')}, ${formatCount(value.undated.rsvps, 'RSVP')}`}
        </p>
      )}
      <p class="row note legend" aria-hidden="true">
        <span class="chip of-events" /> Events <span class="chip of-rsvps" /> RSVPs, each by its own scale
        <span>
          {formatDate(weeks[0]?.start ?? '')} to {formatDate(daysLater(weeks.at(-1)?.start ?? '', 6))}
        </span>
      </p>
    </section>
  )
}

/** Whether a week of the chart has a date below it: about six of them do, and none so late that its date has no place. */
export function isLabelled(count: number, index: number): boolean {
  const step = Math.max(2, Math.ceil(count / 6))
  return index % step === 0 && (index === 0 || index + step * 0.75 <= count)
}

const describe = ({ start, events, rsvps }: WeekCount): string =>
  `${formatDate(start)} · ${formatCount(events, 'event')}, ${formatCount(rsvps, 'RSVP')}`

/** Consecutive weeks, including weeks without events. If there are too many, only weeks around today. */
export function visibleWeeks(counted: readonly WeekCount[], today: string): readonly WeekCount[] {
  const byStart = new Map(counted.map((week) => [week.start, week]))
  const [first = '', last = ''] = [counted[0]?.start, counted.at(-1)?.start]
  const isLong = daysLater(first, 7 * maxWeeks) <= last
  let start = (isLong && counted.find((week) => week.start >= daysLater(today, -7 * pastWeeks))?.start) || first
  const weeks: WeekCount[] = []
  while (weeks.length < maxWeeks && start <= last) {
    weeks.push(byStart.get(start) ?? { start, events: 0, rsvps: 0 })
    start = daysLater(start, 7)
  }
  return weeks
}
