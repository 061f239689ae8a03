import {
  type Assumptions,
  actionNetwork,
  type CheckReport,
  type CheckWrites,
  checkService,
  createMockService,
  type MadeThing,
  type MockService,
  type MockServiceOptions,
} from 'osdi-events/mock'
import { describe, expect, test } from 'vitest'
import { assumptionNames, assumptionRow } from '../../mock-server/assumptions.ts'
import { hiding, notIn, serviceWithData, shownByGet, shownByWrite } from '../support/checked-service.ts'
import { versions } from '../support/names.ts'
import { isNight } from '../support/runs.ts'
import { flyingTime } from '../support/virtual-time.ts'

const email = 'tester@example.net'

/** The report of a check with writes. */
function checked(service: MockService, api: 'v1' | 'v2', writes: CheckWrites = { email }, options = {}) {
  const { baseUrl, fetch, seeded } = service
  return checkService({
    ...{ baseUrl, apiKey: seeded.group.token, api, fetch, rateLimit: undefined, writes, ...options },
  })
}

const onlyIn = (api: 'v1' | 'v2', settings: Partial<Assumptions>): Partial<Assumptions> =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !notIn[api].includes(name)))

const differentIn = ({ findings }: CheckReport) =>
  Object.fromEntries(
    findings.flatMap(({ assumption, service, outcome }) => (outcome === 'different' ? [[assumption, service]] : [])),
  )

test('each assumption that a check can show has another setting here', () => {
  const flipped = (groups: readonly Partial<Assumptions>[]) => new Set(groups.flatMap((group) => Object.keys(group)))
  const shownBy = (probe: string) => new Set(assumptionNames.filter((name) => assumptionRow(name).probe === probe))
  expect(flipped(Object.values(shownByWrite))).toEqual(shownBy('write'))
  // The two others need filters. The tests of checkService try all their settings.
  expect(flipped([shownByGet, { filterFields: 'as listed', filterLinks: 'self without query' }])).toEqual(
    shownBy('GET'),
  )
})

describe.each(versions)('%s', (api) => {
  test.each<[name: string, options: MockServiceOptions & { assumptions?: Partial<Assumptions> }]>([
    ['the default', {}],
    ['the preset', { ...actionNetwork, assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' } }],
  ])('checkService with writes finds no difference in a service with the assumed settings: %s', async (_, options) => {
    const service = createMockService({ events: 30, ...options })
    const { assumptions, namespace } = { namespace: 'platform', assumptions: {}, ...options }
    const report = await checked(service, api, { email }, { assumptions, namespace })
    expect(differentIn(report)).toEqual({})
    expect([...report.fields, ...report.others].filter(({ expected, seen }) => expected !== seen)).toEqual([])
    expect(report).toMatchObject({ complete: true, writes: { remains: ['event', 'RSVP'] } })
    const untold = report.findings.filter(({ shownBy, outcome }) => shownBy === 'write' && outcome === 'could not tell')
    // The service sets the status of an RSVP itself, so that none is declined.
    const others = assumptionNames.filter((name) => (assumptionRow(name).only ?? api) !== api)
    expect(untold.map(({ assumption }) => assumption).filter((name) => !others.includes(name))).toEqual([
      'totalAccepted',
    ])
  })

  test.each(
    Object.entries(shownByWrite).flatMap(([name, written]) => [
      [name, written] as const,
      [`${name}, and what a GET shows`, { ...shownByGet, ...written }] as const,
    ]),
  )('checkService with writes finds each flipped assumption, and nothing else: %s', async (_, flips) => {
    const possible = Object.entries(onlyIn(api, flips)).filter(([name]) => !hiding.includes(name))
    const report = await checked(await serviceWithData(Object.fromEntries(possible)), api)
    expect(differentIn(report)).toEqual(Object.fromEntries(possible))
  })

  test.each(
    [
      ...Object.values(shownByWrite).flatMap((group) => Object.entries(group)),
      ...hiding.map((name) => [name, Reflect.get(shownByGet, name)] as const),
    ].filter(([name], at) => {
      const other = api === 'v1' ? 'v2' : 'v1'
      if (notIn[api].includes(name)) return false
      // By day those of both versions in one of them, by turns.
      return isNight || notIn[other].includes(name) || (at % 2 === 0) === (api === 'v1')
    }),
  )('checkService with writes finds nothing else if only the assumption %s is %j', async (name, setting) => {
    const set = { [name]: setting }
    const report = await checked(await serviceWithData(set), api)
    expect(differentIn(report)).toEqual(name === 'totalAccepted' ? {} : set)
  })

  test('checkService with writes makes one event, which says what it is, in a past year, and sends no mail', async () => {
    const service = createMockService({ events: 30 })
    const before = new Set(
      service
        .snapshot()
        .toJSON()
        .events.map(({ id }) => id),
    )
    const { requests, writes } = await checked(service, api)
    const made = service
      .snapshot()
      .toJSON()
      .events.filter(({ id }) => !before.has(id))
    expect(made.map(({ title }) => title)).toEqual([
      expect.stringMatching(/^Test by osdi-events check, may be removed/),
    ])
    expect(JSON.stringify(made)).toMatch(/may be removed.*2000-01-01T12:00:00|2000-01-01T12:00:00.*may be removed/)
    expect(service.outbox).toEqual([])
    const written = service.requests.filter(({ method }) => method !== 'GET')
    expect(written.filter(({ body }) => /trigger/.test(JSON.stringify(body ?? '')))).toEqual([])
    const toOthers = written.filter(({ path }) => path !== `/api/${api}/events` && !path.includes(made[0]?.id ?? ''))
    expect(toOthers).toEqual([])
    expect(writes?.requests).toBeLessThanOrEqual(40)
    expect(requests).toBeLessThanOrEqual(100)
  })
})

const rsvpsTo = (service: MockService) => service.requests.filter(({ operation }) => operation === 'attendances.record')

test('checkService with writes sends RSVPs with the given e-mail address only', async () => {
  const service = createMockService()
  const without = await checked(service, 'v2', {})
  expect(rsvpsTo(service)).toEqual([])
  expect(without).toMatchObject({ writes: { remains: ['event'] } })
  await checked(service, 'v2', { email })
  const sent = rsvpsTo(service).flatMap(({ body }) => Object(body).person.email_addresses ?? [])
  expect(new Set(sent.map(({ address }: { address: string }) => address))).toEqual(new Set([email]))
  expect(
    service
      .snapshot()
      .toJSON()
      .people.filter(({ email_addresses: [one] }) => one?.address === email),
  ).toHaveLength(1)
})

test('checkService with writes calls confirm with the group before its first write, and writes nothing if it throws', async () => {
  const service = createMockService({ events: 30 })
  const groups: unknown[] = []
  const no = new Error('no')
  const confirm = (group: string | undefined) => {
    groups.push(group, service.requests.length)
    throw no
  }
  await expect(checked(service, 'v2', { confirm })).rejects.toBe(no)
  expect(groups).toEqual([service.snapshot().toJSON().groups[0]?.title, 1])
  expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('checkService with writes does not name a group if the events name none, or several', async () => {
  const service = createMockService({ events: 3 })
  const groups: unknown[] = []
  const stop = (group: string | undefined) => {
    groups.push(group)
    throw new Error('stop')
  }
  const over = (change: (text: string) => string) =>
    checked(
      service,
      'v2',
      { confirm: stop },
      {
        fetch: async (input: RequestInfo, init: RequestInit) => {
          const response = await service.fetch(input, init)
          return new Response(change(await response.text()), response)
        },
      },
    ).catch(() => {})
  await over((text) => text.replaceAll('platform:sponsor', 'other'))
  await over((text) => text.replace(/("platform:sponsor":\{"title":")/, '$1Other '))
  expect(groups).toEqual([undefined, undefined])
})

test('checkService announces the event before it sends it, and again with its address', async () => {
  const service = createMockService()
  const said: (MadeThing & { readonly posts: number })[] = []
  const onMade = (thing: MadeThing) => {
    said.push({ ...thing, posts: service.requests.filter(({ method }) => method === 'POST').length })
  }
  await checked(service, 'v2', { email, onMade })
  const identifier = expect.stringMatching(/^osdi-events-check:[0-9a-f-]{36}$/)
  const address = expect.stringMatching(/^https:\/\/events\.example\.org\/api\/v2\/events\/[0-9a-f-]{36}$/)
  expect(said.slice(0, 2)).toEqual([
    { kind: 'event', state: 'sending', identifier, posts: 0 },
    { kind: 'event', state: 'made', identifier, address, posts: 1 },
  ])
  expect(said.filter(({ kind }) => kind === 'RSVP').map(({ state }) => state)).toEqual(['sending', 'made'])
})

/** A service whose answers to some requests are lost or changed. */
const changing = (
  service: MockService,
  change: (method: string, count: number, response: Response) => Response | Promise<Response>,
) => {
  const counts = new Map<string, number>()
  return async (input: RequestInfo, init: RequestInit) => {
    const response = await service.fetch(input, init)
    const method = init.method ?? 'GET'
    const count = (counts.get(method) ?? 0) + 1
    counts.set(method, count)
    return change(method, count, response)
  }
}

test('a check whose answer to the create is lost looks for the event, sends no second create, and says what remains', async () => {
  const service = createMockService()
  const said: MadeThing[] = []
  const fetch = changing(service, (method, count, response) => {
    if (method === 'POST' && count === 1) throw new TypeError('terminated')
    return response
  })
  const report = await checked(service, 'v2', { email, onMade: (thing) => void said.push(thing) }, { fetch })
  expect(service.requests.filter(({ method }) => method !== 'GET')).toHaveLength(1)
  const [event] = service.snapshot().toJSON().events
  expect(said.at(-1)).toMatchObject({
    kind: 'event',
    state: 'made',
    address: expect.stringContaining(String(event?.id)),
  })
  expect(report).toMatchObject({ complete: false, writes: { remains: ['event'] } })
})

test.each<[why: string, isRepeat: (init: RequestInit) => boolean, found: string]>([
  ['for a known identifier', () => true, 'v2KnownIdentifier'],
  [
    'for a body of another type',
    ({ headers }) => /^text/.test(new Headers(headers).get('content-type') ?? ''),
    'contentType',
  ],
])(
  'a check sends no further create if the service makes a second event %s, and names both',
  async (_, isRepeat, found) => {
    const service = createMockService()
    const said: MadeThing[] = []
    let posts = 0
    const fetch = async (input: RequestInfo, init: RequestInit) => {
      if (init.method !== 'POST') return service.fetch(input, init)
      posts += 1
      if (posts === 1 || !isRepeat(init)) return service.fetch(input, init)
      const headers = { ...Object.fromEntries(new Headers(init.headers)), 'content-type': 'application/json' }
      const body = String(init.body).replaceAll('osdi-events-check', 'another')
      return service.fetch(input, { ...init, headers, body })
    }
    const report = await checked(service, 'v2', { onMade: (thing) => void said.push(thing) }, { fetch })
    expect(service.snapshot().toJSON().events).toHaveLength(2)
    expect(new Set(said.flatMap(({ address = [] }) => address)).size).toBe(2)
    const untold = report.findings.filter(({ note }) =>
      note?.startsWith('a create with a known identifier makes another'),
    )
    expect(untold.map(({ assumption }) => assumption)).toEqual(expect.arrayContaining([found, 'invalidBody']))
    expect(posts).toBe(found === 'contentType' ? 3 : 2)
  },
)

test('a check with writes of a service with a real clock sends at most 40 requests', async () => {
  for (const api of versions) {
    const report = await checked(createMockService({ now: 'system' }), api)
    expect(report).toMatchObject({ complete: true })
    expect(report.writes?.requests).toBeLessThanOrEqual(40)
    expect(report.assumptions.methodNotAllowed).toBe(405)
  }
})

test.each([404, 410])(
  'a check of a service that obeys DELETE, and then answers %i, says that nothing remains',
  async (gone) => {
    const service = createMockService()
    const fetch = async (input: RequestInfo | URL, init: RequestInit) => {
      if (init.method !== 'DELETE') {
        const response = await service.fetch(input, init)
        return response.status === 404 ? new Response('{}', { status: gone }) : response
      }
      service.removeEvent(String(input).split('/').at(-1) ?? '')
      return new Response(null, { status: 204 })
    }
    const report = await checked(service, 'v2', {}, { fetch })
    expect(report.writes?.remains).toEqual([])
    expect(report.findings.find(({ assumption }) => assumption === 'methodNotAllowed')?.note).toBe('removes the event')
  },
)

test('a check of a service that refuses creates makes nothing and finishes', async () => {
  const service = createMockService({ events: 3 })
  const fetch = changing(service, (method, _, response) =>
    method === 'POST' ? new Response('{}', { status: 403 }) : response,
  )
  const report = await checked(service, 'v2', { email }, { fetch })
  expect(report).toMatchObject({ complete: true, writes: { remains: [] } })
  expect(report.assumptions.notFound).toBe(404)
})

test('a check whose create gets a 5xx says that the event may remain', async () => {
  const service = createMockService({ events: 3 })
  const said: MadeThing[] = []
  const fetch = changing(service, (method, _, response) =>
    method === 'POST' ? new Response('{}', { status: 500 }) : response,
  )
  const report = await checked(service, 'v2', { onMade: (thing) => void said.push(thing) }, { fetch })
  expect(said.map(({ state }) => state)).not.toContain('refused')
  expect(report.writes?.remains).toEqual(['event'])
})

test('checkService with writes sends four requests a second', async () => {
  using _ = flyingTime()
  const service = createMockService()
  const left: number[] = []
  const fetch = (input: RequestInfo, init: RequestInit) => {
    left.push(performance.now())
    return service.fetch(input, { ...init, signal: null })
  }
  await checked(service, 'v2', { email }, { fetch, rateLimit: { perSecond: 4 } })
  expect(left.length).toBeGreaterThan(40)
  expect(new Set(left.slice(1).map((time, index) => Math.round(time - Number(left[index]))))).toEqual(new Set([250]))
})

test('an abort ends checkService in the middle of its writes, after it has said what it made', async () => {
  const service = createMockService()
  const controller = new AbortController()
  const said: MadeThing[] = []
  const fetch = changing(service, (method, count, response) => {
    if (method === 'POST' && count === 2) controller.abort('enough')
    return response
  })
  const { signal } = controller
  const check = checked(service, 'v2', { onMade: (thing) => void said.push(thing) }, { fetch, signal })
  await expect(check).rejects.toBe('enough')
  expect(said.at(-1)).toMatchObject({ kind: 'event', state: 'made' })
})

test.each<[field: string, writes: unknown]>([
  ['writes', true],
  ['writes.email', { email: 'nobody' }],
  ['writes.confirm', { confirm: true }],
  ['writes.onMade', { onMade: 'print' }],
  ['writes.mail', { mail: email }],
])('checkService refuses a wrong %s by name and sends nothing', async (field, writes) => {
  const service = createMockService()
  const check = checked(service, 'v2', writes as CheckWrites)
  await expect(check).rejects.toMatchObject({ name: 'MockServiceError', code: 'option', field })
  expect(service.requests).toHaveLength(0)
})

test('checkService refuses writes together with resume, and resume keeps what writes have shown', async () => {
  const service = createMockService({ assumptions: { nullInPut: 'ignored' } })
  const report = await checked(service, 'v2')
  await expect(checked(service, 'v2', {}, { resume: report })).rejects.toMatchObject({ field: 'writes' })
  service.requests.clear()
  const { baseUrl, fetch, seeded } = service
  const again = await checkService({
    ...{ baseUrl, fetch, apiKey: seeded.group.token, rateLimit: undefined, resume: report },
  })
  expect(again.assumptions.nullInPut).toBe('ignored')
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('a service that repeats the key in texts, names and types does not bring it into the report or an error', async () => {
  const service = createMockService({ events: 3 })
  const key = service.seeded.group.token
  const repeat = async (input: RequestInfo, init: RequestInit) => {
    const response = await service.fetch(input, init)
    const headers = { 'Content-Type': `text/${key}`, [`x-ratelimit-${key.replace(/\W|\d/g, '')}`]: '1' }
    const text = await response.text()
    const changed = text
      .replaceAll('"Mock Service"', `"${key}"`)
      .replaceAll('"capacity"', `"${key}"`)
      .replaceAll(/("platform:sponsor":\{"title":")[^"]*/g, `$1${key}`)
      .replaceAll(/("self":\{"href":"[^"]*\/events\/[^"/]*)"/g, `$1?key=${key}"`)
    return new Response(changed, {
      status: response.status,
      headers: { ...Object.fromEntries(response.headers), ...headers },
    })
  }
  const said: unknown[] = []
  const say = (...what: unknown[]) => void said.push(what)
  const report = await checked(service, 'v2', { email, confirm: say, onMade: say }, { fetch: repeat })
  expect(report.writes?.remains).toEqual(['event', 'RSVP'])
  expect(said).toContainEqual([expect.objectContaining({ address: '(a text with the key)' })])
  expect(JSON.stringify([report, said])).not.toContain(key)
  expect(report.findings.find(({ assumption }) => assumption === 'originSystem')).toMatchObject({
    outcome: 'different',
    note: '(a text with the key)',
  })
  const empty = async () => new Response('{}', { headers: { 'Content-Type': `text/${key}` } })
  const error: unknown = await checked(service, 'v2', {}, { fetch: empty }).catch((thrown: unknown) => thrown)
  expect(String(error)).toMatch(/^MockServiceError: baseUrl/)
  expect(String(error)).not.toContain(key)
})
