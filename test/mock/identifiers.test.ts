import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, titlesOf, type WireLink, world, worldOf } from '../support/api.ts'
import { least, versions } from '../support/names.ts'

for (const version of versions) {
  test(`a POST with the native identifier of another owner's event adds a new event (${version}: v1 §1.3, v2 §8.2)`, async () => {
    const { service, individualKey, create, read } = worldOf(version)
    const mine = await create({ title: 'Mine' })
    const made = await callerOf(service, individualKey, version).create({ identifiers: [...mine.identifiers] })
    expect(made.identifiers).not.toContain(mine.identifiers[0])
    expect(await read(mine)).toEqual(mine)
  })

  test(`parallel POSTs with the same identifier make one event (${version}: v2 §8.2, v1 §1.3, v2 §8.2)`, async () => {
    const { caller } = worldOf(version)
    const made = await Promise.all([1, 2, 3, 4].map(() => caller.create({ identifiers: ['calendar:7'] })))
    expect(new Set(made.map((event) => idOf(event))).size).toBe(1)
    expect(await caller.list()).toMatchObject({ total_records: 1 })
  })

  test(`identifiers such as __proto__:x work like any other (${version}: v2 §8.2, v1 §1.3, v2 §8.2)`, async () => {
    const { caller } = worldOf(version)
    const odd = ['__proto__:x', 'constructor:prototype', 'a:b:c']
    const made = await caller.create({ identifiers: odd })
    expect(made.identifiers).toEqual(expect.arrayContaining(odd))
    expect(idOf(await caller.create({ identifiers: ['__proto__:x'] }))).toBe(idOf(made))
  })
}

for (const kind of ['native', 'foreign'] as const) {
  test(`v1 POST with a ${kind} identifier of an event updates that event and adds none (v1 §1.3, v1 §4.4)`, async () => {
    const { service, caller } = worldOf('v1')
    await caller.create({ title: 'Another' })
    const made = await caller.create({
      title: 'Picnic',
      identifiers: ['calendar:7'],
      description: 'Bring a blanket',
      start: '2026-06-20T11:00:00Z',
      location: { venue: 'Lincoln Park', postal_code: '20003' },
    })
    service.attend(idOf(made), 2)
    const identifier = { native: `platform:${idOf(made)}`, foreign: 'calendar:7' }[kind]
    const updated = await caller.create({
      title: 'Picnic, indoors',
      identifiers: [identifier, 'diary:1'],
      start: '2026-06-21T11:00:00Z',
    })
    expect(updated).toEqual({
      ...made,
      identifiers: updated.identifiers,
      summary: 'Picnic, indoors',
      start: '2026-06-21T11:00:00Z',
      total_accepted: 2,
      modified_at: updated.modified_at,
    })
    expect(updated.identifiers.toSorted()).toEqual(['calendar:7', 'diary:1', `platform:${idOf(made)}`])
    expect(Date.parse(String(updated.modified_at))).toBeGreaterThan(Date.parse(String(made.modified_at)))
    expect(titlesOf(await caller.list(), 'v1')).toEqual(['Another', 'Picnic, indoors'])
  })
}

test("v1 PUT adds the sent identifiers to the event's identifiers, without duplicates (v1 §4.7a)", async () => {
  const { caller } = worldOf('v1')
  const made = await caller.create({ identifiers: ['calendar:7'] })
  await caller.update(made, { identifiers: ['diary:1', 'calendar:7'] })
  await caller.update(made, { identifiers: ['diary:2', 'diary:2'] })
  const { identifiers } = await caller.read(made)
  expect(identifiers.toSorted()).toEqual(['calendar:7', 'diary:1', 'diary:2', `platform:${idOf(made)}`])
})

test('v2 PUT with an empty list of identifiers, or only the native identifier, removes all foreign identifiers (v2 §4.8)', async () => {
  const { caller } = worldOf('v2')
  for (const only of [[], ['platform']]) {
    const made = await caller.create({ identifiers: ['mine:1'] })
    const own = `platform:${idOf(made)}`
    const { identifiers } = await caller.update(made, { identifiers: only.map(() => own) })
    expect(identifiers).toEqual([own])
  }
})

const ids = { v1: 'v1 §2.1a, v1 §2.4a', v2: 'v2 §2.1a, v2 §2.1b, v2 §2.5a' } as const
const namespace = 'action_network'

for (const version of versions) {
  test(`identifiers, fields, relations and curies have the prefix of the option namespace (${ids[version]})`, async () => {
    const { service, key, campaign } = world({ namespace })
    expect(service.namespace).toBe(namespace)
    const { id, identifiers } = service.addEvent({ title: 'Tree walk', instructions: 'Boots', campaign }, { key })
    const event = await callerOf(service, key, version).read(id)
    expect(event.identifiers).toEqual([`${namespace}:${id}`])
    expect(event.identifiers).toEqual(identifiers)
    expect(event).toMatchObject({ 'action_network:sponsor': {}, 'action_network:event_campaign_id': campaign.id })
    expect(event).toMatchObject(
      { v1: { 'action_network:event_instructions': 'Boots' }, v2: { 'action_network:hidden': false } }[version],
    )
    expect(hrefOf(event, 'action_network:embed')).toMatch(/\/embed$/)
    expect(hrefOf(event, 'action_network:event_campaign')).toContain(campaign.id)
    const curies = event._links.curies as readonly WireLink[]
    expect(curies.map(({ name }) => name)).toEqual(['osdi', namespace])
    expect(JSON.stringify(event)).not.toContain('platform')
    expect(JSON.stringify(await callerOf(service, key, version).list())).not.toContain('platform')
  })

  test(`an identifier with the prefix of another namespace is a foreign identifier (${ids[version]})`, async () => {
    const body = await worldOf(version, { namespace }).create({ identifiers: ['platform:7'] })
    expect(body.identifiers).toEqual(expect.arrayContaining(['platform:7', `${namespace}:${idOf(body, namespace)}`]))
  })
}

test('version 1 reads instructions from the field with the prefix of the option namespace (v1 §2.1a)', async () => {
  const { send } = worldOf('v1', { namespace })
  const fields = { 'action_network:event_instructions': 'Boots', 'platform:event_instructions': 'No' }
  const { body } = await send('POST', '/events', least('v1', fields))
  expect(body['action_network:event_instructions']).toBe('Boots')
  expect(body).not.toHaveProperty('platform:event_instructions')
})
