import type { MockPerson } from 'osdi-events/mock'
import { Chip } from '../components/button.tsx'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { Empty, Facts, Folded, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import { admin, fieldOf } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, mailHref } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { changesOf } from './changes.ts'
import { EventTable, eventColumns } from './events.tsx'
import { MailTable } from './mail.tsx'
import { nameOf } from './people.tsx'
import { personFields } from './people-page.tsx'
import { CustomFields, PersonTags } from './person-parts.tsx'
import { RequestsOf } from './requests-of.tsx'

/** A person: contacts, tags, custom fields and RSVPs; and mail. */
export function PersonPage({ id, tab = 'about' }: { readonly id: string; readonly tab: string | undefined }) {
  const person = useLoaded(id, () => admin.person(id))
  const isGone = person.error && fieldOf(person.error) === 'person'
  const value = isGone ? undefined : person.value
  return (
    <>
      <PageHeader title={value ? nameOf(value) : 'Person'}>
        {value && <RequestsOf id={id} title={nameOf(value)} />}
        {value && <EditPerson person={value} />}
      </PageHeader>
      {isGone ? (
        <Empty title="No such person">
          The service was reset. <a href={hrefOf(['data', 'people'])}>Show all people</a>
        </Empty>
      ) : (
        <>
          <Tabs label="Person" at={['data', 'people', id]} current={tab} tabs={{ about: 'About', mail: 'Sent mail' }} />
          <LoadStatus of={person} />
        </>
      )}
      {value && tab === 'about' && <About person={value} />}
      {value && tab === 'mail' && <MailTable query={{ person: id }} hrefFor={mailHref} />}
    </>
  )
}

const rsvpColumns = [
  ...eventColumns.filter(({ name }) => name === 'title' || name === 'start' || name === 'place'),
  { name: 'answer', title: 'RSVP', cell: ({ attendance }) => attendance?.status },
] satisfies Parameters<typeof EventTable>[0]['columns']

const About = ({ person }: { readonly person: MockPerson }) => (
  <>
    <div class="pair">
      <section class="card">
        <h2>Contact</h2>
        <Facts
          of={{
            'E-mail': <Contact text={person.email_address} status={person.email_status} />,
            Phone: <Contact text={person.phone_number} status={person.phone_status} />,
            'Postal code': person.postal_code,
          }}
        />
        <Folded title="Identifiers">
          <Facts of={{ Id: person.id, 'Known since': person.created_date.slice(0, 10) }} />
        </Folded>
      </section>
      <PersonTags person={person} />
      <CustomFields person={person} />
    </div>
    <h2>RSVPs</h2>
    <EventTable query={{ person: person.id }} columns={rsvpColumns} />
  </>
)

/** An address or a number, and whether it gets messages. */
const Contact = ({ text = '', status }: { readonly text: string | undefined; readonly status: string | undefined }) =>
  text === '' ? (
    <span class="muted">none</span>
  ) : (
    <>
      {text} {status !== undefined && <Chip tone={status === 'subscribed' ? 'good' : 'plain'}>{status}</Chip>}
    </>
  )

function EditPerson({ person }: { readonly person: MockPerson }) {
  const texts: Readonly<Record<string, unknown>> = { ...person }
  const fields = personFields.map((field) => ({ ...field, value: String(texts[field.name] ?? '') }))
  const save = async (values: Values, shown: readonly Field[]) => {
    showToast(`${nameOf(await admin.updatePerson(person, changesOf(shown, values)))} was changed`)
  }
  return <FormButton label="Edit" title="Edit the person" submit="Save" fields={fields} onSubmit={save} />
}
