import { createMockService, type MockService, type MockServiceError } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { hrefOf, worldOf } from '../support/api.ts'

/** Wrong calls, by the name of the wrong argument. The types forbid many of them; a JavaScript program can make them all. */
const wrong: Readonly<Record<string, [MockServiceError['code'], (service: MockService) => unknown]>> = {
  'person.nickname': ['argument', (service) => service.addPerson(untyped({ nickname: 'Al' }))],
  'person.given_name': ['argument', (service) => service.addPerson({ given_name: ' ' })],
  'person.email_address': ['argument', (service) => service.addPerson({ email_address: 'nobody' })],
  'group.title': ['argument', (service) => service.addGroup({ title: '' })],
  'group.creator': ['unknown', (service) => service.addGroup({ title: 'A', creator: 'nobody' })],
  'group.members[0]': ['unknown', (service) => service.addGroup({ title: 'A', members: [{ id: 'nobody' }] })],
  'key.group': ['unknown', (service) => service.addKey({ group: 'none' })],
  'key.person': ['unknown', (service) => service.addKey({ person: 'nobody' })],
  'key.token': ['argument', (service) => service.addKey({ token: 'line\nbreak' })],
  'key.token of 513 characters': ['argument', (service) => service.addKey({ token: 'z'.repeat(513) })],
  'key.token with a space at its end': ['argument', (service) => service.addKey({ token: 'token ' })],
  'campaign.title': ['argument', (service) => service.addCampaign({ title: ' ', key: service.seeded.group })],
  'campaign.key': ['unknown', (service) => service.addCampaign({ title: 'A', key: 'none' })],
  'options.key': ['unknown', (service) => service.addEvent({ title: 'A' }, { key: 'none' })],
  'options.via': ['argument', (service) => add(service, {}, { via: 'post' })],
  'event.title': ['argument', (service) => add(service, { title: '' })],
  'event.summary': ['argument', (service) => add(service, { summary: 'A' })],
  'event.description': ['argument', (service) => add(service, { description: 5 })],
  'event.end_date': ['argument', (service) => add(service, { end_date: 'later' })],
  'event.location that is empty': ['argument', (service) => add(service, { location: '' })],
  'event.location that is null': ['argument', (service) => add(service, { location: null })],
  'event.identifiers that are null': ['argument', (service) => add(service, { identifiers: null })],
  'event.location.city': ['argument', (service) => add(service, { location: { city: 'Boston' } })],
  'event.identifiers[1]': ['argument', (service) => add(service, { identifiers: ['a:1', 'bare'] })],
  'event.identifiers[0]': ['argument', (service) => add(service, { identifiers: ['platform:1'] })],
  'event.capacity': ['argument', (service) => add(service, { capacity: -1 })],
  'event.hidden': ['argument', (service) => add(service, { hidden: 'yes' })],
  'event.visibility': ['argument', (service) => add(service, { visibility: 'secret' })],
  'event.location.country': ['argument', (service) => add(service, { location: { country: 'Germany' } })],
  'event.capacity by the interface': ['argument', (service) => add(service, { capacity: 5 }, { via: 'api' })],
  'event.featured_image_url': ['argument', (service) => add(service, { featured_image_url: 'a' }, { via: 'api' })],
  'event.campaign': ['unknown', (service) => add(service, { campaign: 'none' })],
  'event.creator': ['unknown', (service) => add(service, { creator: 'nobody' })],
  event: ['unknown', (service) => service.attend('none', 1)],
  who: ['argument', (service) => service.attend(only(service), 1.5)],
  key: ['unknown', (service) => service.targeting('none')],
  of: ['unknown', (service) => service.mailingList('none')],
  'of a key, which has no list': ['unknown', (service) => service.mailingList(untyped(service.seeded.individual))],
}

/** The id of the only user-interface event. */
const only = (service: MockService) => service.dashboard(service.seeded.group)[0]?.id ?? ''

const untyped = (value: unknown) => value as never

const add = (service: MockService, event: object, options: object = {}) =>
  service.addEvent(untyped({ title: 'Picnic', ...event }), untyped({ key: service.seeded.group, ...options }))

/** Everything that the public members of a service show, with the next objects that it makes. */
function stateOf(service: MockService): unknown {
  const { group, individual } = service.seeded
  const lists = [service.dashboard(group), service.targeting(group), service.mailingList({ id: group.group ?? '' })]
  const made = [service.addPerson(), service.addGroup({ title: 'Next' }), service.addKey(), add(service, {})]
  return structuredClone([service.clock.now(), service.outbox, individual, ...lists, ...made])
}

test('addEvent, addKey and the other methods of a service name a wrong argument in an error, and change nothing', () => {
  for (const [name, [code, call]] of Object.entries(wrong)) {
    const field = name.split(' ')[0] ?? name
    const [service, twin] = [1, 2].map(() => createMockService({ events: 9 })) as [MockService, MockService]
    expect(() => call(service), name).toThrow(expect.objectContaining({ name: 'MockServiceError', code, field }))
    expect(stateOf(service), name).toEqual(stateOf(twin))
  }
})

test('addKey, addPerson and addEvent refuse a token, an e-mail address or an identifier that is already taken', () => {
  const service = createMockService()
  service.addKey({ token: 'same' })
  service.addPerson({ email_address: 'same@example.org' })
  add(service, { identifiers: ['same:1'] })
  expect(() => service.addKey({ token: 'same' })).toThrow('belongs to another key')
  expect(() => service.addPerson({ email_address: 'SAME@example.org' })).toThrow('belongs to another person')
  expect(() => add(service, { identifiers: ['same:1'] })).toThrow('belongs to another event')
})

test('errors of a mock service never repeat the token of an API key', () => {
  expect(() => createMockService().targeting('a-secret-token')).toThrow(/^(?!.*a-secret-token)/)
})

test('methods of a service accept an event as id, identifier or response, and a key as object or token', () => {
  const service = createMockService()
  const { group } = service.seeded
  const event = add(service, { identifiers: ['calendar:1'] })
  for (const reference of [event.id, `platform:${event.id}`, 'calendar:1', event, { identifiers: ['calendar:1'] }]) {
    service.attend(reference, 1)
  }
  expect(service.targeting(group.token)).toEqual(service.targeting(group))
  expect(service.targeting(group)[0]?.people).toHaveLength(5)
})

test('the objects that a mock service returns are deeply frozen', async () => {
  const service = createMockService({ assumptions: { rateLimit: { perSecond: 1, retryAfter: true } } })
  const { group: key } = service.seeded
  const event = add(service, {})
  const handed = [
    ...[service.seeded, service.assumptions, service.clock, service.addPerson(), service.addKey()],
    ...[service.addGroup({ title: 'A' }), service.addCampaign({ title: 'A', key }), service.attend(event, 1)],
    ...[service.outbox, service.targeting(key), service.dashboard(key), service.mailingList({ id: key.group ?? '' })],
  ]
  await service.fetch(`${service.baseUrl}/api/v2/events`, { method: 'POST', body: '{"a":[{"b":1}]}' })
  for (const value of [...handed, event, service.requests]) expect(changeable(value)).toEqual([])
})

/** The paths of the objects in a value that are not frozen. */
function changeable(value: unknown, path = 'it'): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.entries(value).flatMap(([name, member]) => changeable(member, `${path}.${name}`))
  return Object.isFrozen(value) ? within : [path, ...within]
}

test("addEvent accepts only a campaign of the event's owner (v2 §4c)", () => {
  const { service, key, individualKey, campaign } = worldOf('v2')
  expect(() => service.addEvent({ title: 'x', campaign }, { key: individualKey })).toThrow('event.campaign')
  expect(service.addEvent({ title: 'x', campaign }, { key })['platform:event_campaign_id']).toBe(campaign.id)
})

test.for([
  ['ui', { capacity: 0, visibility: 'private', hidden: true }, { capacity: 0, visibility: 'private' }, true],
  ['api', {}, { visibility: 'public' }, false],
] as const)(
  'an event added by %s has the same fields as version 2 shows (v2 §2.1a)',
  async ([via, own, shows, hidden]) => {
    const { service, key, administrator, read } = worldOf('v2')
    const texts = { title: 'Tree walk', origin_system: 'Park friends', name: 'walk' }
    const draft = { start_date: '2026-07-04T09:00:00Z', location: { venue: 'Arboretum', country: 'ca' } }
    const identifiers = ['calendar:1']
    const { id, ...event } = service.addEvent(
      { ...texts, ...own, ...draft, identifiers, creator: administrator },
      { key, via },
    )
    const shown = await read(id)
    expect(shown).toEqual(event)
    expect(shown).toMatchObject({
      ...texts,
      ...shows,
      'platform:hidden': hidden,
      identifiers: [`platform:${id}`, 'calendar:1'],
    })
    expect(shown.location).toMatchObject({ venue: 'Arboretum', country: 'CA' })
    expect(hrefOf(shown, 'osdi:creator')).toMatch(new RegExp(`/people/${administrator.id}$`))
  },
)

test('addEvent with a creator makes an explicit creator (v2 §4.7)', () => {
  const { service, key, administrator, stranger } = worldOf('v2')
  const { id } = service.addEvent({ title: 'Tree walk', creator: administrator.id }, { key })
  service.attend(id, stranger)
  expect(service.mailingList(administrator)).toEqual([stranger])
})
