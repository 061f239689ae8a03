import { shownKey } from '../add/accounts.ts'
import { lastSecond } from '../clock.ts'
import { joinLists } from '../rules/attendances.ts'
import { eventContent, eventRecord } from '../rules/events.ts'
import { isNative } from '../rules/identifiers.ts'
import { reminderDue } from '../rules/reminders.ts'
import { idsFrom } from '../store/ids.ts'
import type { EventRecord, KeyRecord, PersonRecord } from '../store/model.ts'
import { Store } from '../store/store.ts'
import { getIn } from '../text/json.ts'
import type { Instant, Steps } from '../time.ts'
import type { MockState } from '../types/index.ts'
import { validate, wholeNumber } from '../validate.ts'
import { type Entries, earliest, entriesIn, type SnapshotData, stateDocument } from './document.ts'
import { damaged } from './fields.ts'

/** The service that reads a state. */
export interface Reader {
  readonly namespace: string
  readonly assumptions: { readonly scope: Store['scope'] }
}

/**
 * Reads a state document, an entry of a list in each step. Nothing of it is in use before all of it is read. What can be derived
 * from it is derived anew.
 */
export function* readState(document: unknown, { namespace, assumptions }: Reader): Steps<SnapshotData> {
  checkVersion(document)
  const { seed, ids, clock, seeded, ...lists } = stateDocument.read(document, '')
  const { now, advanced } = clock
  if (now > lastSecond) throw damaged('clock.now', 'must be up to the year 9999')
  // It cannot have been advanced from before the earliest time.
  validate(wholeNumber(0, now - earliest), advanced, 'clock.advanced', 'state')
  const store = new Store(idsFrom(seed, ids), assumptions.scope)
  const adders = addersTo(store, now, namespace)
  const entries = entriesIn(store)
  for (const name of Object.keys(entries) as (keyof Entries)[]) {
    const add = adders[name] as (entry: unknown, path: string) => void
    for (const [index, entry] of lists[name].entries()) {
      yield
      const path = `${name}[${index}]`
      add(entries[name].read(entry, path), path)
    }
  }
  return { store, now, advanced, seeded: seededIn(store, seeded), namespace }
}

const { format, version } = { format: 'osdi-events mock state', version: 2 } satisfies Partial<MockState>

/** Before all else: a document of a newer version is refused for its version, not for what is new in it. */
function checkVersion(document: unknown): void {
  if (getIn(document, 'format') !== format) throw damaged('format', `must be '${format}'`)
  const given = getIn(document, 'version')
  // All that version 2 adds is optional.
  if (given === 1 || given === version) return
  const isNewer = typeof given === 'number' && given > version
  throw damaged(
    'version',
    isNewer ? `${given} is newer than ${version}, the last known here` : `must be 1 or ${version}`,
  )
}

/** An entry whose id follows from its place in the list, as it must: otherwise one before it is missing. */
function placed<Entry extends { readonly id: string }>(entry: Entry, id: string, path: string): Entry {
  if (entry.id === id) return entry
  throw damaged(`${path}.id`, 'is not the id that follows from the place in the list')
}

type Adders = { readonly [Name in keyof Entries]: (entry: Entries[Name], path: string) => void }

/** Stores an entry of each list, and checks what depends on more than one of its members. */
const addersTo = (store: Store, now: Instant, namespace: string): Adders => ({
  people: (person, path) => store.addPerson((id, serial) => ({ ...placed(person, id, path), serial })),
  groups: (group, path) => store.addGroup((id) => placed(group, id, path)),
  keys: (key, path) => {
    if (store.keys.has(key.token)) throw damaged(`${path}.token`, 'already belongs to another key')
    store.addKey(keyOf(store, key, path))
  },
  campaigns: (campaign, path) => store.addCampaign((id) => placed(campaign, id, path)),
  events: (entry, path) => {
    const key = store.keys.get(entry.key) as KeyRecord
    if (entry.campaign !== undefined && store.campaigns.get(entry.campaign)?.owner !== key.owner)
      throw damaged(`${path}.campaign`, "is not one of the campaigns of the key's owner")
    checkIdentifiers(store, entry.identifiers, `${path}.identifiers`, namespace)
    const settings = { ...entry, explicitCreator: entry.explicit_creator }
    const content = eventContent({ ...entry, foreign: entry.identifiers })
    const { modified, removed } = entry
    const event = store.addEvent((id, serial) => ({
      ...eventRecord(placed(entry, id, path).id, serial, key, entry.created, settings, content),
      modified,
      removed,
    }))
    // Reminders that were due by now were sent, or never will be.
    const due = removed ? undefined : reminderDue(event)
    if (due !== undefined && due > now) store.schedule(due, event)
  },
  attendances: (entry, path) => {
    const { event, person } = partsOf(store, entry)
    placed(entry, store.ids.idOf('attendance', store.attendances.size), path)
    const { created, modified = created, status } = entry
    if (modified < created) throw damaged(`${path}.modified`, 'must not be before created')
    store.addAttendance(event, person, { created, modified, status }, event.modified)
    joinLists({ store }, event, person)
  },
  outbox: ({ sent_at, ...message }) => store.send({ ...message, sent: sent_at }),
  reminded: (entry) => {
    const { event, person } = partsOf(store, entry)
    store.noteReminded(event, person)
  },
})

/** The event and the person that an entry names: its fields are checked already. */
const partsOf = (store: Store, entry: { readonly event: string; readonly person: string }) => ({
  event: store.eventEvenRemoved(entry.event) as EventRecord,
  person: store.people.get(entry.person) as PersonRecord,
})

function keyOf({ groups }: Store, { token, group, person }: Entries['keys'], path: string): KeyRecord {
  if (group !== undefined && person !== undefined)
    throw damaged(`${path}.person`, 'must not be given together with a group')
  if (group !== undefined) return { token, owner: `group:${group}`, group, person: groups.get(group)?.creator ?? '' }
  if (person === undefined) throw damaged(`${path}.person`, 'is required if there is no group')
  return { token, owner: `person:${person}`, group: undefined, person }
}

function checkIdentifiers(store: Store, identifiers: readonly string[], path: string, namespace: string): void {
  const own = new Set<string>()
  for (const [index, identifier] of identifiers.entries()) {
    const field = `${path}[${index}]`
    if (isNative({ namespace }, identifier)) throw damaged(field, "is in the service's own namespace")
    if (own.has(identifier) || store.eventByForeign(identifier)) throw damaged(field, 'already exists in this state')
    own.add(identifier)
  }
}

function seededIn({ keys }: Store, tokens: MockState['seeded']): SnapshotData['seeded'] {
  const keyOf = (name: 'group' | 'individual') => {
    const key = keys.get(tokens[name])
    if (key && (key.group === undefined) === (name === 'individual')) return shownKey(key)
    throw damaged(`seeded.${name}`, `is not one of the keys of ${name === 'group' ? 'groups' : 'individual accounts'}`)
  }
  return Object.freeze({ group: keyOf('group'), individual: keyOf('individual') })
}
