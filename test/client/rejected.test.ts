import { eventsOf, idOf, rejectedOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

/** A page with these events, valid or not. */
const pageWith = (events: readonly unknown[], next?: string) => ({
  ...pageOf('v2', [], next),
  _embedded: { 'osdi:events': events },
})

const { names } = v2

const good = eventOf('v2')
const bad = eventOf('v2', 'e2', { identifiers: null, location: { postal_code: 7 } })
const badHref = address('v2', 'events/e2')
const issues = [
  { field: 'identifiers', message: 'must be an array, not null' },
  { field: 'location.postal_code', message: 'must be text, not a number' },
]
const report = { onInvalid: 'report' }
const walkOver = (...pages: readonly object[]) =>
  clientOver(
    'v2',
    pages.map((page) => json(page)),
  ).client.list(report)
const only = async (page: object) => {
  const [first] = await collect(walkOver(page).pages())
  if (!first) throw new Error('there was no page')
  return first
}

test('page throws a SchemaError with address and fields for an invalid event (v2 §2.6a)', async () => {
  for (const options of [undefined, { onInvalid: 'throw' }, { onInvalid: undefined }]) {
    const { client } = clientOver('v2', [json(pageWith([good, bad]))])
    const error = await failureOf(() => collect(client.list(options)))
    const place = '_embedded.osdi:events[1].'
    expect(error).toMatchObject({
      code: 'schema',
      status: 200,
      issues: issues.map(({ field, message }) => ({ field: place + field, message, address: badHref })),
      body: { _embedded: { 'osdi:events': [good, bad] } },
    })
    for (const { field, message } of issues)
      expect(error.message).toContain(`${place}${field}: ${message} (in ${badHref})`)
  }
})

test('list with onInvalid report yields the valid events, and rejectedOf returns the invalid ones (v2 §2.6a)', async () => {
  const page = await only({ ...pageWith([bad, good, 'no event', null, eventOf('v2', 'e3')]), odd: 1 })
  expect(eventsOf(page).map((event) => idOf(event as object))).toEqual(['e1', 'e3'])
  expect(rejectedOf(page)).toEqual([
    { index: 0, value: bad, address: badHref, issues },
    { index: 2, value: 'no event', issues: [{ field: '', message: 'must be an object, not text' }] },
    { index: 3, value: null, issues: [{ field: '', message: 'must be an object, not null' }] },
  ])
  expect(Object.isFrozen(rejectedOf(page))).toBe(true)
  expect(page).toEqual({ ...pageWith([good, eventOf('v2', 'e3')]), odd: 1 })
})

test("rejectedOf gives an event without a self link the address from the page's links", async () => {
  const { [names.title]: _gone, _links, ...rest } = good
  const nameless = pageWith([good, rest])
  const links = [address('v2', 'events/e1'), address('v2', 'events/lost')].map((href) => ({ href }))
  const withLinks = (all: unknown) => ({ ...nameless, _links: { 'osdi:events': all } })
  expect(rejectedOf(await only(withLinks(links)))).toMatchObject([{ address: address('v2', 'events/lost') }])
  for (const other of [links.slice(1), [...links, ...links], [], null]) {
    expect(rejectedOf(await only(withLinks(other)))[0], JSON.stringify(other)).not.toHaveProperty('address')
  }
  const { client } = clientOver('v2', [json(withLinks([]))])
  const { issues } = (await failureOf(() => client.page(1))) as unknown as { issues: readonly object[] }
  for (const issue of issues) expect(issue).not.toHaveProperty('address')
})

test('report.rejected counts invalid events, and list yields every page', async () => {
  const next = (page: number) => address('v2', `events?page=${page}`)
  const pages = [pageWith([good, bad], next(2)), pageWith([bad, bad], next(3)), pageWith([eventOf('v2', 'e3')])]
  const pager = walkOver(...pages)
  const walk = pager.pages()
  const reports = []
  for await (const _ of walk) reports.push(walk.report)
  expect(reports).toMatchObject([
    { pages: 1, events: 1, rejected: 1 },
    { pages: 2, events: 1, rejected: 3 },
    { pages: 3, events: 2, rejected: 3 },
  ])
  expect(pager.report).toEqual(walk.report)

  const again = walkOver(...pages)
  expect((await collect(again)).map((event) => idOf(event))).toEqual(['e1', 'e3'])
  expect(again.report).toMatchObject({ pages: 3, events: 2, rejected: 3 })
  expect((await walkOver(...pages).toArray({ max: 2 })).items).toHaveLength(2)
})

test('SchemaError of an event with thousands of wrong entries has the first hundred issues', async () => {
  const { client } = clientOver('v2', [json({ ...good, identifiers: Array<number>(20_000).fill(1) })])
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'schema', message: expect.stringContaining('identifiers[0]: must be text') })
  expect((error as unknown as { issues: unknown[] }).issues).toHaveLength(100)
})

test('rejectedOf shows no key in issues and addresses', async () => {
  const leaky = { ...bad, _links: { self: { href: address('v2', `events/${apiKey}`) } } }
  const rejected = rejectedOf(await only(pageWith([leaky])))
  expect(rejected).toMatchObject([{ address: address('v2', 'events/[redacted]'), value: leaky }])
  const { client } = clientOver('v2', [json(pageWith([leaky]))])
  expect(shows(await failureOf(() => client.page(1)), apiKey)).toBe(false)
})

test('list leaves out a repeated event, valid or invalid, from pages and from rejectedOf', async () => {
  const url = (page: number) => address('v2', `events?page=${page}`)
  const [e1, e3, e4] = ['e1', 'e3', 'e4'].map((id) => eventOf('v2', id))
  const worse = eventOf('v2', 'e5', { identifiers: null })
  const first = { ...pageWith([e1, bad, e3], url(2)), page: 1, total_records: 5 }
  const second = { ...pageWith([bad, e3, e4, worse]), page: 2, total_records: 7 }
  const pages = await collect(walkOver(first, second).pages())
  expect(pages.map((page) => eventsOf(page).map((event) => idOf(event as object)))).toEqual([['e1', 'e3'], ['e4']])
  expect(pages.map((page) => rejectedOf(page).map(({ address: href }) => href))).toEqual([
    [badHref],
    [address('v2', 'events/e5')],
  ])
})
