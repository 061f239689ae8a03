import type { EventRow, ListOwner } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Choice } from '../parts/field.tsx'
import { Empty, Head, LoadStatus } from '../parts/frame.tsx'
import { PagedTable } from '../parts/table.tsx'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { eventColumns } from './events.tsx'
import { People } from './people.tsx'

const kinds = [
  ['targeting', 'Targeting'],
  ['dashboard', 'Dashboard'],
  ['e-mail', 'E-mail list'],
] as const

const meanings: Readonly<Record<string, string>> = {
  targeting:
    'Events that can be chosen to reach everyone who acted on them. One of the API is here from its first RSVP on, with its origin in the label.',
  dashboard: 'The list of all actions: events that were made in the user interface, and no others.',
  'e-mail': 'Whoever acts on an event of the group or person joins this list.',
}

/** Lists that the service makes of events and of those who act on them, for a group or a person: to be read. */
export function Lists() {
  const owners = useLoaded('lists', () => admin.lists())
  const [id, choose] = useState('')
  const [kind, look] = useState('targeting')
  const { value = [] } = owners
  const owner = value.find((each) => each.id === id) ?? value[0]
  return (
    <>
      <Head title="Lists">
        <Choice
          label="Whose"
          value={owner?.id ?? ''}
          onChange={choose}
          choices={value.map((each) => [each.id, `${each.title} (${each.kind})`] as const)}
        />
        <Choice label="Which list" value={kind} onChange={look} choices={kinds} />
      </Head>
      <LoadStatus of={owners} />
      <p>{meanings[kind]}</p>
      {owner &&
        (kind === 'e-mail' ? (
          <People label="E-mail list" query={{ list: owner.id }} />
        ) : (
          <Events owner={owner} isDashboard={kind === 'dashboard'} />
        ))}
    </>
  )
}

function Events({ owner: { id, title }, isDashboard }: { readonly owner: ListOwner; readonly isDashboard: boolean }) {
  const name = ({ id: event, title: own, label = own }: EventRow) => (
    <a class="row-link" href={hrefOf(['data', 'events', event, 'attendees'])}>
      {isDashboard ? own : label}
    </a>
  )
  return (
    <PagedTable
      label={isDashboard ? 'Dashboard' : 'Targeting'}
      query={{ owner: id, sort: 'created', ...(isDashboard ? { via: 'ui' } : { attended: true }) }}
      load={admin.events}
      rowsOf={({ events }) => events}
      columns={[
        { name: 'title', title: 'Event', cell: name },
        ...eventColumns.filter((column) => column.name === 'rsvps' || column.name === 'start'),
      ]}
      none={<Empty title="Nothing is listed">{title} has no such events.</Empty>}
    />
  )
}
