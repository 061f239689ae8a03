import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { Code } from '../parts/code.tsx'
import { FormDialog } from '../parts/form.tsx'
import { Empty, Failed, Head, LoadStatus, Tabs } from '../parts/frame.tsx'
import { shownJson } from '../parts/text.ts'
import { admin, fieldOf } from '../state/admin.ts'
import { useAct, useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { say } from '../state/store.ts'
import { EditEvent } from './event-forms.tsx'
import { MailTable } from './mail.tsx'
import { People, Rsvp } from './people.tsx'
import { type Members, textIn, Versions } from './versions.tsx'

/** One event: as both versions show it, who comes to it, and what was sent about it. */
export function EventPage({ id, tab = 'versions' }: { readonly id: string; readonly tab: string | undefined }) {
  const event = useLoaded(id, () => admin.event(id))
  const isGone = event.error && fieldOf(event.error) === 'event'
  const value = isGone ? undefined : event.value
  const at = (name: string) => ['data', 'events', id, name]
  return (
    <>
      <Head title={value ? titleOf(value.v2) : 'Event'} note={<span class="mono">{id}</span>}>
        {value && <Acts id={id} event={value.v2} />}
      </Head>
      {isGone ? (
        <Empty title="No such event">
          It was removed, or the service was reset. <a href={hrefOf(['data', 'events'])}>Show all events</a>
        </Empty>
      ) : (
        <Tabs
          label="Event"
          current={tab}
          tabs={[
            [at('versions'), 'Both versions'],
            [at('json'), 'JSON'],
            [at('attendees'), 'Attendees'],
            [at('mail'), 'Sent mail'],
          ]}
        />
      )}
      {!isGone && <LoadStatus of={event} />}
      {value && tab === 'versions' && <Versions event={value} />}
      {value && tab === 'json' && (
        <div class="pair">
          <Code label="Version 1" text={shownJson(value.v1)} />
          <Code label="Version 2" text={shownJson(value.v2)} />
        </div>
      )}
      {value && tab === 'attendees' && <People label="Attendees" query={{ event: id }} />}
      {value && tab === 'mail' && (
        <MailTable query={{ event: id }} hrefFor={(number) => hrefOf(['data', 'mail', String(number)])} />
      )}
    </>
  )
}

const titleOf = (event: Members): string => textIn(event, 'title') || 'Without a title'

/** What no request can do with an event. */
function Acts({ id, event }: { readonly id: string; readonly event: Members }) {
  const [open, show] = useState<'rsvp' | 'edit' | 'remove'>()
  const { error, isBusy, run } = useAct()
  const title = titleOf(event)
  const close = () => show(undefined)
  const cancel = async () => {
    await admin.cancelEvent(id)
    say(`${title} is cancelled`)
  }
  const remove = async () => {
    await admin.removeEvent(id)
    say(`${title} was removed`)
    location.hash = hrefOf(['data', 'events'])
  }
  return (
    <>
      <Button kind="main" onClick={() => show('rsvp')}>
        RSVP
      </Button>
      <Button onClick={() => show('edit')}>Edit</Button>
      <Button disabled={isBusy || event.status === 'cancelled'} onClick={() => void run(cancel)}>
        Cancel event
      </Button>
      <Button kind="risky" onClick={() => show('remove')}>
        Remove …
      </Button>
      <Failed error={error} />
      {open === 'rsvp' && <Rsvp event={id} onClose={close} />}
      {open === 'edit' && <EditEvent id={id} event={event} onClose={close} />}
      {open === 'remove' && (
        <FormDialog title={`Remove ${title}?`} does="Remove" kind="risky" onSubmit={remove} onClose={close}>
          <p>
            Its RSVPs go with it, and nobody is reminded. Mail that was sent stays, and people stay on the e-mail lists.
          </p>
        </FormDialog>
      )}
    </>
  )
}
