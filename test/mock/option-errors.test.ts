import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const optionError = (field: string) => expect.objectContaining({ name: 'MockServiceError', code: 'option', field })

const limited = (rateLimit: unknown) => ({ assumptions: { rateLimit } })

/** Values of options; where a dot stands in its name, the whole options. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  now: [
    '0000-12-31T23:59:59Z',
    '9999-01-01T00:00:00Z',
    '2026-05-01T12:00:00+99:99',
    'yesterday',
    '2026-05-01T12:00:00',
    1,
  ],
  perPage: [0, 1.5, -1, '25', Number.NaN],
  events: [-1, 0.5, '60', 2_000_001, 1e12],
  seed: [7],
  keys: [null, 'a-key', ['a-key', 'another']],
  namespace: ['', 'osdi', 'OSDI', 'a:b', 'a b', 1],
  baseUrl: [
    '',
    'events.example.org',
    'ftp://example.org',
    'https://a:b@example.org',
    'https://a.b/?a=1',
    'https://a.b/#',
  ],
  geocode: ['here'],
  assumptions: [null, 'none', [], new Map([['notFound', 403]])],
  pageSize: [3],
  'assumptions.rateLimit': [0, 1.5, { perSecond: 1 }, { perSecond: 0, retryAfter: true }].map(limited),
  'assumptions.rateLimit.junk': [limited({ perSecond: 1, retryAfter: true, junk: 1 })],
  'keys.admin': [{ keys: { admin: 'admin-key' } }],
  'keys.individual': [{ keys: { group: 'same-key', individual: 'same-key' } }],
}

test('a wrong or unknown option is refused by name', () => {
  for (const [option, values] of Object.entries(wrong)) {
    for (const value of values) {
      const options = option.includes('.') ? value : { [option]: value }
      expect(() => createMockService(options as MockServiceOptions)).toThrow(optionError(option))
    }
  }
  expect(() => createMockService({ event: 3 } as MockServiceOptions)).toThrow(
    'event: is no option of this service; there are now, perPage, events, seed,',
  )
})

for (const name of ['group', 'individual'] as const) {
  test(`a seeded key of the ${name} that could not be sent is refused by name, and not repeated`, () => {
    for (const token of ['', ' with-space', 'with-space ', 'schl\u00fcssel', 'line\nbreak', 'x'.repeat(513), 7, null]) {
      const make = () => createMockService({ keys: { [name]: token } } as MockServiceOptions)
      expect(make).toThrow(optionError(`keys.${name}`))
      if (typeof token === 'string' && token !== '') expect(make).not.toThrow(token)
    }
  })
}

test('options that are no plain object are refused, for nothing would be read out of them', () => {
  for (const options of [null, 'none', [], new Date(), new Map([['now', 1]])]) {
    expect(() => createMockService(options as MockServiceOptions)).toThrow(optionError('options'))
  }
  expect(createMockService(Object.assign(Object.create(null), { namespace: 'a' })).namespace).toBe('a')
})

test('events can be seeded at both ends of the years that now may be in', () => {
  for (const now of ['0001-01-01T00:00:00Z', '9998-12-31T23:59:59Z']) {
    const service = createMockService({ now, events: 60 })
    expect(service.dashboard(service.seeded.group).length).toBeGreaterThan(0)
    expect(service.clock.now().toISOString()).toBe(now.replace('Z', '.000Z'))
  }
})

test('a rate limit is copied and frozen', () => {
  const given = { perSecond: 1, retryAfter: true }
  const { assumptions } = createMockService({ assumptions: { rateLimit: given } })
  given.perSecond = 100
  expect(assumptions.rateLimit).toEqual({ perSecond: 1, retryAfter: true })
  expect(Object.isFrozen(assumptions.rateLimit)).toBe(true)
})
