import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, world, worldOf } from '../support/api.ts'

test('an identifier that any event has is refused, whoever has it (v2 §8.2)', async () => {
  const { service, key, individualKey } = world()
  await callerOf(service, key, 'v2').create({ identifiers: ['calendar:7'] })
  for (const owner of [key, individualKey]) {
    const event = { title: 'x', identifiers: ['calendar:7'] }
    expect(() => service.addEvent(event, { key: owner })).toThrow('event.identifiers[0]')
  }
})

test("an event's campaign must be its owner's (v2 §4c)", () => {
  const { service, key, individualKey, campaign } = world()
  expect(() => service.addEvent({ title: 'x', campaign }, { key: individualKey })).toThrow('event.campaign')
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
  const { service, key, caller } = worldOf('v2')
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
