import type { DueReminder } from 'osdi-events/mock'
import { control } from '../../data/control.ts'
import { Button } from '../../parts/button.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { shownSpan } from '../../text/span.ts'
import { shownMoment } from '../../text/time.ts'

interface ReminderRowProps {
  readonly reminder: DueReminder
  readonly now: number | undefined
  readonly isBusy: boolean
  readonly move: (how: () => Promise<Date>) => Promise<boolean>
}

/** Milliseconds before a reminder at which there is time still for a few writes, each of which takes a second. */
const before = 60_000

/** A reminder that is to come. */
export function ReminderRow({ reminder, now, isBusy, move }: ReminderRowProps) {
  const { event, title, due, rsvps } = reminder
  const moment = Date.parse(due)
  const to = (instant: number) => void move(() => control.clock.advanceTo(new Date(instant)))
  return (
    <li>
      <div class="reminder-what">
        <a class="reminder-title" href={hrefOf(['events', event])}>
          {title}
        </a>
        <span class="soft reminder-due">
          <time dateTime={due}>{shownMoment(moment).slice(0, 16)}</time>
          {now !== undefined && moment > now && `, in ${shownSpan(moment - now)}`} ·{' '}
          {rsvps === 1 ? '1 RSVP' : `${count(rsvps)} RSVPs`}
        </span>
      </div>
      <div class="switch">
        <Button
          disabled={isBusy || now === undefined || moment - before < now}
          onClick={() => to(moment - before)}
          label={`Just before: the reminder of ${title}`}
        >
          Just before
        </Button>
        <Button disabled={isBusy} onClick={() => to(moment)} label={`Just after: the reminder of ${title}`}>
          Just after
        </Button>
      </div>
    </li>
  )
}
