import { EventsV2, idOf, isEventsError, type RosterEntry } from 'osdi-events'
import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { hang, json, refusal, type SentRequest, type Step, scripted } from '../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'

type Version = 'v1' | 'v2'
type Entry = RosterEntry<object, { readonly given_name?: unknown }>

const base = 'https://events.example.org'
const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' }

const eventWith = (version: Version) => ({
  identifiers: ['platform:e1'],
  _links: {
    self: { href: address(version, 'events/e1') },
    [relations[version]]: { href: address(version, 'rsvps') },
  },
})

const rsvp = (version: Version, id: string, person: string | undefined, more: object = {}) => ({
  identifiers: [`platform:${id}`],
  status: 'accepted',
  _links: { ...(person && { 'osdi:person': { href: address(version, `people/${person}`) } }) },
  ...more,
})

const person = (id: string) => ({ identifiers: [`platform:${id}`], given_name: `Name of ${id}` })

const perPage = 25

/** A service with these RSVPs, and the steps for people that differ from a plain response. */
function serving(version: Version, rsvps: readonly object[], people: Readonly<Record<string, Step>> = {}) {
  return (request: SentRequest): Response | Promise<Response> => {
    const url = new URL(request.url)
    const id = url.pathname.split('/').at(-1) ?? ''
    if (url.pathname.includes('/people/')) return (people[id] ?? json(person(id)))(request)
    const page = Number(url.searchParams.get('page') ?? 1)
    const pages = Math.ceil(rsvps.length / perPage)
    const next = address(version, `rsvps?page=${page + 1}`)
    return json({
      ...{ page, per_page: perPage, total_pages: pages, total_records: rsvps.length },
      _links: { ...(page < pages && { next: { href: next } }) },
      _embedded: { 'osdi:attendances': rsvps.slice((page - 1) * perPage, page * perPage) },
    })(request)
  }
}

/** A client over a service whose responses take a while, in virtual time. */
function open(
  version: Version,
  respond: Step,
  { latency = 0, ...options }: { latency?: number; [option: string]: unknown } = {},
) {
  const pause = () => new Promise((resolve) => setTimeout(resolve, latency))
  const { fetch, requests } = scripted(async (request) => {
    if (latency > 0) await pause()
    return respond(request)
  })
  const subject = versions.find((each) => each.version === version)
  const client = subject?.open(base, { fetch, ...options }) as AnyClient
  const asked = () => requests.map(({ url }) => url.split(`/api/${version}/`)[1])
  const roster = (more: object = {}) =>
    client.attendances(eventWith(version), { people: true, ...more }) as AsyncIterable<Entry> &
      ReturnType<AnyClient['attendances']>
  return { client, requests, asked, roster }
}

const many = (version: Version, count: number) =>
  Array.from({ length: count }, (_, index) => rsvp(version, `a${index}`, `p${index}`))

const entriesOf = async (entries: AsyncIterable<Entry>): Promise<Entry[]> => {
  const all: Entry[] = []
  for await (const entry of entries) all.push(entry)
  return all
}

const summary = (entries: readonly Entry[]) =>
  entries.map(({ rsvp, person, error }) => [
    idOf(rsvp as never),
    error ? error.code : (person as { given_name?: unknown }).given_name,
  ])

for (const { version } of versions) {
  test(`attendances with people of ${version} yields each RSVP as it came, with its person, in order`, async () => {
    using _ = flyingTime()
    const rsvps = many(version, 30)
    const late: Step = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 100))
      return json(person('p3'))(request)
    }
    const { roster, requests } = open(version, serving(version, rsvps, { p3: late }), { latency: 10 })
    const list = roster()
    expect(requests).toEqual([])
    const entries = await entriesOf(list)
    expect(entries.map(({ rsvp }) => rsvp)).toEqual(rsvps)
    expect(entries.map(({ person }) => person)).toEqual(rsvps.map((_, index) => person(`p${index}`)))
    expect(requests).toHaveLength(2 + 30)
    expect(list.report).toMatchObject({ events: 30, pages: 2, complete: true, certain: true })
  })

  test(`attendances with people of ${version} takes as long for 41 people as the rate limit does: some 13 s`, async () => {
    using _ = flyingTime()
    const options = { latency: 200, rateLimit: { perSecond: 4 } }
    const { roster, requests } = open(version, serving(version, many(version, 41)), options)
    const began = performance.now()
    expect(await entriesOf(roster())).toHaveLength(41)
    expect(requests).toHaveLength(43)
    expect(performance.now() - began).toBeLessThanOrEqual(10 * 1_200 + 2 * 250 + 200 + 50)
    const { roster: anew } = open(version, serving(version, many(version, 41)), options)
    const start = performance.now()
    expect((await anew().toArray({ max: 100 })).items).toHaveLength(41)
    expect(performance.now() - start).toBeLessThanOrEqual(13_000)
  })

  test(`attendances with people of ${version} takes at most 0.6 s for 41 people at 50 ms without a rate limit`, async () => {
    using _ = flyingTime()
    const { roster } = open(version, serving(version, many(version, 41)), { latency: 50 })
    const began = performance.now()
    expect(await entriesOf(roster())).toHaveLength(41)
    expect(performance.now() - began).toBeLessThanOrEqual(600)
  })

  test(`attendances with people of ${version} requests six people at a time, and none before the first next`, async () => {
    using _ = flyingTime()
    let [running, most] = [0, 0]
    const respond = serving(version, many(version, 20))
    const counted: Step = async (request) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      return respond(request)
    }
    const { roster } = open(version, counted)
    await entriesOf(roster())
    expect(most).toBe(6)
  })

  test(`attendances with people of ${version} asks for each person once in an iteration, and anew in the next`, async () => {
    const rsvps = ['p1', 'p2', 'p1', 'p3', 'p2'].map((id, index) => rsvp(version, `a${index}`, id))
    const { roster, asked } = open(version, serving(version, rsvps, { p2: refusal(404) }))
    const list = roster()
    const seen = summary(await entriesOf(list))
    expect(seen.map(([, name]) => name)).toEqual(['Name of p1', 'http', 'Name of p1', 'Name of p3', 'http'])
    expect(asked()).toEqual(['rsvps', 'people/p1', 'people/p2', 'people/p3'])
    await entriesOf(list)
    expect(asked()).toHaveLength(8)
  })

  test(`attendances with people of ${version} sends no request for a person whom the RSVP embeds`, async () => {
    const rsvps = [
      rsvp(version, 'a1', 'p1', { person: { given_name: 'Ada', custom_fields: 7 } }),
      rsvp(version, 'a2', 'p2', { _embedded: { 'osdi:person': { given_name: 'Bo' } } }),
      // Not a person: nothing of one, a link, a wrong type.
      rsvp(version, 'a3', 'p3', { person: {} }),
      rsvp(version, 'a4', 'p4', { person: { href: 'x' } }),
      rsvp(version, 'a5', 'p5', { _embedded: { 'osdi:person': { given_name: 5 } } }),
    ]
    const { roster, asked } = open(version, serving(version, rsvps))
    const entries = await entriesOf(roster())
    expect(entries.map(({ rsvp }) => rsvp)).toEqual(rsvps)
    expect(summary(entries).map(([, name]) => name)).toEqual(['Ada', 'Bo', 'Name of p3', 'Name of p4', 'Name of p5'])
    expect(asked()).toEqual(['rsvps', 'people/p3', 'people/p4', 'people/p5'])
  })

  test(`attendances with people of ${version} yields an error beside an RSVP whose person cannot be read`, async () => {
    using _ = flyingTime()
    const people = {
      p1: refusal(500),
      p2: refusal(403),
      p3: json({ title: 'An event' }),
      p4: hang,
      p5: () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      p6: refusal(429, { 'retry-after': '0' }),
    }
    const away = { _links: { 'osdi:person': { href: 'https://elsewhere.example.org/people/p9' } } }
    const rsvps = [
      ...['p0', ...Object.keys(people)].map((id, index) => rsvp(version, `a${index}`, id)),
      ...[rsvp(version, 'a7', undefined), rsvp(version, 'a8', undefined, away)],
      rsvp(version, 'a9', undefined, { 'platform:person_id': 'a/b' }),
      rsvp(version, 'a10', undefined, { 'platform:person_id': 'p10' }),
    ]
    const { roster } = open(version, serving(version, rsvps, people), { timeout: 1000 })
    const list = roster()
    const codes = summary(await entriesOf(list)).map(([, name]) => name)
    expect(codes).toEqual([
      ...['Name of p0', 'http', 'http', 'schema', 'timeout', 'content', 'http', 'link', 'link', 'input'],
      'Name of p10',
    ])
    expect(list.report).toMatchObject({ events: 11, complete: true })
  })

  test(`an abort ends attendances with people of ${version} with the reason, even if that is an error of this package`, async () => {
    const controller = new AbortController()
    const reason = await failureOf(() => open(version, refusal(500)).client.get('e1'))
    const { roster, requests } = open(version, serving(version, many(version, 20), { p2: hang }))
    const entries = roster({ signal: controller.signal })[Symbol.asyncIterator]()
    await entries.next()
    await entries.next()
    const third = entries.next()
    controller.abort(reason)
    expect(await third.catch((error: unknown) => error)).toBe(reason)
    expect(await entries.next()).toEqual({ done: true, value: undefined })
    expect(requests.at(-1)?.signal.aborted).toBe(true)
  })

  test(`a break ends attendances with people of ${version}, and cancels the people that were requested in advance`, async () => {
    const { roster, requests } = open(version, serving(version, many(version, 30), { p1: hang, p2: hang }))
    const list = roster()
    for await (const { person } of list) {
      expect(person).toEqual({ identifiers: ['platform:p0'], given_name: 'Name of p0' })
      break
    }
    const pending = requests.filter(({ url }) => /p[12]$/.test(url))
    expect(pending.map(({ signal }) => signal.aborted)).toEqual([true, true])
    expect(list.report).toMatchObject({ complete: false })
  })

  test(`return ends attendances with people of ${version} at once, even while a person is requested`, async () => {
    const { roster } = open(version, serving(version, many(version, 5), { p0: hang }))
    const entries = roster()[Symbol.asyncIterator]()
    const [first, second] = [entries.next(), entries.next()]
    await new Promise((resolve) => setTimeout(resolve))
    await entries.return?.()
    const end = { done: true, value: undefined }
    expect(await Promise.all([first, second])).toEqual([end, end])
  })

  test(`the deadline ends attendances with people of ${version}; its checkpoint leads to the page whose people are missing`, async () => {
    using _ = flyingTime()
    const rsvps = many(version, 30)
    const { roster } = open(version, serving(version, rsvps, { p27: hang }), { latency: 1 })
    const seen: Entry[] = []
    const error = await failureOf(async () => {
      for await (const entry of roster({ deadline: 5_000 })) seen.push(entry)
    })
    expect([error.code, error]).toEqual(['timeout', expect.objectContaining({ option: 'deadline', limit: 5_000 })])
    expect(seen).toHaveLength(27)
    const { roster: rest, asked } = open(version, serving(version, rsvps))
    const entries = await entriesOf(rest({ resume: error.checkpoint }))
    expect(summary(entries).map(([id]) => id)).toEqual(['a25', 'a26', 'a27', 'a28', 'a29'])
    expect(asked()[0]).toBe('rsvps?page=2')
  })

  test(`a page that fails ends attendances with people of ${version}, and the next call tries that page again`, async () => {
    const rsvps = many(version, 30)
    const respond = serving(version, rsvps)
    let isDown = true
    const { roster } = open(version, (request) =>
      isDown && request.url.endsWith('page=2') ? refusal(503)(request) : respond(request),
    )
    const entries = roster({ prefetch: 0 })[Symbol.asyncIterator]()
    for (let count = 0; count < 25; count += 1) await entries.next()
    const error = await entries.next().catch((error: unknown) => error)
    expect(isEventsError(error) && error.code).toBe('http')
    isDown = false
    expect(summary([(await entries.next()).value as Entry])).toEqual([['a25', 'Name of p25']])
  })

  test(`an apiKey function that fails ends attendances with people of ${version}`, async () => {
    let asked = 0
    const apiKey = () => {
      asked += 1
      if (asked > 3) throw new Error('vault is closed')
      return 'k3y-of-the-vault'
    }
    const { roster } = open(version, serving(version, many(version, 5)), { apiKey })
    const error = await failureOf(() => entriesOf(roster()))
    expect([error.code, error.message]).toEqual(['input', expect.stringContaining('apiKey')])
  })

  test(`toArray of attendances with people of ${version} reads no more people than max`, async () => {
    const { roster, asked } = open(version, serving(version, many(version, 20)))
    const { items, more, complete } = await roster().toArray({ max: 3 })
    expect(summary(items as Entry[]).map(([id]) => id)).toEqual(['a0', 'a1', 'a2'])
    expect([more, complete]).toEqual([true, false])
    expect(asked()).toEqual(['rsvps', 'people/p0', 'people/p1', 'people/p2'])
    const { roster: anew } = open(version, serving(version, many(version, 20)))
    const all = await anew({ max: 20 }).toArray({ max: 20 })
    expect([all.items.length, all.more]).toEqual([20, false])
    const { roster: overPages, asked: askedFor } = open(version, serving(version, many(version, 60)))
    expect((await overPages().toArray({ max: 30 })).items).toHaveLength(30)
    expect(askedFor().filter((each) => each?.startsWith('people/'))).toHaveLength(30)
  })

  test(`attendances with people of ${version} refuses pages(), which have RSVPs alone, and another value than true or false`, async () => {
    const { client, roster, requests } = open(version, serving(version, many(version, 3)))
    expect(await failureOf(() => roster().pages())).toMatchObject({ code: 'input', field: 'people' })
    for (const people of [1, 'yes', null, {}])
      expect(await failureOf(() => client.attendances('e1', { people }))).toMatchObject({ field: 'people' })
    expect(await failureOf(() => client.list({ people: true }))).toMatchObject({ field: 'people' })
    expect(requests).toEqual([])
    const plain = client.attendances(eventWith(version), { people: false })
    for await (const each of plain) expect(each).toHaveProperty('status')
    for await (const page of plain.pages()) expect(page).toHaveProperty('_embedded')
  })
}

test('attendances with people reads a roster of a service in the manner of the Action Network within its rate limit', async () => {
  using _ = flyingTime()
  const service = createMockService({ ...actionNetwork })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const { id } = service.addEvent({ title: 'Picnic' }, { key })
  service.attend(id, 41)
  const events = new EventsV2({ ...actionNetworkClient(service), apiKey: key.token })
  const event = await events.get(id)
  const began = performance.now()
  let shown = 0
  for await (const { rsvp, person, error } of events.attendances(event, { people: true })) {
    expect(error).toBeUndefined()
    expect(idOf(person ?? {})).toBe(rsvp['action_network:person_id'])
    shown += 1
  }
  expect(shown).toBe(41)
  expect(performance.now() - began).toBeLessThanOrEqual(13_000)
  expect(service.requests.filter(({ status }) => status === 429)).toEqual([])
})

const actionNetworkClient = ({ baseUrl, namespace, fetch }: ReturnType<typeof createMockService>) =>
  ({ baseUrl, namespace, fetch, rateLimit: { perSecond: 4 } }) as { baseUrl: string; namespace: 'action_network' }
