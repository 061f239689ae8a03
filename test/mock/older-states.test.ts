import { readFileSync } from 'node:fs'
import { createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

/** A document of version 2, as an older release of the mock service wrote it. */
const older = () => JSON.parse(readFileSync(new URL('states/version-2.json', import.meta.url), 'utf8')) as MockState

test('restore reads a state document of version 2, and snapshot writes it as version 3', async () => {
  const service = createMockService()
  service.restore(older())
  const { token } = service.seeded.group
  const state = service.snapshot().toJSON()
  expect(state.version).toBe(3)
  for (const list of ['people', 'groups', 'keys', 'campaigns', 'events', 'attendances', 'outbox'] as const)
    expect([list, state[list].map((entry) => ('id' in entry ? entry.id : ''))]).toEqual([
      list,
      older()[list].map((entry) => ('id' in entry ? entry.id : '')),
    ])
  for (const version of versions)
    expect(eventsOf(await callerOf(service, token, version).list()).length).toBeGreaterThan(0)
  // The new document says the same.
  const again = createMockService()
  again.restore(state)
  expect(JSON.stringify(again.snapshot())).toBe(JSON.stringify(service.snapshot()))
})

test('restore of a state document of version 2 keeps contacts, address, languages and identifiers of a person', () => {
  const service = createMockService()
  service.restore(older())
  const person = service
    .snapshot()
    .toJSON()
    .people.find(({ given_name }) => given_name === 'Rosa')
  expect(person).toMatchObject({
    family_name: 'Lima',
    email_addresses: [{ address: 'Rosa@Example.org' }],
    phone_numbers: [{ number: '+1 (312) 555-0142' }, { number: '0171 23' }],
    postal_addresses: [
      { address_lines: ['5 Elm St'], locality: 'Chicago', region: 'IL', country: 'US', postal_code: '60614' },
    ],
    languages_spoken: ['es', 'en'],
    identifiers: ['crm:7'],
  })
})

test('restore of a state document of version 2 makes campaigns of the user interface, created at the time of the document', async () => {
  const service = createMockService()
  service.restore(older())
  const { token } = service.seeded.group
  const owner = service
    .snapshot()
    .toJSON()
    .keys.find((key) => key.token === token)?.group
  const campaign = older().campaigns.find((one) => one.owner === `group:${owner}`)
  const { body } = await callerOf(service, token, 'v2').send('GET', `/event_campaigns/${campaign?.id}`)
  expect(body).toMatchObject({
    title: campaign?.title,
    origin_system: 'Mock Service',
    created_date: `${older().clock.now.slice(0, 19)}Z`,
    browser_url: expect.stringContaining(String(campaign?.id)),
    'platform:hidden': false,
  })
  expect((await callerOf(service, token, 'v2').send('GET', '/tags')).body.total_records).toBe(0)
})

test('restore reads a state document of version 1, in which every RSVP is accepted', async () => {
  const state = older()
  const service = createMockService()
  const attendances = state.attendances.map(({ status: _status, modified: _modified, ...one }) => one)
  service.restore({ ...state, version: 1, attendances } as MockState)
  for (const { status } of service.snapshot().toJSON().attendances) expect([undefined, 'accepted']).toContain(status)
})

test('restore reads a state document of version 3 whole, and snapshot writes the same', async () => {
  const state = JSON.parse(readFileSync(new URL('states/version-3.json', import.meta.url), 'utf8')) as MockState
  const service = createMockService()
  service.restore(state)
  // The first documents of version 3 do not say their prefix.
  expect(service.snapshot().toJSON()).toEqual({ ...state, namespace: 'platform' })
  const { body } = await callerOf(service, service.seeded.group, 'v2').send('GET', '/people')
  expect((body._embedded['osdi:people'] as readonly unknown[]).length).toBeGreaterThan(20)
})
