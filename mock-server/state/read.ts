import { shownKey } from '../add/accounts.ts'
import { lastSecond } from '../clock.ts'
import { joinLists } from '../rules/attendances.ts'
import { campaignRecord } from '../rules/campaigns.ts'
import { eventContent, eventRecord } from '../rules/events.ts'
import { isNative } from '../rules/identifiers.ts'
import { personRecord } from '../rules/people.ts'
import { reminderDue } from '../rules/reminders.ts'
import { idsFrom } from '../store/ids.ts'
import type { EventRecord, KeyRecord, PersonRecord, TagRecord } from '../store/model.ts'
import { Store } from '../store/store.ts'
import type { Scoping } from '../store/tables.ts'
import { getIn } from '../text/json.ts'
import type { Instant, Steps } from '../time.ts'
import type { MockState } from '../types/index.ts'
import { type Check, validate, wholeNumber } from '../validate.ts'
import { stateError } from './codecs.ts'
import { type Entries, earliest, entriesIn, formatMembers, type SnapshotData, stateDocument } from './document.ts'

/** The parts that `readState` needs of the service that reads a state document. */
export interface Reader {
  readonly namespace: string
  readonly assumptions: Scoping
}

/**
 * Reads a state document, one list entry per step. The service uses the data only after the whole document is read. Computes derived data,
 * such as e-mail lists and counts, because the document does not contain them.
 */
export function* readState(document: unknown, { namespace, assumptions }: Reader): Steps<SnapshotData> {
  checkFormat(document)
  const { seed, ids, clock, seeded, ...lists } = stateDocument.read(document, '')
  const { now, advanced } = clock
  if (now > lastSecond) throw stateError('clock.now', 'must be up to the year 9999')
  // The clock cannot have moved by more than the time from the earliest date-time to `now`.
  validate(wholeNumber(0, now - earliest), advanced, 'clock.advanced', 'state')
  const store = new Store(idsFrom(seed, ids), assumptions)
  const adders = addersTo(store, now, namespace)
  const entries = entriesIn(store)
  for (const name of Object.keys(entries) as (keyof Entries)[]) {
    const add = adders[name] as (entry: unknown, path: string) => void
    for (const [index, entry] of lists[name].entries()) {
      yield
      const path = `${name}[${index}]`
      add(entries[name].read(entry, path), path)
    }
    if (name === 'keys') store.knowEveryAdded()
  }
  return { store, now, advanced, seeded: seededIn(store, seeded), namespace }
}

/** Checks the version before all else, so that the error for a newer document names the version, and not an unknown member. */
function checkFormat(document: unknown): void {
  for (const [name, check] of Object.entries<Check<unknown>>(formatMembers))
    validate(check, getIn(document, name), name, 'state')
}

/** Checks that an entry has the id that its position in the list gives. If it has another id, an earlier entry is missing. */
function placed<Entry extends { readonly id: string }>(entry: Entry, id: string, path: string): Entry {
  if (entry.id === id) return entry
  throw stateError(`${path}.id`, 'is not the id that follows from the place in the list')
}

type Adders = { readonly [Name in keyof Entries]: (entry: Entries[Name], path: string) => void }

/** For each list: a function that makes the checks of several members together, and stores an entry. */
const addersTo = (store: Store, now: Instant, namespace: string): Adders => ({
  people: (person, path) => {
    const { created, modified = created } = person
    if (modified < created) throw stateError(`${path}.modified`, 'must not be before created')
    store.addPerson((id, serial) => personRecord(placed(person, id, path).id, serial, person, created, modified))
  },
  groups: (group, path) => store.addGroup((id) => placed(group, id, path)),
  keys: (key, path) => {
    if (store.keys.has(key.token)) throw stateError(`${path}.token`, 'already belongs to another key')
    store.addKey(keyOf(store, key, path))
  },
  campaigns: (campaign, path) => {
    const { created, modified = created } = campaign
    if (modified < created) throw stateError(`${path}.modified`, 'must not be before created')
    checkIdentifiers(campaign.identifiers ?? [], `${path}.identifiers`, namespace, (identifier) =>
      store.campaignByIdentifier(identifier),
    )
    store.addCampaign((id, serial) =>
      campaignRecord(placed(campaign, id, path).id, serial, { ...campaign, modified }, campaign),
    )
  },
  events: (entry, path) => {
    const key = store.keys.get(entry.key) as KeyRecord
    const isHosted = entry.via === 'ui' && store.campaignEvents === 'of every host'
    if (entry.campaign !== undefined && !isHosted && store.campaigns.get(entry.campaign)?.owner !== key.owner)
      throw stateError(`${path}.campaign`, "is not one of the campaigns of the key's owner")
    checkIdentifiers(entry.identifiers, `${path}.identifiers`, namespace, (identifier) =>
      store.eventByForeign(identifier),
    )
    const settings = { ...entry, explicitCreator: entry.explicit_creator }
    const content = eventContent({ ...entry, foreign: entry.identifiers })
    const { modified, removed } = entry
    const event = store.addEvent((id, serial) => ({
      ...eventRecord(placed(entry, id, path).id, serial, key, entry.created, settings, content),
      modified,
      removed,
    }))
    // Does not schedule a reminder that was due at `now` or before: the service has already sent it, or never will.
    const due = removed ? undefined : reminderDue(event)
    if (due !== undefined && due > now) store.schedule(due, event)
  },
  attendances: (entry, path) => {
    const { event, person } = partsOf(store, entry)
    placed(entry, store.ids.idOf('attendance', store.attendances.size), path)
    const { created, modified = created } = entry
    if (modified < created) throw stateError(`${path}.modified`, 'must not be before created')
    store.addAttendance(event, person, { ...entry, modified }, event.modified)
    joinLists({ store }, event, person)
  },
  tags: (tag, path) => {
    if (store.tags.named(tag.owner, tag.name)) throw stateError(`${path}.name`, 'already exists in this state')
    store.addTag((id, serial) => ({ ...placed(tag, id, path), serial }))
  },
  taggings: (entry, path) => {
    // Both casts are safe, because the codec has checked that tag and person exist.
    const tag = store.tags.get(entry.tag) as TagRecord
    const person = store.people.get(entry.person) as PersonRecord
    if (store.tags.taggingOf(tag, person)) throw stateError(`${path}.tag`, 'is a tag that the person already has')
    placed(entry, store.tags.nextTagging, path)
    const tagging = store.addTagging(tag, person, entry.created)
    if (entry.removed) store.removeTagging(tag, person, tagging)
  },
  outbox: ({ sent_at, ...message }) => store.send({ ...message, sent: sent_at }),
  reminded: (entry) => {
    const { event, person } = partsOf(store, entry)
    store.noteReminded(event, person)
  },
})

/** The event and the person of an entry. Both casts are safe, because the codec has checked that the records exist. */
const partsOf = (store: Store, entry: { readonly event: string; readonly person: string }) => ({
  event: store.eventEvenRemoved(entry.event) as EventRecord,
  person: store.people.get(entry.person) as PersonRecord,
})

function keyOf({ groups }: Store, { token, group, person }: Entries['keys'], path: string): KeyRecord {
  if (group !== undefined && person !== undefined)
    throw stateError(`${path}.person`, 'must not be given together with a group')
  if (group !== undefined) return { token, owner: `group:${group}`, group, person: groups.get(group)?.creator ?? '' }
  if (person === undefined) throw stateError(`${path}.person`, 'is required if there is no group')
  return { token, owner: `person:${person}`, group: undefined, person }
}

function checkIdentifiers(
  identifiers: readonly string[],
  path: string,
  namespace: string,
  holderOf: (identifier: string) => unknown,
): void {
  const own = new Set<string>()
  for (const [index, identifier] of identifiers.entries()) {
    const field = `${path}[${index}]`
    if (isNative({ namespace }, identifier)) throw stateError(field, "is in the service's own namespace")
    if (own.has(identifier) || holderOf(identifier)) throw stateError(field, 'already exists in this state')
    own.add(identifier)
  }
}

function seededIn({ keys }: Store, tokens: MockState['seeded']): SnapshotData['seeded'] {
  const keyOf = (name: 'group' | 'individual') => {
    const key = keys.get(tokens[name])
    if (key && (key.group === undefined) === (name === 'individual')) return shownKey(key)
    throw stateError(
      `seeded.${name}`,
      `is not one of the keys of ${name === 'group' ? 'groups' : 'individual accounts'}`,
    )
  }
  return Object.freeze({ group: keyOf('group'), individual: keyOf('individual') })
}
