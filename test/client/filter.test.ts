import { type EventsV2, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { type FilterSupport, filteredList, filterOf } from '../support/filtered-list.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { idsOf } from '../support/walking.ts'

/** The OData text that the client sends for a filter. */
async function sent(filter: unknown, version: 'v1' | 'v2' = 'v2'): Promise<string | null> {
  const { client, requests } = clientOver(version, [json(pageOf(version, []))])
  await collect(client.list({ filter } as object))
  return requests[0] ? filterOf(requests[0]) : null
}

test.each<[string, unknown, string]>([
  ['text', { origin_system: 'Calendar' }, "origin_system eq 'Calendar'"],
  ['text with apostrophes', { title: "O'Brien's ''house''" }, "title eq 'O''Brien''s ''''house'''''"],
  ['empty text', { name: '' }, "name eq ''"],
  ['text that reads like OData', { title: "x' or '1' eq '1" }, "title eq 'x'' or ''1'' eq ''1'"],
  ['other scripts and white space', { title: 'Fête\n日本 & co?#%' }, "title eq 'Fête\n日本 & co?#%'"],
  ['eq as an object', { title: { eq: 'Picnic' } }, "title eq 'Picnic'"],
  ['gt for a moment', { modified_date: { gt: '2026-05-01T00:00:00Z' } }, "modified_date gt '2026-05-01T00:00:00Z'"],
  [
    'a zone of its own',
    { created_date: { lt: '2026-05-01T02:00:00+02:00' } },
    "created_date lt '2026-05-01T00:00:00Z'",
  ],
  [
    'a Date',
    { modified_date: { gt: new Date(Date.UTC(2026, 4, 1, 0, 0, 0, 250)) } },
    "modified_date gt '2026-05-01T00:00:00.250Z'",
  ],
  [
    'all digits of a moment',
    { modified_date: { gt: '2026-05-01T02:00:00.123456+02:00', lt: '2026-05-01T00:00:01.000001Z' } },
    "modified_date gt '2026-05-01T00:00:00.123456Z' and modified_date lt '2026-05-01T00:00:01.000001Z'",
  ],
  ['a local time', { start_date: { gt: '2026-06-20T12:00:00' } }, "start_date gt '2026-06-20T12:00:00'"],
  ['a number', { total_accepted: { gt: 5, lt: 10 } }, 'total_accepted gt 5 and total_accepted lt 10'],
  ['a flag', { guests_can_invite_others: true }, 'guests_can_invite_others eq true'],
  ['null', { description: null }, 'description eq null'],
  ['an identifier', { identifier: 'calendar:42' }, "identifier eq 'calendar:42'"],
  ['an identifier under the name identifiers', { identifiers: 'calendar:42' }, "identifier eq 'calendar:42'"],
  [
    'several fields, and none that is undefined',
    { title: 'Picnic', name: undefined, modified_date: { gt: '2026-05-01T00:00:00Z', lt: undefined } },
    "title eq 'Picnic' and modified_date gt '2026-05-01T00:00:00Z'",
  ],
  ['OData text', "name eq 'Picnic' or name eq 'Fair'", "name eq 'Picnic' or name eq 'Fair'"],
])('list sends a filter object as OData: %s', async (_, filter, text) => {
  expect(await sent(filter)).toBe(text)
})

test.each([
  ['+14:00', '2026-04-30T10:00:00Z'],
  ['-12:00', '2026-05-01T12:00:00Z'],
  ['+0545', '2026-04-30T18:15:00Z'],
  ['-03', '2026-05-01T03:00:00Z'],
  ['+23:59', '2026-04-30T00:01:00Z'],
  ['z', '2026-05-01T00:00:00Z'],
])('list sends a filter moment with the offset %s in UTC', async (offset, moment) => {
  const filter = { modified_date: { gt: `2026-05-01t00:00:00${offset}` } }
  expect(await sent(filter)).toBe(`modified_date gt '${moment}'`)
})

test('list of version 1 filters by the names of version 1', async () => {
  const filter = { summary: 'Picnic', modified_at: { gt: '2026-05-01T00:00:00Z' }, guestsCanInviteOthers: true }
  const text = "summary eq 'Picnic' and modified_at gt '2026-05-01T00:00:00Z' and guestsCanInviteOthers eq true"
  expect(await sent(filter, 'v1')).toBe(text)
  expect(await failureOf(() => sent({ title: 'Picnic' }, 'v1'))).toMatchObject({ field: 'filter.title' })
})

test('list sends no filter for undefined or an empty object', async () => {
  expect(await sent(undefined)).toBeNull()
  expect(await sent({})).toBeNull()
  expect(await sent({ title: undefined })).toBeNull()
})

test.each<[string, unknown, string, string]>([
  ['a number', 5, 'filter', 'must be an object of fields, or OData text'],
  ['null', null, 'filter', 'must be an object of fields'],
  ['an array', ['title'], 'filter', 'must be an object of fields'],
  ['empty text', ' ', 'filter', 'must be OData text'],
  ['OData text with a lone surrogate', 'title eq \ud800', 'filter', 'must be OData text'],
  ['an unknown field', { colour: 'red' }, 'filter.colour', 'there are identifier, identifiers, origin_system'],
  ['a misspelt field', { originSystem: 'x' }, 'filter.originSystem', 'did you mean origin_system?'],
  ['a field named toString', { toString: 'x' }, 'filter.toString', 'is not a field'],
  [
    'an unknown comparison',
    { modified_date: { since: 'x' } },
    'filter.modified_date',
    'has no since; there are eq, gt, lt',
  ],
  ['gt for a text', { title: { gt: 'A' } }, 'filter.title', 'takes only eq'],
  ['text for a number', { total_accepted: '5' }, 'filter.total_accepted', 'must be a number'],
  ['NaN for a number', { capacity: Number.NaN }, 'filter.capacity', 'must be a number'],
  ['a number for text', { title: 5 }, 'filter.title', 'must be well-formed text'],
  ['a text with a lone surrogate', { title: '\udfff' }, 'filter.title', 'must be well-formed text'],
  ['text for a flag', { guests_can_invite_others: 'true' }, 'filter.guests_can_invite_others', 'must be true or false'],
  ['a moment without a zone', { modified_date: { gt: '2026-05-01T00:00:00' } }, 'filter.modified_date', 'with a zone'],
  ['a day', { modified_date: { gt: '2026-05-01' } }, 'filter.modified_date', 'with a zone'],
  [
    'a day that does not exist',
    { modified_date: { gt: '2026-02-30T00:00:00Z' } },
    'filter.modified_date',
    'with a zone',
  ],
  [
    'a zone that does not exist',
    { modified_date: { gt: '2026-05-01T00:00:00+25:00' } },
    'filter.modified_date',
    'with a zone',
  ],
  ['a moment with a space', { modified_date: { gt: '2026-05-01 00:00:00Z' } }, 'filter.modified_date', 'with a zone'],
  ['a local time with a space', { start_date: '2026-05-01 18:00:00' }, 'filter.start_date', 'is not a date-time'],
  ['an invalid Date', { modified_date: { gt: new Date('x') } }, 'filter.modified_date', 'with a zone'],
  ...[
    '2026-05-01T00:00:00+25:00',
    '2026-05-01T00:00:00-24',
    '2026-05-01T00:00:00+1460',
    '2026-05-01T00:00:00+99:99',
    // In UTC, these years lie outside 0000 to 9999.
    '0000-01-01T00:00:00+01:00',
    '9999-12-31T23:59:59-01:00',
    new Date(8.64e15),
    new Date(-8.64e15),
  ].map((moment): [string, unknown, string, string] => [
    `the moment ${String(moment)}`,
    { modified_date: { gt: moment } },
    'filter.modified_date',
    'with a zone',
  ]),
  ['a Date for a local time', { start_date: new Date() }, 'filter.start_date', 'is a Date'],
  ['an offset in a local time', { start_date: '2026-06-20T12:00:00+02:00' }, 'filter.start_date', 'numeric offset'],
  ['gt null for a moment', { modified_date: { gt: null } }, 'filter.modified_date', 'with a zone'],
  ['null for an identifier', { identifier: null }, 'filter.identifier', 'must be well-formed text'],
  ['a filter longer than any address', { title: 'x'.repeat(8_001) }, 'filter', 'is too long'],
  ['a filter that is longer once it is encoded', { title: '日本'.repeat(450) }, 'filter', 'is too long'],
  ['OData text that is longer once it is encoded', `title eq '${"''".repeat(1_400)}'`, 'filter', 'is too long'],
])(
  'list refuses a filter with an InputError that names the field, and sends nothing: %s',
  async (_, filter, field, message) => {
    const { client, requests } = clientOver('v2', [json(pageOf('v2', []))])
    expect(await failureOf(() => client.list({ filter } as object))).toMatchObject({
      code: 'input',
      field,
      message: expect.stringContaining(message),
    })
    expect(requests).toEqual([])
  },
)

test('list and attendances refuse a filter that makes the address longer than 8,000 characters', async () => {
  const { client, requests } = clientOver('v2', [json(pageOf('v2', []))])
  const least = `${base}/api/v2/events?filter=title+eq+%27%27`.length
  await collect(client.list({ filter: { title: 'x'.repeat(8_000 - least) } }))
  expect(requests.map(({ url }) => url.length)).toEqual([8_000])
  for (const list of [
    () => client.list({ filter: { title: 'x'.repeat(8_001 - least) } }),
    () => client.list({ filter: { title: 'x' }, query: { tenant: 'x'.repeat(8_000) } }),
    () => client.attendances('e1', { filter: { status: 'é'.repeat(1_400) } }),
    () => client.changes({ since: '2026-05-01T00:00:00Z', query: { tenant: 'x'.repeat(8_000) } }),
  ])
    expect(await failureOf(list)).toMatchObject({ code: 'input', field: 'filter' })
  expect(requests).toHaveLength(1)
})

test('list refuses a filter together with query.filter', async () => {
  const { client } = clientOver('v2', [json(pageOf('v2', []))])
  const options = { filter: { title: 'x' }, query: { filter: "title eq 'y'" } }
  expect(await failureOf(() => client.list(options))).toMatchObject({ field: 'query.filter' })
})

const wanted = { origin_system: 'Calendar' }
const [yes, no] = [wanted, { origin_system: 'Sheet' }]
const isWanted = (event: object) => Reflect.get(event, 'origin_system') === 'Calendar'
const nine = [yes, no, yes, yes, no, no, yes, no, yes]
const ids = 'e0 e2 e3 e6 e8'

const options = [0, 4].flatMap((prefetch) => [true, false].map((totals) => ({ prefetch, totals })))

for (const { prefetch, totals } of options) {
  test.each<[FilterSupport, string]>([
    ['honoured', 'unproven'],
    ['ignored', 'ignored'],
    ['dropped from next', 'dropped'],
  ])(
    `list yields the right events with the assumption filter "%s" (prefetch ${prefetch}, totals ${totals})`,
    async (filterSupport, filter) => {
      const { client, requests } = filteredList(() => nine, isWanted, { filterSupport, totals })
      const pager = client.list({ filter: wanted, prefetch })
      expect(idsOf(await collect(pager))).toBe(ids)
      expect(pager.report).toMatchObject({ filter, events: 5, complete: true, certain: totals })
      expect(requests.map(filterOf)).toEqual(requests.map(() => "origin_system eq 'Calendar'"))
      expect(requests).toHaveLength(filterSupport === 'ignored' ? 5 : 3)
    },
  )

  test(`list sends a text filter with every page, and yields all events that the service returns (prefetch ${prefetch}, totals ${totals})`, async () => {
    const { client, requests } = filteredList(() => nine, isWanted, { filterSupport: 'dropped from next', totals })
    const pager = client.list({ filter: "origin_system eq 'Calendar'", prefetch })
    expect(idsOf(await collect(pager))).toBe(ids)
    expect(pager.report?.filter).toBe('sent')
    expect(requests.map(filterOf)).toEqual(requests.map(() => "origin_system eq 'Calendar'"))
    const ignored = filteredList(() => nine, isWanted, { filterSupport: 'ignored', totals }).client
    expect(await collect(ignored.list({ filter: "origin_system eq 'Calendar'" }))).toHaveLength(9)
  })
}

test('list throws HttpError when the service refuses filters', async () => {
  const { client } = filteredList(() => nine, isWanted, { filterSupport: 'refused' })
  const refused = await failureOf(() => collect(client.list({ filter: wanted })))
  expect(refused).toMatchObject({ code: 'http', status: 400 })
})

test('report.filter is undefined for a list without a filter', async () => {
  const { client } = filteredList(() => nine, isWanted)
  const pager = client.list()
  await collect(pager)
  expect(pager.report).toMatchObject({ events: 9, filter: undefined })
})

test('list compares times by the second when the service filters only by day', async () => {
  const times = ['2026-05-01T08:00:00Z', '2026-05-01T12:00:00Z', '2026-05-01T12:00:01Z', '2026-05-02T00:00:00Z']
  const events = times.map((modified_date) => ({ modified_date }))
  const byDay = ({ modified_date = '' }: { modified_date?: string }) => modified_date >= '2026-05-01'
  const { client } = filteredList(() => events, byDay)
  const pager = client.list({ filter: { modified_date: { gt: '2026-05-01T12:00:00Z' } } } as object)
  expect(idsOf(await collect(pager))).toBe('e2 e3')
  expect(pager.report).toMatchObject({ filter: 'ignored', complete: true })
})

test.each<[string, object, readonly object[], string]>([
  [
    'moments are compared across offsets',
    { modified_date: '2026-05-01T00:00:00Z' },
    [{ modified_date: '2026-05-01T02:00:00+0200' }, { modified_date: '2026-04-30T22:00:00-02' }],
    'e0 e1',
  ],
  [
    'a moment without a zone is UTC',
    { modified_date: '2026-05-01T00:00:00Z' },
    [{ modified_date: '2026-05-01T00:00:00' }],
    'e0',
  ],
  [
    'a moment that cannot be read matches',
    { modified_date: { gt: '2026-05-01T00:00:00Z' } },
    [{ modified_date: 'soon' }],
    'e0',
  ],
  [
    'local times are compared without their zone',
    { start_date: '2026-06-20T12:00' },
    [{ start_date: '2026-06-20T12:00:00Z' }, { start_date: '2026-06-20T12:00:01' }],
    'e0',
  ],
  [
    'a local time matches every spelling of it',
    { start_date: '2026-05-01T18:00:00' },
    [
      ...['2026-05-01T18:00:00.000Z', '2026-05-01 18:00:00', '2026-05-01t18:00:00z', '2026-05-01T18:00'],
      ...[
        '2026-05-01T18:00:00+02:00',
        '2026-05-01 18:00:00 -0400',
        ' 2026-05-01T18:00:00,0 ',
        '2026-05-01 18:00:00 UTC',
      ],
      ...['2026-05-01T18:00:00.5', '2026-05-01', '2026-05-01T18:00:01Z'],
    ].map((start_date) => ({ start_date })),
    'e0 e1 e2 e3 e4 e5 e6 e7',
  ],
  [
    'gt and lt leave out an equal local time in every spelling',
    { start_date: { gt: '2026-05-01T18:00:00', lt: '2026-05-01T18:00:01' } },
    [
      ...['2026-05-01T18:00:00.000', '2026-05-01 18:00:00', '2026-05-01t18:00', '2026-05-01T18:00:01.000000Z'],
      ...['2026-05-01T18:00:00.0001', '2026-05-01 18:00:00.5', '2026-05-02', '2026-05-01'],
    ].map((start_date) => ({ start_date })),
    'e4 e5',
  ],
  [
    'a day stands for its beginning',
    { start_date: { gt: '2026-04-30T23:59:59' } },
    [{ start_date: '2026-05-01' }, { start_date: '2026-04-30' }],
    'e0',
  ],
  [
    'a local time that cannot be read matches',
    { start_date: { lt: '2026-05-01T18:00:00' } },
    ['soon', '0000-00-00 00:00:00', '2026-02-30T18:00', '2026-13-01', 'May 1, 6 pm'].map((start_date) => ({
      start_date,
    })),
    'e0 e1 e2 e3 e4',
  ],
  [
    'an empty local time does not match',
    { start_date: { lt: '2026-05-01T18:00:00' } },
    [{ start_date: '' }, { start_date: ' ' }, { start_date: '2026-01-01T00:00' }],
    'e2',
  ],
  [
    'null matches a time that is absent, null or empty',
    { end_date: null },
    [{ end_date: '' }, { end_date: null }, {}, { end_date: '2026-01-01T00:00' }],
    'e0 e1 e2',
  ],
  [
    'a moment matches every spelling of it',
    { modified_date: '2026-05-01T00:00:00Z' },
    [
      ...['2026-05-01T00:00:00.000000Z', '2026-05-01 00:00:00', '2026-05-01t02:00:00+02:00', '2026-05-01 00:00:00 UTC'],
      ...['2026-04-30 20:00:00 -0400', '2026-05-01', '2026-05-01T00:00:00.000001Z', '2026-05-01T02:00'],
    ].map((modified_date) => ({ modified_date })),
    'e0 e1 e2 e3 e4 e5',
  ],
  [
    'moments are compared to the microsecond',
    { modified_date: { gt: '2026-05-01T00:00:00.123456Z', lt: '2026-05-01T00:00:00.123458Z' } },
    ['456', '457', '458', '4565'].map((digits) => ({ modified_date: `2026-05-01T02:00:00.123${digits}+02:00` })),
    'e1 e3',
  ],
  [
    'a moment with an impossible offset matches',
    { modified_date: { gt: '2026-05-01T00:00:00Z' } },
    ['2026-04-01T00:00:00+25:00', '2026-04-01T00:00:00+02:60', '2026-04-01T00:00:00+23:59'].map((modified_date) => ({
      modified_date,
    })),
    'e0 e1',
  ],
  [
    'an event without modified_date matches',
    { modified_date: { gt: '2026-05-01T00:00:00Z' } },
    [{ modified_date: null }, { modified_date: undefined }, { modified_date: '2026-04-01T00:00:00Z' }],
    'e0 e1',
  ],
  [
    'null matches a field that is null or absent',
    { description: null },
    [{ description: null }, {}, { description: '' }],
    'e0 e1',
  ],
  [
    'a number that is absent or null does not match',
    { capacity: { lt: 10 } },
    [{}, { capacity: null }, { capacity: 9 }],
    'e2',
  ],
  [
    'an identifier matches one of several',
    { identifier: 'calendar:42' },
    [{ identifiers: ['platform:e0', 'calendar:42'] }, {}],
    'e0',
  ],
  ['gt and lt together', { capacity: { gt: 1, lt: 3 } }, [{ capacity: 1 }, { capacity: 2 }, { capacity: 3 }], 'e1'],
])('list compares events with the filter itself: %s', async (_, filter, events, left) => {
  const { client } = filteredList(
    () => events as never,
    () => true,
    { filterSupport: 'ignored', perPage: 10 },
  )
  expect(idsOf(await collect(client.list({ filter, onInvalid: 'keep' } as object)))).toBe(left)
})

test('list filters by a local time that the service spells differently, and the list is complete and certain', async () => {
  const { client } = filteredList(
    () => [{ start_date: '2026-05-01T18:00:00.000Z' }],
    () => true,
  )
  const pager = client.list({ filter: { start_date: '2026-05-01T18:00:00' } } as object)
  expect(idsOf(await collect(pager))).toBe('e0')
  expect(pager.report).toMatchObject({ events: 1, complete: true, certain: true })
})

test('list requests further pages after hundreds of pages without a matching event', async () => {
  const events = Array.from({ length: 500 }, (_, index) => (index === 499 ? yes : no))
  const { client, requests } = filteredList(() => events, isWanted, { filterSupport: 'ignored' })
  expect(idsOf(await collect(client.list({ filter: wanted })))).toBe('e499')
  expect(requests).toHaveLength(250)
})

test('max, maxPages and toArray count only events that match the filter', async () => {
  const { client } = filteredList(() => nine, isWanted, { filterSupport: 'ignored' })
  expect(idsOf(await collect(client.list({ filter: wanted, max: 3 })))).toBe('e0 e2 e3')
  const pages = client.list({ filter: wanted, maxPages: 2 }).pages()
  expect((await collect(pages)).length).toBe(2)
  expect(pages.report).toMatchObject({ pages: 2, events: 3, complete: false })
  const list = client.list({ filter: wanted }) as ReturnType<EventsV2['list']>
  expect(await list.toArray({ max: 4 })).toMatchObject({ more: true })
  const { items, more } = await list.toArray({ max: 5 })
  expect([items.map((event) => idOf(event)).join(' '), more]).toEqual([ids, false])
})

test('a checkpoint contains the filter of its list, and resume refuses another filter', async () => {
  const { client, requests } = filteredList(() => nine, isWanted, { filterSupport: 'dropped from next' })
  const pages = client.list({ filter: wanted }).pages()
  await pages.next()
  const { checkpoint: resume } = pages
  await pages.return()
  expect(idsOf(await collect(client.list({ filter: wanted, resume })))).toBe('e3 e6 e8')
  expect(requests.map(filterOf)).not.toContain(null)
  for (const filter of [undefined, { origin_system: 'Sheet' }, "origin_system eq 'Sheet'"]) {
    expect(await failureOf(() => client.list({ filter, resume } as object))).toMatchObject({ field: 'resume' })
  }
})
