import { expect, test, vi } from 'vitest'
import { address } from '../support/client-answers.ts'
import { collect } from '../support/failure.ts'
import { type FilteredListOptions, filteredList } from '../support/filtered-list.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { timeStandsStill } from '../support/virtual-time.ts'

const filter = { origin_system: 'Calendar' }
const [yes, no] = [filter, { origin_system: 'Sheet' }]
const isWanted = (event: object) => Reflect.get(event, 'origin_system') === 'Calendar'

const over = (events: readonly object[], options: FilteredListOptions = {}) =>
  filteredList(() => events as never, isWanted, options)

type Client = ReturnType<typeof over>['client']

/** `report.filter` of a filtered list at its end. */
async function reported(client: Client, options: object = {}) {
  const list = client.list({ filter, ...options })
  await collect(list)
  return list.report?.filter
}

test.each<[string, readonly object[], FilteredListOptions]>([
  ['whose events happen to match on one page', [yes, yes], { filterSupport: 'ignored' }],
  ['whose events happen to match on several pages', [yes, yes, yes, yes, yes], { filterSupport: 'ignored' }],
  ['that filters, and of which nothing else is known', [yes, no, yes], {}],
  ['that filters everything away', [no, no], {}],
])('report.filter is unproven for a service %s', async (_, events, options) => {
  expect(await reported(over(events, options).client)).toBe('unproven')
})

test.each<[string, (client: Client) => Promise<unknown>]>([
  ['a list', (client) => collect(client.list())],
  ['a list that was broken off', (client) => client.list().toArray({ max: 1 })],
  ['a page', (client) => client.page(1)],
  ['the changes of all time', (client) => collect(client.changes())],
])('report.filter is honoured after a list without the filter has shown a larger total, in %s', async (_, read) => {
  const { client } = over([yes, no, yes, yes])
  expect(await reported(client)).toBe('unproven')
  await read(client)
  expect(await reported(client)).toBe('honoured')
  const pages = client.list({ filter }).pages()
  expect(pages.report.filter).toBe('unproven')
  await pages.next()
  expect(pages.report.filter).toBe('honoured')
  await pages.return()
})

test.each<[string, readonly object[], FilteredListOptions, string]>([
  ['names as many', [yes, yes, yes], { filterSupport: 'ignored' }, 'unproven'],
  ['sends others', [yes, no, yes], { filterSupport: 'ignored' }, 'ignored'],
  ['leaves it out of next', [yes, no, yes, yes], { filterSupport: 'dropped from next' }, 'dropped'],
  ['names no totals', [yes, no, yes], { totals: false }, 'unproven'],
  ['sends none, as services do that do not know the filter', [no, no], {}, 'unproven'],
])(
  'report.filter stays unproven after a list without the filter when the service %s',
  async (_, events, options, result) => {
    const { client } = over(events, options)
    await collect(client.list())
    expect(await reported(client)).toBe(result)
  },
)

test('report.filter is sent for a filter given as text', async () => {
  const { client } = over([yes, no, yes])
  await collect(client.list())
  expect(await reported(client, { filter: "origin_system eq 'Calendar'" })).toBe('sent')
})

test('report.filter stays unproven after a list of another collection, query or client, or when the list has grown since', async () => {
  const events = [yes, no, yes]
  const { client } = over(events)
  await collect(client.list({ campaign: 'c1' }))
  await collect(client.list({ query: { tenant: 5 } }))
  await collect(client.list({ query: { filter: 'x' } }))
  await collect(over(events).client.list())
  expect(await reported(client)).toBe('unproven')
  expect(await reported(client, { campaign: 'c1' })).toBe('honoured')
  events.push(yes)
  expect(await reported(client, { campaign: 'c1' })).toBe('unproven')
})

test('report.filter is honoured for ten minutes after a list without the filter, and then unproven', async () => {
  using _ = timeStandsStill()
  const { client } = over([yes, no, yes])
  await collect(client.list())
  vi.advanceTimersByTime(599_999)
  expect(await reported(client)).toBe('honoured')
  vi.advanceTimersByTime(1)
  expect(await reported(client)).toBe('unproven')
})

test('report.filter of changes and attendances is honoured after a list without the filter has shown a larger total', async () => {
  const minutes = ['2026-05-01T12:01:00Z', '2026-05-01T12:02:00Z']
  const events = minutes.map((modified_date) => ({ modified_date }))
  const { client } = filteredList(
    () => events,
    ({ modified_date }) => modified_date === minutes[1],
  )
  await client.page(1)
  const changes = client.changes({ since: minutes[0], overlap: 1_000 })
  await collect(changes)
  expect(changes.report?.filter).toBe('honoured')

  const attendance = (id: string) => ({ identifiers: [`platform:${id}`], status: 'accepted' })
  const rsvps = (ids: readonly string[]) =>
    json({ total_records: ids.length, _embedded: { 'osdi:attendances': ids.map(attendance) } })
  const link = { href: address('v2', 'events/e1/attendances') }
  const event = { identifiers: ['platform:e1'], _links: { 'osdi:attendances': link } }
  const attended = clientOver('v2', [rsvps(['a1', 'a2']), rsvps(['a1'])]).client
  await collect(attended.attendances(event))
  const some = attended.attendances(event, { filter: { identifier: 'platform:a1' } })
  await collect(some)
  expect(some.report?.filter).toBe('honoured')
})
