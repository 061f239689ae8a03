import type { AttendanceStatus, MockPerson, PeopleRows } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Search } from '../components/field.tsx'
import { type Field, FormDialog, type Values } from '../components/form.tsx'
import { Empty } from '../components/frame.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatCount } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { hrefOf } from '../state/route.ts'
import { showToast } from '../state/store.ts'

const columns: readonly Column<PeopleRows['people'][number]>[] = [
  {
    name: 'title',
    title: 'Name',
    cell: ({ id, given_name, family_name }) => (
      <a class="row-link" href={hrefOf(['data', 'events'], { person: id })}>
        {`${given_name} ${family_name}`}
      </a>
    ),
  },
  { name: 'email', title: 'E-mail', cell: ({ email_address }) => <span title={email_address}>{email_address}</span> },
  { name: 'postal', title: 'Postal code', cell: ({ postal_code }) => postal_code },
  { name: 'since', title: 'Known since', cell: ({ created_date }) => created_date.slice(0, 10) },
]
const attendeeColumns: typeof columns = [
  ...columns,
  { name: 'rsvp', title: 'RSVP', cell: ({ attendance }) => attendance?.status },
]

/** People of an event or an e-mail list. Each row links to the events for which the person has an RSVP. */
export function People({ label, query }: { readonly label: string; readonly query: object }) {
  const [search, setSearch] = useState('')
  return (
    <>
      <Search label="Search people" value={search} onSearch={setSearch} />
      <PagedTable
        label={label}
        query={{ ...query, search }}
        load={admin.people}
        rowsOf={({ people }) => people}
        columns={'event' in query ? attendeeColumns : columns}
        empty={<Empty title={search === '' ? 'Nobody yet' : 'Nobody fits'}>An RSVP shows here at once.</Empty>}
      />
    </>
  )
}

const statuses: readonly AttendanceStatus[] = ['accepted', 'declined', 'tentative', 'needs action', 'attended']
const rsvpFields: readonly Field[] = [
  { name: 'count', label: 'How many people', type: 'number', value: '1', hint: 'The service makes them up' },
  { name: 'email_address', label: 'Or one person', type: 'email', hint: 'E-mail address, known or new' },
  { name: 'status', label: 'Status', options: statuses },
]

/** Dialog that records RSVPs to an event. */
export function Rsvp({ event, onClose }: { readonly event: string; readonly onClose: () => void }) {
  const submit = async ({ count = '', email_address = '', status }: Values) => {
    const attendee = email_address === '' ? Number(count || Number.NaN) : await personOf(email_address)
    const { length } = await admin.attend(event, attendee, { status: status as AttendanceStatus })
    showToast(`${formatCount(length, 'RSVP was', 'RSVPs were')} recorded`)
  }
  return <FormDialog title="RSVP" submit="RSVP" fields={rsvpFields} onSubmit={submit} onClose={onClose} />
}

/** The person with an e-mail address. Adds the person if the service does not have one. */
async function personOf(email_address: string): Promise<MockPerson> {
  const { people } = await admin.people({ email_address })
  return people[0] ?? admin.addPerson({ email_address })
}
