import { createMockService, type OperationName } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, type Resource } from '../../support/api.ts'

/** A service with a resource of each kind, and a request for each operation of version 2. */
async function world() {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', assumptions: { otherCollections: 'empty' } })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const caller = callerOf(service, key, 'v2')
  const campaign = service.addCampaign({ title: 'Parks', key })
  const tag = service.addTag({ name: 'Volunteer', key })
  const event = await caller.create()
  const person = { email_addresses: [{ address: 'ada@example.org' }] }
  const address = `/events/${idOf(event)}/attendances`
  const rsvp = (await caller.send('POST', address, { person, add_tags: ['Volunteer'] })).body
  const people = `/people/${rsvp['platform:person_id']}`
  const taggings = await caller.follow(`${people}/taggings`)
  const [tagging] = taggings._embedded['osdi:taggings'] as readonly [Resource]
  const campaigns = `/event_campaigns/${campaign.id}`
  const body = { title: 'Walk', origin_system: 'Calendar' }
  const requests: Readonly<Record<OperationName, readonly [method: string, path: string, body?: object]>> = {
    'entryPoint.get': ['GET', ''],
    'entryPoint.part': ['GET', '/forms'],
    'events.list': ['GET', '/events'],
    'events.create': ['POST', '/events', body],
    'events.get': ['GET', `/events/${idOf(event)}`],
    'events.update': ['PUT', `/events/${idOf(event)}`, { title: 'Run' }],
    'campaigns.list': ['GET', '/event_campaigns'],
    'campaigns.create': ['POST', '/event_campaigns', body],
    'campaigns.get': ['GET', campaigns],
    'campaigns.update': ['PUT', campaigns, { title: 'Rivers' }],
    'campaigns.events': ['GET', `${campaigns}/events`],
    'campaigns.embed': ['GET', `${campaigns}/embed`],
    'attendances.list': ['GET', address],
    'attendances.record': ['POST', address, { person: { phone_numbers: [{ number: '13125550142' }] } }],
    'attendances.get': ['GET', `${address}/${idOf(rsvp)}`],
    'attendances.update': ['PUT', `${address}/${idOf(rsvp)}`, { status: 'attended' }],
    'embed.get': ['GET', `/events/${idOf(event)}/embed`],
    'people.list': ['GET', '/people'],
    'people.create': ['POST', '/people', { person: { email_addresses: [{ address: 'new@example.org' }] } }],
    'people.get': ['GET', people],
    'people.update': ['PUT', people, { given_name: 'Ada' }],
    'people.attendances': ['GET', `${people}/attendances`],
    'people.attendance': ['GET', `${people}/attendances/${idOf(rsvp)}`],
    'people.part': ['GET', `${people}/donations`],
    'people.taggings': ['GET', `${people}/taggings`],
    'tags.list': ['GET', '/tags'],
    'tags.get': ['GET', `/tags/${tag.id}`],
    'tags.taggings': ['GET', `/tags/${tag.id}/taggings`],
    'tags.tagging': ['GET', hrefOf(tagging, 'self') ?? ''],
  }
  return { service, caller, requests }
}

test('a fault rule matches each operation by its name, and no other operation', async () => {
  const { service, caller, requests } = await world()
  for (const [operation, [method, path, body]] of Object.entries(requests)) {
    const fault = service.faults.add({ operation: operation as OperationName, effect: { kind: 'status', status: 418 } })
    for (const [other, [otherMethod, otherPath, otherBody]] of Object.entries(requests)) {
      if (otherMethod !== 'GET' && other !== operation) continue
      const { status } = await caller.send(otherMethod, otherPath, otherBody)
      expect([other, status === 418]).toEqual([other, other === operation])
    }
    expect([method, path, body, fault.hits]).toEqual([method, path, body, 1])
    service.faults.clear()
  }
})

test('a fault with when "before" keeps any write from storing data, and a fault with when "after" loses only the response', async () => {
  const { service, caller, requests } = await world()
  const state = () => JSON.stringify(service.snapshot())
  for (const [operation, [method, path, body]] of Object.entries(requests)) {
    if (method === 'GET') continue
    const before = state()
    const rule = { operation: operation as OperationName, effect: { kind: 'status', status: 503 } } as const
    service.faults.add({ ...rule, when: 'before', times: 1 })
    expect([operation, (await caller.send(method, path, body)).status]).toEqual([operation, 503])
    expect([operation, state() === before]).toEqual([operation, true])
    service.faults.add({ ...rule, when: 'after', times: 1 })
    expect([operation, (await caller.send(method, path, body)).status]).toEqual([operation, 503])
    expect([operation, state() === before]).toEqual([operation, false])
  }
})
