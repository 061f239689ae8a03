import { watch } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { EventsV2, isEventsError } from 'osdi-events'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { openMirror } from '../../examples/nightly-sync/mirror.ts'
import { sync } from '../../examples/nightly-sync/sync.ts'
import { runExample, servedService, startExample } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

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

test('nightly sync takes no event for gone where it cannot tell', async () => {
  const { service, events, mirror, rows } = opened({ events: 3 })
  await sync(events, mirror)
  service.faults.add({ operation: 'events.list', effect: { kind: 'shape', set: { title: 7 } } })
  expect(await sync(events, mirror)).toEqual({ ...nothing, listed: 0, certain: false })
  expect(rows().every(({ gone }) => gone === null)).toBe(true)
})

test('nightly sync fills a copy of one service from no other', async () => {
  const { events, client, mirror, rows } = opened({ events: 3 })
  await sync(events, mirror)
  const error = await failureOf(sync(client('https://other.example.org'), mirror))
  expect(error).toMatchObject({ message: expect.stringContaining('take another file') })
  expect(rows()).toHaveLength(3)
})

const program = 'nightly-sync/main.ts'

const query = (file: string, sql: string) => {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).get()
  } finally {
    db.close()
  }
}

for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
  test(`the program of the nightly sync goes on after ${signal}, says what it did, and the next time that nothing has changed`, async () => {
    await using folder = await temporaryFolder()
    await using served = await servedService({ events: 60, perPage: 20 })
    const file = folder.file('events.db')
    // All but the first page are asked for side by side, and may come in any order.
    const others = served.service.faults.add({
      path: '/api/v2/events',
      nth: 2,
      times: 2,
      effect: { kind: 'no-answer' },
    })
    const { process, ended } = startExample(program, [file], served.env)
    await others.hit(2)
    const copied = () => query(file, 'select count(*) as events from events')?.events
    const changes = watch(folder.path)[Symbol.asyncIterator]()
    for (let change = changes.next(); copied() !== 20; change = changes.next()) await change
    await changes.return?.()
    process.kill(signal)
    expect(await ended).toMatchObject(
      signal === 'SIGKILL' ? { signal } : { code: 1, stderr: 'not finished; the next run goes on: SIGTERM\n' },
    )
    expect(await runExample(program, [file], served.env)).toMatchObject({
      code: 0,
      stdout: 'went on; 40 events: 40 new, 0 changed, 0 gone\n',
    })
    const again = { code: 0, signal: null, stdout: '60 events: 0 new, 0 changed, 0 gone\n', stderr: '' }
    expect(await runExample(program, [file], served.env)).toEqual(again)
  })
}
