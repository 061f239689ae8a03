import { toArray } from '../store/lists.ts'
import type { Store } from '../store/store.ts'
import type { Instant } from '../time.ts'
import type { MockState } from '../types/index.ts'
import { type Entries, entriesIn, type SnapshotData } from './document.ts'

/** The members of the document before the lists. */
const headerOf = ({ store, now, advanced, seeded, namespace }: SnapshotData): Omit<MockState, keyof Entries> => ({
  format: 'osdi-events mock state',
  version: 1,
  seed: store.ids.seed,
  ids: store.ids.form,
  namespace,
  clock: { now: new Date(now).toISOString(), advanced },
  seeded: { group: seeded.group.token, individual: seeded.individual.token },
})

/** For each list of the state document: the records that become its entries. */
const entriesOf = (store: Store): { readonly [Name in keyof Entries]: Iterable<Entries[Name]> } => ({
  people: mapped(store.people.values(), withLaterChange),
  groups: store.groups.values(),
  keys: mapped(store.keys.values(), ({ token, group, person }) => ({
    token,
    group,
    person: group === undefined ? person : undefined,
  })),
  campaigns: mapped(store.campaigns.values(), withLaterChange),
  events: mapped(store.everyEvent(), ({ content, explicitCreator, ...event }) => ({
    ...event,
    ...content,
    explicit_creator: explicitCreator,
    identifiers: content.foreign,
  })),
  attendances: mapped(store.attendances.values(), withLaterChange),
  tags: store.tags.values(),
  taggings: store.tags.taggings(),
  outbox: mapped(toArray(store.outbox), ({ sent, ...message }) => ({ ...message, sent_at: sent })),
  reminded: mapped(store.reminded(), ([event, person]) => ({ event: event.id, person: person.id })),
})

/** Removes a modification time that is not later than the creation. It can be earlier, if the system's clock was set back. */
const withLaterChange = <Item extends { readonly created: Instant; readonly modified: Instant }>(record: Item) => ({
  ...record,
  modified: record.modified > record.created ? record.modified : undefined,
})

function* mapped<From, To>(all: Iterable<From>, map: (one: From) => To): Generator<To> {
  for (const one of all) yield map(one)
}

/** The lists of the document. Makes each entry on demand. */
function writtenLists(store: Store): readonly (readonly [name: string, entries: Iterable<unknown>])[] {
  const fields = entriesIn(store)
  const entries = entriesOf(store)
  const written = <Name extends keyof Entries>(name: Name) =>
    mapped(entries[name] as Iterable<never>, (entry) => fields[name].write(entry))
  return (Object.keys(fields) as (keyof Entries)[]).map((name) => [name, written(name)])
}

/** Makes the state document of a snapshot's data. */
export function stateOf(data: SnapshotData): MockState {
  const written = writtenLists(data.store).map(([name, entries]) => [name, [...entries]] as const)
  return { ...headerOf(data), ...(Object.fromEntries(written) as Pick<MockState, keyof Entries>) }
}

// So a chunk has some tens of kilobytes. Chunks of this length are few, and each is fast to write.
const entriesPerChunk = 64

/** Makes the JSON text of the state document, in chunks. Other requests can run between two chunks, and no string gets too long. */
export function* stateChunks(data: SnapshotData): Generator<string> {
  yield JSON.stringify(headerOf(data)).slice(0, -1)
  for (const [name, entries] of writtenLists(data.store)) {
    let chunk = `,\n${JSON.stringify(name)}:[`
    let count = 0
    for (const entry of entries) {
      chunk += `${count > 0 ? ',' : ''}\n${JSON.stringify(entry)}`
      count += 1
      if (count % entriesPerChunk > 0) continue
      yield chunk
      chunk = ''
    }
    yield `${chunk}]`
  }
  yield '}\n'
}
