import type { NewMockEvent } from 'osdi-events/mock'
import { type Field, FormButton, type Values } from '../components/form.tsx'
import { isMembers, type Members } from '../components/members.ts'
import { formatNumber } from '../components/text.ts'
import { admin } from '../state/admin.ts'
import { useLoaded } from '../state/hooks.ts'
import { hrefOf, navigateFrom } from '../state/route.ts'
import { showToast } from '../state/store.ts'
import { changesOf } from './changes.ts'
import { textIn } from './versions.tsx'

/** Fields of an event. Fields of its location have a dot in their name. */
const eventFields: readonly Field[] = [
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

export const eventStatuses = ['confirmed', 'tentative', 'cancelled', 'pending_approval'] as const

const via: Field = {
  name: 'via',
  label: 'Made',
  value: 'ui',
  options: [
    ['ui', 'In the user interface'],
    ['api', 'Through the API'],
  ],
}

/** Whom the service makes up, so that a new event has attendees at once. */
const people: Field = { name: 'people', label: 'People who come', type: 'number', value: '0' }
/** The most that the service adds with one request. */
const maxPeople = 10_000

/** The number of people. Throws before the event is made, because the event would be made again with the next try. */
function peopleIn({ people: text = '' }: Values): number {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 0 && count <= maxPeople) return count
  const message = `Must be a whole number from 0 to ${formatNumber(maxPeople)}`
  throw Object.assign(new Error(message), { field: 'event.people' })
}

/** All keys, and a field that chooses one of them by its position. The page contains no token. */
export function useOwners() {
  const { value: keys } = useLoaded('keys', () => admin.keys())
  const options = (keys ?? []).map(({ title, kind }, index) => [String(index), `${title} (${kind})`] as const)
  return { keys, owner: { name: 'key', label: 'Whose', options } satisfies Field }
}

/** Button and dialog for a new event: made in the service's user interface, or through its API. */
export function NewEvent() {
  const { keys, owner } = useOwners()
  const add = async (values: Values) => {
    const open = navigateFrom()
    const count = peopleIn(values)
    const event = { title: '', ...changesOf(eventFields, values) } as NewMockEvent
    const { id, title } = await admin.addEvent(event, {
      key: keys?.[Number(values.key)]?.token ?? '',
      via: values.via === 'api' ? 'api' : 'ui',
    })
    if (count > 0) await admin.attend(id, count)
    open(hrefOf(['data', 'events', id]), `${title} was made`)
  }
  return (
    <FormButton
      label="New event"
      opener="primary"
      disabled={!keys}
      title="New event"
      submit="Make the event"
      fields={[...eventFields.slice(0, 1), people, owner, via, ...eventFields.slice(1)]}
      onSubmit={add}
    />
  )
}

interface EditEventProps {
  readonly id: string
  /** The event in version 2. */
  readonly event: Members
}

/** Changes an event as the service's user interface does. */
export function EditEvent({ id, event }: EditEventProps) {
  const save = async (values: Values, fields: readonly Field[]) => {
    const { title } = await admin.updateEvent(id, changesOf(fields, values))
    showToast(`${title} was changed`)
  }
  return <FormButton label="Edit" title="Edit the event" submit="Save" fields={fieldsOf(event)} onSubmit={save} />
}

/** A local time in the form of a browser: without a zone, and without zero seconds. In another form, the field would count as changed. */
const inputTime = (local: string): string => local.replace(/Z$/, '').replace(/(:\d\d):00$/, '$1')

/** The fields with the values of an event. */
function fieldsOf(event: Members): readonly Field[] {
  const status: Field = { name: 'status', label: 'Status', options: eventStatuses }
  return [...eventFields, status].map((field) => {
    const [name = '', part] = field.name.split('.')
    const location = isMembers(event.location) ? event.location : {}
    const value = part === undefined ? textIn(event, name) : textIn(location, part)
    return { ...field, value: field.type === 'datetime-local' ? inputTime(value) : value }
  })
}
