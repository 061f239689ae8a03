import fc from 'fast-check'
import { createMockService, type FaultRule, type MockService, type Version } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { callerOf, eventsOf, hrefOf, idOf, type Resource, titlesOf } from '../../support/api.ts'
import { faulty } from '../../support/faults.ts'
import { names, versions } from '../../support/names.ts'
import { flyingTime } from '../../support/virtual-time.ts'
import { inProcess } from '../../support/ways.ts'

const open = (version: Version = 'v2') => faulty(inProcess, version)

const teapot = { kind: 'status', status: 418 } as const

test('a fault rule with nth and times applies from the nth matching request on, as often as times says', async () => {
  const counts = { nth: fc.option(fc.integer({ min: 1, max: 6 })), times: fc.option(fc.integer({ min: 1, max: 6 })) }
  await fc.assert(
    fc.asyncProperty(fc.record(counts), fc.array(fc.boolean(), { maxLength: 12 }), async ({ nth, times }, requests) => {
      await using opened = await open()
      const { add, get, post } = opened
      const fault = add({
        method: 'get',
        ...(nth !== null && { nth }),
        ...(times !== null && { times }),
        effect: teapot,
      })
      const from = nth ?? 1
      const most = times ?? (nth === null ? Number.POSITIVE_INFINITY : 1)
      let matching = 0
      let hits = 0
      for (const isGet of requests) {
        const { status } = await (isGet ? get() : post())
        if (isGet) matching += 1
        const applies = isGet && matching >= from && hits < most
        if (applies) hits += 1
        expect(status).toBe(applies ? 418 : 200)
        expect(fault.hits).toBe(hits)
        expect(opened.service.faults.rules).toMatchObject([{ hits }])
      }
    }),
    { numRuns: 30 },
  )
})

test('the path pattern of a fault rule matches whole paths below baseUrl', async () => {
  const paths = ['/api/v2/events', '/api/v2/events/', '/api/v1/events', '/api/v2/events/1/attendances', '/nowhere', '/']
  const text = (pattern: string) =>
    pattern.replace(/[.*+?^${}()|[\]\\]/g, (sign) => (sign === '*' ? '.*' : `\\${sign}`))
  const pieces = fc.constantFrom('*', '/api', '/v1', '/v2', '/events', '/', '/1', '/attendances', 'api', 's')
  const patterns = fc.array(pieces, { minLength: 1, maxLength: 5 }).map((parts) => parts.join(''))
  await fc.assert(
    fc.asyncProperty(
      patterns.filter((pattern) => /^[/*]/.test(pattern)),
      async (path) => {
        await using opened = await open()
        const { add, get } = opened
        add({ path, effect: teapot })
        for (const asked of paths) {
          const { status } = await get(`${asked}?page=1`)
          expect([asked, status === 418]).toEqual([asked, new RegExp(`^${text(path)}$`).test(asked)])
        }
      },
    ),
    { numRuns: 40 },
  )
})

for (const version of versions) {
  test(`a fault rule with a key matches only requests with that key (${version})`, async () => {
    await using opened = await open(version)
    const { service, key, individualKey, getAs, add } = opened
    for (const reference of [key, key.token]) {
      const { id, key: token } = add({ key: reference, effect: teapot })
      expect(token).toBe(key.token)
      expect((await getAs(key.token)).status).toBe(418)
      expect((await getAs(individualKey.token)).status).toBe(200)
      expect((await getAs('nobody')).status).toBe(403)
      service.faults.remove(id)
    }
  })

  test(`a fault rule with operations and a version matches only requests with this operation and version (${version})`, async () => {
    await using opened = await open(version)
    const { add, get, post, target, key, eventPath } = opened
    add({ version, operation: ['events.get', 'events.create'], effect: teapot })
    const other = version === 'v1' ? 'v2' : 'v1'
    const headers = { [names[other].key]: key.token }
    expect((await get()).status).toBe(200)
    expect((await post()).status).toBe(418)
    expect((await get(eventPath)).status).toBe(418)
    const twin = await target.fetch(target.baseUrl + eventPath.replace(version, other), { headers })
    expect(twin.status).toBe(200)
  })
}

test('a fault rule with query matches requests that have all its decoded parameters, by the first value of each', async () => {
  await using opened = await open()
  const { add, get, events } = opened
  const fault = add({ query: { page: '2', tag: 'a b' }, effect: teapot })
  const statuses = async (...queries: string[]) =>
    Promise.all(queries.map(async (query) => (await get(`${events}?${query}`)).status))
  expect(await statuses('page=2&tag=a+b', 'x=1&tag=a%20b&page=2', 'page=2&page=1&tag=a+b')).toEqual([418, 418, 418])
  expect(await statuses('', 'page=2', 'tag=a+b', 'page=1&page=2&tag=a+b', 'page=02&tag=a+b')).not.toContain(418)
  expect(fault.hits).toBe(3)
})

test('a request gets all matching latency and new-events faults, then the first other matching fault', async () => {
  using _ = flyingTime()
  await using opened = await open()
  const { service, add, get } = opened
  const rules: FaultRule[] = [
    { effect: teapot, times: 1 },
    { effect: { kind: 'status', status: 451 }, nth: 1 },
    { effect: { kind: 'latency', ms: 1 } },
    { effect: { kind: 'new-events' } },
    { effect: { kind: 'latency', ms: { min: 0, max: 2 } }, when: 'after' },
  ]
  const faults = rules.map(add)
  expect((await get()).status).toBe(418)
  expect(faults.map(({ hits }) => hits)).toEqual([1, 0, 1, 1, 1])
  expect((await get()).status).toBe(451)
  expect(JSON.parse((await get()).text ?? '')).toMatchObject({ total_records: 6 })
  expect(faults.map(({ hits }) => hits)).toEqual([1, 1, 3, 3, 3])
  const [down, gone, slow, more, late] = faults.map(({ id }) => id)
  expect(service.requests.map(({ fault, status, faultIds }) => [fault, status, faultIds])).toEqual([
    ['status', 418, [slow, more, late, down]],
    ['status', 451, [slow, more, late, gone]],
    ['latency', 200, [slow, more, late]],
  ])
})

test('a next fault matches only lists, and a shape fault matches only responses with events', async () => {
  await using opened = await open()
  const { add, get, post, eventPath, service } = opened
  const next = add({ effect: { kind: 'next', to: 'loop' } })
  const shape = add({ effect: { kind: 'shape' } })
  expect((await get('/nowhere')).status).toBe(404)
  expect(JSON.parse((await post()).text ?? '')).not.toHaveProperty('identifiers')
  expect(JSON.parse((await get(eventPath)).text ?? '')).not.toHaveProperty('identifiers')
  expect([next.hits, shape.hits]).toEqual([0, 2])
  expect(JSON.parse((await get(`${eventPath}/attendances`)).text ?? '')._links).toHaveProperty('next')
  expect([next.hits, shape.hits]).toEqual([1, 2])
  service.faults.remove(next)
  // No events, nothing to change.
  const missing = await get(`${opened.events}/none`)
  expect([missing.status, shape.hits]).toEqual([404, 2])
  expect(service.requests.at(-1)).not.toHaveProperty('fault')
})

test('a shape fault lets responses without events pass, and does not count them', async () => {
  await using opened = await open()
  const { add, get, getAs, service } = opened
  const token = service.addKey().token
  const rules = [
    add({ effect: { kind: 'shape' } }),
    add({ effect: { kind: 'shape', event: 1 } }),
    add({ effect: { kind: 'shape', event: 4 } }),
  ]
  const others = ['/nowhere', '/api/v2/nowhere', '/api/v2', '/api/v2/event_campaigns/none', '/api/v2/people/none']
  const statuses = await Promise.all(others.map(async (path) => (await get(path)).status))
  expect(statuses).toEqual([404, 404, 200, 404, 404])
  for (const path of ['/api/v2/people', '/api/v2/event_campaigns', '/api/v2/tags']) {
    const { status, text = '' } = await get(path)
    expect([path, status, JSON.parse(text)._links !== undefined]).toEqual([path, 200, true])
  }
  expect((await getAs('nobody')).status).toBe(403)
  // No event is on the page.
  expect((await getAs(token)).status).toBe(200)
  expect(rules.map(({ hits }) => hits)).toEqual([0, 0, 0])
  expect(service.requests.some(({ fault }) => fault !== undefined)).toBe(false)
})

test('a next fault matches no refused list, and can lead anywhere', async () => {
  await using opened = await open()
  const { add, get, getAs } = opened
  const to = 'https://elsewhere.invalid/api/v2/events?page=2'
  const fault = add({ effect: { kind: 'next', to } })
  expect((await getAs('nobody')).status).toBe(403)
  expect(fault.hits).toBe(0)
  expect(JSON.parse((await get()).text ?? '')._links.next).toEqual({ href: to })
})

test('a rule with a version or an operation lets paths pass that are no part of the interface', async () => {
  await using opened = await open()
  const { add, get } = opened
  const rules = [
    add({ version: 'v2', effect: teapot }),
    add({ operation: 'events.list', effect: teapot }),
    add({ effect: { kind: 'shape', event: 1 } }),
  ]
  expect(rules.map(({ id }) => id)).toEqual(['fault-1', 'fault-2', 'fault-3'])
  expect([(await get('/nowhere')).status, (await get('/')).status]).toEqual([404, 404])
  expect(rules.map(({ hits }) => hits)).toEqual([0, 0, 0])
})

test('a shape fault with event changes only the event at this position of a page', async () => {
  for (const version of versions) {
    await using opened = await open(version)
    const { add, get, events, eventPath } = opened
    const untouched = eventsOf(JSON.parse((await get(events)).text ?? ''))
    const fault = add({
      effect: { kind: 'shape', event: 2, remove: ['identifiers'], set: { [names[version].title]: 7 } },
    })
    const beyond = add({ effect: { kind: 'shape', event: untouched.length + 1, set: { [names[version].title]: 8 } } })
    const { identifiers: _, ...second } = untouched[1] ?? {}
    const changed = [untouched[0], { ...second, [names[version].title]: 7 }, ...untouched.slice(2)]
    expect(eventsOf(JSON.parse((await get(events)).text ?? '')), version).toEqual(changed)
    expect(JSON.parse((await get(eventPath)).text ?? '')).toHaveProperty('identifiers')
    expect([fault.hits, beyond.hits]).toEqual([1, 0])
    expect(opened.service.requests.at(-1)).not.toHaveProperty('fault')
  }
})

/** The latencies of three parallel requests, measured with fake timers. */
async function drawn(service: MockService): Promise<readonly number[]> {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  service.faults.add({ effect: { kind: 'latency', ms: { min: 1000, max: 9000 } } })
  const started = Date.now()
  const answers = [1, 2, 3].map(async () => {
    await service.fetch(`${service.baseUrl}/api/v2/events`)
    return Date.now() - started
  })
  await vi.advanceTimersByTimeAsync(9000)
  return Promise.all(answers)
}

test('a random latency follows the option seed, and repeats after a reset', async () => {
  const [one, same, other] = ['one', 'one', 'two'].map((seed) => createMockService({ seed }))
  const first = await drawn(one as MockService)
  expect(new Set(first).size).toBe(3)
  for (const wait of first) expect(wait).toSatisfy((ms: number) => ms >= 1000 && ms <= 9000)
  one?.reset()
  for (const service of [one, same]) expect(await drawn(service as MockService)).toEqual(first)
  expect(await drawn(other as MockService)).not.toEqual(first)
})

type World = Awaited<ReturnType<typeof faulty>>

/** Follows the next links from the first page to the last. */
async function walk({ target, key, version }: World): Promise<readonly Resource[]> {
  const caller = callerOf(target, key, version)
  const pages: Resource[] = []
  for (
    let address: string | undefined = '/events';
    address !== undefined;
    address = hrefOf(pages.at(-1) as Resource, 'next')
  ) {
    if (pages.length > 20) throw new Error('the walk has no end')
    pages.push(await caller.follow(address))
  }
  return pages
}

for (const version of versions) {
  const first = `Event 1, Event 2, Event 3`.split(', ')

  test(`with the oldest events first, a new-events fault adds its events at the end of the list (${version})`, async () => {
    await using opened = await faulty(inProcess, version, { assumptions: { order: 'oldest first' } })
    opened.add({ operation: 'events.list', nth: 2, effect: { kind: 'new-events', count: 2 } })
    const titles = (await walk(opened)).flatMap((page) => titlesOf(page, version))
    expect(titles).toHaveLength(5)
    expect(titles.slice(0, 3)).toEqual(first)
    expect(opened.service.requests.map(({ fault }) => fault)).toEqual([undefined, 'new-events', undefined])
  })

  test(`with the newest events first, a new-events fault moves events to later pages (${version})`, async () => {
    await using opened = await faulty(inProcess, version, { assumptions: { order: 'newest first' } })
    opened.add({ operation: 'events.list', nth: 2, effect: { kind: 'new-events' } })
    const titles = (await walk(opened)).flatMap((page) => titlesOf(page, version))
    expect(titles).toEqual(['Event 3', 'Event 2', 'Event 2', 'Event 1'])
  })
}

test('a new-events fault adds distinct events with usual fields, only to the owner of the key', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const { service, add, get, individualKey, key, target } = opened
  add({ times: 1, effect: { kind: 'new-events', count: 30 } })
  await get()
  const made = (await walk(opened)).flatMap(eventsOf).slice(3)
  expect(new Set(made.map((event) => idOf(event))).size).toBe(30)
  expect(new Set(made.map(({ title }) => title)).size).toBeGreaterThan(20)
  for (const event of made) expect((await callerOf(target, key, 'v2').read(event)).title).toMatch(/\S/)
  expect(service.targeting(individualKey)).toEqual([])
})

/** The events that a `new-events` fault adds to a service, without what differs in each. */
async function newEventsOf(service: MockService, key: string): Promise<readonly object[]> {
  service.faults.add({ times: 1, effect: { kind: 'new-events', count: 25 } })
  const url = `${service.baseUrl}/api/v2/events?per_page=25`
  const page = await (await service.fetch(url, { headers: { 'OSDI-API-Token': key } })).json()
  return eventsOf(page).map(({ title, description, start_date, end_date, location }) => ({
    ...{ title, description, start_date, end_date, location },
  }))
}

test('a new-events fault adds the same whole events for the same seed, and again after a reset', async () => {
  const [one, same, other] = ['one', 'one', 'two'].map((seed) =>
    createMockService({ seed, now: '2026-05-01T12:00:00Z' }),
  )
  const made = async (service: MockService | undefined) => (service ? newEventsOf(service, service.addKey().token) : [])
  const first = await made(one)
  expect(first).toHaveLength(25)
  for (const name of ['title', 'description', 'start_date', 'location']) {
    expect(first.filter((event) => Reflect.get(event, name) !== undefined).length, name).toBeGreaterThan(15)
  }
  expect(await made(same)).toEqual(first)
  expect(await made(other)).not.toEqual(first)
  one?.reset()
  expect(await made(one)).toEqual(first)
})
