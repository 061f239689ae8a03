import { createMockService, type MockService, type MockServiceErrorCode } from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** Calls that are wrong, by what is wrong with them. The types forbid many; a JavaScript test can make them all. */
const wrong: Readonly<Record<string, [MockServiceErrorCode, (service: MockService) => unknown]>> = {
  'person.nickname': ['argument', (service) => service.addPerson(untyped({ nickname: 'Al' }))],
  'person.given_name': ['argument', (service) => service.addPerson({ given_name: ' ' })],
  'person.email_address': ['argument', (service) => service.addPerson({ email_address: 'nobody' })],
  'person.email_address with a control character': [
    'argument',
    (service) => service.addPerson({ email_address: 'a\u0000@b' }),
  ],
  'group.title': ['argument', (service) => service.addGroup({ title: '' })],
  'group.creator': ['unknown', (service) => service.addGroup({ title: 'A', creator: 'nobody' })],
  'group.members[0]': ['unknown', (service) => service.addGroup({ title: 'A', members: [{ id: 'nobody' }] })],
  'group.members': ['argument', (service) => service.addGroup(untyped({ title: 'A', members: null }))],
  'group that is a Date': ['argument', (service) => service.addGroup(untyped(new Date()))],
  'group.organizers': ['argument', (service) => service.addGroup(untyped({ title: 'A', organizers: 'all' }))],
  'key.group': ['unknown', (service) => service.addKey({ group: 'none' })],
  'key.person': ['unknown', (service) => service.addKey({ person: 'nobody' })],
  'key.token': ['argument', (service) => service.addKey({ token: 'line\nbreak' })],
  'key.token that is a number': ['argument', (service) => service.addKey(untyped({ token: 12345678 }))],
  'key.token of 513 characters': ['argument', (service) => service.addKey({ token: 'z'.repeat(513) })],
  'key.token that is empty': ['argument', (service) => service.addKey({ token: '' })],
  'key.token with a space at its end': ['argument', (service) => service.addKey({ token: 'token ' })],
  'campaign.title': ['argument', (service) => service.addCampaign({ title: ' ', key: service.seeded.group })],
  'campaign.key': ['unknown', (service) => service.addCampaign({ title: 'A', key: 'none' })],
  'options.key': ['unknown', (service) => service.addEvent({ title: 'A' }, { key: 'none' })],
  'options.via': ['argument', (service) => add(service, {}, { via: 'post' })],
  'event.title': ['argument', (service) => add(service, { title: '' })],
  'event.summary': ['argument', (service) => add(service, { summary: 'A' })],
  'event.description': ['argument', (service) => add(service, { description: 5 })],
  'event.start_date': ['argument', (service) => add(service, { start_date: new Date(0) })],
  'event.end_date': ['argument', (service) => add(service, { end_date: 'later' })],
  'event.location.city': ['argument', (service) => add(service, { location: { city: 'Boston' } })],
  'event.location.address_lines': ['argument', (service) => add(service, { location: { address_lines: 'Main St' } })],
  'event.identifiers[1]': ['argument', (service) => add(service, { identifiers: ['a:1', 'bare'] })],
  'event.identifiers[0]': ['argument', (service) => add(service, { identifiers: ['platform:1'] })],
  'event.capacity': ['argument', (service) => add(service, { capacity: -1 })],
  'event.hidden': ['argument', (service) => add(service, { hidden: 'yes' })],
  'event.visibility': ['argument', (service) => add(service, { visibility: 'secret' })],
  'event.location.country': ['argument', (service) => add(service, { location: { country: 'Germany' } })],
  'event.capacity by the interface': ['argument', (service) => add(service, { capacity: 5 }, { via: 'api' })],
  'event.hidden by the interface': ['argument', (service) => add(service, { hidden: true }, { via: 'api' })],
  'event.visibility by the interface': [
    'argument',
    (service) => add(service, { visibility: 'public' }, { via: 'api' }),
  ],
  'event.featured_image_url': ['argument', (service) => add(service, { featured_image_url: 'a' }, { via: 'api' })],
  'event.campaign that is no text': ['unknown', (service) => add(service, { campaign: Object.create(null) })],
  'event.campaign': ['unknown', (service) => add(service, { campaign: 'none' })],
  'event.creator': ['unknown', (service) => add(service, { creator: 'nobody' })],
  event: ['unknown', (service) => service.attend('none', 1)],
  who: ['argument', (service) => service.attend(only(service), 1.5)],
  'who beyond counting': ['argument', (service) => service.attend(only(service), 2 ** 40)],
  'who of nobody': ['unknown', (service) => service.attend(only(service), untyped(Object.create(null)))],
  key: ['unknown', (service) => service.targeting('none')],
  'key that is no text': ['unknown', (service) => service.targeting(untyped(Object.create(null)))],
  of: ['unknown', (service) => service.mailingList('none')],
  'of a key, which has no list': ['unknown', (service) => service.mailingList(untyped(service.seeded.individual))],
  'of a token, which has no list': ['unknown', (service) => service.mailingList(service.seeded.individual.token)],
  'of that is no text': ['unknown', (service) => service.dashboard(untyped(Object.create(null)))],
}

/** Id of the one event of the user interface. */
const only = (service: MockService) => service.dashboard(service.seeded.group)[0]?.id ?? ''

const untyped = (value: unknown) => value as never

const add = (service: MockService, event: object, options: object = {}) =>
  service.addEvent(untyped({ title: 'Picnic', ...event }), untyped({ key: service.seeded.group, ...options }))

/** All that can be told of a service from outside, what it will make next included. */
function stateOf(service: MockService): unknown {
  const { group, individual } = service.seeded
  const lists = [service.dashboard(group), service.targeting(group), service.mailingList({ id: group.group ?? '' })]
  const made = [service.addPerson(), service.addGroup({ title: 'Next' }), service.addKey(), add(service, {})]
  return structuredClone([service.clock.now(), service.outbox, individual, ...lists, ...made])
}

test('a wrong argument is refused by name, and leaves no trace', () => {
  for (const [name, [code, call]] of Object.entries(wrong)) {
    const field = name.split(' ')[0] ?? name
    const [service, twin] = [1, 2].map(() => createMockService({ events: 9 })) as [MockService, MockService]
    expect(() => call(service), name).toThrow(expect.objectContaining({ name: 'MockServiceError', code, field }))
    expect(stateOf(service), name).toEqual(stateOf(twin))
  }
})

test('what is not known, or is no object at all, is told with the members that there are', () => {
  const service = createMockService()
  expect(() => service.addEvent(untyped({ summary: 'Picnic' }), { key: service.seeded.group })).toThrow(
    'event.summary: is not known; there are title, origin_system, ',
  )
  expect(() => service.addEvent({ title: 'Picnic' }, untyped(null))).toThrow('options: must be an object, of key, via')
})

test('a token, an e-mail address or an identifier is given only once', () => {
  const service = createMockService()
  service.addKey({ token: 'same' })
  service.addPerson({ email_address: 'same@example.org' })
  add(service, { identifiers: ['same:1'] })
  expect(() => service.addKey({ token: 'same' })).toThrow('belongs to another key')
  expect(() => service.addPerson({ email_address: 'SAME@example.org' })).toThrow('belongs to another person')
  expect(() => add(service, { identifiers: ['same:1'] })).toThrow('belongs to another event')
})

test('errors never repeat a token', () => {
  const message = expect.not.stringContaining('a-secret-token')
  const ask = () => createMockService().targeting('a-secret-token')
  expect(ask).toThrow(expect.objectContaining({ name: 'MockServiceError', message }))
})

test('an event is named by its id, an identifier or an answer, a key by itself or its token', () => {
  const service = createMockService()
  const { group } = service.seeded
  const event = add(service, { identifiers: ['calendar:1'] })
  for (const reference of [event.id, `platform:${event.id}`, 'calendar:1', event, { identifiers: ['calendar:1'] }]) {
    service.attend(reference, 1)
  }
  expect(service.targeting(group.token)).toEqual(service.targeting(group))
  expect(service.targeting(group)[0]?.people).toHaveLength(5)
})

test('what the service hands out cannot be changed, however deep', async () => {
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

/** Paths of what within a value is not frozen. */
function changeable(value: unknown, path = 'it'): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const within = Object.entries(value).flatMap(([name, member]) => changeable(member, `${path}.${name}`))
  return Object.isFrozen(value) ? within : [path, ...within]
}
