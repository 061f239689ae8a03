import { type Collection, eventsOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, pageOf } from '../support/client-answers.ts'
import { counting } from '../support/counting.ts'
import { failureOf } from '../support/failure.ts'
import { base, json, refusal, type SentRequest, type Step, scripted } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'
import { idsOf, idsOn, url } from '../support/walking.ts'

const numberOf = (href: string) => Number(new URL(href).searchParams.get('page') ?? 1)
const pageAt = (number: number, more: object = {}, next = url(number + 1)) => ({
  ...pageOf('v2', [`e${number}`], number < 9 ? next : undefined),
  page: number,
  per_page: 1,
  total_pages: 9,
  total_records: 9,
  ...more,
})
/** The numbers of the requested pages, once all possible requests are sent. */
const askedOf = async (requests: readonly SentRequest[]) => {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  return requests.map((request) => numberOf(request.url))
}
/** Nine pages of one event; each response waits for `letGo`. */
const gated = (options: object = {}, answer: (number: number) => Step = (number) => json(pageAt(number))) => {
  const gates = Array.from({ length: 10 }, () => ({
    asked: Promise.withResolvers<void>(),
    opened: Promise.withResolvers<void>(),
  }))
  const script = scripted(async (request) => {
    const number = numberOf(request.url)
    gates[number]?.asked.resolve()
    await gates[number]?.opened.promise
    return answer(number)(request)
  })
  const { fetch, open } = counting(script.fetch)
  const walk = v2.open(base, { fetch }).list(options).pages()
  const asked = () => askedOf(script.requests)
  const letGo = async (...numbers: number[]) => {
    for (const number of numbers) {
      await gates[number]?.asked.promise
      gates[number]?.opened.resolve()
    }
  }
  return { walk, open, asked, letGo, requests: script.requests }
}
/** Nine pages of one event, without delay. */
const ready = (
  options: object = {},
  answer: (number: number, request: SentRequest) => Step = (n) => json(pageAt(n)),
) => {
  const script = scripted((request) => answer(numberOf(request.url), request)(request))
  const { fetch, open } = counting(script.fetch)
  const pager = v2.open(base, { fetch }).list(options)
  return { pager, walk: pager.pages(), open, asked: () => askedOf(script.requests) }
}

test('list with prefetch requests several pages at the same time after the first page, and yields them in order', async () => {
  const { walk, asked, letGo } = gated({ prefetch: 3 })
  const first = walk.next()
  await letGo(1)
  expect(idsOn(await first)).toBe('e1')
  expect(await asked()).toEqual([1, 2, 3, 4])
  const second = walk.next()
  await letGo(4, 3, 2)
  expect(idsOn(await second)).toBe('e2')
  expect(await asked()).toEqual([1, 2, 3, 4, 5])
  expect(idsOn(await walk.next())).toBe('e3')
  expect(idsOn(await walk.next())).toBe('e4')
  expect(await asked()).toEqual([1, 2, 3, 4, 5, 6, 7])
  await walk.return()
})

for (const prefetch of [0, 1, 2, 8, 16]) {
  test(`list with prefetch ${prefetch} requests each page once, and never more than ${prefetch} pages ahead`, async () => {
    const { walk, asked, open } = ready({ prefetch })
    const ids: string[] = []
    for (let page = await walk.next(); !page.done; page = await walk.next()) {
      ids.push(idsOn(page))
      expect((await asked()).length).toBe(Math.min(9, ids.length + prefetch))
    }
    expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `e${number}`))
    expect(await asked()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
    expect(open.most).toBeLessThanOrEqual(Math.max(1, prefetch))
  })
}

test('prefetch is four pages by default', async () => {
  const { walk, asked } = ready()
  await walk.next()
  expect(await asked()).toEqual([1, 2, 3, 4, 5])
  await walk.return()
})

test('return(), an abort and an error cancel all prefetched requests at once', async () => {
  const left = gated({ prefetch: 3 })
  const begin = async ({ walk, letGo, asked }: typeof left) => {
    const first = walk.next()
    await letGo(1)
    await first
    await asked()
  }
  await begin(left)
  expect(left.open.now).toBe(3)
  await left.walk.return()
  expect(left.open.now).toBe(0)

  const stop = new AbortController()
  const aborted = gated({ prefetch: 3, signal: stop.signal })
  await begin(aborted)
  stop.abort(new Error('enough'))
  await aborted.asked()
  expect(aborted.open.now).toBe(0)
  await expect(aborted.walk.next()).rejects.toBe(stop.signal.reason)

  const failed = gated({ prefetch: 3 }, (number) => (number === 2 ? refusal(500) : json(pageAt(number))))
  await begin(failed)
  const second = failureOf(() => failed.walk.next())
  await failed.letGo(2)
  expect(await second).toMatchObject({ status: 500, url: url(2) })
  expect(failed.open.now).toBe(0)
})

test('next() rejects for a failed prefetched page after the pages before it, and a further next() requests the page again', async () => {
  let failures = 0
  const { walk, asked } = ready({ prefetch: 4 }, (number) => {
    if (number !== 4 || failures > 0) return json(pageAt(number))
    failures += 1
    return refusal(503)
  })
  const ids = [await walk.next(), await walk.next(), await walk.next()].map(idsOn)
  expect(ids).toEqual(['e1', 'e2', 'e3'])
  expect(await failureOf(() => walk.next())).toMatchObject({ status: 503, url: url(4) })
  for await (const page of walk) ids.push(idsOf(eventsOf(page as Collection<object>)))
  expect(ids).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => `e${number}`))
  expect((await asked()).filter((number) => number === 4)).toHaveLength(2)
})

test('list stops prefetching when a next link differs from the expected address', async () => {
  const own = (number: number) => url(number, '&cursor=x')
  const { walk, asked, open } = ready({ prefetch: 3 }, (number, { url: href }) => {
    // The derived addresses of pages 3 and 4 never respond.
    if (number > 2 && !href.includes('cursor')) return () => new Promise(() => {})
    return json(pageAt(number, {}, number >= 2 ? own(number + 1) : url(2)))
  })
  expect(idsOn(await walk.next())).toBe('e1')
  expect(await asked()).toEqual([1, 2, 3, 4])
  for (const number of [2, 3, 4, 5, 6, 7, 8, 9]) {
    expect(idsOn(await walk.next())).toBe(`e${number}`)
    expect(open.now).toBe(0)
    expect((await asked()).slice(4)).toHaveLength(number - 2)
  }
  expect((await walk.next()).done).toBe(true)
})

const alone: readonly [string, object][] = [
  ['total_records', { total_records: null }],
  ['total_pages', { total_pages: undefined }],
  ['a page number that fits its next', { page: 7 }],
]
for (const [what, more] of alone) {
  test(`a list without ${what} is requested page by page`, async () => {
    const { walk, asked } = ready({ prefetch: 8 }, (number) => json(pageAt(number, more)))
    expect(idsOn(await walk.next())).toBe('e1')
    expect(await asked()).toEqual([1])
    expect(idsOn(await walk.next())).toBe('e2')
    expect(await asked()).toEqual([1, 2])
  })
}

test('prefetch works with page counters that are text', async () => {
  const counters = { page: '1', per_page: '1', total_pages: '9', total_records: '9' }
  const { walk, asked } = ready({ prefetch: 3 }, (number) => json(pageAt(number, { ...counters, page: `${number}` })))
  expect(idsOn(await walk.next())).toBe('e1')
  expect(await asked()).toEqual([1, 2, 3, 4])
})

test('a list whose next link has no single page number is requested page by page', async () => {
  for (const next of [
    'events?cursor=2',
    'events?page=2&page=3',
    'events?page=two',
    'events?page=02',
    'events?mypage=2',
  ]) {
    const { walk, asked } = ready({ prefetch: 8 }, () => json(pageAt(1, { page: null }, address('v2', next))))
    await walk.next()
    expect(await asked(), next).toEqual([1])
  }
})

test('prefetch requests no page beyond max, maxPages or the last page', async () => {
  const askedBy = async (options: object) => {
    const { walk, asked } = ready({ prefetch: 8, ...options })
    await walk.next()
    const { length } = await asked()
    await walk.return()
    return length
  }
  expect(await askedBy({ maxPages: 1 })).toBe(1)
  expect(await askedBy({ maxPages: 3 })).toBe(3)
  expect(await askedBy({ max: 1 })).toBe(1)
  expect(await askedBy({ max: 4 })).toBe(4)
  expect(await askedBy({ page: 8 })).toBe(2)
  const { pager, asked } = ready({ prefetch: 8 })
  expect(await pager.toArray({ max: 2 })).toMatchObject({ items: [{}, {}], more: true })
  expect(await asked()).toEqual([1, 2, 3])
})

test('list refuses a prefetch that is not a whole number from 0 up', () => {
  const { pager } = ready({ prefetch: 0 })
  expect(pager.report).toBe(undefined)
  for (const prefetch of [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, '2', true, null]) {
    expect(() => ready({ prefetch })).toThrow('prefetch: must be a whole number from 0 up')
  }
})
