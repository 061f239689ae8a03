import { createMockService, type EventQuery, MockAdminError, MockServiceError, mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawServer } from '../support/raw-server.ts'
import { served } from '../support/served.ts'

const open = async () => {
  const opened = await served({}, { now: '2026-05-01T12:00:00Z', events: 1 })
  return Object.assign(opened, { steer: mockAdmin(opened.server.url) })
}

const failureOf = (promise: Promise<unknown>) => promise.then(() => undefined).catch((error: unknown) => error)

test('mockAdmin adds a campaign with all fields, and tags, and lists both by key', async () => {
  await using opened = await open()
  const { steer, service } = opened
  const key = await steer.addKey({ group: await steer.addGroup({ title: 'Park friends' }) })
  const fields = {
    ...{ title: 'Spring', name: 'Spring 2026', origin_system: 'Organizer', identifiers: ['crm:7'] },
    ...{ description: '<p>Every river.</p>', browser_url: 'https://calendar.example.org/spring', host_pitch: 'Host' },
    ...{ host_instructions: 'Gloves', host_url: 'https://calendar.example.org/host', tag_list: ['rivers'] },
    featured_image_url: 'https://calendar.example.org/spring.png',
  }
  const campaign = await steer.addCampaign({ ...fields, hidden: true, key })
  const { identifiers, ...others } = fields
  expect(campaign).toMatchObject({ ...others, 'platform:hidden': true })
  expect(campaign.identifiers).toEqual([`platform:${campaign.id}`, ...identifiers])
  expect(await steer.campaigns(key)).toEqual([campaign])
  const tag = await steer.addTag({ name: 'volunteer', key })
  const other = await steer.addTag({ name: 'volunteer', key: service.seeded.group })
  expect((await steer.tags()).slice(-2)).toEqual([tag, other])
  expect(await steer.tags(key)).toEqual([tag])
  await expect(steer.addTag({ name: 'volunteer', key })).rejects.toMatchObject({ field: 'tag.name' })
  await expect(steer.addCampaign({ title: 'A', tag_list: [7] as never, key })).rejects.toMatchObject({
    field: 'campaign.tag_list',
  })
})

test('mockAdmin adds people, groups, keys, campaigns, events and RSVPs as the methods of the service do', async () => {
  await using opened = await open()
  const { steer, service, server } = opened
  const ada = await steer.addPerson({ given_name: 'Ada' })
  const gus = await steer.addPerson()
  const group = await steer.addGroup({ title: 'Park friends', creator: ada, members: [gus.id] })
  const key = await steer.addKey({ group })
  expect(await steer.addKey()).toMatchObject({ kind: 'individual' })
  const campaign = await steer.addCampaign({ title: 'Spring', key })
  const picnic = await steer.addEvent({ title: 'Picnic', campaign }, { key })
  expect(JSON.stringify(picnic)).toContain(`${server.url}/api/v2/events/${picnic.id}`)
  const walk = await steer.addEvent({ title: 'Walk' }, { key: key.token, via: 'api' })
  expect(await steer.attend(picnic, 2)).toHaveLength(2)
  expect(await steer.attend(walk.id, gus)).toMatchObject([{ event: walk.id, person: gus.id }])
  expect(await steer.attend({ identifiers: picnic.identifiers }, ada.id)).toMatchObject([{ event: picnic.id }])
  expect(await steer.attend(picnic, ada, { status: 'declined' })).toMatchObject([
    { person: ada.id, status: 'declined' },
  ])
  expect(await steer.targeting(key)).toEqual(service.targeting(key))
  expect(await steer.outbox()).toEqual(service.outbox)
  const ids = service.dashboard(key).map(({ id }) => id)
  for (const of of [key, key.token, group, group.id]) {
    expect((await steer.dashboard(of)).map(({ id }) => id)).toEqual(ids)
  }
  for (const of of [group, group.id]) expect(await steer.mailingList(of)).toEqual(service.mailingList(of))
  expect(await steer.info()).toEqual({ url: server.url, keys: server.keys, namespace: 'platform' })
})

test('mockAdmin updates, cancels and removes an event by id, identifier or object, and then lists the changed events', async () => {
  await using opened = await open()
  const { steer } = opened
  const [picnic, walk, fair] = [
    await steer.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00', identifiers: ['calendar:1'] }),
    await steer.addEvent({ title: 'Walk' }, { via: 'api' }),
    await steer.addEvent({ title: 'Fair' }),
  ]
  await steer.attend(fair, 2)
  const titles = async (query?: EventQuery) => (await steer.events(query)).events.map(({ title }) => title)
  const before = await steer.overview()
  expect(await steer.updateEvent(picnic, { title: 'A picnic', start_date: null })).toMatchObject({ title: 'A picnic' })
  expect(await steer.cancelEvent('calendar:1')).toMatchObject({ id: picnic.id, status: 'cancelled' })
  expect(await steer.cancelEvent({ identifiers: ['other:1', ...walk.identifiers] })).toMatchObject({ id: walk.id })
  expect(await steer.removeEvent(fair.id)).toBeUndefined()
  expect(await failureOf(steer.event(fair.id))).toMatchObject({ code: 'unknown', field: 'event' })
  const all = await titles()
  expect(all).toEqual(['Walk', 'A picnic', expect.any(String)])
  expect(await titles({ dated: false })).toEqual(['Walk', 'A picnic'])
  expect(await titles({ search: 'fair' })).toEqual([])
  expect(await steer.overview()).toMatchObject({
    ...{ events: before.events - 1, rsvps: before.rsvps - 2 },
    undated: { events: 2, rsvps: before.undated.rsvps - 2 },
  })
  // Sent messages stay, with the title of the event.
  const [message] = (await steer.messages({ event: fair.id })).messages
  expect((await steer.message(message?.number ?? 0)).text).toContain('your RSVP to Fair.')
  const state = await steer.state()
  await steer.restore(state)
  expect(await steer.state()).toEqual(state)
  expect(await titles()).toEqual(all)
})

test('mockAdmin reads and changes the request log, the clock and the state', async () => {
  await using opened = await open()
  const { steer, service, server, ask } = opened
  const before = await steer.state()
  expect(before).toEqual(service.snapshot().toJSON())
  await ask('/api/v2/events')
  expect(await steer.requests()).toEqual(service.requests.matching({}))
  const filter = { operation: 'events.list', version: 'v2', method: 'GET', path: '/api/*/events', status: 200 } as const
  expect(await steer.requests(filter)).toHaveLength(1)
  expect(await steer.requests({ status: 500 })).toEqual([])
  expect(await steer.requests({ text: 'TOTAL_records' })).toHaveLength(1)
  await steer.clearRequests()
  expect(await steer.requests()).toEqual([])
  expect(await steer.clock.advance('PT24H')).toEqual(new Date('2026-05-02T12:00:00Z'))
  expect(await steer.clock.now()).toEqual(service.clock.now())
  await steer.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  expect(await steer.restore(before)).toEqual({ url: server.url, keys: server.keys })
  expect(await steer.state()).toEqual(before)
  await steer.addPerson()
  expect(await steer.reset()).toEqual({ url: server.url, keys: server.keys })
  expect(await steer.state()).toEqual(before)
})

test('mockAdmin creates, controls and ends a sandbox, by end() or by await using', async () => {
  await using opened = await open()
  const { steer, service } = opened
  const sandbox = await steer.sandbox({ events: 2, perPage: 1 })
  const { url, keys, admin } = sandbox
  await admin.addEvent({ title: 'Picnic' }, { key: keys.group })
  expect((await admin.state()).events).toHaveLength(3)
  expect(service.snapshot().toJSON().events).toHaveLength(1)
  const inner = await failureOf(admin.sandbox())
  expect(inner).toBeInstanceOf(MockAdminError)
  expect(inner).toMatchObject({ code: 'refused', status: 404 })
  await sandbox.end()
  expect(await failureOf(admin.info())).toMatchObject({ name: 'MockServiceError', code: 'unknown', field: 'sandbox' })
  {
    await using short = await steer.sandbox()
    expect((await short.admin.info()).url).toBe(short.url)
    await using ended = await steer.sandbox()
    await ended.end()
  }
  expect((await fetch(`${url}/api/v2/events`)).status).toBe(404)
})

test('mockAdmin rejects a wrong argument with the same error as the method of the service', async () => {
  await using opened = await open()
  const { steer, service, server } = opened
  const key = server.keys.group
  const [event = ''] = service.dashboard(key).map(({ id }) => id)
  const cases: readonly [through: () => Promise<unknown>, inProcess: () => unknown][] = [
    [() => steer.addPerson({ email_address: '?' }), () => service.addPerson({ email_address: '?' })],
    [() => steer.addEvent({ title: '' }, { key }), () => service.addEvent({ title: '' }, { key })],
    [() => steer.attend('none', 1), () => service.attend('none', 1)],
    [() => steer.updateEvent(event, { capacity: -1 }), () => service.updateEvent(event, { capacity: -1 })],
    [() => steer.clock.advance('a day'), () => service.clock.advance('a day')],
    [() => steer.dashboard('none'), () => service.dashboard('none')],
    [() => steer.requests({ path: '' }), () => service.requests.matching({ path: '' })],
    [() => steer.restore({} as never), () => service.restore({} as never)],
    [() => steer.sandbox({ perPage: 0 }), () => createMockService({ perPage: 0 })],
  ]
  for (const [through, inProcess] of cases) {
    let thrown: unknown
    try {
      inProcess()
    } catch (error) {
      thrown = error
    }
    const { code, field, message } = thrown as MockServiceError
    const failure = await failureOf(through())
    expect(failure).toBeInstanceOf(MockServiceError)
    expect(failure).toMatchObject({ code, field, message })
  }
})

const circle: Record<string, unknown> = {}
circle.circle = circle

test('mockAdmin rejects arguments that cannot be sent as JSON, names them, and never throws synchronously', async () => {
  await using opened = await open()
  const { steer, service } = opened
  const untyped = steer as unknown as Record<
    | 'addPerson'
    | 'addEvent'
    | 'updateEvent'
    | 'removeEvent'
    | 'attend'
    | 'message'
    | 'messages'
    | 'requests'
    | 'sandbox',
    Untyped
  >
  const bare: unknown = Object.create(null)
  const [event] = service.dashboard(opened.server.keys.group)
  const cases: readonly (readonly [call: () => Promise<unknown>, expected: object])[] = [
    [() => untyped.addEvent({ title: 'Picnic' }, null), { code: 'argument', field: 'options' }],
    [() => untyped.addEvent({ title: 'Picnic' }, { key: null }), { code: 'unknown', field: 'options.key' }],
    [() => untyped.addPerson({ given_name: 1n }), { code: 'argument', field: 'body' }],
    [() => untyped.addPerson(circle), { code: 'argument', field: 'body' }],
    [() => untyped.addPerson(() => ({})), { code: 'argument', field: 'body' }],
    ...['', '..', undefined, bare, { identifiers: [] }].map(
      (wrong) => [() => untyped.attend(wrong, 1), { code: 'unknown', field: 'event' }] as const,
    ),
    [() => untyped.attend(event, bare), { code: 'unknown' }],
    [() => steer.faults.remove({} as never), { code: 'argument', field: 'fault' }],
    [() => untyped.requests(null), { code: 'argument', field: 'filter' }],
    [() => untyped.requests({ status: '' }), { code: 'argument', field: 'filter.status' }],
    [() => untyped.sandbox({ geocode: () => undefined }), { code: 'option', field: 'geocode' }],
  ]
  for (const [index, [call, expected]] of cases.entries()) {
    const failure = await failureOf(call())
    expect(failure, `case ${index}`).toBeInstanceOf(MockServiceError)
    expect(failure, `case ${index}`).toMatchObject(expected)
  }
  for (const none of ['', '.', '..', 'none']) expect(await steer.faults.remove(none)).toBe(false)
})

type Untyped = (...given: readonly unknown[]) => Promise<unknown>

test('mockAdmin throws for an invalid address and a wrong or unknown option', () => {
  const refused = (url: unknown, options: unknown, expected: object) =>
    expect(() => mockAdmin(url as string, options as never)).toThrow(expect.objectContaining(expected))
  for (const url of ['', 'localhost:4010', 'ftp://localhost', 7, 'http://a/?b', 'http://a#', 'http://a:secret@b'])
    refused(url, undefined, { code: 'argument', field: 'url' })
  for (const timeout of [0, 0.5, 2 ** 31, '5'])
    refused('http://localhost:4010', { timeout }, { code: 'option', field: 'timeout' })
  refused('http://localhost:4010', { timeot: 5 }, { code: 'option', field: 'timeot' })
})

test('a MockAdminError says why the server cannot be reached, and shows no key', async () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\n'
  await using silent = await rawServer(() => ({ bytes: '', ending: 'stall' }))
  await using stalling = await rawServer(() => ({ bytes: `${head}{`, ending: 'stall' }))
  await using page = await rawServer(() => ({ bytes: `${head}<html>`, ending: 'close' }))
  const gone = await served()
  await gone.server.close()
  await using strict = await served()
  const rebound: typeof fetch = (input, init) => fetch(input, { ...init, headers: { 'Sec-Fetch-Site': 'cross-site' } })
  const cases: readonly [admin: ReturnType<typeof mockAdmin>, expected: object][] = [
    [mockAdmin(silent.url, { timeout: 30 }), { code: 'timeout', status: undefined }],
    [mockAdmin(stalling.url, { timeout: 30 }), { code: 'timeout', status: undefined }],
    [mockAdmin(page.url), { code: 'content', status: 200 }],
    [mockAdmin(gone.server.url), { code: 'network', status: undefined }],
    [mockAdmin(strict.server.url, { fetch: rebound }), { code: 'refused', status: 403 }],
  ]
  for (const [admin, expected] of cases) {
    const failure = await failureOf(admin.targeting('a-secret-key'))
    expect(failure).toBeInstanceOf(MockAdminError)
    expect(failure).toMatchObject({ name: 'MockAdminError', ...expected })
    expect((failure as Error).message).toContain('/_mock/targeting')
    expect((failure as Error).message).not.toContain('a-secret-key')
  }
})
