import { createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf } from '../support/api.ts'

const world = () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const { group: key } = service.seeded
  const [driver, cook] = [service.addTag({ name: 'driver', key }), service.addTag({ name: 'cook', key })]
  const picnic = service.addEvent({ title: 'Picnic' })
  return { service, key, driver, cook, picnic, caller: callerOf(service, key, 'v2') }
}

test('addPerson takes a phone number, custom fields and tags, and responses show them', async () => {
  const { service, driver, picnic, caller } = world()
  const ada = service.addPerson({
    given_name: 'Ada',
    email_address: null,
    phone_number: '+1 (202) 555-0101',
    custom_fields: { diet: 'vegan' },
    tags: [driver],
  })
  expect(ada).toMatchObject({ email_address: '', phone_number: '12025550101', custom_fields: { diet: 'vegan' } })
  expect(ada.tags).toEqual([{ id: driver.id, name: 'driver' }])
  service.attend(picnic, ada)
  const { body } = await caller.send('GET', `/people/${ada.id}`)
  expect(body).toMatchObject({
    email_addresses: [],
    phone_numbers: [{ primary: true, number: '12025550101', number_type: 'Mobile' }],
    custom_fields: { diet: 'vegan' },
  })
  // Without an e-mail address, the person gets no mail.
  expect(service.outbox).toEqual([])
})

test('updatePerson changes the given fields, null clears, and tags replaces all tags', () => {
  const { service, driver, cook } = world()
  const given = { given_name: 'Ada', family_name: 'Abebe', email_address: 'ada@example.org', postal_code: '60601' }
  const ada = service.addPerson({ ...given, phone_number: '2025550101', custom_fields: { diet: 'vegan', shirt: 'M' } })
  const { id, created_date } = ada
  const changes = { custom_fields: { diet: null, car: 'yes' }, phone_number: null, tags: [driver, cook.id] }
  expect(service.updatePerson(ada, changes)).toEqual({
    ...{ ...given, id, created_date, email_status: 'subscribed' },
    custom_fields: { shirt: 'M', car: 'yes' },
    tags: [driver, cook],
  })
  expect(service.updatePerson(id, { tags: [cook], custom_fields: null, postal_code: null })).toEqual({
    ...{ id, created_date, given_name: 'Ada', family_name: 'Abebe', email_address: 'ada@example.org' },
    ...{ email_status: 'subscribed', tags: [cook] },
  })
  const later = service.updatePerson(ada, { email_address: 'new@example.org', tags: [] })
  expect(later).not.toHaveProperty('tags')
  expect(service.addPerson({ email_address: 'ada@example.org' }).id).not.toBe(id)
  service.restore(JSON.parse(JSON.stringify(service.snapshot())) as MockState)
  expect(service.updatePerson(ada, {})).toEqual(later)
})

test('updatePerson keeps the other e-mail addresses of a person, and their statuses', async () => {
  const { service, picnic, caller } = world()
  const ada = service.addPerson({ email_address: 'ada@example.org' })
  service.attend(picnic, ada)
  const addresses = async () =>
    (await caller.send('GET', `/people/${ada.id}`)).body.email_addresses as readonly Record<string, unknown>[]
  await caller.send('PUT', `/people/${ada.id}`, {
    email_addresses: [{ address: 'second@example.org', status: 'unsubscribed' }],
  })
  service.updatePerson(ada, { email_address: 'third@example.org' })
  expect(await addresses()).toMatchObject([
    { address: 'third@example.org', status: 'unsubscribed', primary: true },
    { address: 'ada@example.org', primary: false },
  ])
  service.updatePerson(ada, { email_address: 'ADA@example.org' })
  expect((await addresses()).map(({ address }) => address)).toEqual(['ADA@example.org'])
})

test('addPerson and updatePerson refuse a wrong value and a contact of another person, and name the field', () => {
  const { service, driver } = world()
  service.addPerson({ email_address: 'ada@example.org', phone_number: '2025550101' })
  const bo = service.addPerson()
  const before = service.snapshot().toJSON()
  const wrong: readonly (readonly [changes: object, expected: object])[] = [
    [{ phone_number: 'none' }, { code: 'argument', field: 'person.phone_number' }],
    [{ phone_number: '(202) 555 0101' }, { code: 'argument', field: 'person.phone_number' }],
    [{ email_address: 'ADA@example.org' }, { code: 'argument', field: 'person.email_address' }],
    [{ custom_fields: { diet: 7 } }, { code: 'argument', field: 'person.custom_fields.diet' }],
    [{ custom_fields: ['diet'] }, { code: 'argument', field: 'person.custom_fields' }],
    [{ tags: driver.id }, { code: 'argument', field: 'person.tags' }],
    [{ tags: [driver, 'none'] }, { code: 'unknown', field: 'person.tags[1]' }],
    [{ nickname: 'Al' }, { code: 'argument', field: 'person.nickname' }],
  ]
  for (const [changes, expected] of wrong) {
    expect(() => service.addPerson(changes)).toThrow(expect.objectContaining(expected))
    expect(() => service.updatePerson(bo, changes)).toThrow(expect.objectContaining(expected))
  }
  expect(() => service.updatePerson('none', {})).toThrow(expect.objectContaining({ code: 'unknown', field: 'person' }))
  expect(service.snapshot().toJSON()).toEqual(before)
})
