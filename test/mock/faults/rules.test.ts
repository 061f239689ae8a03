import { inspect } from 'node:util'
import { createMockService, type FaultRule, type MockFaults } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const effect = { kind: 'reset' } as const
const loop: Record<string, unknown> = {}
loop.loop = loop

/** Arrays within each other, the innermost empty. */
function nested(levels: number): unknown {
  let value: unknown[] = []
  for (let level = 1; level < levels; level += 1) value = [value]
  return value
}

/** What is wrong, and the member that is named. */
const wrong: readonly (readonly [unknown, string])[] = [
  [undefined, 'rule'],
  [[], 'rule'],
  [{}, 'rule.effect'],
  [{ effect: 'reset' }, 'rule.effect'],
  [{ effect: {} }, 'rule.effect.kind'],
  [{ effect: { kind: 'explode' } }, 'rule.effect.kind'],
  [{ effect: { kind: 'toString' } }, 'rule.effect.kind'],
  [{ effect, probability: 0.5 }, 'rule.probability'],
  [{ effect: { ...effect, ms: 1 } }, 'rule.effect.ms'],
  [{ effect: { kind: 'reset', at: 'headers' } }, 'rule.effect.at'],
  [{ effect, version: 'v3' }, 'rule.version'],
  [{ effect, operation: 'events.destroy' }, 'rule.operation'],
  [{ effect, operation: [] }, 'rule.operation'],
  [{ effect, operation: ['events.list', 'list'] }, 'rule.operation[1]'],
  [{ effect, method: 7 }, 'rule.method'],
  [{ effect, method: '' }, 'rule.method'],
  [{ effect, method: 'GET, POST' }, 'rule.method'],
  ...[
    '',
    'api/v2',
    'https://events.example.org/api',
    '/api?page=2',
    '/api#top',
    '/api/(?:v1|v2)',
    '/api/.*',
    '^/api$',
  ].map((path) => [{ effect, path }, 'rule.path'] as const),
  ...['/api/v2/events/:id', '/api/v[12]', '/a b', '/\\d+', '/{id}', /api/].map(
    (path) => [{ effect, path }, 'rule.path'] as const,
  ),
  [{ effect, nth: 0 }, 'rule.nth'],
  [{ effect, nth: 1.5 }, 'rule.nth'],
  [{ effect, times: -1 }, 'rule.times'],
  [{ effect, times: '2' }, 'rule.times'],
  [{ effect, when: 'during' }, 'rule.when'],
  [{ effect: { kind: 'latency' } }, 'rule.effect.ms'],
  [{ effect: { kind: 'latency', ms: -1 } }, 'rule.effect.ms'],
  [{ effect: { kind: 'latency', ms: Number.NaN } }, 'rule.effect.ms'],
  [{ effect: { kind: 'latency', ms: 2 ** 31 } }, 'rule.effect.ms'],
  [{ effect: { kind: 'latency', ms: '5' } }, 'rule.effect.ms'],
  [{ effect: { kind: 'latency', ms: { min: 1 } } }, 'rule.effect.ms.max'],
  [{ effect: { kind: 'latency', ms: { min: -1, max: 3 } } }, 'rule.effect.ms.min'],
  [{ effect: { kind: 'latency', ms: { min: 5, max: 3 } } }, 'rule.effect.ms.max'],
  [{ effect: { kind: 'latency', ms: { min: 1, max: 3, mean: 2 } } }, 'rule.effect.ms.mean'],
  ...[100, 199, 600, 200.5, '200', undefined].map(
    (status) => [{ effect: { kind: 'status', status } }, 'rule.effect.status'] as const,
  ),
  ...[loop, 1n, () => {}, nested(201), nested(100_000)].map(
    (body) => [{ effect: { kind: 'status', status: 200, body } }, 'rule.effect.body'] as const,
  ),
  ...[204, 205, 304].map((status) => [{ effect: { kind: 'status', status, body: '' } }, 'rule.effect.body'] as const),
  [{ effect: { kind: 'status', status: 200, headers: [['a', 'b']] } }, 'rule.effect.headers'],
  [{ effect: { kind: 'status', status: 200, headers: { 'a b': 'c' } } }, 'rule.effect.headers.a b'],
  [{ effect: { kind: 'status', status: 200, headers: { a: 'b\r\nc: d' } } }, 'rule.effect.headers.a'],
  [{ effect: { kind: 'status', status: 200, headers: { a: '🌳' } } }, 'rule.effect.headers.a'],
  [{ effect: { kind: 'status', status: 200, headers: { a: 1 } } }, 'rule.effect.headers.a'],
  [{ effect: { kind: 'status', status: 200, headers: { a: '1', A: '2' } } }, 'rule.effect.headers.A'],
  ...['Content-Length', 'Content-Encoding', 'transfer-encoding'].map(
    (name) =>
      [{ effect: { kind: 'status', status: 200, headers: { [name]: '5' } } }, `rule.effect.headers.${name}`] as const,
  ),
  [{ effect: { kind: 'rate-limit', retryAfter: -1 } }, 'rule.effect.retryAfter'],
  [{ effect: { kind: 'rate-limit', retryAfter: 0.5 } }, 'rule.effect.retryAfter'],
  [{ effect: { kind: 'rate-limit', retryAfter: '' } }, 'rule.effect.retryAfter'],
  [{ effect: { kind: 'rate-limit', retryAfter: 'soon\n' } }, 'rule.effect.retryAfter'],
  [{ effect: { kind: 'html', html: 1 } }, 'rule.effect.html'],
  ...[
    undefined,
    '',
    '/elsewhere',
    'elsewhere',
    'ftp://e.example/',
    'javascript:1',
    'https://e.example/ä',
    'http://',
  ].map((to) => [{ effect: { kind: 'redirect', to } }, 'rule.effect.to'] as const),
  [{ effect: { kind: 'redirect', to: 'https://e.example/', status: 300 } }, 'rule.effect.status'],
  [{ effect: { kind: 'next' } }, 'rule.effect.to'],
  [{ effect: { kind: 'next', to: '' } }, 'rule.effect.to'],
  [{ effect: { kind: 'shape', remove: 'title' } }, 'rule.effect.remove'],
  [{ effect: { kind: 'shape', remove: ['title', 1] } }, 'rule.effect.remove[1]'],
  [{ effect: { kind: 'shape', set: [] } }, 'rule.effect.set'],
  [{ effect: { kind: 'shape', remove: [] } }, 'rule.effect.remove'],
  [{ effect: { kind: 'shape', set: {} } }, 'rule.effect.set'],
  [{ effect: { kind: 'shape', remove: [], set: {} } }, 'rule.effect.remove'],
  [{ effect: { kind: 'shape', set: loop } }, 'rule.effect.set'],
  [{ effect: { kind: 'shape', set: { title: nested(200) } } }, 'rule.effect.set'],
  [{ effect: { kind: 'echo-key', status: 200 } }, 'rule.effect.status'],
  [{ effect: { kind: 'new-events', count: 0 } }, 'rule.effect.count'],
  [{ effect: { kind: 'new-events', count: 1001 } }, 'rule.effect.count'],
]

test('a wrong rule is refused by the name of the member, and not put into force', () => {
  const { faults } = createMockService()
  for (const [rule, field] of wrong) {
    const add = () => faults.add(rule as FaultRule)
    expect(add, inspect(rule)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'argument', field }) as Error,
    )
  }
  expect(faults.rules).toEqual([])
})

test('a value that is sent may be nested 200 levels deep, for the journal shows no more', () => {
  const { faults } = createMockService()
  faults.add({ effect: { kind: 'status', status: 500, body: nested(200) } })
  faults.add({ effect: { kind: 'shape', set: { title: nested(199) } } })
  expect(JSON.parse(JSON.stringify(faults.rules))).toEqual(faults.rules)
})

test('a key that the service does not know is refused, and not repeated', () => {
  const { faults } = createMockService()
  for (const key of ['secret-of-another', { token: 'secret-of-another' }]) {
    let thrown: unknown
    try {
      faults.add({ key, effect })
    } catch (error) {
      thrown = error
    }
    expect(thrown).toMatchObject({ name: 'MockServiceError', code: 'unknown', field: 'rule.key' })
    expect(inspect(thrown)).not.toContain('secret-of-another')
  }
})

test('rules are shown as they are in force, frozen, and in the order in which they were added', () => {
  const service = createMockService()
  const { faults } = service
  const headers = { 'Retry-After': '9' }
  const first = faults.add({
    operation: ['events.list'],
    method: 'GET',
    path: '/api/*',
    key: service.seeded.group,
    times: 3,
    when: 'after',
    effect: { kind: 'status', status: 503, body: { list: [1] }, headers },
  })
  const second = faults.add({ effect: { kind: 'shape' } })
  headers['Retry-After'] = '1'
  expect(faults.rules).toEqual([
    {
      id: first.id,
      operation: ['events.list'],
      method: 'GET',
      path: '/api/*',
      key: service.seeded.group.token,
      times: 3,
      when: 'after',
      effect: { kind: 'status', status: 503, body: { list: [1] }, headers: { 'Retry-After': '9' } },
      hits: 0,
    },
    { id: second.id, effect: { kind: 'shape' }, hits: 0 },
  ])
  for (const rule of [...faults.rules, first]) {
    expect(Object.isFrozen(rule) && Object.isFrozen(rule.effect)).toBe(true)
  }
  expect(Object.isFrozen(faults.rules)).toBe(true)
  expect(JSON.parse(JSON.stringify(first))).toEqual(faults.rules[0])
})

test('a fault is removed once, by itself or by its id', () => {
  const { faults } = createMockService()
  const [one, two, three] = [1, 2, 3].map(() => faults.add({ effect }))
  expect([
    faults.remove(one ?? ''),
    faults.remove(one ?? ''),
    faults.remove(two?.id ?? ''),
    faults.remove('none'),
  ]).toEqual([true, false, true, false])
  expect(faults.rules).toMatchObject([{ id: three?.id }])
  faults.clear()
  expect(faults.rules).toEqual([])
  const remove = faults.remove as (fault: unknown) => boolean
  for (const fault of [undefined, 7, {}])
    expect(() => remove(fault)).toThrow(expect.objectContaining({ code: 'argument', field: 'fault' }) as Error)
})

test('a reset and a restored snapshot leave no rule in force, and no name is given twice', async () => {
  const service = createMockService()
  const snapshot = service.snapshot()
  const { faults }: { faults: MockFaults } = service
  const ids = [() => service.reset(), () => service.restore(snapshot)].map((renew) => {
    const { id } = faults.add({ effect })
    renew()
    expect(faults.rules).toEqual([])
    return id
  })
  expect(new Set(ids).size).toBe(2)
  expect((await service.fetch(`${service.baseUrl}/api/v2/events`)).status).toBe(403)
})
