import { createMockService, type IgnoredField, type MockServiceOptions, type Version } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

/** A service with helpers for the last entry of its request log. */
function opened(version: Version, options: MockServiceOptions = {}) {
  const world = worldOf(version, options)
  const last = () => world.service.requests.at(-1)
  const ignored = (): Readonly<Record<string, string>> =>
    Object.fromEntries((last()?.ignored ?? []).map(({ field, message }) => [field, message]))
  return { ...world, last, ignored, fields: () => (last()?.ignored ?? []).map(({ field }) => field) }
}

for (const version of versions) {
  const { title, origin, start, created, publicUrl } = names[version]

  test(`the log entry of a write without ignored parts has an empty list ignored and no reason (${version}: v1 §4a, v2 §4a)`, async () => {
    const { create, update, read, list, last } = opened(version)
    const location = {
      venue: 'Band shell',
      address_lines: ['1 Main'],
      locality: 'Chicago',
      region: 'IL',
      country: 'us',
    }
    const made = await create({ identifiers: ['calendar:7'], start: '2026-06-20T11:00:00', description: 'a', location })
    for (const act of [
      () => update(made, { title: 'Hike', description: null }),
      () => read(made),
      () => list('?page=2'),
    ]) {
      expect(last()).toMatchObject({ status: 200, ignored: [] })
      expect(last()).not.toHaveProperty('reason')
      await act()
    }
    expect(last()).toMatchObject({ status: 200, ignored: [] })
  })

  test(`the request log lists each field that a POST ignored, with the reason (${version}: v1 §2.1d, v2 §2.1c)`, async () => {
    const { create, ignored } = opened(version)
    await create({
      description: 5,
      [start]: null,
      colour: 'green',
      [created]: '2020-01-01T00:00:00Z',
      total_accepted: 7,
      location: {
        venue: ['a'],
        country: 'USA',
        language: 'de',
        location: {},
        planet: 'Mars',
        locality: 'Atlantis',
        address_lines: ['a', 'b'],
      },
      _links: { self: { href: 'https://a.example' }, 'osdi:organizer': { href: 'https://a.example' } },
      _embedded: {},
    })
    expect(ignored()).toEqual({
      description: 'must be text',
      [start]: expect.stringContaining('null'),
      colour: expect.stringContaining(version === 'v1' ? 'version 1' : 'version 2'),
      [created]: expect.stringContaining('by the service'),
      total_accepted: expect.stringContaining('by the service'),
      'location.venue': 'must be text',
      'location.country': expect.stringContaining('two letters'),
      'location.language': expect.stringContaining('geocoding'),
      'location.location': expect.stringContaining('geocoding'),
      'location.planet': expect.stringContaining('not a field of a location'),
      'location.locality': expect.stringContaining('geocoding'),
      'location.address_lines': expect.stringContaining('first line'),
      '_links.self': expect.stringContaining('not a link'),
      '_links.osdi:organizer': expect.stringContaining('not a link'),
      _embedded: expect.stringContaining('by the service'),
    })
  })

  test(`the request log lists each field that a PUT ignored, even the creator and required fields with null (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { create, update, ignored, administrator, personHref } = opened(version)
    const made = await create()
    const links = { _links: { 'osdi:creator': { href: personHref(administrator) } } }
    await update(made, {
      title: ' ',
      origin: null,
      location: 'here',
      identifiers: 'calendar:7',
      ...links,
      [publicUrl]: 7,
    })
    expect(ignored()).toEqual({
      [title]: 'must be text that is not empty',
      [origin]: 'must be text that is not empty',
      location: 'must be an object',
      identifiers: 'must be a list',
      '_links.osdi:creator': expect.stringContaining('cannot be changed'),
      [publicUrl]: version === 'v1' ? expect.stringContaining('by the service') : 'must be text',
    })
    await update(made, { _links: 'none', _embedded: [] })
    expect(ignored()).toEqual({ _links: 'must be an object', _embedded: 'must be an object' })
  })

  test(`the log entry of a PUT of an unchanged event lists exactly the fields that no caller can set in ignored (${version}: v1 §4.7b, v2 §4.8)`, async () => {
    const { create, read, send, fields } = opened(version)
    const made = await create({ identifiers: ['calendar:7'], location: { locality: 'Chicago', region: 'IL' } })
    const whole = await read(made)
    expect((await send('PUT', `/events/${idOf(made)}`, whole)).body).toEqual(whole)
    const editable = ['identifiers', title, origin, 'location']
    const rows = Object.keys(whole).flatMap((name) => {
      if (name === 'location') return ['location.language', 'location.location']
      if (name === '_links') return Object.keys(whole._links).map((relation) => `_links.${relation}`)
      return editable.includes(name) ? [] : [name]
    })
    expect(fields().toSorted()).toEqual(rows.toSorted())
  })

  test(`ignored in a log entry names each unused identifier by its index (${version}: v1 §4.3, v2 §8.2)`, async () => {
    const { service, individualKey, create, update, ignored } = opened(version, {
      assumptions: { foreignOwner: 'ignored' },
    })
    await callerOf(service, individualKey, version).create({ identifiers: ['theirs:1'] })
    await create({ title: 'Other', identifiers: ['mine:1'] })
    const malformed = [
      'My Calendar:1',
      'calendar',
      ':1',
      'calendar:',
      ' calendar:1',
      'calendar:1 ',
      7,
      'platform:unknown',
    ]
    const made = await create({ identifiers: ['calendar:1', ...malformed, 'theirs:1'] })
    expect(made.identifiers).toEqual([`platform:${idOf(made)}`, 'calendar:1'])
    expect(Object.keys(ignored())).toEqual([...malformed, 'theirs:1'].map((_, at) => `identifiers[${at + 1}]`))
    expect(ignored()['identifiers[1]']).toMatch(/<system>:<id>.*space/)
    expect(ignored()['identifiers[8]']).toMatch(/platform:/)
    expect(ignored()['identifiers[9]']).toMatch(/another owner/)

    await update(made, { identifiers: ['My Calendar:1', 'calendar:1', 'mine:1', 'platform:unknown'] })
    expect(Object.keys(ignored())).toEqual(['identifiers[0]', 'identifiers[2]', 'identifiers[3]'])
    expect(ignored()['identifiers[2]']).toMatch(/another event/)
  })

  test(`a POST uses a creator link in an array, and the log entry says why an invalid creator is ignored (${version}: v1 §4.5, v2 §4.5, v2 §4.6)`, async () => {
    const { service, individualKey, administrator, creator, stranger, create, personHref, ignored } = opened(version)
    const href = personHref(administrator)
    const named = async (link: unknown, by = create) =>
      hrefOf(await by({ _links: { 'osdi:creator': link } }), 'osdi:creator')
    expect(await named([{ href }])).toBe(href)
    expect(ignored()).toEqual({})
    const others: readonly (readonly [link: unknown, message: RegExp])[] = [
      [[{ href }, { href }], /one link/],
      [[], /one link/],
      [href, /one link/],
      [{ link: href }, /one link/],
      [{ href: 'https://elsewhere.example/people/1' }, /not a link to a person/],
      [{ href: personHref({ id: '8a625981-67a4-4457-8b55-2e30b267b2c2' }) }, /no person/],
      [{ href: personHref(stranger) }, /administrator of the group/],
    ]
    for (const [link, message] of others) {
      expect(await named(link)).toBe(personHref(creator))
      expect(ignored()).toEqual({ '_links.osdi:creator': expect.stringMatching(message) })
    }
    await named({ href }, callerOf(service, individualKey, version).create)
    expect(ignored()).toEqual({ '_links.osdi:creator': expect.stringMatching(/this account/) })
  })

  test(`ignored in a log entry names the unknown query parameters of a GET of a page, even of a cached page (${version}: v1 §4.2, v2 §4.3)`, async () => {
    const { create, list, send, ignored } = opened(version)
    const { description: _description, ...made } = await create()
    for (const _ of [1, 2]) {
      await list("?colour=green&page=0&per_page=many&filter=title eq 'a'&page=7")
      expect(ignored()).toEqual({
        colour: expect.stringContaining('not a query parameter'),
        page: expect.stringContaining('positive whole number'),
        per_page: expect.stringContaining('positive whole number'),
        filter: expect.stringContaining('assumption filter'),
      })
    }
    await list('?page=1&page=2')
    expect(ignored()).toEqual({ page: expect.stringContaining('first') })
    await list('?per_page=500')
    expect(ignored()).toEqual({ per_page: expect.stringContaining('25') })
    await list('?per_page=25')
    expect(ignored()).toEqual({})
    await send('PUT', `/events/${idOf(made as Resource)}?background_request=true&page=2`, {})
    expect(Object.keys(ignored())).toEqual(['background_request', 'page'])
  })

  test(`ignored in a log entry names each field of an RSVP that the service does not store (${version}: v1 §1.2, v2 §1.3)`, async () => {
    const { create, send, ignored, member, personHref } = opened(version)
    const address = hrefOf(await create(), names[version].attendances) ?? ''
    const ada = {
      email_addresses: [
        { address: 'eve@example.org', status: 'subscribed' },
        { address: 'b@example.org' },
        { address: 'no' },
      ],
      given_name: 5,
      phone_numbers: [{ number: '1', number_type: 'Mobile' }],
      postal_addresses: [{ locality: 'Chicago', planet: 'Mars' }, { locality: 'Boston' }],
      identifiers: ['crm:1', 'no identifier'],
      custom_fields: {},
    }
    await send('POST', address, { person: ada, status: 'maybe', add_tags: ['a'], _links: { self: { href: address } } })
    expect(Object.keys(ignored()).toSorted()).toEqual(
      [
        ...['add_tags[0]', 'status', '_links.self', 'person.given_name', 'person.identifiers[1]'],
        ...['person.email_addresses[2]'],
        ...['person.postal_addresses[0].planet'],
      ].toSorted(),
    )
    await send('POST', address, { person: { email_addresses: [{ address: 'EVE@example.org' }], given_name: 'Ada' } })
    expect(ignored()).toEqual({})
    await send('POST', address, { person: { email_addresses: [{ address: 'EVE@example.org' }] } })
    expect(ignored()).toEqual({})
    // A misspelt field in place of a required one.
    expect((await send('POST', address, { person: { email: 'ada@example.org' } })).status).toBe(400)
    expect(Object.keys(ignored())).toEqual(['person.email'])
    const linked = { 'osdi:person': [{ href: personHref(member) }] }
    await send('POST', address, { person: { given_name: 'Ada' }, _links: linked })
    expect(ignored()).toEqual({ person: expect.stringContaining('links to its person') })
  })
}

test('after a POST with the identifier of an existing event, `ignored` in the log entry says that the event is unchanged (v2 §4.10)', async () => {
  const { create, ignored } = opened('v2')
  const made = await create({ identifiers: ['calendar:7'] })
  expect(await create({ title: 'Other', identifiers: ['calendar:6', 'calendar:7'] })).toEqual(made)
  expect(ignored()).toEqual({ 'identifiers[1]': expect.stringMatching(/unchanged/) })
})

test('a POST that updates an event ignores the creator, and an identifier of a second event (v1 §4.4)', async () => {
  const { create, ignored, administrator, personHref } = opened('v1', { assumptions: { twoMatches: 'oldest' } })
  for (const identifier of ['calendar:1', 'calendar:2']) await create({ identifiers: [identifier] })
  const _links = { 'osdi:creator': { href: personHref(administrator) } }
  await create({ title: 'Both', identifiers: ['calendar:1', 'calendar:2'], _links })
  expect(ignored()).toEqual({
    'identifiers[1]': expect.stringMatching(/another event/),
    '_links.osdi:creator': expect.stringMatching(/cannot be changed/),
  })
})

test('after a v1 PUT that would clear identifiers, `ignored` in the log entry says that a PUT only adds identifiers (v1 §4.7)', async () => {
  const { create, update, ignored } = opened('v1')
  const made = await create({ identifiers: ['calendar:1'] })
  for (const identifiers of [null, []]) {
    expect(await update(made, { identifiers })).toEqual(made)
    expect(ignored()).toEqual({ identifiers: expect.stringMatching(/added/) })
  }
})

test('the log entry of a refused invalid field has the field in reason, and not in ignored', async () => {
  const { send, last } = opened('v2', { assumptions: { invalidOptional: 400, malformedIdentifier: 400 } })
  await send('POST', '/events', least('v2', { description: 5, identifiers: ['My Calendar:1'], total_accepted: 3 }))
  expect(last()).toMatchObject({
    status: 400,
    reason: { field: 'description', message: 'must be text', clause: 'v2 §2.1' },
    ignored: [{ field: 'total_accepted' }],
  })
  await send('POST', '/events', least('v2', { identifiers: ['a:1', 'My Calendar:1'] }))
  expect(last()).toMatchObject({ status: 400, reason: { field: 'identifiers[1]', clause: 'v2 §2.1' }, ignored: [] })
})

test('after a write with thousands of unknown fields, `ignored` in the log entry has less than 100 entries, and the last one says how many more fields there are', async () => {
  const { service, key, last } = opened('v2')
  const fields = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`field ${at}`, at]))
  await callerOf(service, key, 'v2').create({ ...fields, ['x'.repeat(5000)]: 1 })
  const ignored = last()?.ignored ?? []
  expect(ignored.length).toBeLessThan(100)
  expect(ignored.at(-1)?.message).toContain(String(3001 - (ignored.length - 1)))
  expect(JSON.stringify(ignored).length).toBeLessThan(20_000)
})

test('a write with more than 10,000 identifiers is refused with 400 (v2 §8.4)', async () => {
  const { send, last, list, create } = opened('v2')
  const identifiers = Array.from({ length: 10_001 }, (_, at) => `calendar:${at}`)
  const made = await create({ identifiers: identifiers.slice(1) })
  expect(made.identifiers).toHaveLength(10_001)
  for (const [method, path] of [
    ['POST', '/events'],
    ['PUT', `/events/${idOf(made)}`],
  ] as const) {
    expect((await send(method, path, least('v2', { identifiers }))).status).toBe(400)
    expect(last()).toMatchObject({ reason: { field: 'identifiers', clause: 'v2 §8.4' } })
  }
  const address = hrefOf(made, 'osdi:attendances') ?? ''
  const person = { email_addresses: [{ address: 'ada@example.org' }], identifiers }
  expect((await send('POST', address, { person })).status).toBe(400)
  expect(last()).toMatchObject({ reason: { field: 'person.identifiers' } })
  expect(await list()).toMatchObject({ total_records: 1 })
})

test('`ignored` in a log entry is frozen and never contains an API key', async () => {
  const service = createMockService()
  const { token } = service.seeded.group
  const headers = { 'OSDI-API-Token': token, 'Content-Type': 'application/json' }
  const body = JSON.stringify({
    title: 'a',
    origin_system: 'b',
    [token]: 1,
    [`${token.slice(0, 20)}${'x'.repeat(900)}`]: 1,
  })
  await service.fetch(`${service.baseUrl}/api/v2/events?${token}=1`, { method: 'POST', headers, body })
  const [entry] = service.requests
  expect(entry?.ignored.map(({ field }) => field)).toEqual(['[redacted]', '[redacted]', expect.any(String)])
  expect(JSON.stringify(entry?.ignored)).not.toContain(token.slice(0, 20))
  expect(Object.isFrozen(entry?.ignored) && entry?.ignored.every((row: IgnoredField) => Object.isFrozen(row))).toBe(
    true,
  )
})

test('the log entry of a write whose response a fault has replaced has `ignored`, and no `reason`', async () => {
  const { service, key, send, last } = opened('v2')
  const after = { operation: 'events.create', when: 'after' } as const
  for (const effect of [{ kind: 'status', status: 503 }, { kind: 'reset' }, { kind: 'truncated' }] as const) {
    const fault = service.faults.add({ ...after, effect })
    await send('POST', '/events', least('v2', { colour: 'green' })).catch(() => undefined)
    expect(last()).toMatchObject({ fault: effect.kind, ignored: [{ field: 'colour' }] })
    expect(last()).not.toHaveProperty('reason')
    service.faults.remove(fault)
  }
  service.faults.add({ ...after, effect: { kind: 'latency', ms: 0 } })
  await send('POST', '/events', {})
  expect(last()).toMatchObject({ fault: 'latency', status: 400, reason: { field: 'origin_system' } })
  service.faults.add({ effect: { kind: 'rate-limit' } })
  await callerOf(service, key, 'v2').send('POST', '/events', {})
  expect(last()).toMatchObject({ fault: 'rate-limit', status: 429, ignored: [] })
  expect(last()).not.toHaveProperty('reason')
})

test('an ignored field whose name is mistyped or of the other version has the name that was meant', async () => {
  const { create, ignored } = opened('v2')
  await create({
    end: '2026-06-20T11:00:00',
    startDate: '2026-06-20T11:00:00',
    titel: 'a',
    summary: 'a',
    colour: 'a',
  })
  const problem = 'is not a field of an event in version 2'
  expect(ignored()).toEqual({
    ...{ end: `${problem}. Did you mean end_date?`, startDate: `${problem}. Did you mean start_date?` },
    ...{ titel: `${problem}. Did you mean title?`, summary: `${problem}. Did you mean title?`, colour: problem },
  })
})
