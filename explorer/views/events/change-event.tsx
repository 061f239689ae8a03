import type { MockEventChanges } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { control } from '../../data/control.ts'
import { say } from '../../data/said.ts'
import { useAct } from '../../data/use-act.ts'
import { useSubmission } from '../../data/use-submission.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Choice, TextArea, TextField } from '../../parts/field.tsx'
import { Form } from '../../parts/form.tsx'
import { hrefOf } from '../../routing/route.ts'
import { isMembers, type Members, textIn, titleOf } from './members.ts'

interface ChangeEventProps {
  readonly id: string
  /** As version 2 shows it. */
  readonly event: Members
}

/** What no request can do with an event: edit it as its page in the user interface would, cancel it, take it out. */
export function ChangeEvent({ id, event }: ChangeEventProps) {
  const [shown, show] = useState<'edit' | 'remove'>()
  const { error, isBusy, run } = useAct()
  const close = () => show(undefined)
  const cancel = async () => {
    await control.cancelEvent(id)
    say(`${titleOf(event)} is cancelled`)
  }
  return (
    <>
      <Button onClick={() => show('edit')}>Edit</Button>
      {event.status !== 'cancelled' && (
        <Button disabled={isBusy} onClick={() => void run(cancel)}>
          Cancel event
        </Button>
      )}
      <Button kind="risky" onClick={() => show('remove')}>
        Remove …
      </Button>
      {error && (
        <p class="failed" role="alert">
          {error.message}
        </p>
      )}
      {shown === 'edit' && <Edit id={id} event={event} onDone={close} />}
      {shown === 'remove' && <Remove id={id} event={event} onDone={close} />}
    </>
  )
}

interface StepProps extends ChangeEventProps {
  readonly onDone: () => void
}

const fields = ['title', 'start_date', 'end_date', 'venue', 'locality', 'status', 'description'] as const
type Field = (typeof fields)[number]
const statuses = ['confirmed', 'tentative', 'cancelled'] as const

/** What the fields hold at first: local times without the zone that the service writes. */
function before(event: Members): Readonly<Record<Field, string>> {
  const place = isMembers(event.location) ? event.location : {}
  const local = (name: string) => textIn(event, name).replace(/Z$/, '')
  return {
    title: textIn(event, 'title'),
    start_date: local('start_date'),
    end_date: local('end_date'),
    venue: textIn(place, 'venue'),
    locality: textIn(place, 'locality'),
    status: textIn(event, 'status'),
    description: textIn(event, 'description'),
  }
}

/** What has been changed, and nothing else; a field that was emptied is cleared. */
function changesOf(old: Readonly<Record<Field, string>>, now: Readonly<Record<Field, string>>): MockEventChanges {
  const changed = fields.filter((name) => now[name] !== old[name])
  const isPlace = (name: Field) => name === 'venue' || name === 'locality'
  const place = changed.filter(isPlace).map((name) => [name, now[name]])
  const clears = (name: Field) => now[name] === '' && name !== 'title' && name !== 'status'
  return {
    ...Object.fromEntries(
      changed.filter((name) => !isPlace(name)).map((name) => [name, clears(name) ? null : now[name]]),
    ),
    ...(place.length > 0 && { location: Object.fromEntries(place) }),
  }
}

function Edit({ id, event, onDone }: StepProps) {
  const [old] = useState(() => before(event))
  const [draft, type] = useState(old)
  const submission = useSubmission(async () => {
    const { title } = await control.updateEvent(id, changesOf(old, draft))
    say(`${title} was changed`)
    onDone()
  })
  const about = (name: Field, label: string) => ({
    label,
    value: draft[name],
    onInput: (value: string) => type({ ...draft, [name]: value }),
    error: submission.errorAt(`event.${name}`),
  })
  return (
    <Dialog title={`Edit ${titleOf(event)}`} onClose={onDone}>
      <Form of={submission} does="Save" onCancel={onDone} fields={fields.map((name) => `event.${name}`)}>
        <TextField {...about('title', 'Title')} />
        <div class="form-pair">
          <TextField type="datetime-local" {...about('start_date', 'Starts')} />
          <TextField type="datetime-local" {...about('end_date', 'Ends')} />
          <TextField {...about('venue', 'Venue')} />
          <TextField {...about('locality', 'Town')} />
        </div>
        <Choice
          label="Status"
          value={draft.status}
          onChange={(status) => type({ ...draft, status })}
          choices={statuses.map((status) => [status, status])}
        />
        <TextArea {...about('description', 'Description')} />
      </Form>
    </Dialog>
  )
}

function Remove({ id, event, onDone }: StepProps) {
  const submission = useSubmission(async () => {
    await control.removeEvent(id)
    say(`${titleOf(event)} was removed`)
    onDone()
    location.hash = hrefOf(['events'])
  })
  return (
    <Dialog title={`Remove ${titleOf(event)}?`} onClose={onDone}>
      <Form of={submission} does="Remove" kind="risky" onCancel={onDone}>
        <p>
          Its RSVPs go with it, and nobody is reminded. Mail that was sent stays, and people stay on the e-mail lists.
        </p>
      </Form>
    </Dialog>
  )
}
