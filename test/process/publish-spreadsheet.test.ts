import { readFileSync } from 'node:fs'
import { EventsV2 } from 'osdi-events'
import { createMockService, type FaultRule, type MockServiceOptions } from 'osdi-events/mock'
import { expect, onTestFinished, test } from 'vitest'
import { publish } from '../../examples/publish-spreadsheet/publish.ts'
import { readSheet } from '../../examples/publish-spreadsheet/sheet.ts'
import { root } from '../support/alias.ts'
import { runExample, servedService } from '../support/cli.ts'
import { flyingTime } from '../support/virtual-time.ts'

const own = readFileSync(`${root}examples/publish-spreadsheet/events.csv`, 'utf8')
const heading = 'id,title,start,end,venue,address,city,region,postal code,country,description'
const sheet = (...lines: string[]) => [heading, ...lines].join('\r\n')
const unchanged = ['unchanged', 'unchanged', 'unchanged']

/** A service of its own, in time that flies. */
function opened(options: MockServiceOptions = {}) {
  const time = flyingTime()
  onTestFinished(() => time[Symbol.dispose]())
  const service = createMockService(options)
  const apiKey = service.seeded.group.token
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch, retry: false })
  const run = async (text: string, signal?: AbortSignal) =>
    (await publish(events, readSheet(text, 'events-sheet'), signal)).map(({ number, state, message }) =>
      message ? [number, state, message] : [number, state],
    )
  const statesOf = async (text = own) => (await run(text)).map(([, state]) => state)
  const writes = () => service.requests.filter(({ method }) => method !== 'GET')
  const all = async () => (await events.list().toArray({ max: 500 })).items
  return { service, run, statesOf, writes, all }
}

test('publishing a sheet creates an event for each row, with identifiers of the sheet and the clock at the place', async () => {
  const { all, statesOf } = opened()
  expect(await statesOf()).toEqual(['created', 'created', 'created'])
  const [park, swap, walk] = await all()
  expect(park).toMatchObject({
    title: 'Park clean-up',
    origin_system: 'Events sheet',
    start_date: expect.stringMatching(/^2026-06-20T10:00:00/),
    end_date: expect.stringMatching(/^2026-06-20T13:00:00/),
    location: { venue: 'Meridian Hill Park', address_lines: ['2400 15th St NW'], postal_code: '20009' },
  })
  expect(park?.identifiers).toContain('events-sheet:2026-01')
  expect([swap?.title, swap?.end_date]).toEqual(['Seed swap, indoors', undefined])
  expect(walk?.end_date).toMatch(/^2026-07-12T00:30:00/)
})

test('publishing a sheet sends nothing the second time, and leaves events alone that are not in it', async () => {
  const { service, statesOf, writes, all } = opened({ events: 30, perPage: 7 })
  const before = await all()
  await statesOf()
  service.requests.clear()
  expect(await statesOf()).toEqual(unchanged)
  expect(writes()).toEqual([])
  const after = await all()
  expect([after.slice(0, 30), after.length]).toEqual([before, 33])
})

test('publishing a sheet sends what has changed and nothing else, and clears what was emptied', async () => {
  const { run, writes, service, all, statesOf } = opened()
  await run(own)
  service.requests.clear()
  const changed = own
    .replace('2026-06-20 10:00', '2026-06-20 11:30')
    .replace('2026-06-20 13:00', '')
    .replace('Bring a torch.', '')
    .replace('Harold Washington Library', '')
  expect(await statesOf(changed)).toEqual(['updated', 'updated', 'updated'])
  expect(writes().map(({ body }) => body)).toEqual([
    { start_date: '2026-06-20T11:30:00', end_date: null },
    { location: expect.objectContaining({ venue: null, address_lines: ['400 S State St'] }) },
    { description: null },
  ])
  expect(await statesOf(changed)).toEqual(unchanged)
  expect((await all())[1]?.location).not.toMatchObject({ venue: expect.anything() })
})

test('publishing a sheet says which rows are wrong, and publishes the others', async () => {
  const { run, all } = opened()
  const reports = await run(
    sheet(
      'a,Picnic,2026-06-20 10:00,,,,,,,,',
      'a,Picnic again,2026-06-21 10:00,,,,,,,,',
      ',Nameless,2026-06-20 10:00,,,,,,,,',
      'd,,2026-06-20 10:00,,,,,,,,',
      'e,Odd date,6/20/2026 10:00,,,,,,,,',
      'f,With a zone,2026-06-20T10:00:00-04:00,,,,,,,,',
      'g,"Two\r\nlines",2026-06-20 10:00,,,,,,,,',
    ),
  )
  expect(reports).toEqual([
    [2, 'created'],
    [3, 'wrong', 'the id is that of row 2'],
    [4, 'wrong', 'the id must be of letters, digits, dots and hyphens'],
    [5, 'wrong', expect.stringMatching(/^title: must not be empty/)],
    [6, 'wrong', expect.stringMatching(/^start_date: is no date-time/)],
    [7, 'wrong', expect.stringMatching(/^start_date: has the numeric offset -04:00/)],
    [8, 'created'],
  ])
  expect(await all()).toHaveLength(2)
})

for (const kind of ['reset', 'no-answer'] as const) {
  test(`publishing a sheet finds an event again whose answer was lost (${kind})`, async () => {
    const { service, all, statesOf } = opened()
    service.faults.add({ operation: 'events.create', nth: 2, when: 'after', effect: { kind } })
    expect(await statesOf()).toEqual(['created', 'created', 'created'])
    expect(await all()).toHaveLength(3)
    expect(await statesOf()).toEqual(unchanged)
  })

  test(`publishing a sheet does not send a row again that was lost on its way, until the next run (${kind})`, async () => {
    const { service, run, writes, all, statesOf } = opened()
    service.faults.add({ operation: 'events.create', nth: 2, effect: { kind } })
    expect(await run(own)).toEqual([
      [2, 'created'],
      [3, 'unsure', expect.stringMatching(/^POST /)],
      [4, 'created'],
    ])
    expect(writes()).toHaveLength(3)
    expect(await statesOf()).toEqual(['unchanged', 'created', 'unchanged'])
    expect(await all()).toHaveLength(3)
  })
}

test.for<[string, FaultRule, readonly string[]]>([
  ['the key is refused', { effect: { kind: 'status', status: 403 } }, ['failed', ...Array(4).fill('not tried')]],
  [
    'three answers in a row are lost',
    { effect: { kind: 'reset' } },
    [...Array(3).fill('unsure'), 'not tried', 'not tried'],
  ],
  ['a row is refused', { times: 1, effect: { kind: 'status', status: 422 } }, ['failed', ...Array(4).fill('created')]],
])('publishing a sheet gives up where there is no use in going on: %s', async ([, rule, states]) => {
  const { service, writes, statesOf } = opened()
  const rows = ['a', 'b', 'c', 'd', 'e'].map((id) => `${id},Event ${id},,,,,,,,,`)
  service.faults.add({ operation: 'events.create', ...rule })
  expect(await statesOf(sheet(...rows))).toEqual(states)
  expect(writes()).toHaveLength(states.filter((state) => state !== 'not tried').length)
})

test('publishing a sheet publishes nothing where it cannot see what is there', async () => {
  const { service, run, writes } = opened()
  service.faults.add({ operation: 'events.list', effect: { kind: 'status', status: 503 } })
  await expect(run(own)).rejects.toMatchObject({ code: 'http', status: 503 })
  expect(writes()).toEqual([])
})

test('a sheet is read as spreadsheets save it: a byte order mark, CRLF, empty lines, columns in any order', () => {
  const text =
    '\uFEFFtitle,id,start,end,venue,address,city,region,postal code,country,description\r\n\r\n,,,,,,,,,\r\n,,,\r\nPicnic , 7,,,,,,,,\r\n'
  expect(readSheet(text, 'mine')).toEqual([
    {
      number: 5,
      id: '7',
      event: expect.objectContaining({ title: 'Picnic', identifiers: ['mine:7'], location: undefined }),
    },
  ])
})

const program = 'publish-spreadsheet/main.ts'
const ownFile = `${root}examples/publish-spreadsheet/events.csv`

test('the program that publishes a sheet reports each row, in any time zone, and creates nothing twice', async () => {
  await using served = await servedService()
  served.service.faults.add({ operation: 'events.create', nth: 1, effect: { kind: 'reset' } })
  const first = await runExample(program, [ownFile], { ...served.env, TZ: 'Pacific/Auckland' })
  expect(first).toMatchObject({ code: 1, stderr: '' })
  expect(first.stdout).toMatch(/^row 2 {2}unsure .*: POST .*\nrow 3 {2}created .*\n.*\n2 of 3 rows are published\n$/)
  const second = await runExample(program, [ownFile], { ...served.env, TZ: 'America/Los_Angeles' })
  expect(second.code).toBe(0)
  expect(second.stdout).toMatch(
    /^row 2 {2}created {3,}2026-01 {2}Park clean-up {2}\S+\n(?:.* unchanged .*\n){2}3 of 3 /,
  )
  const created = served.service.requests.matching({ operation: 'events.create', status: 200 })
  expect(created).toHaveLength(3)
  expect(created.at(-1)?.body).toMatchObject({ start_date: '2026-06-20T10:00:00' })
})

test('the program that publishes a sheet exits with 2 where nothing was published, without the key', async () => {
  await using served = await servedService()
  const env = { ...served.env, EVENTS_API_KEY: 'a-key-of-nobody' }
  const { code, stdout, stderr } = await runExample(program, [ownFile], env)
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(/^GET \S+ answered 403: .+\n$/)
  expect(stderr).not.toContain('a-key-of-nobody')
  expect((await runExample(program, ['no-such.csv'], served.env)).code).toBe(2)
})
