import type { DueReminders } from 'osdi-events/mock'
import { useServiceNow } from '../../data/use-clock.ts'
import type { Loaded } from '../../data/use-loaded.ts'
import { Button } from '../../parts/button.tsx'
import { Failed, Loading } from '../../parts/state.tsx'
import { count } from '../../text/count.ts'
import { ReminderRow } from './reminder-row.tsx'
import { useMove } from './use-move.ts'

/** The reminders that are still to be sent, and ways to the moments when they are. */
export function ReminderCard({ value, error, reload, onMore }: Loaded<DueReminders> & { readonly onMore: () => void }) {
  const now = useServiceNow()
  const { error: refused, isBusy, move } = useMove()
  return (
    <section class="card" aria-labelledby="reminders-title">
      <h2 id="reminders-title">
        Reminders to come {value && value.total > 0 && <span class="soft beside">{count(value.total)}</span>}
      </h2>
      {error && <Failed error={error} again={reload} />}
      {refused && <Failed error={refused} />}
      {!value && !error && <Loading what="the reminders" />}
      {value?.total === 0 && (
        <p class="soft">
          None. An event of the user interface sends one a day before it begins, to whoever has given an RSVP by then.
        </p>
      )}
      {value && value.total > 0 && (
        <ul class="reminders">
          {value.reminders.map((reminder) => (
            <ReminderRow key={`${reminder.event} ${reminder.due}`} {...{ reminder, now, isBusy, move }} />
          ))}
        </ul>
      )}
      {value && value.total > value.reminders.length && <Button onClick={onMore}>Show more</Button>}
    </section>
  )
}
