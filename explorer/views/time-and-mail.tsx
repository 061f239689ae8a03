import { useState } from 'preact/hooks'
import { control } from '../data/control.ts'
import { useLive } from '../data/live.ts'
import { usePassed } from '../data/use-clock.ts'
import { useLoaded } from '../data/use-loaded.ts'
import { Head } from '../parts/head.tsx'
import { hrefOf, type Route } from '../routing/route.ts'
import { ClockCard } from './time-and-mail/clock-card.tsx'
import { MailDetails } from './time-and-mail/mail-details.tsx'
import { filterOf, queryOf } from './time-and-mail/mail-filter.ts'
import { MailList } from './time-and-mail/mail-list.tsx'
import { ReminderCard } from './time-and-mail/reminder-card.tsx'
import type { View } from './view.ts'

/** How many reminders are shown at first, and how many more each time. */
const [first, more] = [3, 20]

function TimeAndMail({ route }: { readonly route: Route }) {
  const [, open] = route.path
  const filter = filterOf(route.query)
  const revision = useLive((known) => known.revision)
  const clock = useLive((known) => known.clock)
  const [shown, show] = useState(first)
  const [due, expect] = useState<number>()
  const passed = usePassed(due)
  const on = [revision, clock, passed]
  const reminders = useLoaded(
    async () => {
      const found = await control.reminders({ per_page: shown })
      expect(found.reminders[0] && Date.parse(found.reminders[0].due))
      return found
    },
    { of: 'reminders', on: [...on, shown] },
  )
  return (
    <>
      <Head title="Time and mail" />
      <div class="time">
        <ClockCard />
        <ReminderCard {...reminders} onMore={() => show(shown + more)} />
      </div>
      <MailList filter={filter} on={on} />
      {open !== undefined && (
        <MailDetails
          key={open}
          number={open}
          onClose={() => {
            // A dialog says a little late that it was closed: the page may have gone elsewhere meanwhile.
            if (location.hash === hrefOf(['time-and-mail', open], queryOf(filter)))
              location.hash = hrefOf(['time-and-mail'], queryOf(filter))
          }}
        />
      )}
    </>
  )
}

/** The service's clock, and the mail that comes of it. */
export const timeAndMailView: View = {
  name: 'time-and-mail',
  title: 'Time and mail',
  icon: 'M2.5 4.5h11v8h-11zM2.5 5l5.5 4.5L13.5 5',
  Page: TimeAndMail,
}
