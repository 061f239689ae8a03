import { checkpointOf, type EventsError, eventsOf, InputError } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, hang, refusal, type Step } from '../support/scripted-fetch.ts'
import { apiKey, v2, versions } from '../support/versions.ts'
import { iteratePages, page, url } from '../support/walking.ts'

const counted = { total_records: 5, total_pages: 3 }
const [first, second, third] = [
  page('e1 e2', url(2), counted),
  page('e3 e4', url(3), counted),
  page('e5', undefined, counted),
]

const begun = async (pages: number, options: object = {}) => {
  const { client } = clientOver('v2', [first, second, third])
  const walk = client.list(options).pages()
  for (let number = 0; number < pages; number += 1) await walk.next()
  return walk
}
const resumed = async (resume: string, steps: readonly Step[], options: object = {}) => {
  const { pages, urls, report } = await iteratePages(steps, { ...options, resume })
  return { ids: pages.join(' '), urls, report }
}

test('list({ resume }) continues with the page after the checkpoint', async () => {
  expect(await resumed((await begun(0)).checkpoint, [first, second, third])).toMatchObject({
    ids: 'e1 e2 e3 e4 e5',
    urls: [address('v2', 'events'), url(2), url(3)],
  })
  expect(await resumed((await begun(1)).checkpoint, [second, third])).toMatchObject({
    ids: 'e3 e4 e5',
    urls: [url(2), url(3)],
    report: { pages: 2, events: 3, totalAtStart: 5, totalAtEnd: 5, certain: true },
  })
  expect(await resumed((await begun(3)).checkpoint, [])).toMatchObject({ ids: '', urls: [] })
})

test('checkpointOf returns a different checkpoint for each page, during an iteration and from page(number)', async () => {
  const { client } = clientOver('v2', [first, second])
  const walk = client.list().pages()
  const pages = [(await walk.next()).value, (await walk.next()).value]
  const [one, two] = pages.map((page) => checkpointOf(page ?? {}))
  expect(await resumed(one ?? '', [second, third])).toMatchObject({ ids: 'e3 e4 e5' })
  expect(two).toBe(walk.checkpoint)
  const alone = await clientOver('v2', [second]).client.page(2)
  expect(await resumed(checkpointOf(alone), [third])).toMatchObject({ ids: 'e5', report: { complete: false } })
})

test('resume continues in the middle of a page where max ended the list', async () => {
  const walk = await begun(2, { max: 3 })
  expect(await resumed(walk.checkpoint, [second, third])).toMatchObject({
    ids: 'e4 e5',
    urls: [url(2), url(3)],
    report: { events: 2, duplicates: 0, shifted: false, certain: true },
  })
})

test('resume skips an event that moved to a later page meanwhile', async () => {
  const walk = await begun(2, { max: 3 })
  const pushed = page('e2 e3', url(3), { ...counted, total_records: 6 })
  const rest = page('e4 e5', undefined, { ...counted, total_records: 6 })
  expect(await resumed(walk.checkpoint, [pushed, rest])).toMatchObject({
    ids: 'e4 e5',
    report: { shifted: true, certain: true },
  })
})

test('an error of an iteration has a checkpoint, and after an abort only the iteration has the checkpoint', async () => {
  const { client } = clientOver('v2', [first, refusal(500)])
  const error = await failureOf(async () => {
    for await (const _ of client.list());
  })
  const { checkpoint = '', ...rest } = (error as EventsError).toJSON() as { checkpoint?: string }
  expect(rest).toMatchObject({ status: 500 })
  expect(checkpoint).toBe((error as EventsError).checkpoint)
  expect(await resumed(checkpoint, [second, third])).toMatchObject({ ids: 'e3 e4 e5' })

  const stop = new AbortController()
  const walk = clientOver('v2', [first, hang]).client.list({ signal: stop.signal }).pages()
  await walk.next()
  const pending = walk.next()
  const reason = new Error('enough')
  stop.abort(reason)
  await expect(pending).rejects.toBe(reason)
  expect(reason).not.toHaveProperty('checkpoint')
  expect(walk.checkpoint).toBe(checkpoint)
})

test('an error outside an iteration has no checkpoint', async () => {
  const error = await failureOf(() => clientOver('v2', [refusal(500)]).client.page(1))
  expect(error).not.toHaveProperty('checkpoint')
})

test('list throws at once for a checkpoint of another list', async () => {
  const { checkpoint } = await begun(1)
  const [other] = versions
  const lists = [
    () => v2.open('https://other.example.org').list({ resume: checkpoint }),
    () => v2.open(`${base}/sub`).list({ resume: checkpoint }),
    () => other?.open(base).list({ resume: checkpoint }),
    () => v2.open(base).list({ campaign: 'c1', resume: checkpoint }),
    () => v2.open(base).list({ query: { per_page: 2 }, resume: checkpoint }),
  ]
  for (const list of lists) {
    expect(list).toThrow(InputError)
    expect(list).toThrow(`resume: belongs to the list ${address('v2', 'events')}, and not to `)
  }
})

test('resume accepts the same query in another order, and another page number', async () => {
  const { checkpoint } = await begun(1, { query: { b: 1, a: 2 }, page: 7 })
  const { ids } = await resumed(checkpoint, [second, third], { query: { a: 2, b: 1 } })
  expect(ids).toBe('e3 e4 e5')
})

test('list throws at once for a resume value that is not a checkpoint', async () => {
  const { checkpoint } = await begun(1)
  const { client, requests } = clientOver('v2', [])
  const wrong = ['', '{', '[]', 'null', '7', '{}', checkpoint.slice(1), checkpoint.replace('"osdi":1', '"osdi":2')]
  for (const resume of [...wrong, JSON.stringify({ ...JSON.parse(checkpoint), passed: -1 })]) {
    expect(() => client.list({ resume }), resume).toThrow('resume: is not a checkpoint of a list')
  }
  for (const resume of [7, null, {}]) expect(() => client.list({ resume: resume as never })).toThrow(/^resume: must be/)
  expect(requests).toHaveLength(0)
})

test("resume sends no key to a checkpoint's address at another host", async () => {
  const { checkpoint } = await begun(1)
  for (const member of ['next', 'at']) {
    const away = { ...JSON.parse(checkpoint), [member]: 'https://elsewhere.example.org/api/v2/events' }
    const { client, requests } = clientOver('v2', [page('e9', url(3), { ...counted, total_records: 900 })])
    const error = await failureOf(() => client.list({ resume: JSON.stringify(away) }).toArray({ max: 9 }))
    expect(error).toMatchObject({ code: 'link' })
    expect(requests.map((request) => new URL(request.url).origin)).not.toContain('https://elsewhere.example.org')
  }
})

test('a checkpoint never contains the key, and resume refuses a checkpoint whose address contained the key', async () => {
  const echo = page('e1', `${url(2)}&token=${apiKey}`, counted)
  const { client } = clientOver('v2', [echo])
  const walk = client.list({ query: { key: apiKey } }).pages()
  const { value = {} } = await walk.next()
  for (const checkpoint of [walk.checkpoint, checkpointOf(value)]) {
    expect(checkpoint).not.toContain(apiKey)
    expect(() => client.list({ query: { key: apiKey }, resume: checkpoint })).toThrow('contained the API key')
  }
})

test('checkpointOf refuses a page that no client returned', async () => {
  const page = await clientOver('v2', [first]).client.page(1)
  expect(() => checkpointOf({ ...page })).toThrow('page: no client returned this page')
  expect(() => checkpointOf(eventsOf(page) as never)).toThrow(InputError)
  expect(() => checkpointOf(Promise.resolve(page) as never)).toThrow('is a promise')
  expect(() => checkpointOf(eventOf('v2') as never)).toThrow(InputError)
  expect(() => checkpointOf(undefined as never)).toThrow(InputError)
})

test('resume from a checkpoint without totals gives report.certain false', async () => {
  const { client } = clientOver('v2', [page('e1', url(2))])
  const walk = client.list().pages()
  await walk.next()
  const { report } = await resumed(walk.checkpoint, [second, third])
  expect(report).toMatchObject({ certain: false, totalAtStart: 5 })
})

test('resume from a checkpoint of an uncertain list gives report.certain false', async () => {
  const again = page('e2 e3', url(3), counted)
  const walk = clientOver('v2', [first, again]).client.list().pages()
  for (let page = 0; page < 2; page += 1) await walk.next()
  const { ids, report } = await resumed(walk.checkpoint, [page('e4 e5', undefined, counted)])
  expect(ids).toBe('e4 e5')
  expect(report).toMatchObject({ complete: true, certain: false })
  const sure = await resumed((await begun(2)).checkpoint, [third])
  expect(sure.report).toMatchObject({ complete: true, certain: true })
})
