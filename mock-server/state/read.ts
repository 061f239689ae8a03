import { end } from '../clock.ts'
import { shownKey } from '../hand-in/accounts.ts'
import { idsFrom } from '../ids/ids.ts'
import { Store } from '../memory/store.ts'
import type { Instant } from '../model.ts'
import type { Moment } from '../moment.ts'
import { joinLists } from '../service/mailing.ts'
import { eventRecord } from '../service/record.ts'
import { dueOf } from '../service/reminders.ts'
import type { Steps } from '../steps.ts'
import type { Seeded } from '../types.ts'
import { damaged, Fields, first } from './fields.ts'
import { readCampaign, readGroup, readKey, readPerson } from './read-accounts.ts'
import { readEvent } from './read-event.ts'
import { eventIn, personIn } from './references.ts'
import { format, version } from './write.ts'

const lists = ['people', 'groups', 'keys', 'campaigns', 'events', 'attendances', 'outbox', 'reminded']
const names = ['format', 'version', 'seed', 'ids', 'clock', 'seeded', ...lists]

/** What has to be known of the service that reads a state. */
export interface Reader {
  readonly namespace: string
  readonly assumptions: { readonly scope: Store['scope'] }
}

/** Reads a state, all of it, before anything is made of it: a record in each step. What can be derived from it is derived anew. */
export function* readState(document: unknown, { namespace, assumptions }: Reader): Steps<Moment> {
  checkForm(document)
  const state = new Fields(document, '', names)
  const store = new Store(idsFrom(state.text('seed'), state.oneOf('ids', ['uuid', 'number'])), assumptions.scope)
  const clock = new Fields(state.value('clock'), 'clock', ['now', 'advanced'])
  const now = clock.instant('now', end)
  // It cannot have been moved on from a moment that there never was.
  const advanced = clock.count('advanced', now - first)
  yield* readAccounts(store, state)
  yield* readEvents(store, state, now, namespace)
  yield* readAttendances(store, state)
  yield* readMessages(store, state)
  return { store, now, advanced, seeded: seededIn(store, state), namespace }
}

/** First of all, so that a document of a newer version is refused for that and not for what is new in it. */
function checkForm(document: unknown): void {
  const known = document as { readonly format?: unknown; readonly version?: unknown } | null | undefined
  if (known?.format !== format) throw damaged('format', `must be '${format}'`)
  const found = known.version
  if (found === version) return
  const newer = typeof found === 'number' && found > version
  throw damaged('version', newer ? `${found} is newer than ${version}, the one known here` : `must be ${version}`)
}

/** An id has to be the one that follows from the place in the list: nothing may be missing before it. */
function placed<Read extends { readonly id: string }>(read: Read, id: string, path: string): Read {
  if (read.id === id) return read
  throw damaged(`${path}.id`, 'is not the id that follows from the place in the list')
}

function* readAccounts(store: Store, state: Fields): Steps<void> {
  for (const [value, path] of state.list('people')) {
    yield
    const person = readPerson(value, path)
    store.addPerson((id, serial) => ({ ...placed(person, id, path), serial }))
  }
  for (const [value, path] of state.list('groups')) {
    yield
    const group = yield* readGroup(store, value, path)
    store.addGroup((id) => placed(group, id, path))
  }
  for (const [value, path] of state.list('keys')) {
    yield
    store.addKey(readKey(store, value, path))
  }
  for (const [value, path] of state.list('campaigns')) {
    yield
    const campaign = readCampaign(store, value, path)
    store.addCampaign((id) => placed(campaign, id, path))
  }
}

function* readEvents(store: Store, state: Fields, now: Instant, namespace: string): Steps<void> {
  for (const [value, path] of state.list('events')) {
    yield
    const read = readEvent(store, value, path, namespace)
    const { key, created, modified, settings, content, removed } = read
    const event = store.addEvent((id, serial) => ({
      ...eventRecord(placed(read, id, path).id, serial, key, created, settings, content),
      modified,
      removed,
    }))
    // What was due by then has been sent, or never will be.
    const due = removed ? undefined : dueOf(event)
    if (due !== undefined && due > now) store.schedule(due, event)
  }
}

function* readAttendances(store: Store, state: Fields): Steps<void> {
  for (const [value, path] of state.list('attendances')) {
    yield
    const fields = new Fields(value, path, ['id', 'event', 'person', 'created'])
    placed({ id: fields.text('id') }, store.ids.idOf('attendance', store.attendances.size), path)
    const event = eventIn(store, fields, 'event')
    const person = personIn(store, fields, 'person')
    store.addAttendance(event, person, fields.instant('created'), event.modified)
    joinLists({ store }, event, person)
  }
}

function* readMessages(store: Store, state: Fields): Steps<void> {
  for (const [value, path] of state.list('outbox')) {
    yield
    const fields = new Fields(value, path, ['kind', 'event', 'person', 'to', 'subject', 'sent_at'])
    store.send({
      kind: fields.oneOf('kind', ['autoresponse', 'reminder']),
      event: eventIn(store, fields, 'event').id,
      person: personIn(store, fields, 'person').id,
      to: fields.text('to'),
      subject: fields.text('subject'),
      sent: fields.instant('sent_at'),
    })
  }
  for (const [value, path] of state.list('reminded')) {
    yield
    const fields = new Fields(value, path, ['event', 'person'])
    store.noteReminded(eventIn(store, fields, 'event'), personIn(store, fields, 'person'))
  }
}

function seededIn(store: Store, state: Fields): Seeded {
  const fields = new Fields(state.value('seeded'), 'seeded', ['group', 'individual'])
  const keyOf = (name: 'group' | 'individual') => {
    const key = store.keys.get(fields.text(name))
    if (key && (key.group === undefined) === (name === 'individual')) return shownKey(key)
    throw fields.wrong(name, `is none of the keys of ${name === 'group' ? 'groups' : 'individual accounts'}`)
  }
  return Object.freeze({ group: keyOf('group'), individual: keyOf('individual') })
}
