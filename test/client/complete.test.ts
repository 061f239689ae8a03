import { checkpointOf, type PagingReport } from 'osdi-events'
import { expect, test, vi } from 'vitest'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json, refusal, type Step } from '../support/scripted-fetch.ts'
import { idsOf, iteratePages, page, url } from '../support/walking.ts'

const all = { max: Number.POSITIVE_INFINITY }

/** One page of two events without a next link, although total_records is five. */
const short = page('a b', undefined, { page: 1, total_records: 5 })

/** A client over these steps, and its logger's warnings. */
function logged(steps: readonly Step[]) {
  const warn = vi.fn<(message: string, facts?: object) => void>()
  return { ...clientOver('v2', steps, { logger: { warn } }), warn }
}

test.each<[what: string, steps: readonly Step[], events: number, more: boolean, complete: boolean]>([
  ['whole', [page('a b', undefined, { total_records: 2 })], 2, false, true],
  ['whole without totals', [page('a', url(2)), page('b')], 2, false, true],
  ['cut short by total_records', [short], 2, true, false],
  ['cut short on its second page', [page('a', url(2), { total_records: 3 }), page('b', undefined)], 2, true, false],
  ['cut short by total_pages', [page('a b', undefined, { page: 1, total_pages: 3 })], 2, true, false],
  [
    'whole by total_records, whatever total_pages say',
    [page('a', undefined, { page: 1, total_pages: 3, total_records: 1 })],
    1,
    false,
    true,
  ],
  ['empty, and cut short', [page('', undefined, { total_records: 5 })], 0, true, false],
])(
  'toArray returns the right values of more and complete for a list that is %s',
  async (_, steps, events, more, complete) => {
    const { client } = clientOver('v2', steps)
    const list = client.list()
    const taken = await list.toArray(all)
    expect(taken).toEqual({ items: taken.items, more, complete })
    expect(taken.items).toHaveLength(events)
    expect(list.report).toMatchObject({ events, complete })
  },
)

test('toArray that ends at max returns complete false, and the report counts the returned events', async () => {
  for (const [max, complete] of [
    [1, false],
    [2, false],
    [3, true],
    [4, true],
  ] as const) {
    const { client } = clientOver('v2', [
      page('a b', url(2), { total_records: 3 }),
      page('c', undefined, { total_records: 3 }),
    ])
    const list = client.list()
    const { items, ...said } = await list.toArray({ max })
    expect(said).toEqual({ more: !complete, complete })
    expect(list.report).toMatchObject({ events: items.length, complete, certain: complete })
  }
})

test('toArray that reaches max before a failing page returns more true and complete false', async () => {
  const { client } = clientOver('v2', [page('a b', url(2)), refusal(500)])
  expect(await client.list().toArray({ max: 2 })).toMatchObject({ items: [{}, {}], more: true, complete: false })
})

const threes = { per_page: 2, total_pages: 3, total_records: 5 }
const third = page('e', undefined, { page: 3, ...threes })

test.each<[what: string, last: Step, more: boolean, warnings: number]>([
  ['the last', third, false, 0],
  ['the last, without a page size', page('e', undefined, { page: 3, total_pages: 3, total_records: 5 }), false, 0],
  ['one that lacks events', page('', undefined, { page: 3, ...threes }), true, 1],
  ['one that lacks its next', page('e', undefined, { page: 3, ...threes, total_pages: 4, total_records: 7 }), true, 1],
])(
  'toArray of list({ page: 3 }) returns more true only when there are events after page 3: the page is %s',
  async (...given) => {
    const [, last, more, warnings] = given
    const { client, warn } = logged([last])
    expect(await client.list({ page: 3 }).toArray(all)).toMatchObject({ more, complete: false })
    expect(warn).toHaveBeenCalledTimes(warnings)
    const second = logged([page('c d', url(3), { page: 2, ...threes }), last])
    const { checkpoint: resume } = await readOne(second.client.list({ page: 2, prefetch: 0 }))
    expect(await second.client.list({ resume }).toArray(all)).toMatchObject({ more, complete: false })
    const alone = logged([page('c d', url(3), { page: 2, ...threes }), last])
    const checkpoint = checkpointOf(await alone.client.page(2))
    expect(await alone.client.list({ resume: checkpoint }).toArray(all)).toMatchObject({ more, complete: false })
    for (const other of [second, alone]) expect(other.warn).toHaveBeenCalledTimes(warnings)
  },
)

test('toArray of a list that starts after the last page returns more false', async () => {
  const { client, warn } = logged([page('', undefined, { page: 9, ...threes })])
  expect(await client.list({ page: 9 }).toArray(all)).toEqual({ items: [], more: false, complete: false })
  expect(warn).not.toHaveBeenCalled()
})

/** Reads one page and ends the iteration. */
async function readOne(list: ReturnType<ReturnType<typeof clientOver>['client']['list']>) {
  const pages = list.pages()
  await pages.next()
  await pages.return()
  return pages
}

test('logger.warn is called once at the end of an incomplete list, with the report and without the key', async () => {
  const { client, warn } = logged([short])
  const pages = client.list({ query: { tenant: 'k3y-that-nobody-may-see' } }).pages()
  for (let turn = 0; turn < 3; turn += 1) await pages.next()
  expect(warn.mock.calls).toEqual([
    [
      'The list https://events.example.org/api/v2/events?tenant=[redacted] is not complete: 2 of 5 events arrived',
      pages.report,
    ],
  ])
  expect(JSON.stringify(warn.mock.calls)).not.toContain('k3y')
})

test('logger.warn is called when the last page has a lower number than total_pages', async () => {
  const { client, warn } = logged([page('a b', undefined, { page: 1, total_pages: 3 })])
  await collect(client.list())
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    'The list https://events.example.org/api/v2/events is not complete: its last page says that more pages follow, but has no link to the next',
  ])
})

test.each<[string, (client: ReturnType<typeof logged>['client']) => Promise<unknown>]>([
  ['changes', (client) => collect(client.changes())],
  ['changes since', (client) => collect(client.changes({ since: '2026-05-01T00:00:00Z' }))],
  ['an array', (client) => client.list().toArray(all)],
  ['a find', (client) => failureOf(() => client.find('calendar:42'))],
])('logger.warn is called for %s that is incomplete', async (_, read) => {
  const { client, warn } = logged([short])
  await read(client)
  expect(warn).toHaveBeenCalledTimes(1)
})

test('logger.warn is called for an incomplete list of attendances', async () => {
  const link = { href: 'https://events.example.org/api/v2/events/e1/attendances' }
  const rsvps = ['a1', 'a2'].map((id) => ({ identifiers: [`platform:${id}`], 'platform:event_id': 'e1' }))
  const { client, warn } = logged([json({ page: 1, total_records: 5, _embedded: { 'osdi:attendances': rsvps } })])
  await collect(client.attendances({ identifiers: ['platform:e1'], _links: { 'osdi:attendances': link } }))
  expect(warn.mock.calls.map(([message]) => message)).toEqual([
    'The list https://events.example.org/api/v2/events/e1/attendances is not complete: 2 of 5 events arrived',
  ])
})

test.each<[string, object, (list: ReturnType<ReturnType<typeof logged>['client']['list']>) => Promise<unknown>]>([
  ['that the caller breaks off', {}, readOne],
  ['that its limit of events ends', { max: 2 }, collect],
  ['that its limit of pages ends', { maxPages: 1 }, collect],
  ['whose array its limit ends', {}, (list) => list.toArray({ max: 1 })],
])('logger.warn is not called for a list %s', async (_, options, read) => {
  const { client, warn } = logged([short])
  await read(client.list(options))
  expect(warn).not.toHaveBeenCalled()
})

test('logger.warn is not called for a list that fails or is complete', async () => {
  const failing = logged([page('a b', url(2), { total_records: 5 }), refusal(404)])
  await failureOf(() => collect(failing.client.list()))
  const whole = logged([page('a b', undefined, { total_records: 2 })])
  await collect(whole.client.list())
  for (const { warn } of [failing, whole]) expect(warn).not.toHaveBeenCalled()
})

const certain: Partial<PagingReport> = { complete: true, certain: true }
const doubtful: Partial<PagingReport> = { complete: true, certain: false }

test.each<[what: string, steps: readonly Step[], report: Partial<PagingReport>]>([
  ['says what it holds', [page('a b', undefined, { total_records: 2 })], certain],
  ['is empty, and says so', [page('', undefined, { total_records: 0, total_pages: 0 })], certain],
  ['says 0 of two events', [page('a b', undefined, { total_records: 0 })], doubtful],
  ['says -1 of two events', [page('a b', undefined, { total_records: -1 })], doubtful],
  ['says -1 of none', [page('', undefined, { total_records: -1 })], doubtful],
  ['says 1 of two events', [page('a b', undefined, { total_records: 1 })], doubtful],
  [
    'has more on two pages than both say',
    [page('a b', url(2), { total_records: 3 }), page('c d', undefined, { total_records: 3 })],
    doubtful,
  ],
  ['has no pages, by total_pages', [page('a', undefined, { page: 1, total_pages: 0, total_records: 1 })], doubtful],
  ['is one of three, by total_pages', [page('a', undefined, { page: 1, total_pages: 3, total_records: 1 })], doubtful],
  [
    'goes on behind the last, by total_pages',
    [
      page('a', url(2), { page: 1, total_pages: 1, total_records: 2 }),
      page('b', undefined, { page: 2, total_pages: 1, total_records: 2 }),
    ],
    doubtful,
  ],
  [
    'has an empty page behind the last',
    [
      page('a', url(2), { page: 1, total_pages: 1, total_records: 1 }),
      page('', undefined, { page: 2, total_pages: 1, total_records: 1 }),
    ],
    certain,
  ],
  [
    'counts its own events as its size',
    [
      page('a b', url(2), { page: 1, per_page: 2, total_pages: 2, total_records: 3 }),
      page('c', undefined, { page: 2, per_page: 1, total_pages: 2, total_records: 3 }),
    ],
    certain,
  ],
  [
    'grows while it is read',
    [page('a b', url(2), { total_records: 3 }), page('c d', undefined, { total_records: 4 })],
    certain,
  ],
])('report.certain is false unless the totals match the events: a list that %s', async (_, steps, report) => {
  expect((await iteratePages(steps)).report).toMatchObject(report)
})

test('a checkpoint remembers that totals were too low, so report.certain stays false after resume', async () => {
  const [first, second] = [page('a b', url(2), { total_records: 3 }), page('c d', undefined, { total_records: 3 })]
  const { client } = clientOver('v2', [first, second])
  const { checkpoint: resume } = await readOne(client.list({ prefetch: 0 }))
  const rest = client.list({ resume })
  expect(idsOf(await collect(rest))).toBe('c d')
  expect(rest.report).toMatchObject(doubtful)
})

test('toArray returns complete false when a list that ended too early is resumed at its end', async () => {
  for (const last of [short, page('a b', undefined, { page: 1, total_pages: 3 })]) {
    const { client } = clientOver('v2', [last])
    const pages = client.list().pages()
    await collect(pages)
    const rest = client.list({ resume: pages.checkpoint })
    expect(await rest.toArray(all)).toEqual({ items: [], more: true, complete: false })
  }
})
