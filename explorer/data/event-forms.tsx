import type { NewMockEvent } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../parts/button.tsx'
import { type Field, FormDialog, type Values } from '../parts/form.tsx'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf } from '../state/route.ts'
import { say } from '../state/store.ts'
import { isMembers, type Members, textIn } from './versions.tsx'

/** What can be typed of an event, by the service's names; parts of its location with their path. */
const typed: readonly Field[] = [
  { name: 'title', label: 'Title' },
  { name: 'name', label: 'Title for organizers' },
  { name: 'start_date', label: 'Starts', type: 'datetime-local' },
  { name: 'end_date', label: 'Ends', type: 'datetime-local' },
  { name: 'location.venue', label: 'Venue' },
  { name: 'location.locality', label: 'Town' },
  { name: 'capacity', label: 'Capacity', type: 'number' },
  { name: 'browser_url', label: 'Web page' },
  { name: 'description', label: 'Description', type: 'long' },
]

/** What was typed anew, and nothing else, as the service takes it; a field that was emptied is cleared. */
function changesOf(old: readonly Field[], values: Values): Members {
  const event: Record<string, unknown> = {}
  const location: Record<string, unknown> = {}
  for (const { name, type, value = '' } of old) {
    const text = values[name] ?? ''
    if (text === value) continue
    const given = type === 'number' ? Number(text) : text
    const [first = '', part] = name.split('.')
    if (part !== undefined) location[part] = text
    else event[first] = text === '' && name !== 'title' ? null : given
  }
  return { ...event, ...(Object.keys(location).length > 0 && { location }) }
}

const via: Field = {
  name: 'via',
  label: 'Made',
  value: 'ui',
  choices: [
    ['ui', 'In the user interface'],
    ['api', 'Through the API'],
  ],
}

/** Makes an event, in the user interface of the service or through its API. */
export function NewEvent() {
  const [isOpen, open] = useState(false)
  const { value: keys } = useLoaded('keys', () => admin.keys())
  const owners = (keys ?? []).map(({ title, kind }, at) => [String(at), `${title} (${kind})`] as const)
  const whose: Field = { name: 'key', label: 'Whose', choices: owners }
  const make = async (values: Values) => {
    const made = { title: '', ...changesOf(typed, values) } as NewMockEvent
    const { id, title } = await admin.addEvent(made, {
      key: keys?.[Number(values.key)]?.token ?? '',
      via: values.via === 'api' ? 'api' : 'ui',
    })
    say(`${title} was made`)
    location.hash = hrefOf(['data', 'events', id])
  }
  return (
    <>
      <Button kind="main" disabled={!keys} onClick={() => open(true)}>
        New event
      </Button>
      {isOpen && (
        <FormDialog
          title="New event"
          does="Make the event"
          fields={[...typed.slice(0, 1), whose, via, ...typed.slice(1)]}
          prefix="event."
          onSubmit={make}
          onClose={() => open(false)}
        />
      )}
    </>
  )
}

interface EditEventProps {
  readonly id: string
  /** As version 2 shows it. */
  readonly event: Members
  readonly onClose: () => void
}

/** Changes an event as its page in the user interface would. */
export function EditEvent({ id, event, onClose }: EditEventProps) {
  const [fields] = useState(() => filledWith(event))
  const save = async (values: Values) => {
    const { title } = await admin.updateEvent(id, changesOf(fields, values))
    say(`${title} was changed`)
  }
  return (
    <FormDialog title="Edit the event" does="Save" fields={fields} prefix="event." onSubmit={save} onClose={onClose} />
  )
}

/** A local time as a browser gives it back, or it would count as changed: without the zone that the service writes, and without seconds that are none. */
const typedTime = (local: string): string => local.replace(/Z$/, '').replace(/(:\d\d):00$/, '$1')

/** The fields as they stand in an event. */
function filledWith(event: Members): readonly Field[] {
  const status: Field = { name: 'status', label: 'Status', choices: ['confirmed', 'tentative', 'cancelled'] }
  return [...typed, status].map((field) => {
    const [name = '', part] = field.name.split('.')
    const place = isMembers(event.location) ? event.location : {}
    const value = part === undefined ? textIn(event, name) : textIn(place, part)
    return { ...field, value: field.type === 'datetime-local' ? typedTime(value) : value }
  })
}
