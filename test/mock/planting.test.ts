import { createMockService, type MockServiceOptions, type NewMockEvent } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { ManualClock } from '../../mock-server/clock.ts'
import { attend } from '../../mock-server/hand-in/attend.ts'
import { addEvent } from '../../mock-server/hand-in/events.ts'
import { idsFrom } from '../../mock-server/ids/ids.ts'
import { Store } from '../../mock-server/memory/store.ts'
import { checkOptions } from '../../mock-server/options.ts'
import { resume } from '../../mock-server/run.ts'
import type { Draft } from '../../mock-server/seed/draft.ts'
import type { plant } from '../../mock-server/seed/plant.ts'
import { seed } from '../../mock-server/seed.ts'
import { putEvent } from '../../mock-server/service/events.ts'
import { settle } from '../../mock-server/service/reminders.ts'
import { stateOf } from '../../mock-server/state/write.ts'
import { finished } from '../../mock-server/steps.ts'

/** What is handed in for a draft. */
function handedIn(draft: Draft, campaign: string | undefined, creator: string | undefined): NewMockEvent {
  const { made: _, changed: __, via, location, hidden, visibility, guests: ___, firstGuest: ____, ...fields } = draft
  const ui = via === 'ui' ? { hidden, visibility } : {}
  const all = { ...fields, ...ui, location: location?.query, campaign, creator }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as unknown as NewMockEvent
}

/** Hands every draft in by the members of the service, when it was made, with each RSVP and what was written later. */
const byHand: typeof plant = function* (world, clock, now, { key, campaigns, hosts, guests }, drafts) {
  for (const draft of drafts) {
    yield
    clock.set(Math.max(draft.made, clock.now()))
    const campaign = campaigns[draft.campaign ?? -1]?.id
    const creator = draft.creator === undefined ? undefined : hosts[draft.creator % hosts.length]?.id
    const { changed, description } = draft
    const first = changed === undefined ? draft : { ...draft, description: undefined }
    const { id } = addEvent(world, handedIn(first, campaign, creator), { key, via: draft.via })
    for (let guest = 0; guest < Math.min(draft.guests, guests.length); guest += 1) {
      attend(world, id, guests[(draft.firstGuest + guest) % guests.length])
    }
    const event = world.store.events.get(id)
    if (changed === undefined || !event) continue
    clock.set(Math.max(changed, clock.now()))
    putEvent(world, key, event, { ...(description !== undefined && { description }) }, world.dialects.v2.policy)
  }
  clock.set(now)
  settle(world)
}

/** The state of a service whose seeded events were handed in. */
function stateByHand(options: MockServiceOptions) {
  const settings = checkOptions(options)
  const now = Number(settings.now)
  const store = new Store(idsFrom(settings.seed, settings.assumptions.ids), settings.assumptions.scope)
  const clock = new ManualClock({ now, advanced: 0 })
  const moment = { store, now, advanced: 0, seeded: createMockService().seeded, namespace: settings.namespace }
  const { world } = resume(settings, moment)
  const seeded = finished(seed({ ...world, clock }, clock, now, settings, byHand))
  return stateOf({ ...moment, seeded })
}

const settings = {
  'the defaults': {},
  'another seed and time': { seed: 'another', now: '2026-07-15T23:59:59.500Z' },
  'RSVPs that move the time of modification': { assumptions: { modified: 'moves', ids: 'number', scope: 'key' } },
  'API-made events that are hidden and have a capacity': { assumptions: { hidden: true, capacity: 7 } },
} as const satisfies Record<string, MockServiceOptions>

for (const [what, options] of Object.entries(settings)) {
  test(`seeded events are what handing in the same comes to, but for the messages (${what})`, () => {
    const { outbox, ...byHand } = stateByHand({ ...options, events: 250 })
    expect(outbox.length).toBeGreaterThan(20)
    const service = createMockService({ ...options, events: 250 })
    const { outbox: none, ...planted } = service.snapshot().toJSON()
    expect(none).toEqual([])
    expect(planted.reminded.length).toBeGreaterThan(2)
    expect(planted).toEqual(byHand)
  })
}

test('reminders of seeded events go out as those of any other', () => {
  const service = createMockService({ events: 250 })
  service.clock.advance('P300D')
  const reminders = service.outbox.map(({ event, person }) => `${event} ${person}`)
  expect(reminders.length).toBeGreaterThan(20)
  expect(new Set(reminders).size).toBe(reminders.length)
})

test('nobody comes to a seeded event twice, not even where more were to come than there are', () => {
  const service = createMockService({ events: 31, seed: 's13' })
  const { attendances } = service.snapshot().toJSON()
  expect(new Set(attendances.map(({ event, person }) => `${event} ${person}`)).size).toBe(attendances.length)
})

for (const [what, count] of Object.entries({ few: 25, some: 400, many: 5000 })) {
  test(`seeded events were made before they take place, and RSVPs came before that too (${what})`, () => {
    const { events, attendances, clock } = createMockService({ events: count }).snapshot().toJSON()
    // A day more than any place of the world is ahead of or behind UTC.
    const starts = new Map(events.map(({ id, start }) => [id, Date.parse(`${start}Z`) - 86_400_000]))
    expect(events.filter(({ id, created }) => (starts.get(id) ?? 0) < Date.parse(created))).toEqual([])
    expect(attendances.filter(({ event, created }) => (starts.get(event) ?? 0) < Date.parse(created))).toEqual([])
    const dated = [...starts.values()].filter((start) => !Number.isNaN(start))
    const past = dated.filter((start) => start < Date.parse(clock.now)).length
    expect(past / dated.length).toBeGreaterThan(0.15)
    expect(past / dated.length).toBeLessThan(0.6)
  })
}

test('some seeded events take place in the next days, and remind of it', () => {
  const service = createMockService({ events: 100 })
  service.clock.advance('P1W')
  expect(new Set(service.outbox.map(({ event }) => event)).size).toBeGreaterThan(2)
})

test('some seeded events were changed a while after they were made', () => {
  const { events, clock } = createMockService({ events: 400 }).snapshot().toJSON()
  const changed = events.filter(({ created, modified }) => modified > created)
  expect(changed.length / events.length).toBeGreaterThan(0.1)
  expect(changed.length / events.length).toBeLessThan(0.4)
  const waits = changed.map(({ created, modified }) => Date.parse(modified) - Date.parse(created))
  expect(Math.min(...waits)).toBeGreaterThan(60_000)
  expect(events.filter(({ modified }) => modified > clock.now)).toEqual([])
})

test('titles of seeded events name the town of their address, and none where there is no such thing', () => {
  const { events } = createMockService({ events: 400 }).snapshot().toJSON()
  const townOf = (title: string) => title.replace(/ *\(\d+\)$/, '').split(', ')[1]
  for (const { title, location } of events) {
    expect(townOf(title)).toBe(location.sent.locality)
  }
  expect(new Set(events.map(({ title }) => title.includes(', ')))).toEqual(new Set([true, false]))
})

test('places of seeded events go with what is done there, however many there are', () => {
  const { events } = createMockService({ events: 6000 }).snapshot().toJSON()
  const kinds = new Set(
    events.map(({ title, location }) => `${title.replace(/[,(].*$/, '').trim()}: ${location.sent.venue}`),
  )
  // One each, with and without a name.
  expect(kinds.size).toBe(34)
})

test('seeded events come in every shape: with none, one and several of what there can be', () => {
  const { events, attendances } = createMockService({ events: 400 }).snapshot().toJSON()
  const counts = (values: readonly unknown[]) => new Set(values)
  expect(counts(events.map(({ identifiers }) => identifiers.length))).toEqual(new Set([0, 1, 2]))
  for (const part of ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'] as const) {
    expect(counts(events.map(({ location }) => location.sent[part] === undefined))).toEqual(new Set([true, false]))
  }
  const optional = [
    'name',
    'description',
    'instructions',
    'browser_url',
    'start',
    'end',
    'campaign',
    'capacity',
  ] as const
  for (const via of ['ui', 'api'] as const) {
    const made = events.filter((event) => event.via === via)
    for (const field of optional) {
      const some = via === 'api' && field === 'capacity' ? [true] : [true, false]
      expect([via, field, counts(made.map((event) => event[field] === undefined))]).toEqual([via, field, new Set(some)])
    }
    const ui = via === 'ui'
    expect(counts(made.map(({ visibility }) => visibility))).toEqual(new Set(ui ? ['public', 'private'] : ['public']))
    expect(counts(made.map(({ hidden }) => hidden))).toEqual(new Set(ui ? [true, false] : [false]))
  }
  expect(counts(events.map(({ creator }) => creator)).size).toBe(6)
  const descriptions = events.flatMap(({ description }) => description ?? [])
  expect(descriptions.some((text) => /<p>/.test(text))).toBe(true)
  expect(descriptions.some((text) => /\p{Script=Han}/u.test(text))).toBe(true)
  expect(Math.min(...descriptions.map(({ length }) => length))).toBeLessThan(40)
  expect(Math.max(...descriptions.map(({ length }) => length))).toBeGreaterThan(500)
  const guests = events.map(({ id }) => attendances.filter(({ event }) => event === id).length)
  expect([Math.min(...guests), Math.max(...guests) >= 24, guests.includes(1), guests.includes(4)]).toEqual([
    0,
    true,
    true,
    true,
  ])
})
