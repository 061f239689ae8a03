import type { EventRow, ListOwner } from 'osdi-events/mock'
import { Select } from '../components/field.tsx'
import { Empty, LoadStatus, PageHeader } from '../components/frame.tsx'
import { PagedTable } from '../components/table.tsx'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, useKept } from '../state/route.ts'
import { eventColumns } from './events.tsx'
import { People } from './people.tsx'

/** The lists, each with a description of its content. */
const lists: Readonly<Record<string, string>> = {
  Targeting:
    'Events to choose from, to reach everyone who acted on them. An event of the API is listed from its first RSVP on, with its origin in the label.',
  Dashboard: 'The list of all actions: only events that were made in the user interface.',
  'E-mail list': 'Whoever acts on an event of the group or person joins this list.',
}

/** Targeting list, dashboard and e-mail list of a group or person, read-only. */
export function Lists() {
  const owners = useLoaded('lists', () => admin.lists())
  const [id, setId] = useKept('whose')
  const [kind, setKind] = useKept('kind', 'Targeting')
  const { value = [] } = owners
  const owner = value.find((each) => each.id === id) ?? value[0]
  return (
    <>
      <PageHeader title="Lists">
        <Select
          label="Whose"
          value={owner?.id ?? ''}
          onChange={setId}
          options={value.map((each) => [each.id, `${each.title} (${each.kind})`] as const)}
        />
        <Select label="Which list" value={kind} onChange={setKind} options={Object.keys(lists)} />
      </PageHeader>
      <LoadStatus of={owners} />
      <p>{lists[kind]}</p>
      {owner &&
        (kind === 'E-mail list' ? (
          <People label="E-mail list" query={{ list: owner.id }} />
        ) : (
          <Events owner={owner} isDashboard={kind === 'Dashboard'} />
        ))}
    </>
  )
}

function Events({ owner: { id, title }, isDashboard }: { readonly owner: ListOwner; readonly isDashboard: boolean }) {
  const nameCell = ({ id: event, title: eventTitle, label = eventTitle }: EventRow) => (
    <a class="row-link" href={hrefOf(['data', 'events', event, 'attendees'])}>
      {isDashboard ? eventTitle : label}
    </a>
  )
  return (
    <PagedTable
      label={isDashboard ? 'Dashboard' : 'Targeting'}
      query={{ owner: id, sort: 'created', ...(isDashboard ? { via: 'ui' } : { attended: true }) }}
      load={admin.events}
      rowsOf={({ events }) => events}
      columns={[
        { name: 'title', title: 'Event', cell: nameCell },
        ...eventColumns.filter((column) => column.name === 'rsvps' || column.name === 'start'),
      ]}
      empty={<Empty title="Nothing is listed">{title} has no such events.</Empty>}
    />
  )
}
