import { useState } from 'preact/hooks'
import { Button, Chip } from '../components/button.tsx'
import { Code } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { FormDialog } from '../components/form.tsx'
import { Empty, ErrorMessage, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import { formatJson, formatNumber } from '../components/text.ts'
import { admin, fieldOf } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf, navigate } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { EditEvent, eventStatuses } from './event-forms.tsx'
import { MailTable } from './mail.tsx'
import { People, Rsvp } from './people.tsx'
import { RequestsOf } from './requests-of.tsx'
import { isHidden, type Members, textIn, Versions } from './versions.tsx'

/** An event in both versions, its attendees and its mail. */
export function EventPage({ id, tab = 'versions' }: { readonly id: string; readonly tab: string | undefined }) {
  const event = useLoaded(id, () => admin.event(id))
  const row = useLoaded(`row of ${id}`, async () => {
    const { events } = await admin.events({ search: id })
    return events.find((each) => each.id === id)
  }).value
  const isGone = event.error && fieldOf(event.error) === 'event'
  const value = isGone ? undefined : event.value
  const at = (name: string) => ['data', 'events', id, name]
  return (
    <>
      <PageHeader title={value ? titleOf(value.v2) : 'Event'} note={<span class="mono">{id}</span>}>
        {value && <RequestsOf id={id} />}
        {value && <EventActions id={id} event={value.v2} />}
      </PageHeader>
      {isGone ? (
        <Empty title="No such event">
          It was removed, or the service was reset. <a href={hrefOf(['data', 'events'])}>Show all events</a>
        </Empty>
      ) : (
        <>
          <Tabs
            label="Event"
            current={tab}
            tabs={[
              [at('versions'), 'Both versions'],
              [at('json'), 'JSON'],
              [at('attendees'), `Attendees${row ? ` (${formatNumber(row.rsvps)})` : ''}`],
              [at('mail'), 'Sent mail'],
            ]}
          />
          <LoadStatus of={event} />
        </>
      )}
      {value && tab === 'versions' && <Versions event={value} />}
      {value && tab === 'json' && (
        <div class="pair">
          <Code label="Version 1" text={formatJson(value.v1)} />
          <Code label="Version 2" text={formatJson(value.v2)} />
        </div>
      )}
      {value && tab === 'attendees' && <People label="Attendees" query={{ event: id }} />}
      {value && tab === 'mail' && (
        <MailTable
          query={{ event: id }}
          hrefFor={(number) => hrefOf(['data', 'mail', String(number)])}
          reason={row?.via === 'api' ? 'This event was made through the API, so it sends no mail.' : undefined}
        />
      )}
    </>
  )
}

const titleOf = (event: Members): string => textIn(event, 'title') || 'Without a title'

function EventActions({ id, event }: { readonly id: string; readonly event: Members }) {
  const [dialog, setDialog] = useState<'rsvp' | 'edit' | 'remove'>()
  const { error, run } = useAction()
  const title = titleOf(event)
  const close = () => setDialog(undefined)
  const setStatus = async (status: string) => {
    await admin.updateEvent(id, { status: status as (typeof eventStatuses)[number] })
    showToast(`${title} is ${status}`)
  }
  const remove = async () => {
    await admin.removeEvent(id)
    showToast(`${title} was removed`)
    navigate(hrefOf(['data', 'events']))
  }
  return (
    <>
      {isHidden(event) && <Chip>hidden</Chip>}
      {event.visibility === 'private' && <Chip>private</Chip>}
      <Select
        label="Status"
        value={textIn(event, 'status')}
        options={eventStatuses}
        onChange={(status) => void run(() => setStatus(status))}
      />
      <Button kind="primary" onClick={() => setDialog('rsvp')}>
        RSVP
      </Button>
      <Button onClick={() => setDialog('edit')}>Edit</Button>
      <Button kind="danger" onClick={() => setDialog('remove')}>
        Remove …
      </Button>
      <ErrorMessage error={error} />
      {dialog === 'rsvp' && <Rsvp event={id} onClose={close} />}
      {dialog === 'edit' && <EditEvent id={id} event={event} onClose={close} />}
      {dialog === 'remove' && (
        <FormDialog title={`Remove ${title}?`} submit="Remove" kind="danger" onSubmit={remove} onClose={close}>
          <p>
            Its RSVPs go with it, and nobody is reminded. Mail that was sent stays, and people stay on the e-mail lists.
          </p>
        </FormDialog>
      )}
    </>
  )
}
