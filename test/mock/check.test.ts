import fc from 'fast-check'
import {
  type Assumptions,
  actionNetwork,
  type CheckOptions,
  type CheckReport,
  checkService,
  createMockService,
} from 'osdi-events/mock'
import { describe, expect, test, vi } from 'vitest'
import { hiding, notIn, serviceWithData, shownByGet } from '../support/checked-service.ts'
import { runs } from '../support/runs.ts'
import { flyingTime } from '../support/virtual-time.ts'

/** The report of `checkService` on a service with data for every finding. */
async function checked(api: 'v1' | 'v2', assumptions: Partial<Assumptions> = {}) {
  const service = await serviceWithData(assumptions)
  const { baseUrl, fetch, seeded } = service
  const key = seeded.group.token
  const report = await checkService({ baseUrl, apiKey: key, api, fetch, rateLimit: undefined })
  return { service, report, key }
}

/** Assumptions that the service does not hide from each other. */
const visible = Object.keys(shownByGet).filter((name) => !hiding.includes(name))

/** Assumptions that are changed together: few enough that no setting hides that another is not found. */
const groups: readonly (readonly string[])[] = [
  ...[0, 1, 2, 3, 4].map((group) => visible.filter((_, index) => index % 5 === group)),
  ...hiding.map((name) => [name]),
]

describe.each(['v1', 'v2'] as const)('%s', (api) => {
  test.each(['every field', 'as listed'] as const)(
    'checkService finds the assumption filterFields with the setting %j if the service applies filters',
    async (setting) => {
      const { report } = await checked(api, { filter: 'honoured', filterFields: setting })
      const finding = report.findings.find(({ assumption }) => assumption === 'filterFields')
      expect(finding).toMatchObject({
        service: setting,
        outcome: setting === 'every field' ? 'as assumed' : 'different',
      })
    },
  )

  test.each(['self with filter', 'self without query'] as const)(
    'checkService finds the assumption filterLinks with the setting %j if the service applies filters',
    async (setting) => {
      const { report } = await checked(api, { filter: 'honoured', filterLinks: setting })
      expect(report.assumptions.filterLinks).toBe(setting)
    },
  )

  test.each(['absent', 'empty text'] as const)(
    'checkService finds the assumption unset with the setting %j by the events of the user interface',
    async (setting) => {
      const { report } = await checked(api, { unset: setting })
      expect(report.assumptions.unset).toBe(setting)
    },
  )

  test('checkService reports no difference for a service that behaves like the mock', async () => {
    const { report } = await checked(api)
    expect(report.findings.filter(({ outcome }) => outcome === 'different')).toEqual([])
    expect([...report.fields, ...report.others].filter(({ expected, seen }) => expected !== seen)).toEqual([])
    expect(report.complete).toBe(true)
  })

  test('checkService with the preset reports no difference for a service with the preset', async () => {
    const { assumptions, namespace, baseUrl } = actionNetwork
    const { fetch, seeded } = createMockService({
      ...actionNetwork,
      events: 30,
      assumptions: { ...assumptions, rateLimit: 'off' },
    })
    const report = await checkService({
      ...{ baseUrl, apiKey: seeded.group.token, api, fetch, namespace, assumptions, rateLimit: undefined },
    })
    expect(report.findings.filter(({ outcome }) => outcome === 'different')).toEqual([])
    expect([...report.fields, ...report.others].filter(({ expected, seen }) => expected !== seen)).toEqual([])
  })

  test('checkService sends at most 60 GETs, and its report has no titles, people, ids or keys', async () => {
    const { report, service, key } = await checked(api)
    expect(report.requests).toBeLessThanOrEqual(60)
    expect(service.requests.map(({ method }) => method)).toEqual(service.requests.map(() => 'GET'))
    const text = JSON.stringify(report)
    expect(text).not.toContain('SECRET')
    expect(text).not.toContain(key)
    const { events, people } = service.snapshot().toJSON()
    for (const { id } of events) expect(text).not.toContain(id)
    for (const { id, email_addresses, family_name } of people)
      for (const value of [id, family_name, ...email_addresses.map(({ address }) => address)])
        expect(text).not.toContain(value)
  })

  test.for(groups)('checkService reports %j with their settings, and no other difference', async (names) => {
    const set = Object.entries(shownByGet).filter(([name]) => names.includes(name) && !notIn[api].includes(name))
    const { report } = await checked(api, Object.fromEntries(set))
    const different = report.findings.filter(({ outcome }) => outcome === 'different')
    expect(different.map(({ assumption, service }) => [assumption, service]).sort()).toEqual(set.sort())
  })

  test('checkService reports only real differences for any combination of assumptions', async () => {
    const names = Object.keys(shownByGet).filter((name) => !notIn[api].includes(name))
    await fc.assert(
      fc.asyncProperty(fc.subarray(names), async (chosen) => {
        const set = Object.fromEntries(chosen.map((name) => [name, Reflect.get(shownByGet, name)]))
        const { report } = await checked(api, set)
        for (const { assumption, outcome, service } of report.findings) {
          if (outcome === 'different' && service !== undefined)
            expect([assumption, service]).toEqual([assumption, set[assumption]])
          if (outcome === 'as assumed') expect(chosen).not.toContain(assumption)
        }
      }),
      { numRuns: runs(5) },
    )
  })
})

const hal = { 'content-type': 'application/hal+json' }
const event = (id: string) => ({
  identifiers: [`platform:${id}`],
  title: 'SECRET',
  created_date: '2026-05-01T12:00:00+00:00',
  _links: { self: { href: `https://events.example.org/api/v2/events/${id}` } },
})
const addressOf = (input: RequestInfo | URL) => new URL(input instanceof Request ? input.url : String(input))

/** Hand-written services that behave differently from the mock. */
const odd: Readonly<Record<string, typeof fetch>> = {
  'that is static': async () =>
    Response.json({ _links: {}, _embedded: { 'osdi:events': [event('1'), event('2')] } }, { headers: hal }),
  'with cursors': async (input) => {
    const after = Number(addressOf(input).searchParams.get('after') ?? 0)
    const next = after < 5 ? { next: { href: `https://events.example.org/api/v2/events?after=${after + 1}` } } : {}
    return Response.json({ _links: next, _embedded: { 'osdi:events': [event(`${after}`)] } }, { headers: hal })
  },
  'that ignores filters and all other parameters': async () =>
    Response.json({
      total_pages: 1,
      page: 1,
      total_records: 3,
      per_page: 3,
      _embedded: { 'osdi:events': ['1', '2', '3'].map(event) },
    }),
  'with errors in HTML': async (input) => {
    const { pathname, search } = addressOf(input)
    if (pathname.endsWith('/events') && search === '')
      return Response.json({ _embedded: { 'osdi:events': [event('1')] } }, { headers: hal })
    return new Response('<html>SECRET</html>', { status: 500, headers: { 'content-type': 'text/html' } })
  },
}

const apiKey = 'k3y-of-a-test'
const over = (fetch: typeof globalThis.fetch) =>
  checkService({ baseUrl: 'https://events.example.org', apiKey, fetch, rateLimit: undefined })

test.each(Object.entries(odd))('checkService returns a report for a service %s', async (_, fetch) => {
  const report = await over(fetch)
  expect(report.requests).toBeLessThanOrEqual(60)
  expect(report.findings.length).toBeGreaterThan(40)
  expect(JSON.stringify(report)).not.toMatch(/SECRET|k3y-of-a-test/)
})

test('checkService throws a MockServiceError for a bad address, a wrong key or a wrong option', async () => {
  const unreachable = async () => Promise.reject(new TypeError('fetch failed'))
  await expect(over(unreachable)).rejects.toMatchObject({ code: 'service', field: 'baseUrl' })
  await expect(over(async () => new Response('<html>'))).rejects.toMatchObject({ code: 'service', field: 'baseUrl' })
  await expect(over(async () => new Response('', { status: 403 }))).rejects.toMatchObject({
    code: 'service',
    field: 'apiKey',
  })
  await expect(checkService({ baseUrl: 'ftp://x', apiKey })).rejects.toMatchObject({ code: 'option', field: 'baseUrl' })
  const api = 'v3' as 'v2'
  await expect(checkService({ baseUrl: 'https://x.org', apiKey, api })).rejects.toMatchObject({ field: 'api' })
})

test('checkService stops reading a body that is too long, and report.complete is false', async () => {
  let sent = 0
  const chunk = new Uint8Array(1024 * 1024).fill(32)
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>) => {
    sent += 1
    controller.enqueue(chunk)
  }
  const { fetch, seeded } = createMockService({ events: 3 })
  const report = await checkService({
    baseUrl: 'https://events.example.org',
    apiKey: seeded.group.token,
    rateLimit: undefined,
    fetch: async (input, init) =>
      addressOf(input).search === '?page=1000000' ? new Response(new ReadableStream({ pull })) : fetch(input, init),
  })
  expect(report.findings.find(({ assumption }) => assumption === 'pageBeyond')?.outcome).toBe('could not tell')
  expect(report.complete).toBe(false)
  expect(sent).toBeLessThan(20)
})

test('the report of checkService shows no field name that may be an id', async () => {
  const id = 'a50e8400-e29b-41d4-a716-446655440000'
  const page = {
    _links: { [`platform:${id}`]: { href: 'https://events.example.org' } },
    _embedded: { 'osdi:events': [{ ...event('1'), [id]: 'SECRET', address_line2: 'SECRET' }] },
  }
  const report = await over(async () => Response.json(page, { headers: hal }))
  expect(JSON.stringify(report)).not.toContain(id.slice(0, 8))
  expect(report.fields.map(({ what }) => what)).toEqual(expect.arrayContaining(['(a name not shown)', 'address_line2']))
})

test('checkService reports a documented field that no event has, but not one that some events have', async () => {
  const events = [event('1'), { ...event('2'), description: 'SECRET' }]
  const { fields } = await over(async () => Response.json({ _embedded: { 'osdi:events': events } }, { headers: hal }))
  expect(fields).toContainEqual({ what: 'status', expected: expect.any(String), seen: 'absent in 2 of 2' })
  expect(fields.map(({ what }) => what)).not.toContain('description')
})

test('checkService names no order for events whose times of creation rise and fall', async () => {
  const events = ['12', '14', '13'].map((hour) => ({ ...event(hour), created_date: `2026-05-01T${hour}:00:00Z` }))
  const { findings } = await over(async () => Response.json({ _embedded: { 'osdi:events': events } }, { headers: hal }))
  const order = findings.find(({ assumption }) => assumption === 'order')
  expect(order).toMatchObject({ outcome: 'different', note: 'not by creation' })
})

test('checkService follows a relative next link that has only a query', async () => {
  const report = await over(async (input) => {
    const { pathname, search } = addressOf(input)
    if (pathname !== '/api/v2/events') return new Response('', { status: 404 })
    const next = search === '' ? { next: { href: '?page=2' } } : {}
    const _embedded = { 'osdi:events': [event(search === '' ? '1' : '2')] }
    return Response.json({ _links: next, _embedded }, { headers: hal })
  })
  expect(report.findings.find(({ assumption }) => assumption === 'nextOnLast')?.service).toBe('absent')
})

/** Runs a check with fake timers. Returns the gaps between its requests, and the listeners and timers that it leaves. */
async function timed(
  options: Pick<CheckOptions, 'onProgress' | 'rateLimit'>,
  signal: AbortSignal,
  response?: () => Promise<Response | undefined>,
) {
  using _ = flyingTime()
  const { baseUrl, fetch, seeded } = createMockService({ events: 3 })
  const left: number[] = []
  const [add, remove] = [vi.spyOn(signal, 'addEventListener'), vi.spyOn(signal, 'removeEventListener')]
  const result = await checkService({
    ...{ baseUrl, apiKey: seeded.group.token, signal, ...options },
    fetch: async (input, init) => {
      left.push(performance.now())
      return (await response?.()) ?? fetch(input, { ...init, signal: null })
    },
  }).catch((error: unknown) => error)
  const gaps = left.slice(1).map((time, index) => Math.round(time - Number(left[index])))
  return { result, gaps, listeners: add.mock.calls.length - remove.mock.calls.length, timers: vi.getTimerCount() }
}

test.each<[perSecond: number | undefined, gap: number]>([
  [undefined, 250],
  [0.5, 2000],
])(
  'checkService with rateLimit.perSecond %s sends a request every %i ms, and leaves no timer and no listener behind',
  async (perSecond, gap) => {
    const options = perSecond === undefined ? {} : { rateLimit: { perSecond } }
    const { result, gaps, listeners, timers } = await timed(options, new AbortController().signal)
    expect(result).toMatchObject({ complete: true })
    expect(new Set(gaps)).toEqual(new Set([gap]))
    expect({ listeners, timers }).toEqual({ listeners: 0, timers: 0 })
  },
)

test('checkService sends a request an interval after the response to the one before, because the first request may be late', async () => {
  const late = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 100))
  expect(new Set((await timed({}, new AbortController().signal, late)).gaps)).toEqual(new Set([350]))
})

test('checkService waits for a Retry-After date by the clock of the service', async () => {
  const date = 'Fri, 01 May 2026 12:00:00 GMT'
  const headers = { date, 'retry-after': date.replace(':00 ', ':05 ') }
  const steps = [new Response('', { status: 429, headers })]
  const { gaps } = await timed({}, new AbortController().signal, async () => steps.shift())
  expect(gaps.slice(0, 2)).toEqual([5000, 250])
})

test('an abort ends checkService while it waits for its next request, with the reason of the signal', async () => {
  const controller = new AbortController()
  const onProgress = () => queueMicrotask(() => controller.abort(new Error('enough')))
  const { result, gaps, timers } = await timed({ onProgress, rateLimit: { perSecond: 0.001 } }, controller.signal)
  expect(result).toEqual(new Error('enough'))
  expect({ gaps: gaps.length, timers }).toEqual({ gaps: 1, timers: 0 })
})

const refusal = () => new Response('', { status: 429, headers: { 'Retry-After': '0' } })

/** A service that answers 429 to some attempts of a request, and normally to the next ones. */
function impatient(isRefused: (url: URL, attempt: number) => boolean): typeof fetch {
  const { fetch, seeded } = createMockService({ events: 30, perPage: 4 })
  const attempts = new Map<string, number>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    const name = `${String(input)} ${JSON.stringify([...headers])}`
    const attempt = (attempts.get(name) ?? 0) + 1
    attempts.set(name, attempt)
    if (isRefused(addressOf(input), attempt)) return refusal()
    if (headers.get('OSDI-API-Token') === apiKey) headers.set('OSDI-API-Token', seeded.group.token)
    return fetch(input, { ...init, headers })
  }
}

test('report.complete of checkService is false when retries need more than the 60 requests', async () => {
  const report = await over(impatient((_, attempt) => attempt < 3))
  expect(report.requests).toBe(60)
  expect(report.complete).toBe(false)
})

test('checkService retries after a 429, and report.complete is false when a request gets only 429s', async () => {
  const isBeyond = ({ search }: URL) => search === '?page=1000000'
  const refused = await over(impatient(isBeyond))
  expect(refused.findings.find(({ assumption }) => assumption === 'pageBeyond')?.outcome).toBe('could not tell')
  expect(refused.complete).toBe(false)
  const answered = await over(impatient((url, attempt) => isBeyond(url) && attempt < 3))
  expect(answered.findings.find(({ assumption }) => assumption === 'pageBeyond')?.service).toBe('empty')
  expect(answered.complete).toBe(true)
})

test('checkService({ resume }) does not repeat finished findings, and compares them with the current assumptions', async () => {
  const { service, report, key } = await checked('v2', { notFound: 403 })
  const asked: string[] = []
  const again = await checkService({
    ...{ baseUrl: service.baseUrl, apiKey: key, rateLimit: undefined, resume: report, assumptions: { notFound: 403 } },
    fetch: (input, init) => {
      asked.push(addressOf(input).search)
      return service.fetch(input, init)
    },
  })
  const found = ({ findings }: CheckReport) => findings.find(({ assumption }) => assumption === 'notFound')
  expect([found(report)?.outcome, found(again)?.outcome]).toEqual(['different', 'as assumed'])
  expect(again.assumptions).toEqual(report.assumptions)
  expect(asked).not.toContain('?page=0')
})

const reported = { baseUrl: 'https://events.example.org', apiPath: '/api/v2', api: 'v2', namespace: 'platform' }
const resumed = (change: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  resume: { ...reported, findings: [], ...change },
})
const same = { assumption: 'notFound', mock: 404, outcome: 'as assumed', service: 404 }

test.each<[field: string, options: Readonly<Record<string, unknown>>]>([
  ['resume', { resume: 'a report' }],
  ['resume.baseUrl', resumed({ baseUrl: 'https://other.example.org' })],
  ['resume.apiPath', resumed({ apiPath: '/api/v1' })],
  ['resume.api', resumed({ api: 'v1' })],
  ['resume.namespace', resumed({ namespace: undefined })],
  ['resume.findings', resumed({ findings: { 0: same } })],
  ['resume.findings[1]', resumed({ findings: [same, null] })],
  ['resume.findings[0].assumption', resumed({ findings: [{ ...same, assumption: 'toString' }] })],
  ['resume.findings[0].outcome', resumed({ findings: [{ ...same, outcome: 'equal' }] })],
  ['resume.findings[0].service', resumed({ findings: [{ ...same, service: 'SECRET' }] })],
  ['resume.findings[0].note', resumed({ findings: [{ ...same, note: 5 }] })],
  ['rateLimit.perSecond', { rateLimit: { perSecond: 0 } }],
  ['rateLimit', { rateLimit: 4 }],
  ['signal', { signal: {} }],
  ['onProgress', { onProgress: 'print' }],
  ['allowInsecureHttp', { allowInsecureHttp: 'yes' }],
  ['assumptions.notFound', { assumptions: { notFound: 500 } }],
])('checkService refuses a wrong %s by name and sends nothing', async (field, options) => {
  const sent: unknown[] = []
  const fetch = async (input: unknown) => Promise.reject(sent.push(input))
  const wrong = { baseUrl: 'https://events.example.org', apiKey, fetch, ...options } as CheckOptions
  const error: unknown = await checkService(wrong).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ name: 'MockServiceError', code: 'option', field })
  expect(String(error)).not.toContain('SECRET')
  expect(sent).toEqual([])
})
