import { setImmediate as nextTurn } from 'node:timers/promises'
import { EventsV2, isEventsError } from 'osdi-events'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { openMirror } from '../../examples/nightly-sync/mirror.ts'
import { sync } from '../../examples/nightly-sync/sync.ts'

const opened = (options: MockServiceOptions = { events: 60, perPage: 20 }) => {
  const service = createMockService(options)
  const client = (baseUrl = service.baseUrl) =>
    new EventsV2({ baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch, retry: false })
  const mirror = openMirror(':memory:')
  const rows = () => mirror.db.prepare('select id, title, start, rsvps, gone from events order by id').all()
  return { service, events: client(), client, mirror, rows }
}

const nothing = { added: 0, changed: 0, gone: 0, resumed: false, certain: true }
const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)

test('nightly sync copies every event once, and a second run changes nothing', async () => {
  const { events, mirror, rows } = opened()
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 60, added: 60 })
  const copied = rows()
  const written = () => mirror.db.prepare('select total_changes() as writes').get()?.writes
  const before = Number(written())
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 60 })
  expect(rows()).toEqual(copied)
  expect(copied).toHaveLength(60)
  // The second run writes what it has met, and where it stands: one row for each event, and no event again.
  expect(Number(written()) - before).toBeLessThan(60 * 2 + 20)
})

test('nightly sync writes what was changed, and RSVPs, which move no modification time, with the clock at the place', async () => {
  const { service, events, mirror, rows } = opened({})
  const add = (title: string) =>
    service.addEvent({ title, start_date: '2026-06-20T18:30:00' }, { key: service.seeded.group })
  const [picnic, walk] = [add('Picnic'), add('Walk'), add('Talk')]
  await sync(events, mirror)
  await events.update(picnic.id, { title: 'Picnic, indoors' })
  service.attend(walk, 3)
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 3, changed: 2 })
  const kept = { start: '2026-06-20T18:30:00', rsvps: 0, gone: null }
  for (const row of [
    { ...kept, title: 'Picnic, indoors' },
    { ...kept, title: 'Walk', rsvps: 3 },
  ])
    expect(rows()).toContainEqual(expect.objectContaining(row))
})

test('nightly sync marks events that are no longer listed, once, and takes them back when they return', async () => {
  const { service, events, mirror, rows } = opened({ events: 3 })
  const before = service.snapshot()
  service.addEvent({ title: 'Picnic' }, { key: service.seeded.group })
  const after = service.snapshot()
  const gone = () => rows().filter((row) => row.gone !== null)
  await sync(events, mirror)
  service.restore(before)
  expect(await sync(events, mirror, { now: () => new Date('2026-05-02T03:20:00Z') })).toMatchObject({ gone: 1 })
  expect(gone()).toMatchObject([{ title: 'Picnic', gone: '2026-05-02T03:20:00.000Z' }])
  expect(await sync(events, mirror)).toMatchObject({ gone: 0, changed: 0 })
  expect(gone()).toMatchObject([{ gone: '2026-05-02T03:20:00.000Z' }])
  service.restore(after)
  expect(await sync(events, mirror)).toMatchObject({ added: 0, changed: 1, gone: 0 })
  expect(gone()).toEqual([])
})

for (const nth of [1, 3]) {
  test(`nightly sync goes on where it failed, at page ${nth}, and asks for no page twice`, async () => {
    const { service, events, mirror, rows } = opened()
    service.faults.add({ operation: 'events.list', nth, effect: { kind: 'status', status: 503 } })
    const error = await failureOf(sync(events, mirror))
    expect(isEventsError(error) && error.code).toBe('http')
    const done = rows().length
    expect(done).toBe((nth - 1) * 20)
    service.faults.clear()
    service.requests.clear()
    expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 60 - done, added: 60 - done, resumed: true })
    expect(rows()).toHaveLength(60)
    expect(service.requests.length).toBe(3 - (nth - 1))
    expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 60 })
  })
}

test('nightly sync that was interrupted knows which events have gone, also those of before', async () => {
  const { service, events, mirror } = opened({ events: 5, perPage: 2 })
  const five = service.snapshot()
  service.addEvent({ title: 'Six' }, { key: service.seeded.group })
  await sync(events, mirror)
  service.restore(five)
  service.faults.add({ operation: 'events.list', nth: 2, effect: { kind: 'reset' } })
  await failureOf(sync(events, mirror))
  expect(await sync(events, mirror)).toMatchObject({ resumed: true, gone: 1, added: 0, changed: 0 })
})

test('nightly sync goes on after the last page was written and nothing else', async () => {
  const { events, mirror } = opened({ events: 3 })
  const end = mirror.end
  const failing = {
    ...mirror,
    end: () => {
      throw new Error('the power is gone')
    },
  }
  expect(await failureOf(sync(events, failing))).toMatchObject({ message: 'the power is gone' })
  expect(await sync(events, { ...mirror, end })).toMatchObject({ resumed: true, added: 0, gone: 0, certain: true })
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 3 })
})

test('nightly sync starts anew where what was interrupted is too old', async () => {
  const { service, events, mirror } = opened()
  service.faults.add({ operation: 'events.list', nth: 3, effect: { kind: 'reset' } })
  await failureOf(sync(events, mirror, { now: () => new Date('2026-05-01T03:20:00Z') }))
  const report = await sync(events, mirror, { now: () => new Date('2026-05-02T03:20:00Z') })
  expect(report).toEqual({ ...nothing, listed: 60, added: 20 })
})

test('nightly sync takes no event for gone where it cannot tell', async () => {
  const { service, events, mirror, rows } = opened({ events: 3 })
  await sync(events, mirror)
  service.faults.add({ operation: 'events.list', effect: { kind: 'shape', set: { title: 7 } } })
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 0, certain: false })
  expect(rows().every(({ gone }) => gone === null)).toBe(true)
})

test('nightly sync ends at once with its signal, and goes on later', async () => {
  const { service, events, mirror } = opened()
  const stop = new AbortController()
  const silence = service.faults.add({ operation: 'events.list', nth: 2, effect: { kind: 'no-answer' } })
  const running = failureOf(sync(events, mirror, { signal: stop.signal }))
  await silence.hit()
  await nextTurn()
  expect(mirror.state().run?.checkpoint).toBeTruthy()
  stop.abort(new Error('SIGTERM'))
  expect(await running).toMatchObject({ message: 'SIGTERM' })
  expect(await sync(events, mirror)).toMatchObject({ resumed: true, added: 40 })
})

test('nightly sync fills a copy of one service from no other', async () => {
  const { events, client, mirror, rows } = opened({ events: 3 })
  await sync(events, mirror)
  const error = await failureOf(sync(client('https://other.example.org'), mirror))
  expect(error).toMatchObject({ message: expect.stringContaining('take another file') })
  expect(rows()).toHaveLength(3)
})
