import { createMockService } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { engineOf } from '../../mock-server/engine.ts'
import type { Store } from '../../mock-server/memory/store.ts'

function storeOf(events: number): Store {
  const store = engineOf(createMockService({ events }))?.run.world.store
  if (!store) throw new Error('no store')
  return store
}

/** Of everything that is kept in pages: they are copied by `slice` alone. */
function copying() {
  const kinds = [Array.prototype, Uint32Array.prototype, Float64Array.prototype]
  const spies = kinds.map((kind) => vi.spyOn(kind, 'slice'))
  return () => spies.reduce((sum, { mock }) => sum + mock.calls.length, 0)
}

afterEach(() => {
  vi.restoreAllMocks()
})

/** How many pages are copied for a clone, and for an event and an RSVP that are stored in it. */
function copiesIn(store: Store): readonly [cloning: number, changing: number] {
  const event = store.events.at(0)
  const person = store.people.at(0)
  if (!event || !person) throw new Error('nothing is seeded')
  const copies = copying()
  const clone = store.clone()
  const cloning = copies()
  const added = clone.addEvent((id, serial) => ({ ...event, id, serial }))
  clone.addAttendance(added, person, 0, 0)
  const changing = copies() - cloning
  vi.restoreAllMocks()
  return [cloning, changing]
}

test('a clone of a store copies nothing, and a change in it some pages, however much the store holds', () => {
  const [few, many] = [copiesIn(storeOf(100)), copiesIn(storeOf(20_000))]
  expect([few[0], many[0]]).toEqual([0, 0])
  expect(few[1]).toBeGreaterThan(5)
  // A few levels more at the most.
  expect(many[1]).toBeLessThan(few[1] + 40)
})

test('a store and its clone go on apart from each other', () => {
  const store = storeOf(300)
  const clone = store.clone()
  const [event, person] = [store.events.at(7), store.people.at(7)]
  if (!event || !person) throw new Error('nothing is seeded')
  store.addAttendance(event, person, 1, 2)
  clone.replaceEvent({ ...event, content: { ...event.content, title: 'Changed', foreign: ['calendar:changed'] } })
  expect(store.events.at(7)).toMatchObject({ modified: 2, accepted: event.accepted + 1, content: event.content })
  expect(clone.events.at(7)).toMatchObject({ modified: event.modified, accepted: event.accepted })
  expect(clone.events.at(7)?.content.title).toBe('Changed')
  expect([store.eventByForeign('calendar:changed'), clone.eventByForeign('calendar:changed')?.serial]).toEqual([
    undefined,
    7,
  ])
  expect(clone.attendances.size).toBe(store.attendances.size - 1)
})

test('a list of attendances that was asked for is that of its moment', () => {
  const store = storeOf(50)
  const [event, person] = [store.events.at(30), store.people.at(2)]
  if (!event || !person) throw new Error('nothing is seeded')
  store.addAttendance(event, person, 1, 2)
  const later = store.events.at(30)
  expect(store.attendancesOf(event).length).toBe(event.accepted)
  expect(later && store.attendancesOf(later).slice(event.accepted, 99)).toEqual([
    { serial: store.attendances.size - 1, event: event.id, person: person.id, created: 1 },
  ])
})
