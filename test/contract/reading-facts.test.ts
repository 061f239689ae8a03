import { docsOf, EventsV1, EventsV2, embeddedOf, eventsOf, idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { serving } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { apiKey } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const personId = '699da712-929f-11e3-a2e9-12313d316c29'
const docs = 'https://docs.example.org/rels'

const v1 = (baseUrl: string) => new EventsV1({ baseUrl, apiKey, retry: false })
const v2 = (baseUrl: string) => new EventsV2({ baseUrl, apiKey, retry: false })

test('a single event embeds its creator and organizer, the same person, whole (v1 §2.3a, v1 §2.3b)', async () => {
  await using server = await rawServer(serving(document('v1/event-all-fields')))
  const event = await v1(server.url).get(id)
  const creator = event._embedded?.['osdi:creator']
  expect(creator).toEqual(event._embedded?.['osdi:organizer'])
  expect(embeddedOf(event, 'osdi:creator')).toEqual([creator])
  if (creator === undefined || creator === null) throw new Error('no creator')
  expect([creator.given_name, creator.family_name]).toEqual(['Ana', 'Reyes'])
  expect(creator.identifiers).toEqual([`platform:${personId}`])
  expect([creator.created_at, creator.modified_at]).toEqual(['2026-05-01T12:00:00Z', '2026-05-01T12:00:00Z'])
  expect(creator.originating_system).toBe('Events service')
  expect(creator.email_addresses?.[0]).toEqual({ primary: true, address: 'ana@example.org' })
  const postal = creator.postal_addresses?.[0]
  expect([postal?.primary, postal?.address_lines, postal?.locality]).toEqual([true, ['1 Main Street'], 'Washington'])
  expect([postal?.region, postal?.postal_code, postal?.country, postal?.language]).toEqual(['DC', '20009', 'US', 'en'])
  expect(postal?.location?.latitude).toBe(38.9)
  expect(postal?.location?.longitude).toBe(-77)
  expect(postal?.location?.accuracy).toBe('Approximate')
  const links = ['question_answers', 'attendance', 'signatures', 'submissions', 'donations']
  for (const name of links) {
    expect(linkOf(creator, `osdi:${name}`)?.href).toBe(`${server.url}/api/v1/people/${personId}/${name}`)
  }
  expect(docsOf(creator, 'osdi:donations')).toBe(`${docs}/donations`)
})

test('an event of a collection embeds its people, without curies of their own (v1 §2.3a, v1 §2.3b)', async () => {
  await using server = await rawServer(serving(document('v1/collection-first')))
  const events = eventsOf(await v1(server.url).page(1))
  expect(events).toHaveLength(2)
  for (const event of events) {
    const [creator] = embeddedOf(event, 'osdi:creator')
    expect(creator).toEqual(embeddedOf(event, 'osdi:organizer')[0])
    expect(creator).toHaveProperty('given_name', 'Luis')
    expect(creator).not.toHaveProperty(['_links', 'curies'])
  }
})

test('one event read through both clients tells the same facts (v1 §9.2)', async () => {
  await using server1 = await rawServer(serving(document('v1/event-user-interface')))
  await using server2 = await rawServer(serving(document('v2/event-user-interface')))
  const old = await v1(server1.url).get(id)
  const event = await v2(server2.url).get(id)
  expect(old.identifiers).toEqual(event.identifiers)
  expect(old.originating_system).toBe(event.origin_system)
  expect([old.created_at, old.modified_at]).toEqual([event.created_date, event.modified_date])
  expect(old.summary).toBe(event.title)
  expect(old.description).toBe(event.description)
  expect(old['platform:event_instructions']).toBe(event.instructions)
  expect(old.start).toBe(event.start_date)
  expect(old.location).toEqual(event.location)
  expect(old.total_accepted).toBe(event.total_accepted)
  expect(old.guestsCanInviteOthers).toBe(event.guests_can_invite_others)
  expect([old.status, old.transparence, old.visibility]).toEqual([event.status, event.transparence, event.visibility])
  expect(old.reminders).toEqual(event.reminders)
  expect(old['platform:sponsor']?.summary).toBe(event['platform:sponsor']?.title)
  expect(old['platform:sponsor']?.url).toBe(event['platform:sponsor']?.browser_url)
  expect(old['platform:event_campaign_id']).toBe(event['platform:event_campaign_id'])
  expect(idOf(old)).toBe(idOf(event))
})
