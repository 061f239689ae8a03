import { createMockService, MockServiceError, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, idOf, request, world } from '../support/api.ts'
import { versions } from '../support/names.ts'

const thrownBy = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return error
  }
  return undefined
}

test('no option is needed', () => {
  const service = createMockService()
  expect(service.baseUrl).toBe('https://events.example.org')
  expect(service.namespace).toBe('platform')
  expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
  expect(service.requests).toEqual([])
  expect(service.outbox).toEqual([])
})

for (const version of versions) {
  test(`seeded events are the group key's and not the individual's (${version})`, async () => {
    const service = createMockService({ events: 60 })
    const { group, individual } = service.seeded
    expect([group.kind, individual.kind]).toEqual(['group', 'individual'])
    const first = (await request(service, group, version, 'GET', '/events')).body
    expect(first).toMatchObject({ total_records: 60, total_pages: 3, per_page: 25 })
    expect(eventsOf(first)).toHaveLength(25)
    expect((await request(service, individual, version, 'GET', '/events')).body).toMatchObject({ total_records: 0 })
  })

  test(`the same options and calls make the same service, another seed another (${version})`, async () => {
    const answers = async (seed: string) => {
      const { service, key } = world({ seed, events: 3 })
      const made = await callerOf(service, key, version).create()
      const attendances = service.attend(made, 2)
      return [made, attendances, await callerOf(service, service.seeded.group, version).list()]
    }
    const first = await answers('one')
    expect(await answers('one')).toEqual(first)
    expect(await answers('two')).not.toEqual(first)
  })

  test(`two services never see each other (${version})`, async () => {
    const [one, other] = [world({ seed: 'one' }), world({ seed: 'other' })]
    await callerOf(one.service, one.key, version).create()
    expect((await request(other.service, one.key, version, 'GET', '/events')).status).toBe(403)
    expect(await callerOf(other.service, other.key, version).list()).toMatchObject({ total_records: 0 })
    expect(one.service.requests).toHaveLength(1)
  })

  test(`a base address may have a path of its own (${version})`, async () => {
    const { service, key } = world({ baseUrl: 'http://localhost:8080/some/path/' })
    expect(service.baseUrl).toBe('http://localhost:8080/some/path')
    const made = await callerOf(service, key, version).create()
    expect(made._links.self).toEqual({ href: `http://localhost:8080/some/path/api/${version}/events/${idOf(made)}` })
    expect(await callerOf(service, key, version).follow(`${service.baseUrl}/api/${version}/events`)).toMatchObject({
      total_records: 1,
    })
  })

  test(`the clock moves one second with every write, and with nothing else (${version})`, async () => {
    const { service, key } = world()
    const caller = callerOf(service, key, version)
    const seconds = () => service.clock.now().getTime() / 1000
    const start = seconds()
    const made = await caller.create()
    expect(seconds()).toBe(start + 1)
    await caller.update(made, { description: 'x' })
    expect(seconds()).toBe(start + 2)
    await caller.list()
    await caller.read(made)
    await caller.send('DELETE', `/events/${idOf(made)}`)
    expect(seconds()).toBe(start + 2)
  })

  test(`the service's fetch takes what the platform's takes (${version})`, async () => {
    const { service, key } = world()
    const url = `${service.baseUrl}/api/${version}/events`
    const headers = { v1: { 'api-key': key.token }, v2: { 'OSDI-API-Token': key.token } }[version]
    const { fetch } = service
    for (const input of [url, new URL(url), new Request(url)]) {
      expect((await fetch(input, { headers })).status).toBe(200)
    }
    expect((await fetch(new Request(url, { headers }))).status).toBe(200)
    const reason = new Error('enough')
    await expect(fetch(url, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  test(`reset puts everything back to how the service was made (${version})`, async () => {
    const { service, key } = world({ events: 2 })
    const caller = callerOf(service, key, version)
    service.attend(await caller.create({ identifiers: ['calendar:7'] }), 2)
    service.attend(service.addEvent({ title: 'Tree walk' }, { key }).id, 1)
    service.clock.advance('PT24H')
    const seeded = service.seeded
    const seededEvents = await callerOf(service, seeded.group, version).list()
    await callerOf(service, seeded.group, version).create()
    service.reset()
    expect(service.requests).toEqual([])
    expect(service.outbox).toEqual([])
    expect(service.clock.now()).toEqual(new Date('2026-05-01T12:00:00Z'))
    expect((await caller.send('GET', '/events')).status).toBe(403)
    expect(service.seeded).toEqual(seeded)
    expect(await callerOf(service, service.seeded.group, version).list()).toEqual(seededEvents)
    expect(service.requests.map(({ number }) => number)).toEqual([1, 2])
  })
}

const durations = { PT24H: 86_400, P1W: 604_800, P1D: 86_400, P1DT2H3M4S: 93_784, PT90M: 5_400 } as const

for (const [duration, seconds] of Object.entries(durations)) {
  test(`the clock is moved by ${duration}`, () => {
    const { service } = world()
    const before = service.clock.now().getTime()
    service.clock.advance(duration)
    expect(service.clock.now().getTime()).toBe(before + seconds * 1000)
  })
}

for (const duration of ['', 'P', 'PT', '24h', '-PT1H', 'P1M', 'P1Y', 'PT1', 'tomorrow']) {
  test(`the clock is not moved by ${JSON.stringify(duration)}`, () => {
    const { service } = world()
    const before = service.clock.now()
    expect(thrownBy(() => service.clock.advance(duration))).toBeInstanceOf(MockServiceError)
    expect(service.clock.now()).toEqual(before)
  })
}

const wrong: readonly (readonly [keyof MockServiceOptions | 'colour', unknown])[] = [
  ['now', 'yesterday'],
  ['now', '2026-05-01T12:00:00'],
  ['perPage', 0],
  ['perPage', 1.5],
  ['perPage', '25'],
  ['events', -1],
  ['events', 0.5],
  ['events', 2_000_001],
  ['events', 1e12],
  ['baseUrl', 'events.example.org'],
  ['baseUrl', 'ftp://events.example.org'],
  ['baseUrl', 'https://events.example.org/?x=y'],
  ['baseUrl', 'https://events.example.org/#x'],
  ['namespace', ''],
  ['namespace', 'a:b'],
  ['geocode', 'nowhere'],
  ['colour', 'green'],
]

for (const [option, value] of wrong) {
  test(`the option ${option} cannot be ${JSON.stringify(value)}`, () => {
    const error = thrownBy(() => createMockService({ [option]: value }))
    expect(error).toBeInstanceOf(MockServiceError)
    expect(error).toMatchObject({ field: option, message: expect.stringContaining(option) })
  })
}

test('what is handed in about people that nobody knows is refused, naming the field', () => {
  const { service, group, key } = world()
  const attempts: readonly (readonly [string, () => unknown])[] = [
    ['creator', () => service.addGroup({ title: 'x', creator: 'nobody' })],
    ['members', () => service.addGroup({ title: 'x', members: ['nobody'] })],
    ['title', () => service.addGroup({ title: '' })],
    ['group', () => service.addKey({ group: 'none' })],
    ['person', () => service.addKey({ person: 'nobody' })],
    ['token', () => service.addKey({ token: key.token })],
    ['person', () => service.addKey({ group, person: 'nobody' })],
    ['key', () => service.addCampaign({ title: 'x', key: 'none' })],
    ['key', () => service.addEvent({ title: 'x' }, { key: 'none' })],
    ['campaign', () => service.addEvent({ title: 'x', campaign: 'none' }, { key })],
    ['title', () => service.addEvent({ title: '' }, { key })],
  ]
  for (const [field, attempt] of attempts) {
    const error = thrownBy(attempt)
    expect(error).toBeInstanceOf(MockServiceError)
    expect((error as MockServiceError).field).toContain(field)
  }
})

test('an event or a person that nobody knows cannot attend, and no fewer than one', async () => {
  const { service, key, stranger } = world()
  const made = await callerOf(service, key, 'v2').create()
  for (const attempt of [
    () => service.attend('none', stranger),
    () => service.attend(made, 'nobody'),
    () => service.attend(made, -1),
    () => service.attend(made, 1.5),
  ]) {
    expect(thrownBy(attempt)).toBeInstanceOf(MockServiceError)
  }
  expect((await callerOf(service, key, 'v2').read(made)).total_accepted).toBe(0)
})
