import type { MockPerson } from 'osdi-events/mock'
import { Fragment } from 'preact'
import { useState } from 'preact/hooks'
import { Button } from '../components/button.tsx'
import { FormDialog, type Values } from '../components/form.tsx'
import { Empty, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import { admin, fieldOf } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { changesOf } from './changes.ts'
import { EventTable, eventColumns } from './events.tsx'
import { MailTable } from './mail.tsx'
import { nameOf } from './people.tsx'
import { personFields } from './people-page.tsx'
import { CustomFields, PersonTags } from './person-parts.tsx'
import { RequestsOf } from './requests-of.tsx'

/** A person: contacts, custom fields, tags, RSVPs and mail. */
export function PersonPage({ id, tab = 'about' }: { readonly id: string; readonly tab: string | undefined }) {
  const person = useLoaded(id, () => admin.person(id))
  const isGone = person.error && fieldOf(person.error) === 'person'
  const value = isGone ? undefined : person.value
  const at = (name: string) => ['data', 'people', id, name]
  return (
    <>
      <PageHeader title={value ? nameOf(value) : 'Person'} note={<span class="mono">{id}</span>}>
        {value && <RequestsOf id={id} />}
        {value && <EditPerson person={value} />}
      </PageHeader>
      {isGone ? (
        <Empty title="No such person">
          The service was reset. <a href={hrefOf(['data', 'people'])}>Show all people</a>
        </Empty>
      ) : (
        <>
          <Tabs
            label="Person"
            current={tab}
            tabs={[
              [at('about'), 'About'],
              [at('events'), 'RSVPs'],
              [at('mail'), 'Sent mail'],
            ]}
          />
          <LoadStatus of={person} />
        </>
      )}
      {value && tab === 'about' && <About person={value} />}
      {value && tab === 'events' && <EventTable query={{ person: id }} columns={rsvpColumns} />}
      {value && tab === 'mail' && (
        <MailTable query={{ person: id }} hrefFor={(number) => hrefOf(['data', 'mail', String(number)])} />
      )}
    </>
  )
}

const rsvpColumns = [
  ...eventColumns.filter(({ name }) => name === 'title' || name === 'start' || name === 'place'),
  { name: 'answer', title: 'RSVP', cell: ({ attendance }) => attendance?.status },
] satisfies Parameters<typeof EventTable>[0]['columns']

const About = ({ person }: { readonly person: MockPerson }) => (
  <div class="pair">
    <section class="card">
      <h2>Contact</h2>
      <Facts
        of={{
          'E-mail': person.email_address,
          'E-mail status': person.email_status,
          Phone: person.phone_number,
          'Postal code': person.postal_code,
          'Known since': person.created_date.slice(0, 10),
        }}
      />
    </section>
    <PersonTags person={person} />
    <CustomFields person={person} />
  </div>
)

/** Names with their values. Says which values are missing. */
export const Facts = ({ of }: { readonly of: Readonly<Record<string, string | undefined>> }) => (
  <dl class="members facts">
    {Object.entries(of).map(([name, value]) => (
      <Fragment key={name}>
        <dt>{name}</dt>
        <dd class="text" dir="auto">
          {value || <span class="muted">none</span>}
        </dd>
      </Fragment>
    ))}
  </dl>
)

function EditPerson({ person }: { readonly person: MockPerson }) {
  const [isOpen, setOpen] = useState(false)
  const texts: Readonly<Record<string, unknown>> = { ...person }
  const fields = personFields.map((field) => ({ ...field, value: String(texts[field.name] ?? '') }))
  const save = async (values: Values) => {
    showToast(`${nameOf(await admin.updatePerson(person, changesOf(fields, values)))} was changed`)
  }
  return (
    <>
      <Button onClick={() => setOpen(true)}>Edit</Button>
      {isOpen && (
        <FormDialog
          title="Edit the person"
          submit="Save"
          fields={fields}
          onSubmit={save}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
