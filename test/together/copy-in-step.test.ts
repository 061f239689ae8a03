import { EventsV2, idOf, isEventsError } from 'osdi-events'
import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { expect, onTestFinished, test } from 'vitest'
import { openCopy, renewCounts, update } from '../../examples/copy-in-step/copy.ts'
import { failureOf } from '../support/failure.ts'
import { temporaryFolder } from '../support/folder.ts'
import { flyingTime } from '../support/virtual-time.ts'

const filters = ['honoured', 'ignored', 'by day', 'dropped from next'] as const

/** A service of five events on three pages, and its copy. */
function opened(filter: (typeof filters)[number] = 'honoured', file = ':memory:') {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', perPage: 2, assumptions: { filter } })
  const { baseUrl, seeded, fetch } = service
  const client = (options: object = { retry: false }) =>
    new EventsV2({ baseUrl, apiKey: seeded.group.token, fetch, ...options })
  const add = (...titles: string[]) => titles.map((title) => service.addEvent({ title }).id)
  const ids = add('Picnic', 'Walk', 'Talk', 'Fair', 'March')
  let db = openCopy(file)
  onTestFinished(() => db.close())
  const rows = (what: string) => db.prepare(`select ${what}`).all()
  return {
    service,
    client,
    add,
    ids,
    rows,
    run: (events = client()) => update(events, db, service.clock.now()),
    renew: (events = client()) => renewCounts(events, db, service.clock.now()),
    /** Closes and reopens the file, as a kill and a new process do. */
    restart: () => {
      db.close()
      db = openCopy(file)
    },
    /** Expects the copy to equal the service. */
    expectInStep: async () => {
      service.faults.clear()
      const { items } = await client().list({ prefetch: 0 }).toArray({ max: 500 })
      const listed = items.map((event) => ({ id: idOf(event), json: JSON.stringify(event) }))
      const copied = rows('id, json from events where gone is null order by id')
      expect(copied).toEqual(listed.toSorted((one, other) => (one.id < other.id ? -1 : 1)))
    },
  }
}

const gone = "json ->> 'title' as title, gone from events where gone is not null"

test.each(filters)(
  'the first run of the copy-in-step example copies all events, and later runs copy only changes, when filters are %s',
  async (filter) => {
    const { service, add, ids, run, expectInStep } = opened(filter)
    expect(await run()).toEqual({ isWhole: true, written: 5, gone: 0, isCertain: true })
    await expectInStep()
    service.clock.advance('PT10M')
    service.updateEvent(ids[0] ?? '', { title: 'Picnic, indoors' })
    add('Late', 'Later', 'Last')
    expect(await run()).toMatchObject({ isWhole: false, gone: 0 })
    await expectInStep()
  },
)

test('a later run of the copy-in-step example requests only changes and the overlap', async () => {
  const { service, add, run } = opened()
  await run()
  service.clock.advance('PT10M')
  add('Late')
  expect(await run()).toMatchObject({ isWhole: false, written: 6 })
  service.clock.advance('PT10M')
  service.requests.clear()
  expect(await run()).toMatchObject({ isWhole: false, written: 1 })
  expect(service.requests).toHaveLength(1)
})

test('the weekly complete run of the copy-in-step example finds removed and restored events, and new RSVP counts', async () => {
  const { service, ids, run, rows, expectInStep } = opened()
  const whole = service.snapshot()
  await run()
  service.removeEvent(ids[2] ?? '')
  service.attend(ids[1] ?? '', 3)
  service.clock.advance('P6D')
  expect(await run()).toMatchObject({ isWhole: false, gone: 0 })
  expect(rows(gone)).toEqual([])
  service.clock.advance('P1D')
  expect(await run()).toMatchObject({ isWhole: true, gone: 1 })
  const found = [{ title: 'Talk', gone: service.clock.now().toISOString() }]
  expect(rows(gone)).toEqual(found)
  await expectInStep()
  service.clock.advance('P7D')
  expect(await run()).toMatchObject({ isWhole: true, gone: 0 })
  expect(rows(gone)).toEqual(found)
  service.restore(whole)
  service.clock.advance('P22D')
  expect(await run()).toMatchObject({ isWhole: true, gone: 0 })
  expect(rows(gone)).toEqual([])
})

const countOf = (title: string) => `json ->> 'total_accepted' as count from events where json ->> 'title' = '${title}'`

/** A copy with an event to come, one from yesterday, and one from a year ago. */
async function withDates(filter: (typeof filters)[number] = 'honoured') {
  const world = opened(filter)
  const { service } = world
  const [ahead, yesterday, past] = ['2026-06-20', '2026-04-30', '2025-05-01'].map((day) =>
    service.addEvent({ title: day, start_date: `${day}T12:00:00` }),
  )
  if (!ahead || !yesterday || !past) throw new Error('no events')
  await world.run()
  // Afterwards the overlap of later runs does not reach these events.
  service.clock.advance('PT10M')
  world.add('Late')
  await world.run()
  return { ...world, ahead, yesterday, past }
}

test.each(filters)(
  'the copy-in-step example renews RSVP counts of coming events once an hour, when filters are %s',
  async (filter) => {
    const { service, run, renew, rows, ahead, yesterday, past } = await withDates(filter)
    const before = rows("json ->> 'modified_date' as modified from events")
    for (const event of [ahead, yesterday, past]) service.attend(event, 3)
    service.clock.advance('PT49M')
    service.requests.clear()
    expect([await run(), await renew()]).toMatchObject([{ isWhole: false }, undefined])
    expect(rows(countOf('2026-06-20'))).toEqual([{ count: 0 }])
    service.clock.advance('PT1M')
    expect(await renew()).toBe(2)
    for (const day of ['2026-06-20', '2026-04-30']) expect(rows(countOf(day))).toEqual([{ count: 3 }])
    // The next whole run renews the past event.
    expect(rows(countOf('2025-05-01'))).toEqual([{ count: 0 }])
    expect(rows("json ->> 'modified_date' as modified from events")).toEqual(before)
    service.clock.advance('PT1H')
    expect([await renew(), await renew()]).toEqual([0, undefined])
    service.clock.advance('P7D')
    expect([await run(), await renew()]).toMatchObject([{ isWhole: true }, undefined])
    expect(rows(countOf('2025-05-01'))).toEqual([{ count: 3 }])
  },
)

test('renewCounts of the copy-in-step example requests only coming events, and does not change copy and cursor when it fails', async () => {
  const { service, client, renew, rows, ahead } = await withDates()
  service.attend(ahead, 3)
  service.clock.advance('PT1H')
  service.requests.clear()
  const before = rows('* from state')
  service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'reset' } })
  expect(await failureOf(() => renew())).toMatchObject({ code: 'network' })
  expect([rows('* from state'), rows(countOf('2026-06-20'))]).toEqual([before, [{ count: 0 }]])
  service.requests.clear()
  expect(await renew(client())).toBe(1)
  expect(service.requests.map(({ url }) => new URL(url).searchParams.get('filter'))).toEqual([
    expect.stringMatching(/^start_date gt '2026-04-29T13:10:\d\d'$/),
  ])
})

const effects: Readonly<Record<string, FaultEffect>> = {
  'a 500': { kind: 'status', status: 500 },
  'a dropped connection': { kind: 'reset' },
  'a body that is cut': { kind: 'truncated' },
}

test.each(Object.entries(effects))(
  'the copy-in-step example misses no event when any request fails with %s, but may need a retry or another run',
  async (_, effect) => {
    using _time = flyingTime()
    for (const retry of [false, 2]) {
      for (const nth of [1, 2, 3, 4, 5]) {
        const { service, client, add, ids, run, rows, expectInStep } = opened()
        service.faults.add({ operation: 'events.list', nth, times: 1, effect })
        const before = () => JSON.stringify([rows('* from events'), rows('* from state')])
        let failed = 0
        for (const step of [1, 2, 3, 4]) {
          const held = before()
          await run(client({ retry })).catch((error: unknown) => {
            failed += 1
            expect([isEventsError(error), before()]).toEqual([true, held])
          })
          service.clock.advance('PT10M')
          if (step < 3) service.updateEvent(ids[step] ?? '', { title: `Changed ${step}` })
          if (step < 3) add(`New ${step}`)
        }
        expect(failed).toBe(retry ? 0 : 1)
        await expectInStep()
      }
    }
  },
)

for (const nth of [1, 2, 3]) {
  test(`a run of the copy-in-step example that is killed at request ${nth} does not change the copy, and another run repeats its work`, async () => {
    await using folder = await temporaryFolder()
    const { service, run, rows, restart, expectInStep } = opened('honoured', folder.file('events.db'))
    for (const written of [0, 6]) {
      service.updateEvent(service.addEvent({ title: 'Late' }), { title: `Later than ${written}` })
      const fault = service.faults.add({ operation: 'events.list', nth, effect: { kind: 'no-answer' } })
      run().catch(() => {})
      await fault.hit(1)
      restart()
      expect(rows('* from events')).toHaveLength(written)
      service.faults.clear()
      await run()
      await expectInStep()
    }
  })
}

test('the copy-in-step example copies valid events of a page with invalid events, marks no event as removed, and requests all again in another run', async () => {
  const { service, add, run, rows, expectInStep } = opened()
  await run()
  const [{ cursor } = {}] = rows('cursor from state')
  service.clock.advance('P7D')
  add('Late')
  service.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'shape', set: { title: 7 } } })
  expect(await run()).toEqual({ isWhole: true, written: 4, gone: 0, isCertain: false })
  expect(rows('cursor from state')).toEqual([{ cursor }])
  expect(rows(gone)).toEqual([])
  await run()
  await expectInStep()
})

test('the copy-in-step example refuses a copy of another service, and a second run at the same time', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('events.db')
  const { service, client, run, rows } = opened('honoured', file)
  const fault = service.faults.add({ operation: 'events.list', nth: 2, times: 1, effect: { kind: 'no-answer' } })
  const first = run()
  await fault.hit(1)
  const second = openCopy(file)
  await expect(update(client(), second, service.clock.now())).rejects.toThrow('database is locked')
  second.close()
  service.faults.clear()
  await failureOf(() => first)
  await run()
  const refused = await failureOf(() => run(client({ baseUrl: 'https://other.example.org' })))
  expect(refused).toMatchObject({ code: 'input', field: 'since' })
  expect(rows('* from events')).toHaveLength(5)
})

test('the copy-in-step example writes nothing where a run would mark most of the copy as gone, as with the key of another group', async () => {
  const { service, client, add, run, rows } = opened()
  add(...Array.from({ length: 20 }, (_, index) => `Event ${index}`))
  expect(await run()).toMatchObject({ isWhole: true, written: 25 })
  service.clock.advance('P8D')
  const other = client({ apiKey: service.seeded.individual.token, retry: false })
  await expect(run(other)).rejects.toThrow('25 events would be gone, and 0 are there; is it the key of another group?')
  expect(rows(gone)).toEqual([])
  expect(await run()).toMatchObject({ isWhole: true, gone: 0 })
})
