import type { SnapshotData } from '../snapshot.ts'
import { whole } from '../store/lists.ts'
import type {
  CampaignRecord,
  EventRecord,
  GroupRecord,
  Instant,
  KeyRecord,
  MessageRecord,
  PersonRecord,
} from '../store/model.ts'
import type { Store } from '../store/store.ts'
import type { MockState } from '../types/index.ts'

type Lists = 'people' | 'groups' | 'keys' | 'campaigns' | 'events' | 'attendances' | 'outbox' | 'reminded'
type Entry<List extends Lists> = MockState[List][number]

/** A moment to the millisecond, whatever the service shows of it. */
export const written = (instant: Instant): string => new Date(instant).toISOString()

export const personState = (person: PersonRecord): Entry<'people'> => ({
  id: person.id,
  given_name: person.given_name,
  family_name: person.family_name,
  email_address: person.email_address,
  ...(person.postal_code !== undefined && { postal_code: person.postal_code }),
  created: written(person.created),
})

export const groupState = (group: GroupRecord): Entry<'groups'> => ({
  id: group.id,
  title: group.title,
  creator: group.creator,
  members: [...group.members],
  organizers: [...group.organizers],
  administrators: [...group.administrators],
})

export const keyState = ({ token, group, person }: KeyRecord): Entry<'keys'> =>
  group === undefined ? { token, person } : { token, group }

export const campaignState = ({ id, title, owner }: CampaignRecord): Entry<'campaigns'> => ({ id, title, owner })

export const messageState = ({ sent, ...message }: MessageRecord): Entry<'outbox'> => ({
  ...message,
  sent_at: written(sent),
})

export function eventState(event: EventRecord): Entry<'events'> {
  const { content } = event
  const { sent, country, place } = content.location
  return {
    id: event.id,
    key: event.key,
    via: event.via,
    ...(event.campaign !== undefined && { campaign: event.campaign }),
    creator: event.creator,
    explicit_creator: event.explicitCreator,
    created: written(event.created),
    modified: written(event.modified),
    title: content.title,
    origin_system: content.origin_system,
    ...(content.name !== undefined && { name: content.name }),
    ...(content.description !== undefined && { description: content.description }),
    ...(content.instructions !== undefined && { instructions: content.instructions }),
    ...(content.browser_url !== undefined && { browser_url: content.browser_url }),
    ...(event.featured_image_url !== undefined && { featured_image_url: event.featured_image_url }),
    ...(content.start !== undefined && { start: content.start }),
    ...(content.end !== undefined && { end: content.end }),
    identifiers: [...content.foreign],
    location: {
      sent: { ...sent, ...(sent.address_lines && { address_lines: [...sent.address_lines] }) },
      country,
      place: { ...place },
    },
    ...(event.capacity !== undefined && { capacity: event.capacity }),
    hidden: event.hidden,
    visibility: event.visibility,
    ...(event.status !== 'confirmed' && { status: event.status }),
    ...(event.removed && { removed: true as const }),
  }
}

/** What the document is known by. */
export const format = 'osdi-events mock state'
/** Version of its form: another one where older readers would misread it. */
export const version = 1

/** All but the lists. */
const headOf = ({ store, now, advanced, seeded }: SnapshotData) =>
  ({
    format,
    version,
    seed: store.ids.seed,
    ids: store.ids.form,
    clock: { now: written(now), advanced },
    seeded: { group: seeded.group.token, individual: seeded.individual.token },
  }) as const

/** The lists, each made as it is read. */
const listsOf = (store: Store) => ({
  people: each(store.people.values(), personState),
  groups: each(store.groups.values(), groupState),
  keys: each(whole(store.keys.inOrder), keyState),
  campaigns: each(store.campaigns.values(), campaignState),
  events: each(store.everyEvent(), eventState),
  attendances: each(
    store.attendances.values(),
    ({ id, event, person, created }): Entry<'attendances'> => ({
      id,
      event,
      person,
      created: written(created),
    }),
  ),
  outbox: each(whole(store.outbox), messageState),
  reminded: each(store.reminded(), ([event, person]): Entry<'reminded'> => ({ event: event.id, person: person.id })),
})

function* each<From, To>(all: Iterable<From>, show: (one: From) => To): Generator<To> {
  for (const one of all) yield show(one)
}

/** A moment as one document. */
export function stateOf(data: SnapshotData): MockState {
  const lists = listsOf(data.store)
  return {
    ...headOf(data),
    people: [...lists.people],
    groups: [...lists.groups],
    keys: [...lists.keys],
    campaigns: [...lists.campaigns],
    events: [...lists.events],
    attendances: [...lists.attendances],
    outbox: [...lists.outbox],
    reminded: [...lists.reminded],
  }
}

// Some tens of kilobytes: little enough that nobody waits for one, much enough that there are few of them.
const recordsInPiece = 64

/** The same document as JSON text, in pieces: nobody else has to wait until all of it is made, and no text grows too long. */
export function* stateText(data: SnapshotData): Generator<string> {
  yield JSON.stringify(headOf(data)).slice(0, -1)
  for (const [name, records] of Object.entries(listsOf(data.store))) {
    let piece = `,\n${JSON.stringify(name)}:[`
    let count = 0
    for (const record of records) {
      piece += `${count > 0 ? ',' : ''}\n${JSON.stringify(record)}`
      count += 1
      if (count % recordsInPiece > 0) continue
      yield piece
      piece = ''
    }
    yield `${piece}]`
  }
  yield '}\n'
}
