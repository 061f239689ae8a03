import { EventsV1, EventsV2, idOf, unappliedOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { failureOf } from '../support/failure.ts'
import { lag, laggingFetch } from '../support/lagging-list.ts'
import { timeStandsStill } from '../support/virtual-time.ts'

// A run knows what it has written, although the list shows it 400 ms later.

type FilterSupport = 'honoured' | 'ignored' | 'refused'
const filters = ['honoured', 'ignored', 'refused'] as const

const row = (identifiers: readonly string[], title = 'Picnic') => ({ identifiers, title, origin_system: 'Calendar' })

/** A service whose list lags, and a run of upserts. */
function opened(
  filter: FilterSupport,
  through: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch = (fetch) => fetch,
) {
  const service = createMockService({ events: 3, assumptions: { filter } })
  const { baseUrl, seeded } = service
  const options = { baseUrl, apiKey: seeded.group.token, retry: 0 }
  const client = new EventsV2({ ...options, fetch: through(laggingFetch(service)) })
  const now = new EventsV2({ ...options, fetch: service.fetch })
  return {
    service,
    client,
    run: client.upserts(),
    /** The titles of the events with an identifier of the calendar, as the service has them. */
    async titles() {
      const { items } = await now.list().toArray({ max: 500 })
      return items
        .filter(({ identifiers }) => identifiers.some((each) => each.startsWith('calendar:')))
        .map(({ title }) => title)
    },
  }
}

for (const filter of filters)
  test(`upserts() makes one event of rows with one identifier, and the last row wins: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { run, titles } = opened(filter)
    const results = []
    for (const title of ['Picnic', 'Picnic', 'Fair', 'Picnic'])
      results.push(await run.upsert(row(['calendar:1'], title)))
    expect(results.map(({ created, unchanged }) => [created, unchanged])).toEqual([
      [true, false],
      [false, true],
      [false, false],
      [false, false],
    ])
    expect(await titles()).toEqual(['Picnic'])
  })

for (const filter of filters)
  test(`upserts() makes one event of each identifier if its calls are not awaited: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { run, titles } = opened(filter)
    const rows = ['1', '2', '1', '2', '1'].map((each, index) => row([`calendar:${each}`], `Row ${index}`))
    const results = await Promise.all(rows.map((each) => run.upsert(each)))
    expect(results.map(({ created }) => created)).toEqual([true, true, false, false, false])
    expect((await titles()).toSorted()).toEqual(['Row 3', 'Row 4'])
  })

test('a call of upserts() that waits for others rejects at once when its signal aborts, and sends nothing', async () => {
  using _ = timeStandsStill()
  const { service, run, titles } = opened('honoured')
  service.faults.add({ method: 'POST', effect: { kind: 'latency', ms: 1_000 } })
  const first = run.upsert(row(['calendar:1']))
  const abort = new AbortController()
  const second = run.upsert(row(['calendar:2']), { signal: abort.signal })
  const reason = new Error('enough')
  abort.abort(reason)
  await expect(second).rejects.toBe(reason)
  vi.useRealTimers()
  service.faults.clear()
  first.catch(() => {})
  expect(await titles()).toEqual([])
})

for (const filter of filters)
  test(`upserts() knows each identifier of an event that it wrote: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { service, run, titles } = opened(filter)
    const known = service.addEvent({ title: 'Old', identifiers: ['calendar:9'], origin_system: 'Calendar' })
    vi.advanceTimersByTime(lag)
    const { event } = await run.upsert(row(['calendar:1']))
    // An update adds an identifier.
    for (const identifiers of [
      ['calendar:2', 'calendar:1'],
      ['calendar:2'],
      ['calendar:3', 'calendar:2'],
      ['calendar:3'],
    ]) {
      const result = await run.upsert(row(identifiers))
      expect([result.created, idOf(result.event)], identifiers.join()).toEqual([false, idOf(event)])
    }
    await run.update(event, { identifiers: ['calendar:1', 'calendar:2', 'calendar:3', 'calendar:4'] })
    expect(await run.upsert(row(['calendar:4']))).toMatchObject({ created: false })
    const error = await failureOf(() => run.upsert(row(['calendar:4', 'calendar:9'])))
    expect(error).toMatchObject({ code: 'ambiguous', outcome: 'not applied' })
    expect(error.message).toContain(idOf(known))
    expect((await titles()).toSorted()).toEqual(['Old', 'Picnic'])
  })

test('upserts() throws AmbiguousError for a row with identifiers of two events of the run', async () => {
  using _ = timeStandsStill()
  const { run, titles } = opened('honoured')
  for (const number of [1, 2]) await run.upsert(row([`calendar:${number}`]))
  const error = await failureOf(() => run.upsert(row(['calendar:1', 'calendar:2'])))
  expect(error).toMatchObject({ code: 'ambiguous', outcome: 'not applied' })
  expect(await titles()).toHaveLength(2)
})

for (const filter of filters)
  test(`upserts() knows an identifier that the answer of a create does not list: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { run, titles } = opened(filter, (send) => async (input, init) => {
      const response = await send(input, init)
      if (new Request(input, init).method === 'GET') return response
      const event = (await response.json()) as { readonly identifiers: readonly string[] }
      return Response.json(
        { ...event, identifiers: event.identifiers.filter((each) => !each.startsWith('calendar:')) },
        response,
      )
    })
    const { event } = await run.upsert(row(['calendar:1', 'calendar:2']))
    expect(unappliedOf(event)).toEqual(['identifiers'])
    expect(await run.upsert(row(['calendar:2'], 'Fair'))).toMatchObject({ created: false, resent: true })
    expect(await titles()).toEqual(['Fair'])
  })

for (const filter of filters)
  test(`upserts() creates no second event after a create whose answer was lost, and finds the first when the list shows it: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { service, run, titles } = opened(filter, (send) => async (input, init) => {
      const response = await send(input, init)
      const isLost =
        new Request(input, init).method === 'POST' &&
        service.requests.filter(({ method }) => method === 'POST').length === 1
      return isLost ? Response.json({ error: 'Resting' }, { status: 503 }) : response
    })
    expect(await failureOf(() => run.upsert(row(['calendar:1'])))).toMatchObject({ code: 'http', outcome: 'unknown' })
    const error = await failureOf(() => run.upsert(row(['calendar:1', 'calendar:2'])))
    expect(error).toMatchObject({ code: 'schema', outcome: 'not applied', issues: [{ field: 'identifiers' }] })
    expect(error.message).toBe(
      'The list may show calendar:1 or calendar:2 later: an earlier create of this run had an unknown outcome',
    )
    expect(await run.upsert(row(['calendar:3']))).toMatchObject({ created: true })
    vi.advanceTimersByTime(lag)
    expect(await run.upsert(row(['calendar:1']))).toMatchObject({ created: false, unchanged: true })
    expect(await titles()).toEqual(['Picnic', 'Picnic'])
  })

for (const filter of filters)
  test(`upserts() sends a row again after an update whose answer was lost, and knows the identifiers of that update: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    let puts = 0
    const { run, titles } = opened(filter, (send) => async (input, init) => {
      const response = await send(input, init)
      if (new Request(input, init).method === 'PUT') puts += 1
      return puts === 1 && new Request(input, init).method === 'PUT' ? Response.error() : response
    })
    await run.upsert(row(['calendar:1']))
    expect(await failureOf(() => run.upsert(row(['calendar:1', 'calendar:2'], 'Fair')))).toMatchObject({
      outcome: 'unknown',
    })
    expect(await run.upsert(row(['calendar:2'], 'Picnic'))).toMatchObject({ created: false, unchanged: false })
    expect(await titles()).toEqual(['Picnic'])
  })

test('upserts() of version 1 makes one event of two rows, because the service merges them (v1 §4.4)', async () => {
  using _ = timeStandsStill()
  const service = createMockService()
  const client = new EventsV1({
    baseUrl: service.baseUrl,
    apiKey: service.seeded.group.token,
    fetch: laggingFetch(service),
  })
  const { upsert } = client.upserts()
  const ids = new Set<string>()
  for (const summary of ['Picnic', 'Fair'])
    ids.add(idOf((await upsert({ identifiers: ['calendar:1'], summary, originating_system: 'Calendar' })).event))
  expect(ids.size).toBe(1)
})

for (const filter of filters)
  test(`upsert --ndjson and --csv make one event of each identifier: filter ${filter}`, async () => {
    using _ = timeStandsStill()
    const { ran, service, events } = commandLine({ events: 2, assumptions: { filter } })
    const fetch = laggingFetch(service)
    const own = service.addEvent({ title: 'Own' })
    const input = [
      row(['calendar:1']),
      row(['calendar:1']),
      row(['calendar:2', 'calendar:1'], 'Fair'),
      row(['calendar:2'], 'Fair'),
      // The row adds an identifier to an event of the service.
      { identifiers: [`platform:${idOf(own)}`, 'calendar:3'] },
      { ...row(['calendar:3'], 'Own'), description: null },
    ]
    const text = input.map((each) => `${JSON.stringify(each)}\n`).join('')
    const { stdout, code } = await ran(['upsert', '--ndjson'], { input: text, fetch })
    const results = stdout.split('\n').map((line) => line.replace(/^line \d: (\w+) .*/, '$1'))
    expect([code, ...results]).toEqual([0, 'created', 'unchanged', 'updated', 'unchanged', 'updated', 'updated', ''])
    const csv = ['Nr;Name', '4;Fest', '5;Fete', ''].join('\n')
    const flags = ['--origin-system', 'Calendar', '--identifier-from', 'calendar:Nr', '--map', 'title=Name']
    expect(await ran(['upsert', '--csv', '-', ...flags], { input: csv, fetch })).toMatchObject({
      code: 0,
      stderr: '2 events created\n',
    })
    expect(await events()).toHaveLength(2 + 1 + 1 + 2)
  })
