import type { EventRow, ListOwner } from 'osdi-events/mock'
import { useCallback } from 'preact/hooks'
import { Empty } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { shownLocal } from '../../text/time.ts'
import { EventRows } from './event-rows.tsx'

const columns = [{ title: 'Label' }, { title: 'RSVPs', numeric: true }, { title: 'Start' }]

/** The events that can be chosen to reach those who acted on them (v1 §1.5, v2 §1.6). */
export function Targeting({ owner }: { readonly owner: ListOwner }) {
  const { id, events, title } = owner
  const cells = useCallback(
    ({ id: event, label, rsvps, start }: EventRow) => [
      <a class="row-link" href={hrefOf(['lists', id, 'targeting', event])} title={label}>
        {label}
      </a>,
      count(rsvps),
      start !== undefined && <time dateTime={start}>{shownLocal(start)}</time>,
    ],
    [id],
  )
  return (
    <EventRows
      label="Targeting"
      query={{ owner: id, attended: true }}
      words={(total) => (
        <>
          {count(total)} of {count(events)} events can be chosen, each to reach everyone who acted on it. An event of
          the API is here from its first RSVP on, with its origin in the label.{' '}
          {total < events && (
            <a href={hrefOf(['events'], { owner: id, attended: 'false' })}>
              {events - total === 1 ? 'One has no RSVP yet' : `${count(events - total)} have no RSVP yet`}
            </a>
          )}
        </>
      )}
      columns={columns}
      cells={cells}
      none={
        <Empty title="Nothing can be chosen yet">
          {events === 0
            ? `${title} has no events.`
            : 'As soon as somebody gives an RSVP, the event shows here, with the people who acted on it.'}
        </Empty>
      }
    />
  )
}
