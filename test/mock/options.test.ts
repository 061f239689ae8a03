import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, hrefOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const optionError = (field: string) => expect.objectContaining({ name: 'MockServiceError', code: 'option', field })

const limited = (rateLimit: unknown) => ({ assumptions: { rateLimit } })

/** Wrong values by option name; for a name with a dot, the complete options. */
const wrong: Readonly<Record<string, readonly unknown[]>> = {
  now: ['0000-12-31T23:59:59Z', '9999-01-01T00:00:00Z', 'yesterday', '2026-05-01T12:00:00', 1],
  perPage: [0, 1.5, -1, '25', Number.NaN],
  events: [-1, 0.5, '60', 2_000_001, 1e12],
  seed: [7],
  keys: [null, 'a-key', ['a-key', 'another']],
  namespace: ['', 'osdi', 'OSDI', 'a:b', 'a b', 1],
  baseUrl: ['', 'events.example.org', 'ftp://example.org', 'https://a:b@example.org', 'https://a.b/?a=1'],
  geocode: ['here'],
  assumptions: [null, 'none', [], new Map([['notFound', 403]])],
  pageSize: [3],
  'assumptions.rateLimit': [0, 1.5, { perSecond: 1 }, { perSecond: 0, retryAfter: true }].map(limited),
  'assumptions.rateLimit.junk': [limited({ perSecond: 1, retryAfter: true, junk: 1 })],
  'keys.admin': [{ keys: { admin: 'admin-key' } }],
  'keys.individual': [{ keys: { group: 'same-key', individual: 'same-key' } }],
}

test('createMockService refuses a wrong or unknown option by name', () => {
  for (const [option, values] of Object.entries(wrong)) {
    for (const value of values) {
      const options = option.includes('.') ? value : { [option]: value }
      expect(() => createMockService(options as MockServiceOptions)).toThrow(optionError(option))
    }
  }
  expect(() => createMockService({ event: 3 } as MockServiceOptions)).toThrow(
    'event: is not a known name. Did you mean events? Known names: now, perPage, events, seed,',
  )
})

test('an unknown option names the nearest known name, and an assumption among the options names its place', () => {
  const messageOf = (options: object) => {
    try {
      return createMockService(options as MockServiceOptions)
    } catch (error) {
      return String((error as Error).message)
    }
  }
  expect(messageOf({ baseURL: 'https://a.example' })).toContain('. Did you mean baseUrl? Known names: ')
  expect(messageOf({ colour: 'red' })).toMatch(/^colour: is not a known name\. Known names: now, perPage/)
  expect(messageOf({ rateLimit: 4 })).toBe('rateLimit: is an assumption. Write it as assumptions.rateLimit')
  // Of seventy names only the nearest one.
  expect(messageOf({ assumptions: { rateLimt: 4 } })).toMatch(
    /^assumptions\.rateLimt: is not one of the \d\d known names\. Did you mean rateLimit\?$/,
  )
  expect(messageOf({ assumptions: { colour: 4 } })).toMatch(/^assumptions\.colour: is not one of the \d\d known names$/)
})

for (const name of ['group', 'individual'] as const) {
  test(`keys.${name} of createMockService refuses a key that a header cannot contain, and the error does not repeat the key`, () => {
    for (const token of ['', ' with-space', 'with-space ', 'schl\u00fcssel', 'line\nbreak', 'x'.repeat(513), 7, null]) {
      const make = () => createMockService({ keys: { [name]: token } } as MockServiceOptions)
      expect(make).toThrow(optionError(`keys.${name}`))
      if (typeof token === 'string' && token !== '') expect(make).not.toThrow(token)
    }
  })
}

test('createMockService refuses options that are not a plain object', () => {
  for (const options of [null, 'none', [], new Map([['now', 1]])])
    expect(() => createMockService(options as MockServiceOptions)).toThrow(optionError('options'))
})

test('createMockService makes the same service for the same option seed, and another service for another seed', () => {
  const made = (seed: string) => JSON.stringify(createMockService({ events: 10, seed }).snapshot())
  expect(made('a')).toBe(made('a'))
  expect(made('b')).not.toBe(made('a'))
})

test('the option keys sets the tokens of the seeded keys, and changes nothing else', async () => {
  const made = createMockService({ events: 3 })
  const named = createMockService({ events: 3, keys: { group: 'group-key', individual: 'individual-key' } })
  expect(named.seeded.group).toEqual({ ...made.seeded.group, token: 'group-key' })
  expect(named.seeded.individual).toEqual({ ...made.seeded.individual, token: 'individual-key' })
  expect(named.dashboard('group-key')).toEqual(made.dashboard(made.seeded.group))
  const one = createMockService({ keys: { individual: 'individual-key' } })
  expect(one.seeded.group).toEqual(made.seeded.group)
})

test('service.reset restores the seeded data and removes everything else', async () => {
  const service = createMockService({ events: 3 })
  const { group, individual } = service.seeded
  const { list } = callerOf(service, group, 'v2')
  const before = await list()
  const key = service.addKey()
  service.attend(service.addEvent({ title: 'Picnic' }, { key: group }), 2)
  service.clock.advance('P1D')
  service.reset()
  expect(service.seeded).toEqual({ group, individual })
  expect(service.requests).toEqual([])
  expect(service.outbox).toEqual([])
  expect(service.clock.now()).toEqual(new Date('2026-01-01T00:00:00Z'))
  expect(() => service.targeting(key)).toThrow('is not a key of this service')
  expect(await list()).toEqual(before)
})

for (const version of versions) {
  const { title, origin, created, modified, start } = names[version]

  test(`seeded events have the usual fields, are in the order of creation, and end after they start (${version})`, async () => {
    const service = createMockService({ events: 60, now: '2026-05-01T12:00:00Z', perPage: 60 })
    const events = eventsOf(await callerOf(service, service.seeded.group, version).list())
    expect(events).toHaveLength(60)
    for (const event of events) {
      for (const field of [title, origin]) expect(event[field]).toMatch(/\S/)
      expect(event[start] ?? '2026-05-01T12:00:00Z').toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
      expect(event.location).toMatchObject({ region: expect.any(String), country: expect.stringMatching(/^[A-Z]{2}$/) })
      expect(hrefOf(event, 'osdi:creator')).toContain('/people/')
      expect(String(event[created]) <= '2026-05-01T12:00:00Z').toBe(true)
      expect(String(event[modified]) >= String(event[created])).toBe(true)
      if ('end_date' in event) expect(String(event.end_date) > String(event.start_date)).toBe(true)
    }
    const moments = events.map((event) => String(event[created]))
    expect(moments.toSorted()).toEqual(moments)
    expect(new Set(events.map((event) => event[title])).size).toBe(60)
    const accepted = events.filter(({ total_accepted }) => Number(total_accepted) > 0)
    expect(accepted).toHaveLength(service.targeting(service.seeded.group).length)
  })
}

test('105 of 120 seeded events are public, not hidden and have a start, as the guide says', async () => {
  const service = createMockService({ events: 120, perPage: 120 })
  const list = await callerOf(service, service.seeded.group, 'v2').list()
  expect(list.total_records).toBe(120)
  const shown = eventsOf(list).filter(
    (event) => 'start_date' in event && event.visibility === 'public' && event['platform:hidden'] === false,
  )
  expect(shown).toHaveLength(105)
})

test.for([25, 400])('each of %i seeded events and its RSVPs are created before the event starts', (count) => {
  const { events, attendances, clock } = createMockService({ events: count }).snapshot().toJSON()
  // One day is more than the largest offset from UTC.
  const starts = new Map(events.map(({ id, start }) => [id, Date.parse(`${start}Z`) - 86_400_000]))
  expect(events.filter(({ id, created }) => (starts.get(id) ?? 0) < Date.parse(created))).toEqual([])
  expect(attendances.filter(({ event, created }) => (starts.get(event) ?? 0) < Date.parse(created))).toEqual([])
  const dated = [...starts.values()].filter((start) => !Number.isNaN(start))
  const past = dated.filter((start) => start < Date.parse(clock.now)).length
  expect(past / dated.length).toBeGreaterThan(0.15)
  expect(past / dated.length).toBeLessThan(0.6)
})

test('seeded events have no, one or several identifiers, RSVPs and other optional parts', () => {
  const { events, attendances } = createMockService({ events: 400 }).snapshot().toJSON()
  expect(new Set(events.map(({ identifiers }) => identifiers.length))).toEqual(new Set([0, 1, 2]))
  const optional = [
    'name',
    'description',
    'instructions',
    'browser_url',
    'start',
    'end',
    'campaign',
    'capacity',
  ] as const
  const ofInterface = events.filter(({ via }) => via === 'ui')
  for (const field of optional)
    expect(new Set(ofInterface.map((event) => event[field] === undefined)), field).toEqual(new Set([true, false]))
  for (const part of ['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'] as const)
    expect(new Set(events.map(({ location }) => location.sent[part] === undefined)).size, part).toBe(2)
  expect(new Set(ofInterface.map(({ visibility }) => visibility))).toEqual(new Set(['public', 'private']))
  expect(new Set(events.map(({ hidden }) => hidden)).size).toBe(2)
  const descriptions = events.flatMap(({ description }) => description ?? [])
  expect(descriptions.some((text) => /<p>/.test(text))).toBe(true)
  expect(descriptions.some((text) => /\p{Script=Han}/u.test(text))).toBe(true)
  const guests = events.map(({ id }) => attendances.filter(({ event }) => event === id).length)
  expect(guests).toEqual(expect.arrayContaining([0, 1, 4]))
  const changed = events.filter(({ created, modified }) => modified > created).length / events.length
  expect(changed > 0.1 && changed < 0.4).toBe(true)
})
