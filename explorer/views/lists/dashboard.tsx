import type { EventRow, ListOwner } from 'osdi-events/mock'
import { Empty } from '../../parts/state.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { shownLocal } from '../../text/time.ts'
import { EventRows } from './event-rows.tsx'

const columns = [{ title: 'Title' }, { title: 'RSVPs', numeric: true }, { title: 'Start' }]

/** The list of all actions, where events of the API are not (v1 §1.4, v2 §1.5). */
export const Dashboard = ({ owner: { id, kind, events, title } }: { readonly owner: ListOwner }) => (
  <EventRows
    label="Dashboard"
    query={{ owner: id, via: 'ui' }}
    words={(total) => (
      <>
        The list of all actions on {kind === 'group' ? 'the manage page of the group' : 'the dashboard'} has the events
        that were made in the user interface, and no others: {count(total)} of {count(events)}.{' '}
        {total < events && (
          <a href={hrefOf(['events'], { owner: id, via: 'api' })}>
            {events - total === 1
              ? 'One was made through the API'
              : `${count(events - total)} were made through the API`}
          </a>
        )}
      </>
    )}
    columns={columns}
    cells={cellsOf}
    none={
      <Empty title="No actions are listed">
        {events === 0 ? `${title} has no events.` : 'All events were made through the API.'}
      </Empty>
    }
  />
)

const cellsOf = ({ id, title, rsvps, start }: EventRow) => [
  <a class="row-link" href={hrefOf(['events', id])} title={title}>
    {title}
  </a>,
  count(rsvps),
  start !== undefined && <time dateTime={start}>{shownLocal(start)}</time>,
]
