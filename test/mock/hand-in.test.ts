import { MockServiceError } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, world } from '../support/api.ts'

const fieldOf = (run: () => unknown): string => {
  try {
    run()
  } catch (error) {
    expect(error).toBeInstanceOf(MockServiceError)
    if (error instanceof MockServiceError) {
      expect(error.message).toContain(error.field)
      return error.field
    }
  }
  return 'it was accepted'
}

test('a person is made up where nothing is given, and no two are alike', () => {
  const { service } = world()
  const [one, other] = [service.addPerson(), service.addPerson()]
  for (const person of [one, other]) {
    expect(person.given_name).toMatch(/\S/)
    expect(person.family_name).toMatch(/\S/)
    expect(person.email_address).toMatch(/^\S+@\S+$/)
  }
  expect(other.id).not.toBe(one.id)
  expect(other.email_address).not.toBe(one.email_address)
})

test('a person is refused by the field that is wrong', () => {
  const { service, stranger } = world()
  const wrong = {
    given_name: 5,
    family_name: {},
    email_address: 'nobody',
    postal_code: 20003,
    age: 7,
  }
  for (const [field, value] of Object.entries(wrong)) {
    expect(fieldOf(() => Reflect.apply(service.addPerson, service, [{ [field]: value }]))).toContain(field)
  }
  expect(fieldOf(() => service.addPerson({ email_address: stranger.email_address }))).toContain('email_address')
})

test('an event is refused by the field that is wrong, and nothing of it is stored (v2 §8.2)', async () => {
  const { service, key } = world()
  const wrong: readonly (readonly [string, unknown])[] = [
    ['title', ''],
    ['title', undefined],
    ['origin_system', 5],
    ['name', 5],
    ['description', []],
    ['instructions', 5],
    ['browser_url', 5],
    ['featured_image_url', 5],
    ['start_date', 'next Tuesday'],
    ['start_date', '2026-02-30T11:00:00'],
    ['end_date', 5],
    ['identifiers', 'calendar:7'],
    ['identifiers', ['calendar']],
    ['identifiers', ['platform:7']],
    ['location', 'here'],
    ['venue', { venue: 5 }],
    ['capacity', -1],
    ['capacity', 1.5],
    ['visibility', 'secret'],
    ['hidden', 'yes'],
    ['campaign', 'none'],
    ['creator', 'nobody'],
    ['weather', 'sunny'],
  ]
  for (const [field, value] of wrong) {
    const event = { title: 'x', identifiers: ['diary:1'], [field === 'venue' ? 'location' : field]: value }
    expect([field, value, fieldOf(() => Reflect.apply(service.addEvent, service, [event, { key }]))]).toEqual([
      field,
      value,
      expect.stringContaining(field),
    ])
  }
  const wrongWay = [{ title: 'x' }, { key, via: 'post' }]
  expect(fieldOf(() => Reflect.apply(service.addEvent, service, wrongWay))).toContain('via')
  const caller = callerOf(service, key, 'v2')
  expect(await caller.list()).toMatchObject({ total_records: 0 })
  expect((await caller.create({ identifiers: ['diary:1'] })).title).toBe('Picnic')
})

test('an identifier that any event has is refused, whoever has it (v2 §8.2)', async () => {
  const { service, key, individualKey } = world()
  await callerOf(service, key, 'v2').create({ identifiers: ['calendar:7'] })
  for (const owner of [key, individualKey]) {
    const event = { title: 'x', identifiers: ['calendar:7'] }
    expect(fieldOf(() => service.addEvent(event, { key: owner }))).toContain('identifiers')
  }
})

test("an event's campaign must be its owner's (v2 §4c)", () => {
  const { service, key, individualKey, campaign } = world()
  expect(fieldOf(() => service.addEvent({ title: 'x', campaign }, { key: individualKey }))).toContain('campaign')
  expect(service.addEvent({ title: 'x', campaign }, { key })['platform:event_campaign_id']).toBe(campaign.id)
})

test('an event handed in is answered as version 2 shows it (v2 §2.1a)', async () => {
  const { service, key, administrator } = world()
  const fields = {
    title: 'Tree walk',
    origin_system: 'Park friends',
    name: 'walk',
    browser_url: 'https://calendar.example.org/7',
    identifiers: ['calendar:7'],
    start_date: '2026-07-04T09:00:00Z',
    location: { venue: 'Arboretum', country: 'ca' },
  } as const
  const more = { ui: { capacity: 0, visibility: 'private' }, api: {} } as const
  for (const via of ['ui', 'api'] as const) {
    const identifiers = [`calendar:${via}`]
    const draft = { ...fields, ...more[via], identifiers, creator: administrator }
    const { id, ...event } = service.addEvent(draft, { key, via })
    const read = await callerOf(service, key, 'v2').read(id)
    expect(read).toEqual(event)
    expect(idOf(read)).toBe(id)
    expect(read).toMatchObject({ title: 'Tree walk', origin_system: 'Park friends', name: 'walk', ...more[via] })
    expect(read.location).toMatchObject({ venue: 'Arboretum', country: 'CA' })
    expect(read.identifiers).toContain(identifiers[0])
    expect(hrefOf(read, 'osdi:creator')).toMatch(new RegExp(`/people/${administrator.id}$`))
  }
})

test('a creator handed in is an explicit one (v2 §4.7)', () => {
  const { service, key, administrator, stranger } = world()
  const { id } = service.addEvent({ title: 'Tree walk', creator: administrator.id }, { key })
  service.attend(id, stranger)
  expect(service.mailingList(administrator)).toEqual([stranger])
})

test('visibility, hiding and capacity are those of the user interface (v2 §2.1a)', async () => {
  const { service, key } = world()
  const caller = callerOf(service, key, 'v2')
  const plain = await caller.read(service.addEvent({ title: 'Plain' }, { key }).id)
  expect(plain).toMatchObject({ visibility: 'public', 'platform:hidden': false })
  expect(plain).not.toHaveProperty('capacity')
  const set = { title: 'Set', visibility: 'private', hidden: true, capacity: 1 } as const
  const { id } = service.addEvent(set, { key })
  expect(await caller.read(id)).toMatchObject({ visibility: 'private', 'platform:hidden': true, capacity: 1 })
  // A capacity is shown and never enforced.
  service.attend(id, 2)
  expect((await caller.read(id)).total_accepted).toBe(2)
})

test('whose list is asked for must be known', () => {
  const { service } = world()
  for (const ask of [
    () => service.mailingList('none'),
    () => service.dashboard('none'),
    () => service.targeting('none'),
  ]) {
    expect(fieldOf(ask)).not.toBe('it was accepted')
  }
})
