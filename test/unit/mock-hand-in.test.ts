import { createMockService, type MockService, type MockServiceErrorCode } from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** Calls that are wrong, by what is wrong with them. The types forbid many; a JavaScript test can make them all. */
const wrong: Readonly<Record<string, [MockServiceErrorCode, (service: MockService) => unknown]>> = {
  'person.nickname': ['argument', (service) => service.addPerson(untyped({ nickname: 'Al' }))],
  'person.given_name': ['argument', (service) => service.addPerson({ given_name: ' ' })],
  'person.email_address': ['argument', (service) => service.addPerson({ email_address: 'nobody' })],
  'group.title': ['argument', (service) => service.addGroup({ title: '' })],
  'group.creator': ['unknown', (service) => service.addGroup({ title: 'A', creator: 'nobody' })],
  'group.members[0]': ['unknown', (service) => service.addGroup({ title: 'A', members: [{ id: 'nobody' }] })],
  'group.organizers': ['argument', (service) => service.addGroup(untyped({ title: 'A', organizers: 'all' }))],
  'key.group': ['unknown', (service) => service.addKey({ group: 'none' })],
  'key.person': ['unknown', (service) => service.addKey({ person: 'nobody' })],
  'key.token': ['argument', (service) => service.addKey({ token: 'line\nbreak' })],
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
  'event.campaign': ['unknown', (service) => add(service, { campaign: 'none' })],
  'event.creator': ['unknown', (service) => add(service, { creator: 'nobody' })],
  event: ['unknown', (service) => service.attend('none', 1)],
  who: ['argument', (service) => service.attend(add(service, {}), 1.5)],
  key: ['unknown', (service) => service.targeting('none')],
  of: ['unknown', (service) => service.mailingList('none')],
}

const untyped = (value: unknown) => value as never

const add = (service: MockService, event: object, options: object = {}) =>
  service.addEvent(untyped({ title: 'Picnic', ...event }), untyped({ key: service.seeded.group, ...options }))

for (const [field, [code, call]] of Object.entries(wrong)) {
  test(`a wrong ${field} is refused by name, and nothing is stored`, () => {
    const service = createMockService()
    const { group } = service.seeded
    expect(() => call(service)).toThrow(expect.objectContaining({ name: 'MockServiceError', code, field }))
    expect(service.dashboard(group).filter(() => field !== 'who')).toEqual([])
    expect(service.mailingList({ id: group.group ?? '' })).toEqual([])
  })
}

test('a key of a group and a person at once is refused', () => {
  const service = createMockService()
  const { group, person } = service.seeded.group
  expect(() => service.addKey({ group: group ?? '', person })).toThrow(
    expect.objectContaining({ code: 'argument', field: 'key.person' }),
  )
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
  const service = createMockService()
  const text = (call: () => unknown) => {
    try {
      return call()
    } catch (error) {
      return String(error)
    }
  }
  expect(text(() => service.targeting('a-secret-token'))).not.toContain('a-secret-token')
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

test('people that nobody named are all different', () => {
  const service = createMockService()
  const people = Array.from({ length: 200 }, () => service.addPerson())
  expect(new Set(people.map(({ email_address }) => email_address)).size).toBe(200)
})

test('what the service hands out cannot be changed', () => {
  const service = createMockService()
  const event = add(service, {})
  const handed = [event, service.addPerson(), service.addKey(), service.addGroup({ title: 'A' }), service.seeded]
  expect(handed.every(Object.isFrozen)).toBe(true)
})
