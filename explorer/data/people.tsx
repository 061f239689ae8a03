import type { AttendanceStatus, MockAttendance, MockPerson, PeopleRows } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { Chip } from '../components/button.tsx'
import { Search, Select } from '../components/field.tsx'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { Empty } from '../components/frame.tsx'
import { type Column, PagedTable } from '../components/table.tsx'
import { formatCount } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useAction } from '../state/hooks.ts'
import { hrefOf, useKept } from '../state/route.ts'
import { showToast } from '../state/store.ts'

type PersonRow = PeopleRows['people'][number]

const columns: readonly Column<PersonRow>[] = [
  {
    name: 'title',
    title: 'Name',
    cell: (person) => (
      <a class="row-link" href={hrefOf(['data', 'people', person.id])}>
        {nameOf(person)}
      </a>
    ),
  },
  { name: 'email', title: 'E-mail', cell: ({ email_address }) => <span title={email_address}>{email_address}</span> },
  {
    name: 'phone',
    title: 'Phone',
    has: ({ phone_number }) => phone_number !== undefined,
    cell: ({ phone_number }) => phone_number,
  },
  {
    name: 'tags',
    title: 'Tags',
    has: ({ tags = [] }) => tags.length > 0,
    cell: ({ tags = [] }) =>
      tags.map(({ id, name }) => (
        <Fragment key={id}>
          <Chip tone="info">{name}</Chip>{' '}
        </Fragment>
      )),
  },
  { name: 'since', title: 'Known since', cell: ({ created_date }) => created_date.slice(0, 10) },
]

/** The name of a person; without one, a contact or the id. */
export const nameOf = ({ given_name, family_name, email_address, phone_number, id }: MockPerson): string =>
  `${given_name} ${family_name}`.trim() || email_address || phone_number || id

/** Columns of the people with an RSVP to an event. The status of an RSVP can be changed in its row. */
const attendeeColumns = (event: string): typeof columns => [
  ...columns.filter(({ name }) => name !== 'since'),
  {
    name: 'rsvp',
    title: 'RSVP',
    cell: ({ attendance, ...person }) => attendance && <RsvpStatus event={event} person={person} of={attendance} />,
  },
]

interface RsvpStatusProps {
  readonly event: string
  readonly person: MockPerson
  readonly of: MockAttendance
}

function RsvpStatus({ event, person, of: { status } }: RsvpStatusProps) {
  const { run } = useAction()
  const change = async (next: string) => {
    await admin.attend(event, person, { status: next as AttendanceStatus })
    showToast(`The RSVP of ${nameOf(person)} is ${next}`)
  }
  return (
    <Select
      label={`RSVP of ${nameOf(person)}`}
      value={status}
      options={statuses}
      onChange={(next) => void run(() => change(next))}
    />
  )
}

interface PeopleProps {
  readonly label: string
  readonly query: Readonly<Partial<Record<'event' | 'list' | 'tag', string>>>
}

/** People of an event, of an e-mail list, with a tag, or all. Each row links to the page of the person. */
export function People({ label, query }: PeopleProps) {
  const [search, setSearch] = useKept('search')
  const { event } = query
  return (
    <>
      <Search label="Search people" value={search} onSearch={setSearch} />
      <PagedTable
        label={label}
        query={{ ...query, search }}
        load={admin.people}
        rowsOf={({ people }) => people}
        columns={event === undefined ? columns : attendeeColumns(event)}
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

/** Button and dialog that record RSVPs to an event. */
export function Rsvp({ event }: { readonly event: string }) {
  const submit = async ({ count = '', email_address = '', status }: Values) => {
    const attendee = email_address === '' ? Number(count || Number.NaN) : await personOf(email_address)
    const { length } = await admin.attend(event, attendee, { status: status as AttendanceStatus })
    showToast(`${formatCount(length, 'RSVP was', 'RSVPs were')} recorded`)
  }
  return <FormButton label="RSVP" opener="primary" title="RSVP" submit="RSVP" fields={rsvpFields} onSubmit={submit} />
}

/** The person with an e-mail address. Adds the person if the service does not have one. */
async function personOf(email_address: string): Promise<MockPerson> {
  const { people } = await admin.people({ email_address })
  return people[0] ?? admin.addPerson({ email_address })
}
