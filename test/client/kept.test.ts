import {
  checkpointOf,
  type Drift,
  docsOf,
  embeddedOf,
  eventsOf,
  idOf,
  linkOf,
  linksOf,
  rejectedOf,
  responseOf,
  wallClockOf,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { filteredList } from '../support/filtered-list.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { idsOf, url } from '../support/walking.ts'

const keep = { onInvalid: 'keep' }

/** A page with these events, valid or not. */
const pageWith = (events: readonly unknown[], more: object = {}, next?: string) => ({
  ...pageOf('v2', [], next),
  _embedded: { 'osdi:events': events },
  ...more,
})

const odd = {
  postal_code: { location: { postal_code: 20009 } },
  latitude: { location: { location: { latitude: '38.9' } } },
  location: { location: [] },
  address_lines: { location: { address_lines: '1 Main St' } },
  'address_lines[0]': { location: { address_lines: [null] } },
  title: { title: null },
  total_accepted: { total_accepted: '5' },
}
const oddEvents = Object.values(odd).map((fields, index) => eventOf('v2', `e${index}`, fields))
const good = eventOf('v2', 'good')

test('list rejects a page with an invalid event by default, and onInvalid report leaves the event out (v2 §2.6a)', async () => {
  for (const event of oddEvents) {
    const over = () => clientOver('v2', [json(pageWith([good, event]))]).client
    expect(await failureOf(() => collect(over().list()))).toMatchObject({ code: 'schema' })
    expect(await collect(over().list({ onInvalid: 'report' }))).toEqual([good])
  }
})

test('list with onInvalid keep yields invalid events unchanged, and rejectedOf has their issues', async () => {
  const body = pageWith([good, ...oddEvents], { total_records: oddEvents.length + 1 })
  const { client } = clientOver('v2', [json(body)])
  const pager = client.list(keep)
  expect(await collect(pager)).toEqual([good, ...oddEvents])
  expect(pager.report).toMatchObject({ events: oddEvents.length + 1, rejected: 0, complete: true, certain: true })
  const [page = {}] = await collect(client.list(keep).pages())
  expect(page).toEqual(body)
  const rejected = rejectedOf(page)
  expect(rejected.map(({ issues }) => issues.map(({ field }) => field).join())).toEqual([
    ...['location.postal_code', 'location.location.latitude', 'location', 'location.address_lines'],
    ...['location.address_lines[0]', 'title', 'total_accepted'],
  ])
  for (const { value, index, address: href } of rejected) {
    expect(eventsOf(page)[index]).toBe(value)
    expect(href).toBe(address('v2', `events/e${index - 1}`))
  }
  expect((await client.list(keep).toArray({ max: 3 })).items).toEqual([good, ...oddEvents.slice(0, 2)])
})

test('list with onInvalid: keep leaves out and counts a value that is not an object', async () => {
  const { client } = clientOver('v2', [
    json(pageWith(['x', oddEvents[0], null, 5, [good], good], { total_records: 6 })),
  ])
  const pager = client.list(keep)
  const [page = {}] = await collect(pager.pages())
  expect(eventsOf(page)).toEqual([oddEvents[0], good])
  expect(rejectedOf(page).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4])
  expect(pager.report).toMatchObject({ events: 2, rejected: 4, complete: true })
})

const wild = [
  ...[null, 'text', 5, {}, [5, null, {}], ['platform:'], true].map((identifiers) => ({ identifiers })),
  ...[null, [], 'text', 5, { self: null }, { self: { href: 5 } }, { self: [{}], curies: 'x' }].map((_links) => ({
    _links,
  })),
  ...[null, [], 'text', 5, [null], { 'osdi:creator': 5 }].map((_embedded) => ({ _embedded })),
  ...[null, [], 5, {}, 'soon'].map((start_date) => ({
    start_date,
    modified_date: start_date,
    created_date: start_date,
  })),
  { identifiers: null, _links: null },
]

test('helpers and methods throw nothing but InputError for an invalid event from a list with onInvalid: keep', async () => {
  const events = wild.map((fields, index) => eventOf('v2', `e${index}`, fields))
  const { client } = clientOver('v2', [json(pageWith(events, { total_records: events.length }))])
  const pager = client.list(keep)
  const [page = {}] = await collect(pager.pages())
  expect(eventsOf(page)).toEqual(events)
  expect(pager.report).toMatchObject({ events: events.length, complete: true, certain: true })
  expect(checkpointOf(page)).toContain('osdi')
  for (const event of eventsOf(page) as never[]) {
    const what = JSON.stringify(event)
    const id = await Promise.resolve()
      .then(() => idOf(event))
      .catch((error: unknown) => error)
    if (typeof id !== 'string') expect(id, what).toMatchObject({ code: 'input' })
    for (const rel of ['self', 'curies', 'osdi:creator']) {
      expect(
        linksOf(event, rel).every(({ href }) => typeof href === 'string'),
        what,
      ).toBe(true)
      expect(linkOf(event, rel) === undefined, what).toBe(linksOf(event, rel).length === 0)
      expect(Array.isArray(embeddedOf(event, rel)), what).toBe(true)
    }
    const { start = '' } = wallClockOf(event)
    expect([typeof start, responseOf(event).status, docsOf(event, 'osdi:creator')], what).toEqual([
      'string',
      200,
      'https://docs.example.org/osdi/creator',
    ])
    const calls = [client.get(event), client.update(event, {}), client.delete(event)]
    for (const { reason: error } of (await Promise.allSettled(calls)) as { readonly reason?: unknown }[]) {
      if (error) expect(error, what).toMatchObject({ code: expect.stringMatching(/^(?:input|schema)$/) })
    }
  }
})

test('list with onInvalid: keep leaves out a repeated event, but yields every event that has neither an id nor an address', async () => {
  const nameless = { title: 'Picnic' }
  const [e1, e2, e3, e4] = ['e1', 'e2', 'e3', 'e4'].map((id) => eventOf('v2', id, { title: 5 }))
  const first = pageWith([nameless, e1, nameless, e2], { total_records: 6 }, url(2))
  const second = pageWith([e2, e3, nameless, e4], { total_records: 7 })
  const { client } = clientOver('v2', [json(first), json(second)])
  const pager = client.list(keep)
  const pages = await collect(pager.pages())
  expect(pages.map((page) => eventsOf(page))).toEqual([
    [nameless, e1, nameless, e2],
    [e3, nameless, e4],
  ])
  expect(pages.map((page) => rejectedOf(page).map(({ index }) => index))).toEqual([
    [0, 1, 2, 3],
    [1, 2, 3],
  ])
  expect(pager.report).toMatchObject({ events: 7, rejected: 0, duplicates: 1, shifted: true })
})

test.each<[string, object, readonly object[], string]>([
  ['a number that is text', { capacity: { gt: 5 } }, [{ capacity: '3' }, { capacity: 3 }], 'e0'],
  ['a text that is a number', { title: 'Picnic' }, [{ title: 5 }, { title: 'Fair' }], 'e0'],
  ['a flag that is text', { guests_can_invite_others: true }, [{ guests_can_invite_others: 'yes' }], 'e0'],
  [
    'times that are numbers',
    { start_date: { gt: '2026-05-01T00:00' } },
    [{ start_date: 5 }, { start_date: [] }],
    'e0 e1',
  ],
  ['moments that are objects', { modified_date: { gt: '2026-05-01T00:00:00Z' } }, [{ modified_date: {} }], 'e0'],
  [
    'an identifier alone',
    { identifier: 'calendar:42' },
    [{ identifiers: 'calendar:42' }, { identifiers: 'x:1' }],
    'e0',
  ],
])(
  'list with a filter and onInvalid keep yields an event that the filter cannot compare: %s',
  async (_, filter, events, left) => {
    const options = { filterSupport: 'ignored', perPage: 9 } as const
    const { client } = filteredList(
      () => events as never,
      () => true,
      options,
    )
    expect(idsOf(await collect(client.list({ filter, ...keep } as object)))).toBe(left)
  },
)

test('changes with onInvalid keep moves the cursor past invalid events', async () => {
  const modified_date = '2026-05-01T12:00:00Z'
  for (const event of [{ modified_date, title: 5 }, { modified_date: 5 }]) {
    const events = [eventOf('v2', 'e1', { modified_date }), eventOf('v2', 'e2', event)]
    const over = (options: object) =>
      clientOver('v2', [
        json(pageWith(events, { total_records: 2 }), 200, { date: 'Fri, 01 May 2026 13:00:00 GMT' }),
      ]).client.changes(options)
    const kept = over(keep)
    expect(await collect(kept)).toEqual(events)
    expect(JSON.parse(String(kept.cursor))).toMatchObject({ to: modified_date })
    const reported = over({ onInvalid: 'report' })
    await collect(reported)
    expect(reported.cursor).toBe(undefined)
  }
})

test('attendances with onInvalid keep yields invalid RSVPs, as list does for events', async () => {
  const links = { self: { href: address('v2', 'events/e1') }, 'osdi:attendances': { href: 'events/e1/attendances' } }
  const rsvps = [
    { identifiers: ['platform:a1'], status: 5 },
    { identifiers: null, status: 'accepted' },
    { status: {} },
    { status: {} },
  ]
  const list = { total_records: 5, _embedded: { 'osdi:attendances': [...rsvps, 'x'] } }
  const { client } = clientOver('v2', [json(list)])
  const pager = client.attendances(eventOf('v2', 'e1', { _links: links }) as never, keep)
  const [page = {}] = await collect(pager.pages())
  expect(embeddedOf(page, 'osdi:attendances')).toEqual(rsvps)
  expect(rejectedOf(page).map(({ issues }) => issues[0]?.field)).toEqual(['status', 'status', 'status', ''])
  expect(pager.report).toMatchObject({ events: 4, rejected: 1, complete: true })
})

test('onDrift reports the issues of invalid events that onInvalid keep yields', async () => {
  const drift: Drift[] = []
  const { identifiers: _gone, ...nameless } = eventOf('v2', 'e9', { reminders: [{ minutes: 'x' }, { minutes: 'y' }] })
  const { client } = clientOver('v2', [json(pageWith([...oddEvents, nameless, nameless]))], {
    onDrift: (each: Drift) => drift.push(each),
  })
  await collect(client.list(keep))
  const told = (wanted: Drift['kind']) =>
    Object.fromEntries(drift.filter(({ kind }) => kind === wanted).map(({ field, count }) => [field, count]))
  expect(told('invalid value')).toEqual({
    'location.postal_code': 1,
    'location.location.latitude': 1,
    location: 1,
    'location.address_lines': 1,
    'location.address_lines[]': 1,
    title: 1,
    total_accepted: 1,
    'reminders[].minutes': 2,
  })
  expect(told('missing field')).toMatchObject({ identifiers: 2 })
})

test('list with onInvalid keep rejects a page with more than a thousand invalid events', async () => {
  const { client } = clientOver('v2', [json(pageWith(Array(1_001).fill({ title: 5 })))])
  expect(await failureOf(() => collect(client.list(keep)))).toMatchObject({ code: 'schema' })
})

test('list refuses an unknown value of onInvalid, and names the three valid values', async () => {
  const { client, requests } = clientOver('v2', [])
  expect(await failureOf(() => client.list({ onInvalid: 'skip' }))).toMatchObject({
    field: 'onInvalid',
    message: expect.stringContaining("must be 'throw', 'report' or 'keep'"),
  })
  expect(requests).toEqual([])
})
