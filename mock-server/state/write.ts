import type { SnapshotData } from '../snapshot.ts'
import { toArray } from '../store/lists.ts'
import type { Store } from '../store/store.ts'
import type { MockState } from '../types/index.ts'
import { head, type Lists, lists } from './document.ts'

/** All but the lists. */
const headOf = ({ store, now, advanced, seeded }: SnapshotData) =>
  head.write({
    format: 'osdi-events mock state',
    version: 2,
    seed: store.ids.seed,
    ids: store.ids.form,
    clock: { now, advanced },
    seeded: { group: seeded.group.token, individual: seeded.individual.token },
  })

/** What each list is written from. */
const entriesOf = (store: Store): { readonly [Name in keyof Lists]: Iterable<Lists[Name]> } => ({
  people: store.people.values(),
  groups: store.groups.values(),
  keys: mapped(store.keys.values(), ({ token, group, person }) =>
    group === undefined ? { token, group, person } : { token, group, person: undefined },
  ),
  campaigns: store.campaigns.values(),
  events: mapped(store.everyEvent(), ({ content, explicitCreator, ...event }) => ({
    ...event,
    ...content,
    explicit_creator: explicitCreator,
    identifiers: content.foreign,
  })),
  attendances: mapped(store.attendances.values(), (attendance) => ({
    ...attendance,
    modified: attendance.modified === attendance.created ? undefined : attendance.modified,
  })),
  outbox: mapped(toArray(store.outbox), ({ sent, ...message }) => ({ ...message, sent_at: sent })),
  reminded: mapped(store.reminded(), ([event, person]) => ({ event: event.id, person: person.id })),
})

function* mapped<From, To>(all: Iterable<From>, map: (one: From) => To): Generator<To> {
  for (const one of all) yield map(one)
}

/** The lists, each entry written as it is asked for. */
const writtenLists = (store: Store): readonly (readonly [name: string, entries: Iterable<unknown>])[] => {
  const entries = entriesOf(store)
  const writtenOf = <Name extends keyof Lists>(name: Name) =>
    mapped(entries[name] as Iterable<never>, (entry) => lists[name].write(entry))
  return (Object.keys(lists) as (keyof Lists)[]).map((name) => [name, writtenOf(name)])
}

/** A moment as one document. */
export function stateOf(moment: SnapshotData): MockState {
  const written = writtenLists(moment.store).map(([name, entries]) => [name, [...entries]] as const)
  return Object.assign(headOf(moment) as MockState, Object.fromEntries(written))
}

// Some tens of kilobytes: little enough that nobody waits for one, much enough that there are few of them.
const entriesPerChunk = 64

/** The same document as JSON text, in pieces: nobody else has to wait until all of it is made, and no text grows too long. */
export function* stateChunks(moment: SnapshotData): Generator<string> {
  yield JSON.stringify(headOf(moment)).slice(0, -1)
  for (const [name, entries] of writtenLists(moment.store)) {
    let piece = `,\n${JSON.stringify(name)}:[`
    let count = 0
    for (const entry of entries) {
      piece += `${count > 0 ? ',' : ''}\n${JSON.stringify(entry)}`
      count += 1
      if (count % entriesPerChunk > 0) continue
      yield piece
      piece = ''
    }
    yield `${piece}]`
  }
  yield '}\n'
}
