import { createMockService, type MockEventChanges, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, idOf, titlesOf, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'
import { runs } from '../support/runs.ts'

const location = { locality: 'Chicago', region: 'IL', postal_code: '60601' }
const start_date = '2026-06-20T12:00:00'

test('addEvent without a key adds the event to the seeded group, even with via: "api"', async () => {
  const service = createMockService({ events: 2 })
  service.addEvent({ title: 'Picnic' })
  service.addEvent({ title: 'Walk' }, { via: 'api' })
  const list = await callerOf(service, service.seeded.group, 'v2').list()
  expect(titlesOf(list, 'v2').slice(2)).toEqual(['Picnic', 'Walk'])
  expect(service.dashboard(service.seeded.group).at(-1)?.title).toBe('Picnic')
})

for (const version of versions) {
  test(`addEvent, updateEvent and cancelEvent set the status of an event (${version === 'v1' ? 'v1 §3' : 'v2 §3'})`, async () => {
    const { service, key, caller } = worldOf(version)
    const statuses = async () => eventsOf(await caller.list()).map(({ status }) => status)
    const picnic = service.addEvent({ title: 'Picnic' }, { key })
    service.addEvent({ title: 'Walk', status: 'tentative' }, { key })
    const made = await caller.create()
    expect(await statuses()).toEqual(['confirmed', 'tentative', 'confirmed'])
    expect(service.cancelEvent(made)).toMatchObject({ id: idOf(made), status: 'cancelled' })
    service.cancelEvent(picnic.id)
    expect(await statuses()).toEqual(['cancelled', 'tentative', 'cancelled'])
    service.restore(JSON.parse(JSON.stringify(service.snapshot())) as MockState)
    expect(await statuses()).toEqual(['cancelled', 'tentative', 'cancelled'])
    // No request changes the status.
    expect((await caller.update(made, { status: 'confirmed' })).status).toBe('cancelled')
    service.updateEvent(picnic, { status: 'confirmed' })
    expect(await statuses()).toEqual(['confirmed', 'tentative', 'cancelled'])
  })

  test(`updateEvent changes the given fields and modified_date, and nothing else (${version})`, async () => {
    const { service, caller } = worldOf(version)
    const made = await caller.create({ title: 'Picnic', description: 'Bring a hat', identifiers: ['calendar:1'] })
    service.clock.advance('PT1H')
    service.updateEvent(made, { title: 'Picnic, indoors', start_date, location })
    const { title, start, created, modified } = names[version]
    const changed = await caller.read(made)
    expect(changed).toMatchObject({
      [title]: 'Picnic, indoors',
      description: 'Bring a hat',
      identifiers: made.identifiers,
      [start]: `${start_date}Z`,
      [created]: made[created],
      [modified]: '2026-05-01T13:00:01Z',
      location: { locality: 'Chicago' },
    })
    service.clock.advance('PT1H')
    service.updateEvent(made, { title: 'Picnic, indoors', location: { locality: 'Chicago' } })
    expect(await caller.read(made)).toEqual(changed)
    service.updateEvent(made, { description: null, start_date: null, location: null, identifiers: [] })
    const cleared = await caller.read(made)
    for (const field of ['description', start]) expect(cleared).not.toHaveProperty(field)
    expect([cleared.identifiers, cleared.location]).toEqual([
      [`platform:${idOf(made)}`],
      expect.objectContaining({ region: '', country: 'US' }),
    ])
  })

  test(`after removeEvent an event is in no list, and its address answers 404 (${version})`, async () => {
    const { service, key, campaign, caller } = worldOf(version, { perPage: 2 })
    const titles = ['One', 'Two', 'Three', 'Four', 'Five']
    const events = titles.map((title) =>
      service.addEvent({ title, campaign, identifiers: [`calendar:${title}`] }, { key }),
    )
    const [, two, , , five] = events
    const [attendance] = service.attend(two ?? '', 3)
    await caller.list('?page=2')
    await caller.list('?page=2')
    service.removeEvent(two ?? '')
    service.removeEvent(five ?? '')
    expect(await caller.list()).toMatchObject({ total_records: 3, total_pages: 2 })
    expect(titlesOf(await caller.list('?page=2'), version)).toEqual(['Four'])
    expect(titlesOf(await caller.follow(`/event_campaigns/${campaign.id}/events`), version)).toEqual(['One', 'Three'])
    const path = `/events/${two?.id}`
    const { attendancesPath } = names[version]
    for (const gone of [path, `${path}/${attendancesPath}`, `${path}/${attendancesPath}/${attendance?.id}`]) {
      expect((await caller.send('GET', gone)).status).toBe(404)
    }
    expect((await caller.send('PUT', path, { title: 'Back' })).status).toBe(404)
    expect(service.dashboard(key).map(({ title }) => title)).toEqual(['One', 'Three', 'Four'])
    // The identifier is free again; the service does not reuse the id.
    const again = await caller.create({ title: 'Again', identifiers: ['calendar:Two'] })
    expect(events.map(({ id }) => id)).not.toContain(idOf(again))
  })

  test(`after removeEvent a key no longer sees people whom it could see only because of this event (${version})`, async () => {
    const { service, key, stranger, caller } = worldOf(version)
    const guest = service.addPerson()
    const seen = () =>
      Promise.all([guest, stranger].map(async ({ id }) => (await caller.send('GET', `/people/${id}`)).status))
    const [picnic, walk] = ['Picnic', 'Walk'].map((title) => service.addEvent({ title, creator: stranger }, { key }))
    for (const event of [picnic, walk]) service.attend(event ?? '', guest)
    service.removeEvent(picnic ?? '')
    expect(await seen()).toEqual([200, 200])
    const attendances = await caller.follow(`/people/${guest.id}/${names[version].attendancesPath}`)
    expect(attendances.total_records).toBe(1)
    service.removeEvent(walk ?? '')
    expect(await seen()).toEqual([404, 404])
    expect(service.targeting(key)).toEqual([])
  })
}

test('removed and cancelled events send no reminders, but sent messages and members of mailing lists stay', () => {
  const service = createMockService({ now: '2026-06-01T00:00:00Z' })
  const [picnic, walk, fair] = ['Picnic', 'Walk', 'Fair'].map((title) => service.addEvent({ title, start_date }))
  for (const event of [picnic, walk, fair]) service.attend(event ?? '', 1)
  service.removeEvent(picnic ?? '')
  for (const event of [walk, fair]) service.cancelEvent(event ?? '')
  service.updateEvent(walk ?? '', { status: 'confirmed' })
  const whole = service.snapshot()
  for (const state of [whole, JSON.parse(JSON.stringify(whole)) as MockState]) {
    service.restore(state)
    service.clock.advance('P30D')
    expect(service.outbox.map(({ subject }) => subject)).toEqual([
      ...['Picnic', 'Walk', 'Fair'].map((title) => `Thank you for your RSVP: ${title}`),
      'Reminder: Walk',
    ])
    expect(service.mailingList(service.seeded.group.group ?? '')).toHaveLength(3)
  }
})

const wrong: readonly (readonly [field: string, changes: object])[] = [
  ['event.title', { title: ' ' }],
  ['event.status', { status: 'canceled' }],
  ['event.start_date', { start_date: 'tomorrow' }],
  ['event.identifiers[0]', { identifiers: ['calendar:2'] }],
  ['event.identifiers[0]', { identifiers: ['platform:2'] }],
  ['event.capacity', { capacity: -1 }],
  ['event.location', { location: '' }],
  ['event.creator', { creator: 'x' }],
  ['event.colour', { colour: 'green' }],
]

test('updateEvent, removeEvent and cancelEvent name a wrong argument in an error, and change nothing', async () => {
  const { service, key, caller } = worldOf('v2')
  const made = await caller.create({ identifiers: ['calendar:1'] })
  service.addEvent({ title: 'Other', identifiers: ['calendar:2'] }, { key })
  for (const [field, changes] of wrong) {
    const change = () => service.updateEvent(made, { description: 'x', ...(changes as MockEventChanges) })
    expect(change).toThrow(expect.objectContaining({ name: 'MockServiceError', code: 'argument', field }))
  }
  expect(() => service.updateEvent(made, { capacity: 5 })).toThrow(/event\.capacity.*user interface/)
  expect(await caller.read(made)).toEqual(made)
  expect(() => service.addEvent({ title: 'Picnic', status: 'canceled' as 'cancelled' })).toThrow(/event\.status/)
})

for (const version of versions) {
  test(`a PUT of the unchanged response of a GET changes nothing, not even modified_date (${version === 'v1' ? 'v1 §4.7b' : 'v2 §4.8'})`, async () => {
    // Enough for every kind of seeded event.
    const service = createMockService({ events: runs(80), perPage: 800 })
    const caller = callerOf(service, service.seeded.group, version)
    for (const event of eventsOf(await caller.list())) {
      const read = await caller.read(event)
      expect(await caller.update(event, read)).toEqual(read)
    }
  })
}

test('a PUT of a location with one part changed keeps its other parts (v2 §4.8)', async () => {
  const { caller } = worldOf('v2')
  const made = await caller.create({ location: { locality: 'London' } })
  const { location: shown } = await caller.read(made)
  expect(shown).toMatchObject({ locality: 'London', country: 'US', location: { latitude: 51.5072 } })
  const { location: changed } = await caller.update(made, { location: { ...(shown as object), venue: 'Hall' } })
  expect(changed).toEqual({ ...(shown as object), venue: 'Hall' })
  // A country that is sent with another town counts as sent, even if the service already shows it.
  const beside = await caller.create({ location: { locality: 'Chicago' } })
  const update = { location: { locality: 'Toronto', country: 'US' } }
  expect((await caller.update(beside, update)).location).toMatchObject({ locality: '', country: 'US' })
  // A country that the caller sends counts.
  const { location: moved } = await caller.update(made, { location: { locality: 'Paris', country: 'FR' } })
  expect(moved).toMatchObject({ locality: 'Paris', country: 'FR' })
})

test('a PUT with an empty location changes nothing, in version 2 and version 1 (v1 §4.7b)', async () => {
  const { service, key } = worldOf('v2')
  const made = await callerOf(service, key, 'v2').create({ location: { locality: 'London' } })
  const caller = callerOf(service, key, 'v1')
  const read = await caller.read(made)
  expect(await caller.update(made, { location: {} })).toEqual(read)
})

test('a PUT of an unchanged location changes nothing, for any order of members in the restored state', async () => {
  const { service, key, caller } = worldOf('v2')
  const location = { venue: 'Hall', locality: 'Chicago', region: 'IL', address_lines: ['1 Main St'], country: 'US' }
  const made = await caller.create({ location })
  const restored = createMockService()
  restored.restore(JSON.parse(JSON.stringify(service.snapshot())) as MockState)
  const there = callerOf(restored, key, 'v2')
  restored.clock.advance('PT1H')
  expect(await there.update(made, { location, title: 'Picnic' })).toMatchObject({ title: 'Picnic' })
  const read = await there.read(made)
  restored.clock.advance('PT1H')
  expect(await there.update(made, { location, title: 'Picnic' })).toEqual(read)
})

test('a write fails when the option geocode changes the service during the write', async () => {
  const service = createMockService({
    geocode: (query) => {
      if (query.locality === 'Chicago') service.addEvent({ title: 'Again', identifiers: ['calendar:1'] })
      return { region: '', country: 'US', latitude: 0, longitude: 0, accuracy: 'Approximate', timeZone: 'UTC' }
    },
  })
  const event = { title: 'Picnic', identifiers: ['calendar:1'], location: { locality: 'Chicago' } }
  expect(() => service.addEvent(event)).toThrow('geocode(): changed the service, in the middle of a write')
  const list = await callerOf(service, service.seeded.group, 'v2').list()
  expect(titlesOf(list, 'v2')).toEqual(['Again'])
})
