import type { Geocode, MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { call, callerOf, hrefOf, type Resource, world, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'
import { notEditable } from '../support/not-editable.ts'

for (const version of versions) {
  const { created, modified, start, instructions } = names[version]

  const full = async () => {
    const made = worldOf(version)
    const event = await made.create({
      identifiers: ['calendar:7'],
      description: 'Bring a blanket',
      instructions: 'Meet at the fountain',
      start: '2026-06-20T11:00:00Z',
      location: { venue: 'Lincoln Park', postal_code: '20003' },
    })
    return { ...made, event }
  }

  const factsOf = (event: Resource) => {
    const { identifiers, _links, [created]: _created, [modified]: _modified, ...facts } = event
    expect(identifiers).toHaveLength(1)
    return { ...facts, creator: hrefOf(event, 'osdi:creator'), organizer: hrefOf(event, 'osdi:organizer') }
  }

  test(`POST ignores fields that callers cannot edit (${version}: v1 §2.1d, v2 §2.1c)`, async () => {
    const { administrator, create, read, personHref } = worldOf(version)
    const organizer = { 'osdi:organizer': { href: personHref(administrator) } }
    const [plain, dressed] = [await create(), await create({ ...notEditable[version], _links: organizer })]
    expect(factsOf(dressed)).toEqual(factsOf(plain))
    // Both dates are the service's own: they differ between the two events, but not from the clock.
    expect(dressed[created]).toMatch(/^2026-05-01T12:0\d:\d\dZ$/)
    expect(dressed[modified]).toBe(dressed[created])
    expect(await read(dressed)).toEqual(dressed)
  })

  test(`PUT ignores fields that callers cannot edit (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { update, read, event } = await full()
    expect(await update(event, notEditable[version])).toEqual(event)
    expect(await read(event)).toEqual(event)
  })

  test(`POST and PUT ignore a start date that is no date-time (${version}: v1 §2.1f, v2 §2.1g)`, async () => {
    const { create } = worldOf(version)
    const offsets = ['+24:00', '+99:99', '-05:60', '+5', '+05:', 'y'].map((offset) => `2026-06-20T11:00:00${offset}`)
    const days = ['2026-06-20T', '20.06.2026', '2026-02-30T11:00:00', '2026-06-20T25:00:00']
    for (const time of ['next Tuesday', '', ...days, ...offsets, 1_750_000_000, {}]) {
      expect(await create({ start: time })).not.toHaveProperty(start)
    }
  })

  test(`PUT ignores invalid fields and stores the valid ones (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { update, event } = await full()
    const texts = { title: '', origin: 5, [instructions]: ['a', 'list'], [start]: 'next Tuesday', weather: 'sunny' }
    const others = { location: 'in the park', identifiers: 'calendar:8', _links: 'none' }
    const updated = await update(event, { ...texts, ...others, description: 'Bring tea' })
    expect(updated).toEqual({ ...event, description: 'Bring tea', [modified]: updated[modified] })
  })
}

for (const version of versions) {
  const { title, origin, key: header } = names[version]
  const body = least(version, { identifiers: ['diary:1'], description: 'Never stored' })
  const { [title]: _title, ...untitled } = body
  const { [origin]: _origin, ...unsigned } = body

  const sent = (token: string | undefined, content: unknown, type = 'application/json'): RequestInit => ({
    headers: { ...(token !== undefined && { [header]: token }), 'Content-Type': type },
    body: typeof content === 'string' ? content : JSON.stringify(content),
  })

  /** Each is refused; the identifier `diary:1` that most of them carry must stay free. */
  const refused: Readonly<Record<string, (token: string) => RequestInit>> = {
    'no title': (token) => sent(token, untitled),
    'no origin': (token) => sent(token, unsigned),
    'an empty title': (token) => sent(token, { ...body, [title]: '' }),
    'a taken identifier beside a free one': (token) => sent(token, { ...body, identifiers: ['diary:1', 'calendar:7'] }),
    'an array': (token) => sent(token, [body]),
    'half a document': (token) => sent(token, JSON.stringify(body).slice(0, -1)),
    'another content type': (token) => sent(token, body, 'text/plain'),
    'no key': () => sent(undefined, body),
    'an unknown key': () => sent('nobody', body),
  }

  test(`a refused POST stores nothing (${version}: v1 §4c, v2 §4e)`, async () => {
    for (const [name, init] of Object.entries(refused)) {
      const { service, key, individualKey, group, caller } = worldOf(version)
      const theirs = await callerOf(service, individualKey, version).create({ identifiers: ['calendar:7'] })
      await caller.create({ title: 'There before' })
      const shown = async () => [await caller.list(), service.clock.now(), service.dashboard(group)]
      const before = await shown()
      const url = `${service.baseUrl}/api/${version}/events`
      const { status } = await call(service, url, { method: 'POST', ...init(key.token) })
      expect([400, 403, 409, 415], name).toContain(status)
      expect(await shown()).toEqual(before)
      expect(await callerOf(service, individualKey, version).read(theirs)).toEqual(theirs)
      const later = await caller.create({ title: 'Stored', identifiers: ['diary:1'] })
      expect(later).toMatchObject({ [title]: 'Stored' })
      expect(later).not.toHaveProperty('description')
    }
  })
}

const both = (options: MockServiceOptions = {}) => {
  const { service, key, ...rest } = world(options)
  return { service, key, ...rest, v1: callerOf(service, key, 'v1'), v2: callerOf(service, key, 'v2') }
}

test('a PUT in version 1 keeps the fields that only version 2 has (v1 §9.2, v1 §2.1c)', async () => {
  const { v1, v2 } = both()
  const only = { name: 'picnic', end_date: '2026-06-20T15:30:00Z', browser_url: 'https://calendar.example.org/7' }
  const made = await v2.create(only)
  const asV1 = await v1.update(made, { description: 'Changed', name: 'x', end_date: '2030-01-01T00:00:00Z' })
  for (const field of [...Object.keys(only), 'title', 'capacity', 'platform:hidden', 'url']) {
    expect(asV1).not.toHaveProperty(field)
  }
  expect(await v2.read(made)).toMatchObject({ ...only, description: 'Changed' })
})

test('a write in each version ignores field names of the other version (v1 §9.2, v1 §2.1c)', async () => {
  const { v1, v2 } = both()
  const dates = { start_date: '2026-06-20T11:00:00Z', end_date: '2026-06-20T12:00:00Z' }
  const viaV1 = { name: 'x', browser_url: 'https://calendar.example.org/7', instructions: 'x', ...dates }
  const one = await v1.send('POST', '/events', { summary: 'One', originating_system: 'Calendar', ...viaV1, title: 'x' })
  const shown = await v2.read(one.body)
  expect(shown.title).toBe('One')
  for (const field of Object.keys(viaV1)) expect(shown).not.toHaveProperty(field)
  const viaV2 = { summary: 'x', url: 'https://calendar.example.org/7', start: dates.start_date }
  const two = await v2.send('POST', '/events', { title: 'Two', origin_system: 'Calendar', ...viaV2 })
  const asV1 = await v1.read(two.body)
  expect(asV1.summary).toBe('Two')
  expect(asV1).not.toHaveProperty('url')
  expect(asV1).not.toHaveProperty('start')
})

/** Version 1 takes this country over, version 2 keeps the caller's. */
const germany: Geocode = () => ({
  region: 'BE',
  country: 'DE',
  latitude: 52.5,
  longitude: 13.4,
  accuracy: 'Approximate',
  timeZone: 'Europe/Berlin',
})

test('the country set by the geocoder in version 1 stays when version 2 changes another part of the location (v2 §4.8, v1 §9.2)', async () => {
  const { v1, v2 } = both({ geocode: germany })
  const made = await v1.create({ location: { locality: 'Berlin', country: 'US', postal_code: '1' } })
  expect(made.location).toMatchObject({ country: 'DE' })
  await v2.update(made, { location: { venue: 'Halle' } })
  for (const caller of [v1, v2]) {
    expect((await caller.read(made)).location).toMatchObject({ venue: 'Halle', country: 'DE' })
  }
  expect((await v2.update(made, { location: { country: 'AT' } })).location).toMatchObject({ country: 'AT' })
  expect((await v2.update(made, { location: { country: null } })).location).toMatchObject({ country: 'US' })
})
