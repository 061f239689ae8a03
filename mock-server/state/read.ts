import { shownKey } from '../add/accounts.ts'
import { end } from '../clock.ts'
import { eventRecord } from '../rules/events.ts'
import { joinLists } from '../rules/mailing.ts'
import { dueOf } from '../rules/reminders.ts'
import type { SnapshotData } from '../snapshot.ts'
import type { Steps } from '../steps.ts'
import { idsFrom } from '../store/ids.ts'
import type { CampaignRecord, GroupRecord, Instant, KeyRecord, OwnerId, PersonRecord } from '../store/model.ts'
import { Store } from '../store/store.ts'
import { isEmail, isToken, tokenProblem } from '../text/strings.ts'
import type { Seeded } from '../types/index.ts'
import { damaged, eventIn, Fields, first, groupIn, personIn } from './fields.ts'
import { readEvent } from './read-event.ts'
import { format, version } from './write.ts'

const lists = ['people', 'groups', 'keys', 'campaigns', 'events', 'attendances', 'outbox', 'reminded']
const names = ['format', 'version', 'seed', 'ids', 'clock', 'seeded', ...lists]

/** What has to be known of the service that reads a state. */
export interface Reader {
  readonly namespace: string
  readonly assumptions: { readonly scope: Store['scope'] }
}

/** Reads a state, all of it, before anything is made of it: a record in each step. What can be derived from it is derived anew. */
export function* readState(document: unknown, { namespace, assumptions }: Reader): Steps<SnapshotData> {
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

const personNames = ['id', 'given_name', 'family_name', 'email_address', 'postal_code', 'created']

export function readPerson(value: unknown, path: string): Omit<PersonRecord, 'serial'> {
  const fields = new Fields(value, path, personNames)
  const email_address = fields.text('email_address')
  if (!isEmail(email_address)) throw fields.wrong('email_address', 'must be an e-mail address')
  return {
    id: fields.text('id'),
    given_name: fields.text('given_name'),
    family_name: fields.text('family_name'),
    email_address,
    postal_code: fields.optional('postal_code', fields.text),
    created: fields.instant('created'),
  }
}

export function* readGroup(store: Store, value: unknown, path: string): Steps<GroupRecord> {
  const fields = new Fields(value, path, ['id', 'title', 'creator', 'members', 'organizers', 'administrators'])
  return {
    id: fields.text('id'),
    title: fields.filled('title'),
    creator: personIn(store, fields, 'creator').id,
    members: yield* peopleIn(store, fields, 'members'),
    organizers: yield* peopleIn(store, fields, 'organizers'),
    administrators: yield* peopleIn(store, fields, 'administrators'),
  }
}

function* peopleIn({ people }: Store, fields: Fields, name: string): Steps<readonly string[]> {
  const ids: string[] = []
  for (const [id, field] of fields.list(name)) {
    yield
    const person = typeof id === 'string' ? people.get(id) : undefined
    if (!person) throw damaged(field, 'is the id of none of the people')
    ids.push(person.id)
  }
  return Object.freeze(ids)
}

export function readKey(store: Store, value: unknown, path: string): KeyRecord {
  const fields = new Fields(value, path, ['token', 'group', 'person'])
  const token = fields.checked('token', isToken, tokenProblem.replace(/^must be /, ''))
  if (store.keys.has(token)) throw fields.wrong('token', 'belongs to another key already')
  const group = fields.optional('group', (name) => groupIn(store, fields, name))
  if (group === undefined) {
    const { id } = personIn(store, fields, 'person')
    return { token, owner: `person:${id}`, group: undefined, person: id }
  }
  if (fields.value('person') !== undefined) throw fields.wrong('person', 'must not stand beside a group')
  return { token, owner: `group:${group.id}`, group: group.id, person: group.creator }
}

export function readCampaign(store: Store, value: unknown, path: string): CampaignRecord {
  const fields = new Fields(value, path, ['id', 'title', 'owner'])
  const id = fields.text('id')
  const title = fields.filled('title')
  const owner = fields.text('owner')
  if (isOwner(store, owner)) return { id, title, owner }
  throw fields.wrong('owner', 'is none of the groups and people')
}

function isOwner({ groups, people }: Store, owner: string): owner is OwnerId {
  const [kind, id = ''] = owner.split(/:(.*)/s)
  return (kind === 'group' && groups.has(id)) || (kind === 'person' && people.has(id))
}
