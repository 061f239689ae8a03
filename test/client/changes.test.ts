import { expect, test } from 'vitest'
import { pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { filteredList, filterOf } from '../support/filtered-list.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import type { AnyClient } from '../support/versions.ts'
import { idsOf } from '../support/walking.ts'

const at = (minute: number) => `2026-05-01T12:${String(minute).padStart(2, '0')}:00Z`
const httpDate = (text: string) => new Date(text).toUTCString()

/** A service whose events changed at these minutes past noon, and whose clock stands at another minute. */
const world = (minutes: readonly number[], clock = 59, more: object = {}) =>
  filteredList(
    () => minutes.map((minute) => ({ modified_date: at(minute) })),
    () => true,
    { date: () => httpDate(at(clock)), ...more },
  )

/** The moment inside a cursor. */
const momentOf = (cursor: string | undefined) => (cursor === undefined ? undefined : JSON.parse(cursor).to)

test('changes without since lists everything, and its cursor is the latest modified_date', async () => {
  const { client, requests } = world([10, 30, 20])
  const changes = client.changes()
  expect(changes.cursor).toBeUndefined()
  expect(idsOf(await collect(changes))).toBe('e0 e1 e2')
  expect(requests.map(filterOf)).toEqual([null, null])
  expect(momentOf(changes.cursor)).toBe(at(30))
})

test('changes filters by since minus the overlap', async () => {
  const { client, requests } = world([10, 30])
  const first = client.changes()
  await collect(first)
  await collect(client.changes({ since: first.cursor }))
  await collect(client.changes({ since: first.cursor, overlap: 1_000 }))
  await collect(client.changes({ since: '2026-05-01T14:00:00+02:00', overlap: 90_000 }))
  await collect(client.changes({ since: new Date(at(1)), overlap: 60_000 }))
  expect(requests.map(filterOf)).toEqual([
    null,
    ...[at(25), '2026-05-01T12:29:59Z', '2026-05-01T11:58:30Z', at(0)].map((moment) => `modified_date gt '${moment}'`),
  ])
})

test.each([
  ['whole seconds', 0],
  ['milliseconds', 900],
])(
  'changes with the shortest overlap misses no change in the same second when the service shows %s',
  async (_, milliseconds) => {
    const dates = [at(10).replace('00Z', `00.${milliseconds}Z`)]
    const { client } = filteredList(
      () => dates.map((modified_date) => ({ modified_date })),
      ({ modified_date = '' }, filter) => String(modified_date) > (/gt '(.*)'$/.exec(filter)?.[1] ?? ''),
      { date: () => httpDate(at(10)) },
    )
    const first = client.changes({ overlap: 1_000 })
    expect(idsOf(await collect(first))).toBe('e0')
    // Created a moment later; services that count in whole seconds give the same date.
    dates.push(at(10))
    expect(idsOf(await collect(client.changes({ since: first.cursor, overlap: 1_000 })))).toBe('e0 e1')
  },
)

test('changes with an overlap never filters by a moment after since, or before 1970', async () => {
  const { client, requests } = world([])
  for (const since of ['0000-01-01T00:00:00Z', '1960-01-01T00:00:00Z', '1970-01-01T00:04:00Z'])
    await collect(client.changes({ since }))
  const from = ['0000-01-01T00:00:00Z', '1960-01-01T00:00:00Z', '1970-01-01T00:00:00Z']
  expect(requests.map(filterOf)).toEqual(from.map((moment) => `modified_date gt '${moment}'`))
})

test('changes of version 1 filters by modified_at', async () => {
  const events = [{ modified_at: at(5) }]
  const { client, requests } = filteredList(
    () => events,
    () => true,
    { version: 'v1' },
  )
  const changes = client.changes({ since: at(1), overlap: 60_000 })
  await collect(changes)
  expect(requests.map(filterOf)).toEqual([`modified_at gt '${at(0)}'`])
  expect(momentOf(changes.cursor)).toBe(at(5))
})

test("the cursor of changes is at most the service's time at the start of the run, so changes during the run come again", async () => {
  const { client } = world([10, 50], 40)
  const changes = client.changes()
  await collect(changes)
  expect(momentOf(changes.cursor)).toBe(at(40))
})

test("the cursor of changes takes the service's time from the first page, not from a later one", async () => {
  let minute = 40
  const { client } = world([10, 20, 50], 0, { date: () => httpDate(at(minute++)) })
  const changes = client.changes()
  await collect(changes)
  expect(momentOf(changes.cursor)).toBe(at(40))
})

test("the cursor of changes uses this machine's clock when responses have no Date", async () => {
  const { client } = world([10], 59, { date: () => undefined })
  const past = client.changes()
  await collect(past)
  expect(momentOf(past.cursor)).toBe(at(10))
  const future = filteredList(
    () => [{ modified_date: '2126-05-01T00:00:00Z' }],
    () => true,
  ).client.changes()
  const before = Date.now()
  await collect(future)
  expect(Date.parse(momentOf(future.cursor))).toBeGreaterThanOrEqual(before)
  expect(Date.parse(momentOf(future.cursor))).toBeLessThanOrEqual(Date.now())
})

test('the cursor of changes does not move when no event has changed, nor before the end of an iteration', async () => {
  const { client } = world([])
  const changes = client.changes({ since: at(0) })
  expect(changes.cursor).toBe(at(0))
  expect(await collect(changes)).toEqual([])
  expect(changes.report).toMatchObject({ complete: true, filter: 'unproven' })
  expect(changes.cursor).toBe(at(0))
  expect(client.changes({ since: new Date(at(3)) }).cursor).toBe(at(3))
})

/** Ways to end a run early. */
const ways: Readonly<Record<string, (changes: ReturnType<AnyClient['changes']>) => Promise<unknown>>> = {
  'broken off at the last event': async (changes) => {
    let left = 3
    for await (const _ of changes) if (--left === 0) break
  },
  'ended by an error of the caller': async (changes) => {
    try {
      for await (const _ of changes) throw new Error('the disk is full')
    } catch {}
  },
  'read by pages and left on the last': async (changes) => {
    for await (const page of changes.pages()) if (Reflect.get(page, 'page') === 2) break
  },
  'cut by the limit of an array': (changes) => changes.toArray({ max: 3 }),
  'disposed of': async (changes) => {
    await using pages = changes.pages()
    await pages.next()
    await pages.next()
  },
}

test.each(Object.entries(ways))('the cursor of changes does not move when a run is %s', async (_, leave) => {
  const { client } = world([1, 2, 3, 4])
  const changes = client.changes({ since: at(0) })
  await leave(changes)
  expect(changes.cursor).toBe(at(0))
  await collect(changes)
  expect(momentOf(changes.cursor)).toBe(at(4))
})

test.each(
  Object.entries({
    'a loop over events': (changes: ReturnType<AnyClient['changes']>) => collect(changes),
    'a loop over pages': (changes: ReturnType<AnyClient['changes']>) => collect(changes.pages()),
    'an array of all': (changes: ReturnType<AnyClient['changes']>) =>
      changes.toArray({ max: Number.POSITIVE_INFINITY }),
    'an array that has room to spare': (changes: ReturnType<AnyClient['changes']>) => changes.toArray({ max: 5 }),
  }),
)('the cursor of changes moves at the end of %s', async (_, read) => {
  const changes = world([1, 2, 3, 4]).client.changes({ since: at(0) })
  await read(changes)
  expect(momentOf(changes.cursor)).toBe(at(4))
})

test('the cursor of changes does not move after a failed page, and moves when the same iteration retries the page and ends', async () => {
  const whole = { total_records: 2, total_pages: 2, per_page: 1 }
  const pages = ['e1', 'e2'].map((id, index) =>
    json({
      ...pageOf('v2', [id], index === 0 ? 'https://events.example.org/api/v2/events?page=2' : undefined),
      ...whole,
    }),
  )
  const { client } = clientOver('v2', [pages[0] ?? json({}), json({ error: 'Resting' }, 503), pages[1] ?? json({})])
  const changes = client.changes({ since: '2026-05-01T00:00:00Z', prefetch: 0 })
  const run = changes.pages()
  await run.next()
  await failureOf(() => run.next())
  expect(changes.cursor).toBe('2026-05-01T00:00:00Z')
  expect(await run.next()).toMatchObject({ done: false })
  expect(changes.cursor).toBe('2026-05-01T00:00:00Z')
  expect(await run.next()).toMatchObject({ done: true })
  expect(momentOf(changes.cursor)).toBe('2026-05-01T12:00:00Z')
})

test('the cursor of changes does not move when the list ended early or events were rejected', async () => {
  const short = clientOver('v2', [json({ ...pageOf('v2', ['e1']), total_records: 2 })]).client.changes({ since: at(0) })
  expect(await collect(short)).toHaveLength(1)
  expect([short.report?.complete, short.cursor]).toEqual([false, at(0)])
  const bad = filteredList(
    () => [{}, { title: 5 }],
    () => true,
  ).client.changes({ since: at(0), onInvalid: 'report' })
  expect(await collect(bad)).toHaveLength(1)
  expect([bad.report?.rejected, bad.cursor]).toEqual([1, at(0)])
})

test('changes yields the same events when the service ignores filters, and old events do not move the cursor back', async () => {
  const { client } = world([1, 2, 40], 59, { filterSupport: 'ignored' })
  const changes = client.changes({ since: at(30), overlap: 1_000 })
  expect(idsOf(await collect(changes))).toBe('e2')
  expect([changes.report?.filter, momentOf(changes.cursor)]).toEqual(['ignored', at(40)])
  const none = client.changes({ since: at(50), overlap: 1_000 })
  expect(await collect(none)).toEqual([])
  expect(none.cursor).toBe(at(50))
})

test('a cursor of changes is valid only for its service, version, campaign and query, and contains no API key', async () => {
  const { client } = world([1])
  const changes = client.changes({ campaign: 'c1' })
  await collect(changes)
  const { cursor = '' } = changes
  expect(cursor.length).toBeLessThan(150)
  expect(idsOf(await collect(client.changes({ since: cursor, campaign: 'c1' })))).toBe('e0')
  const others: [AnyClient, object][] = [
    [client, {}],
    [client, { campaign: 'c2' }],
    [client, { campaign: 'c1', query: { tenant: 5 } }],
    [clientOver('v1', []).client, { campaign: 'c1' }],
  ]
  for (const [other, options] of others) {
    const refused = await failureOf(() => other.changes({ since: cursor, ...options }))
    expect(refused).toMatchObject({
      code: 'input',
      field: 'since',
      message: expect.stringContaining('belongs to the list'),
    })
  }
})

test.each<[string, object, string]>([
  ['a day', { since: '2026-05-01' }, 'since'],
  ['a moment without a zone', { since: '2026-05-01T00:00:00' }, 'since'],
  ['null', { since: null }, 'since'],
  ['a number', { since: 5 }, 'since'],
  ['a Date that is none', { since: new Date('x') }, 'since'],
  ['an offset that no zone has', { since: '2026-05-01T00:00:00+25:00' }, 'since'],
  ['a year with five digits', { since: new Date(8.64e15) }, 'since'],
  [
    'a cursor with an offset that no zone has',
    { since: '{"osdi":1,"changes":"https://events.example.org/api/v2/events","to":"2026-05-01T00:00:00+25:00"}' },
    'since',
  ],
  ['a checkpoint of a list', { since: '{"osdi":1,"of":"https://events.example.org/api/v2/events"}' }, 'since'],
  [
    'a cursor without its moment',
    { since: '{"osdi":1,"changes":"https://events.example.org/api/v2/events"}' },
    'since',
  ],
  ['text that is none', { since: '{' }, 'since'],
  ['a negative overlap', { overlap: -1 }, 'overlap'],
  ['no overlap', { overlap: 0 }, 'overlap'],
  ['an overlap of less than a second', { overlap: 999.9 }, 'overlap'],
  ['an overlap that is text', { overlap: '5m' }, 'overlap'],
  ['a filter of its own', { filter: { title: 'x' } }, 'filter'],
  ['a filter in the query', { query: { filter: 'x' } }, 'query.filter'],
  ['a limit, which would leave changes behind', { max: 5 }, 'max'],
  ['a checkpoint to resume', { resume: 'x' }, 'resume'],
])('changes refuses %s at once, with an InputError that names the option', async (_, options, field) => {
  const { client, requests } = world([1])
  expect(await failureOf(() => client.changes(options))).toMatchObject({ code: 'input', field })
  expect(requests).toEqual([])
})
