import type { EventRow, EventVersions } from 'osdi-events/mock'
import { Code } from '../components/code.tsx'
import { Select } from '../components/field.tsx'
import { FormButton } from '../components/form.tsx'
import { Empty, ErrorMessage, Facts, LoadStatus, PageHeader, Tabs } from '../components/frame.tsx'
import type { Members } from '../components/members.ts'
import { formatJson, formatLocal, formatNumber } from '../components/text.ts'
import { admin, fieldOf } from '../state/admin.ts'
import { useAction, useLoaded } from '../state/hooks.ts'
import { hrefOf, mailHref, navigateFrom } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { EditEvent, eventStatuses } from './event-forms.tsx'
import { EventChips } from './events.tsx'
import { MailTable } from './mail.tsx'
import { People, Rsvp } from './people.tsx'
import { RequestsOf } from './requests-of.tsx'
import { textIn, Versions } from './versions.tsx'

/** An event: what people ask first, then each field in both versions; its attendees and its mail. */
export function EventPage({ id, tab = 'about' }: { readonly id: string; readonly tab: string | undefined }) {
  const event = useLoaded(id, () => admin.event(id))
  const row = useLoaded(`row of ${id}`, async () => {
    const { events } = await admin.events({ search: id })
    return events.find((each) => each.id === id)
  }).value
  const isGone = event.error && fieldOf(event.error) === 'event'
  const value = isGone ? undefined : event.value
  return (
    <>
      <PageHeader title={value ? titleOf(value.v2) : 'Event'} note={row && <EventChips {...row} />}>
        {value && <RequestsOf id={id} title={titleOf(value.v2)} />}
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
            at={['data', 'events', id]}
            current={tab}
            tabs={{
              about: 'About',
              attendees: `Attendees${row ? ` (${formatNumber(row.rsvps)})` : ''}`,
              mail: 'Sent mail',
              json: 'JSON',
            }}
          />
          <LoadStatus of={event} />
        </>
      )}
      {value && tab === 'about' && <About event={value} row={row} />}
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
          hrefFor={mailHref}
          reason={row?.via === 'api' ? 'This event was made through the API, so it sends no mail.' : undefined}
        />
      )}
    </>
  )
}

interface AboutProps {
  readonly event: EventVersions
  readonly row: EventRow | undefined
}

function About({ event, row }: AboutProps) {
  const { v2 } = event
  const [start, end] = [textIn(v2, 'start_date'), textIn(v2, 'end_date')].map(formatLocal)
  const none = <span class="muted">none</span>
  return (
    <>
      <section class="card" aria-label="At a glance">
        <Facts
          of={{
            When: start
              ? `${start}${end ? ` to ${end.startsWith(start.slice(0, 10)) ? end.slice(11) : end}` : ''}`
              : none,
            Where: row && (row.place || none),
            Status: textIn(v2, 'status'),
            RSVPs: row && (
              <a href={hrefOf(['data', 'events', event.id, 'attendees'])}>
                {formatNumber(row.rsvps)}
                {textIn(v2, 'capacity') && ` of ${textIn(v2, 'capacity')}`}
              </a>
            ),
            Campaign: row?.campaign && (
              <a href={hrefOf(['data', 'campaigns', row.campaign.id])}>{row.campaign.title}</a>
            ),
            'Made by': row && `${row.origin}, ${row.via === 'api' ? 'through the API' : 'in the user interface'}`,
          }}
        />
      </section>
      <Versions event={event} />
    </>
  )
}

const titleOf = (event: Members): string => textIn(event, 'title') || 'Without a title'

function EventActions({ id, event }: { readonly id: string; readonly event: Members }) {
  const { error, run } = useAction()
  const title = titleOf(event)
  const setStatus = async (status: string) => {
    await admin.updateEvent(id, { status: status as (typeof eventStatuses)[number] })
    showToast(`${title} is ${status}`)
  }
  const remove = async () => {
    const open = navigateFrom()
    await admin.removeEvent(id)
    open(hrefOf(['data', 'events']), `${title} was removed`, 'Show all events')
  }
  return (
    <>
      <span class="row small">
        Status
        <Select
          label="Status"
          value={textIn(event, 'status')}
          options={eventStatuses}
          onChange={(status) => void run(() => setStatus(status))}
        />
      </span>
      <Rsvp event={id} />
      <EditEvent id={id} event={event} />
      <FormButton
        label="Remove …"
        opener="danger"
        title={`Remove ${title}?`}
        submit="Remove"
        kind="danger"
        onSubmit={remove}
      >
        <p>
          Its RSVPs go with it, and nobody is reminded. Mail that was sent stays, and people stay on the e-mail lists.
        </p>
      </FormButton>
      <ErrorMessage error={error} />
    </>
  )
}
