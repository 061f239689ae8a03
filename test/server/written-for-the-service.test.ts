import { request } from 'node:http'
import { json } from 'node:stream/consumers'
import { actionNetwork, createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'

// Programs as people write them for the Action Network, over HTTP, without a line that knows of the mock service.
// Each follows what is known of that service, and begins with the address that its author has hard-coded.

interface Resource {
  readonly [field: string]: unknown
  readonly identifiers?: readonly string[]
  readonly _links?: Readonly<Record<string, Link | readonly Link[]>>
  readonly _embedded?: Readonly<Record<string, readonly Resource[]>>
  readonly error?: string
}

interface Link {
  readonly href: string
}

const hardCoded = 'https://actionnetwork.org'

const hrefOf = ({ _links }: Resource, relation: string): string => [_links?.[relation] ?? []].flat()[0]?.href ?? ''
const idOf = ({ identifiers = [] }: Resource): string =>
  identifiers.find((one) => one.startsWith('action_network:'))?.slice('action_network:'.length) ?? ''

/** A server that stands in for the service behind a proxy, and requests that a program sends to it. */
async function world(events: number) {
  const assumptions = { ...actionNetwork.assumptions, rateLimit: 'off' } as const
  const service = createMockService({ ...actionNetwork, assumptions, events, now: '2026-05-01T12:00:00Z' })
  const server = await serve(service, { port: 0, ui: false, baseUrl: hardCoded })
  /** Sends a request as a program does. The proxy in front leads the address of the service to the server. */
  const request = async (method: string, url: string, token?: string, body?: object) => {
    const response = await fetch(url.replace(hardCoded, server.url), {
      method,
      headers: { 'Content-Type': 'application/json', ...(token !== undefined && { 'OSDI-API-Token': token }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Resource }
  }
  const key = service.seeded.group.token
  const ok = async (method: string, url: string, body?: object): Promise<Resource> => {
    const response = await request(method, url, key, body)
    expect([response.status, response.body.error]).toEqual([200, undefined])
    return response.body
  }
  /** Every item of a collection, page by page. */
  const all = async (first: string, relation: string): Promise<readonly Resource[]> => {
    const items: Resource[] = []
    for (let url = first; url !== ''; ) {
      const page = await ok('GET', url)
      items.push(...(page._embedded?.[relation] ?? []))
      url = hrefOf(page, 'next')
    }
    return items
  }
  return { service, key, request, ok, all, [Symbol.asyncDispose]: () => server.close() }
}

test('a calendar sync can request changed events with a filter, and write its identifiers with PUT', async () => {
  await using at = await world(60)
  const events = hrefOf(await at.ok('GET', `${hardCoded}/api/v2/`), 'osdi:events')
  const mine = new Map<string, string>()
  const everything = await at.all(events, 'osdi:events')
  expect(everything).toHaveLength(60)
  for (const [row, event] of everything.slice(0, 5).entries()) {
    const identifiers = [`calendar:row-${row}`]
    const updated = await at.ok('PUT', hrefOf(event, 'self'), { identifiers })
    expect(updated.identifiers).toEqual(expect.arrayContaining([...(event.identifiers ?? []), ...identifiers]))
    mine.set(idOf(updated), `calendar:row-${row}`)
  }
  // The next run asks only for what changed since the last one.
  const since = String(
    everything
      .map(({ modified_date }) => modified_date)
      .sort()
      .at(-1),
  )
  const filter = encodeURIComponent(`modified_date gt '${since}'`)
  const changed = await at.all(`${events}?filter=${filter}`, 'osdi:events')
  expect(changed.map(idOf).sort()).toEqual([...mine.keys()].sort())
  const [found] = await at.all(
    `${events}?filter=${encodeURIComponent("identifier eq 'calendar:row-3'")}`,
    'osdi:events',
  )
  expect(mine.get(idOf(found ?? {}))).toBe('calendar:row-3')
})

test('a sign-up form can record RSVPs with only a phone number and a referrer, or with a hard-coded link to a person', async () => {
  await using at = await world(3)
  const { id } = at.service.addEvent({ title: 'Picnic' })
  const event = await at.ok('GET', `${hardCoded}/api/v2/events/${id}`)
  const helper = hrefOf(event, 'osdi:record_attendance_helper')
  expect(helper).toBe(`${hardCoded}/api/v2/events/${id}/attendances`)
  const byPhone = await at.ok('POST', helper, {
    person: { given_name: 'Ada', phone_numbers: [{ number: '+1 312 555 0142' }], custom_fields: { bus: 'yes' } },
    'action_network:referrer_data': { source: 'poster', website: 'picnic.example.org' },
    triggers: { autoresponse: { enabled: true } },
  })
  expect(byPhone).toMatchObject({
    status: 'accepted',
    'action_network:event_id': id,
    'action_network:referrer_data': { source: 'poster', website: 'picnic.example.org' },
  })
  // No e-mail address, no autoresponse.
  expect(at.service.outbox).toEqual([])
  const person = await at.ok('GET', hrefOf(byPhone, 'osdi:person'))
  expect(person).toMatchObject({ phone_numbers: [{ number: '13125550142' }], custom_fields: { bus: 'yes' } })
  // The form of another page keeps the link to the person, and writes it as the documentation does.
  const other = at.service.addEvent({ title: 'Walk' })
  const linked = await at.ok('POST', `${hardCoded}/api/v2/events/${other.id}/attendances`, {
    _links: { 'osdi:person': { href: `${hardCoded}/api/v2/people/${idOf(person)}` } },
  })
  expect(linked['action_network:person_id']).toBe(idOf(person))
  expect(await at.all(hrefOf(person, 'osdi:attendances'), 'osdi:attendances')).toHaveLength(2)
  // The autoresponse goes to a person with an address who asks for it.
  const described = { person: { email_addresses: [{ address: 'bob@example.org' }] } }
  await at.ok('POST', helper, described)
  expect(at.service.outbox).toEqual([])
  await at.ok('POST', helper, {
    person: { email_addresses: [{ address: 'eve@example.org' }] },
    triggers: { autoresponse: { enabled: true } },
  })
  expect(at.service.outbox).toMatchObject([{ kind: 'autoresponse', to: 'eve@example.org' }])
})

test('a form in a page without a key can record an RSVP, and gets {} for success and for failure', async () => {
  await using at = await world(3)
  const { id } = at.service.addEvent({ title: 'Picnic' })
  const url = `${hardCoded}/api/v2/events/${id}/attendances`
  const person = { email_addresses: [{ address: 'ada@example.org' }] }
  expect(await at.request('POST', url, undefined, { person })).toEqual({ status: 200, body: {} })
  expect(await at.request('POST', url, undefined, { person: {} })).toEqual({ status: 200, body: {} })
  expect((await at.ok('GET', url)).total_records).toBe(1)
})

test('a check-in program can list RSVPs in pages, and mark guests as attended with PUT', async () => {
  await using at = await world(0)
  const { id } = at.service.addEvent({ title: 'Picnic' })
  at.service.attend(id, 30)
  const url = `${hardCoded}/api/v2/events/${id}/attendances`
  const roster = await at.all(url, 'osdi:attendances')
  expect(roster).toHaveLength(30)
  const [first = {}] = roster
  const arrived = await at.ok('PUT', hrefOf(first, 'self'), { status: 'attended', identifiers: ['desk:1'] })
  expect(arrived).toMatchObject({ status: 'attended', identifiers: [...(first.identifiers ?? []), 'desk:1'] })
  expect((await at.all(url, 'osdi:attendances')).filter(({ status }) => status === 'attended')).toHaveLength(1)
})

test('a program can check its key by the tags link of the entry point', async () => {
  await using at = await world(1)
  const isValid = async (token?: string) => {
    const { status, body } = await at.request('GET', `${hardCoded}/api/v2/`, token)
    expect([status, body.namespace, body.max_page_size]).toEqual([200, 'action_network', 25])
    return hrefOf(body, 'osdi:tags') !== ''
  }
  expect([await isValid(at.key), await isValid('wrong'), await isValid()]).toEqual([true, false, false])
  const refused = await at.request('GET', `${hardCoded}/api/v2/events`, 'wrong')
  expect(refused).toEqual({ status: 403, body: { error: 'API Key invalid or not present wrong' } })
})

test('a program that follows every link of the entry point finds lists, and its own slashes and pages are understood', async () => {
  await using at = await world(60)
  const entry = await at.ok('GET', `${hardCoded}//api/v2//`)
  const own = ['self', 'docs', 'curies']
  for (const relation of Object.keys(entry._links ?? {}).filter((one) => !own.includes(one)))
    expect([relation, await at.ok('GET', hrefOf(entry, relation))]).toMatchObject([relation, { page: 1 }])
  // This program asks for pages until one is empty, and one counts in fractions.
  const titles = new Set<unknown>()
  for (let page = 1; ; page += 1) {
    const { _embedded } = await at.ok('GET', `${hardCoded}/api/v2//events/?page=${page}.0&filter=`)
    const events = _embedded?.['osdi:events'] ?? []
    if (events.length === 0) break
    for (const { title } of events) titles.add(title)
  }
  expect(titles.size).toBe(60)
})

/** Sends a GET with a body, which `fetch` refuses to send. */
const getWithBody = (url: string, key: string, body: string, type = 'application/x-www-form-urlencoded') =>
  new Promise<Resource>((resolve, reject) => {
    const headers = { 'OSDI-API-Token': key, 'Content-Type': type, 'Content-Length': Buffer.byteLength(body) }
    request(url, { headers }, (response) => void json(response).then((value) => resolve(value as Resource), reject))
      .on('error', reject)
      .end(body)
  })

test.for(Object.entries({ lenient: 2, 'as documented': 1 } as const))(
  'a GET with its parameters in a form body gets the page that they name if requests are read %s',
  async ([requestReading, page]) => {
    const assumptions = { requestReading: requestReading as 'lenient', filter: 'honoured' } as const
    const service = createMockService({ assumptions, events: 60, now: '2026-05-01T12:00:00Z' })
    const server = await serve(service, { port: 0, ui: false })
    const get = (path: string, body: string, type?: string) =>
      getWithBody(`${server.url}/api/v2/${path}`, server.keys.group, body, type)
    for (const path of ['events', 'people', 'event_campaigns'])
      expect([path, await get(path, 'page=2&per_page=3')]).toMatchObject([
        path,
        { page, per_page: page === 2 ? 3 : 25 },
      ])
    // The body counts before the query, and only a form counts.
    expect(await get('events?page=3&per_page=5', 'page=2')).toMatchObject({ page: page === 2 ? 2 : 3, per_page: 5 })
    expect(await get('events', '{"page":2}', 'application/json')).toMatchObject({ page: 1 })
    const none = new URLSearchParams({ filter: "title eq 'none'" })
    expect(await get('events', `${none}`)).toMatchObject({ total_records: page === 2 ? 0 : 60 })
    expect(service.requests.at(-1)).toMatchObject({ method: 'GET', query: {} })
    await server.close()
  },
)

test('a program with a wrong address gets an error from the entry point', async () => {
  await using at = await world(1)
  const { status, body } = await at.request('GET', `${hardCoded}/api/v3/`, at.key)
  expect([status, typeof body.error]).toEqual([404, 'string'])
  const right = await at.ok('GET', `${hardCoded}/api/v2`)
  expect(hrefOf(right, 'self')).toBe(`${hardCoded}/api/v2/`)
  expect(await at.all(hrefOf(right, 'osdi:events'), 'osdi:events')).toHaveLength(1)
})
