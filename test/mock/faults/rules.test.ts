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

/** Wrong rules, by the member that the error names. */
const wrongRules: Readonly<Record<string, readonly unknown[]>> = {
  rule: [undefined, []],
  'rule.effect': [{}, { effect: 'reset' }],
  'rule.probability': [{ effect, probability: 0.5 }],
  'rule.version': [{ effect, version: 'v3' }],
  'rule.operation': ['events.destroy', []].map((operation) => ({ effect, operation })),
  'rule.operation[1]': [{ effect, operation: ['events.list', 'list'] }],
  'rule.method': ['', 'GET, POST'].map((method) => ({ effect, method })),
  'rule.path': ['', 'api/v2', 'https://events.example.org/api', '/api?page=2', '/api/v[12]', '/events/:id', /api/].map(
    (path) => ({ effect, path }),
  ),
  'rule.query': ['page=2', {}].map((query) => ({ effect, query })),
  'rule.query.page': [{ effect, query: { page: 2 } }],
  'rule.nth': [{ effect, nth: 0 }],
  'rule.times': [-1, '2'].map((times) => ({ effect, times })),
  'rule.when': [{ effect, when: 'during' }],
}

/** Wrong effects, by kind and by the member that the error names. */
const wrongEffects: readonly (readonly [kind: unknown, member: string, ...wrong: object[]])[] = [
  ['explode', 'kind', {}],
  ['toString', 'kind', {}],
  ['reset', 'ms', { ms: 1 }],
  ['reset', 'at', { at: 'headers' }],
  ['latency', 'ms', {}, { ms: -1 }, { ms: 2 ** 31 }, { ms: '5' }],
  ['latency', 'ms.max', { ms: { min: 1 } }, { ms: { min: 5, max: 3 } }],
  ['status', 'status', ...[199, 600, '200', undefined].map((status) => ({ status }))],
  ['status', 'body', ...[loop, 1n, nested(201), nested(100_000)].map((body) => ({ status: 200, body }))],
  ['status', 'body', { status: 204, body: '' }],
  ['status', 'headers.a b', { status: 200, headers: { 'a b': 'c' } }],
  ['status', 'headers.a', ...['b\r\nc: d', '🌳', 1].map((a) => ({ status: 200, headers: { a } }))],
  ['status', 'headers.Content-Length', { status: 200, headers: { 'Content-Length': '5' } }],
  ['rate-limit', 'retryAfter', ...[-1, 'soon\n'].map((retryAfter) => ({ retryAfter }))],
  [
    'redirect',
    'to',
    {},
    { to: '/elsewhere' },
    { to: 'javascript:1' },
    { to: 'https://e.example/ä' },
    { to: ' https://e.example/' },
  ],
  ['redirect', 'status', { to: 'https://e.example/', status: 300 }],
  ['next', 'to', {}, { to: '' }],
  ['shape', 'event', { event: 0 }, { event: 1.5 }, { event: '2' }],
  ['shape', 'remove', { remove: 'title' }, { remove: [] }],
  ['shape', 'set', { set: [] }, { set: loop }, { set: { title: nested(200) } }],
  ['echo-key', 'status', { status: 200 }],
  ['new-events', 'count', { count: 0 }, { count: 1001 }],
]

test('faults.add refuses a wrong rule and names the member', () => {
  const { faults } = createMockService()
  const refused = (rule: unknown, field: string) =>
    expect(() => faults.add(rule as FaultRule), inspect(rule)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'argument', field }) as Error,
    )
  for (const [field, rules] of Object.entries(wrongRules)) for (const rule of rules) refused(rule, field)
  for (const [kind, member, ...wrong] of wrongEffects) {
    for (const more of wrong) refused({ effect: { kind, ...more } }, `rule.effect.${member}`)
  }
  expect(faults.rules).toEqual([])
})

test('faults.add refuses an unknown key, and the error does not repeat it', () => {
  const { faults } = createMockService()
  const message = expect.not.stringContaining('secret-of-another')
  const refusal = expect.objectContaining({ name: 'MockServiceError', code: 'unknown', field: 'rule.key', message })
  for (const key of ['secret-of-another', { token: 'secret-of-another' }])
    expect(() => faults.add({ key, effect })).toThrow(refusal as Error)
})

test('faults.rules lists the active rules, frozen and in the order in which they were added', () => {
  const service = createMockService()
  const { faults } = service
  const headers = { 'Retry-After': '9' }
  const first = faults.add({
    operation: ['events.list'],
    method: 'GET',
    path: '/api/*',
    query: { page: '2' },
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
      query: { page: '2' },
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

test('faults.remove takes a fault or its id, and removes it once', () => {
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

test('reset and restore remove all faults, and no id is used twice', async () => {
  const service = createMockService()
  const snapshot = service.snapshot()
  const { faults }: { faults: MockFaults } = service
  const ids = [() => service.reset(), () => service.restore(snapshot)].map((renew) => {
    const { id } = faults.add({ effect: { kind: 'status', status: 500, body: nested(200) } })
    renew()
    expect(faults.rules).toEqual([])
    return id
  })
  expect(new Set(ids).size).toBe(2)
  expect((await service.fetch(`${service.baseUrl}/api/v2/events`)).status).toBe(403)
})
