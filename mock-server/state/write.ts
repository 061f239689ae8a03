import { whole } from '../memory/listing.ts'
import type { Store } from '../memory/store.ts'
import type { Moment } from '../moment.ts'
import type { MockState, StateAttendance, StateReminded } from '../types.ts'
import { campaignState, eventState, groupState, keyState, messageState, personState, written } from './show.ts'

/** What the document is known by. */
export const format = 'osdi-events mock state'
/** Version of its form: another one where older readers would misread it. */
export const version = 1

/** All but the lists. */
const headOf = ({ store, now, advanced, seeded }: Moment) =>
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
    ({ serial, event, person, created }): StateAttendance => ({
      id: store.ids.idOf('attendance', serial),
      event,
      person,
      created: written(created),
    }),
  ),
  outbox: each(whole(store.outbox), messageState),
  reminded: each(store.reminded(), ([event, person]): StateReminded => ({ event: event.id, person: person.id })),
})

function* each<From, To>(all: Iterable<From>, show: (one: From) => To): Generator<To> {
  for (const one of all) yield show(one)
}

/** A moment as one document. */
export function stateOf(moment: Moment): MockState {
  const lists = listsOf(moment.store)
  return {
    ...headOf(moment),
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
export function* stateText(moment: Moment): Generator<string> {
  yield JSON.stringify(headOf(moment)).slice(0, -1)
  for (const [name, records] of Object.entries(listsOf(moment.store))) {
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
