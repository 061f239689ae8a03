import { idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { base, clientOver, json, redirect, type Step } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'

const root = address('v2', '')
const self = address('v2', 'events/e1')
const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }

const eventWith = (links: object) => eventOf('v2', 'e1', { _links: { self: { href: self }, ...links } })

const attendance = json({ 'platform:event_id': 'e1', identifiers: ['platform:a1'] })
const noAttendances = json({ total_records: 0, _embedded: { 'osdi:attendances': [] } })

/** The addresses that `attendances`, `recordAttendance` and `follow` request for an event with this link. */
async function askedBy(link: object): Promise<string[]> {
  const event = eventWith({ 'osdi:attendances': link })
  const { client, requests } = clientOver('v2', [json(event), noAttendances, attendance, json({})])
  const found = (await client.get('e1')) as { readonly _links: { readonly 'osdi:attendances': object } }
  await collect(client.attendances(found))
  await client.recordAttendance(found, { person })
  await client.follow(found._links['osdi:attendances'])
  return requests.slice(1).map(({ url }) => url)
}

const plain = `${self}/attendances`

test('attendances, recordAttendance and follow leave form queries of a template out, with templated true, false or absent (v2 §2.5a)', async () => {
  for (const href of [`${plain}{?page}`, `${plain}{?page,per_page}`, `${plain}{?page}{&x*}`])
    for (const templated of [true, false, undefined, null])
      expect(await askedBy({ href, templated }), href).toEqual([plain, plain, plain])
  expect(await askedBy({ href: `${plain}?filter=a{&page}`, templated: true })).toEqual(
    Array(3).fill(`${plain}?filter=a`),
  )
  expect(await askedBy({ href: plain, templated: true })).toEqual([plain, plain, plain])
})

test('a call refuses a templated link that needs a value, names this value, and sends no data of a person (v2 §2.5a)', async () => {
  const needing = [
    { href: `${self}/{kind}`, templated: true },
    { href: `${self}/{kind}` },
    { href: `${self}{/kind}`, templated: true },
    { href: `${plain}?page={kind}`, templated: true },
    { href: `${plain}{+kind}` },
  ]
  for (const link of needing) {
    const event = eventWith({ 'osdi:attendances': link })
    const { client, requests } = clientOver('v2', [])
    const error = await failureOf(() => client.recordAttendance(event, { person }))
    expect(error).toMatchObject({ code: 'link', outcome: 'not applied', link: link.href })
    expect(error.message).toMatch(/^The event's link osdi:attendances is a template that needs a value for [/+]?kind: /)
    expect(await failureOf(() => collect(client.attendances(event)))).toMatchObject({ code: 'link' })
    expect(await failureOf(() => client.follow(link))).toMatchObject({ code: 'input', field: 'link' })
    expect(await failureOf(() => client.create(v2.least, { creator: link }))).toMatchObject({ field: 'creator' })
    expect(requests).toEqual([])
  }
})

test('list keeps braces in the query of a next link that is not a template (v2 §4.3)', async () => {
  const next = `${root}events?page=2&filter=name eq '{x}'`
  const { client, requests } = clientOver('v2', [json(pageOf('v2', ['e1'], next)), json(pageOf('v2', ['e2']))])
  expect(await collect(client.list())).toHaveLength(2)
  expect(requests[1]?.url).toBe(new URL(next).href)
})

test('list and resume follow a templated next link without its form queries (v2 §4.3)', async () => {
  const next = { href: 'events?page=2{&per_page}', templated: true }
  const page = pageOf('v2', ['e1'])
  const first = json({ ...page, _links: { ...(page._links as object), next } })
  const { client, requests } = clientOver('v2', [first, json(pageOf('v2', ['e2']))])
  const pages = client.list().pages()
  await pages.next()
  expect(await collect(client.list({ resume: pages.checkpoint }))).toHaveLength(1)
  expect(requests[1]?.url).toBe(`${root}events?page=2`)
})

test('idOf reads the id from a templated self link', () => {
  expect(idOf({ _links: { self: { href: `${root}events/e7{?fields}`, templated: true } } } as never)).toBe('e7')
})

/** Redirects a request to another address below the version, which responds with this step. */
const moved = (step: Step): Step[] => [redirect(307, `${root}moved/here/e1`), step]

test('the client resolves a relative link against the address of the response, even after redirects (v2 §9.1)', async () => {
  const event = eventWith({
    'osdi:attendances': { href: 'e1/attendances' },
    'osdi:creator': { href: '../../people/p1' },
  })
  const { client, requests } = clientOver('v2', [...moved(json(event)), noAttendances, attendance, json(event)])
  const found = await client.get('e1')
  await collect(client.attendances(found))
  await client.recordAttendance(found, { person })
  await client.follow(linkOf(found, 'osdi:creator') ?? '')
  const creator = linkOf(found, 'osdi:creator')
  expect(creator).toEqual({ href: '../../people/p1' })
  await client.create(v2.least, { creator })
  expect(requests.slice(2).map(({ url }) => url)).toEqual([
    `${root}moved/here/e1/attendances`,
    `${root}moved/here/e1/attendances`,
    `${root}people/p1`,
    `${root}events`,
  ])
  expect(JSON.parse(requests.at(-1)?.body ?? '')).toMatchObject({
    _links: { 'osdi:creator': { href: `${root}people/p1` } },
  })
})

test("the client resolves a relative link of an event on a page against the page's address (v2 §9.1)", async () => {
  const event = eventWith({ 'osdi:attendances': { href: 'events/e1/attendances' } })
  const page = json({ _embedded: { 'osdi:events': [event] } })
  const { client, requests } = clientOver('v2', [page, noAttendances])
  const [found] = (await client.list().toArray({ max: 1 })).items
  await collect(client.attendances(found))
  expect(requests[1]?.url).toBe(`${root}events/e1/attendances`)
})

const unsafe = `${root.replace('https:', 'http:')}events?page=2`
const inTheOpen = 'it would send the API key unencrypted'

test('the LinkError for an http: link does not advise to set baseUrl to the http: address (v2 §9.1)', async () => {
  const said = [
    await failureOf(() => collect(clientOver('v2', [json(pageOf('v2', ['e1'], unsafe))]).client.list())),
    await failureOf(() => clientOver('v2', []).client.follow(unsafe)),
    await failureOf(() => clientOver('v2', []).client.follow('http://elsewhere.example.org/api/v2/events')),
    await failureOf(() => clientOver('v2', [redirect(302, unsafe)]).client.get('e1')),
    await failureOf(() => clientOver('v2', [redirect(302, 'http://elsewhere.example.org/')]).client.get('e1')),
  ]
  for (const { message } of said) {
    expect(message).toContain(inTheOpen)
    expect(message).not.toContain('set baseUrl')
  }
  const local = v2.open('http://localhost:4010', { fetch: () => Promise.reject(new Error('not asked')) })
  expect((await failureOf(() => local.follow('http://127.0.0.1:4010/api/v2/events'))).message).toContain('set baseUrl')
})

test('the LinkError for a mailto:, javascript: or tel: link gives no advice on baseUrl (v2 §9.1)', async () => {
  for (const href of ['mailto:ada@example.org', 'javascript:alert(1)', 'tel:+1'])
    expect((await failureOf(() => clientOver('v2', []).client.follow({ href }))).message, href).toBe(
      `The link ${href} is not under ${base}/api/v2/, the only address this client sends its key to`,
    )
})
