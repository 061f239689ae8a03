import {
  docsOf,
  EventsV1,
  EventsV2,
  embeddedOf,
  eventsOf,
  idOf,
  linkOf,
  linksOf,
  ownOf,
  wallClockOf,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { answer, document, type Json } from '../support/documents.ts'
import { served } from '../support/raw-server.ts'
import { base, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const personId = '699da712-929f-11e3-a2e9-12313d316c29'
const campaignId = 'c945d6fe-929e-11e3-a2e9-12313d316c29'
const docs = 'https://docs.example.org/rels'

/** Options of a client whose service responds with a document. */
const over = (fixture: Json) => ({
  baseUrl: base,
  apiKey,
  fetch: scripted(json(served(fixture, { server: base }))).fetch,
})
const v1 = (name: string) => new EventsV1(over(document(`v1/${name}`)))
const v2 = (name: string) => new EventsV2(over(document(`v2/${name}`)))

test.for([
  ['v1', () => v1('event-user-interface').get(id), { 'osdi:attendance': 'attendance' }],
  [
    'v2',
    () => v2('event-user-interface').get(id),
    { 'osdi:attendances': 'attendances', 'osdi:record_attendance_helper': 'attendances' },
  ],
] as const)('linkOf reads every relation of an event of %s (v1 §2.4a, v2 §2.5a)', async ([version, get, own]) => {
  const event = await get()
  const person = `people/${personId}`
  const below = Object.entries({ 'platform:embed': 'embed', ...own }).map(([rel, path]) => [
    rel,
    `events/${id}/${path}`,
  ])
  const paths = { self: `events/${id}`, 'osdi:creator': person, 'osdi:organizer': person, ...Object.fromEntries(below) }
  for (const [rel, path] of Object.entries({ ...paths, 'platform:event_campaign': `event_campaigns/${campaignId}` }))
    expect(linkOf(event, rel)?.href, rel).toBe(`${base}/api/${version}/${path}`)
  if (version === 'v1') expect(linkOf(event, 'osdi:record_attendance_helper')).toBeUndefined()
  expect(event).toHaveProperty('platform:event_campaign_id', campaignId)
})

test.for(['v1', 'v2'] as const)(
  'attendances of a client for %s returns RSVPs from published sample responses unchanged, with their undocumented fields',
  async (version) => {
    const page = JSON.parse(served(document(`${version}/attendances-first`), { server: base })) as {
      _links: { next?: unknown }
      _embedded: Record<string, unknown>
    }
    const alone = { ...page, _links: { ...page._links, next: undefined }, total_pages: 1, total_records: 2 }
    const options = { baseUrl: base, apiKey, fetch: scripted(json(alone)).fetch }
    const relation = version === 'v1' ? 'osdi:attendance' : 'osdi:attendances'
    const href = `${base}/api/${version}/events/${id}/${relation.replace('osdi:', '')}`
    const event = {
      identifiers: [`platform:${id}`],
      _links: { self: { href: `${base}/api/${version}/events/${id}` }, [relation]: { href } },
    }
    const list = version === 'v1' ? new EventsV1(options).attendances(event) : new EventsV2(options).attendances(event)
    const { items, more } = await list.toArray({ max: Number.POSITIVE_INFINITY })
    expect([items, more]).toEqual([Object.values(page._embedded)[0], false])
    for (const rsvp of items) {
      expect(rsvp).toMatchObject({ status: expect.any(String), 'platform:event_id': expect.any(String) })
      expect(linkOf(rsvp, 'osdi:person')?.href).toContain('/people/')
    }
  },
)

test('linkOf returns undefined for the campaign link of an event without a campaign (v1 §2.4a, v2 §2.5a)', async () => {
  for (const event of [await v1('event-least').get(id), await v2('event-least').get(id)]) {
    expect(linkOf(event, 'platform:event_campaign')).toBeUndefined()
    expect('platform:event_campaign_id' in event).toBe(false)
  }
})

test('docsOf expands a relation by the curies of an event (v2 §2.6b)', async () => {
  const event = await v2('event-least').get(id)
  expect(docsOf(event, 'osdi:attendances')).toBe(`${docs}/attendances`)
  expect(docsOf(event, 'platform:embed')).toBe(`${docs}/embed`)
  expect(docsOf(event, 'nobody:knows')).toBeUndefined()
  expect(linksOf(event, 'curies')).toHaveLength(2)
})

test('page returns counters, links and events under their documented names (v1 §2.5, v2 §2.6a)', async () => {
  const [old, page] = [await v1('collection-first').page(1), await v2('collection-first').page(1)]
  const selves = [
    eventsOf(old).map((event) => linkOf(event, 'self')),
    eventsOf(page).map((event) => linkOf(event, 'self')),
  ]
  for (const [index, each] of [old, page].entries()) {
    const address = `${base}/api/v${index + 1}/events`
    expect([each.total_pages, each.per_page, each.page, each.total_records]).toEqual([2, 2, 1, 3])
    expect(linkOf(each, 'next')?.href).toBe(`${address}?page=2`)
    expect(linkOf(each, 'self')?.href).toBe(address)
    expect(selves[index]).toHaveLength(2)
    expect(linksOf(each, 'osdi:events')).toEqual(selves[index])
  }
})

test('wallClockOf returns the local digits of start and end without a conversion (v1 §2.1f, v2 §2.1g)', async () => {
  expect(wallClockOf(await v1('event-all-fields').get(id))).toMatchObject({ start: '2026-06-20T11:00:00' })
  expect(wallClockOf(await v2('event-all-fields').get(id))).toEqual({
    start: '2026-06-20T11:00:00',
    end: '2026-06-20T15:30:00',
  })
})

test("idOf finds the native identifier anywhere in the list, by the client's namespace (v1 §4.1, v2 §4.1)", async () => {
  for (const version of ['v1', 'v2'] as const) {
    const options = { ...over(answer(`event-${version}-captured`)), namespace: 'action_network' } as const
    const event = version === 'v1' ? await new EventsV1(options).get(id) : await new EventsV2(options).get(id)
    expect(idOf(event)).toBe('1efc3644-af25-4253-90b8-a0baf12dbd1e')
    expect(idOf(structuredClone(event), 'action_network')).toBe('1efc3644-af25-4253-90b8-a0baf12dbd1e')
  }
})

test('get of v1 returns the embedded creator and organizer of an event, which are the same complete person (v1 §2.3a, v1 §2.3b)', async () => {
  const event = await v1('event-all-fields').get(id)
  const creator = event._embedded?.['osdi:creator']
  expect(creator).toEqual(event._embedded?.['osdi:organizer'])
  expect(embeddedOf(event, 'osdi:creator')).toEqual([creator])
  if (creator === undefined || creator === null) throw new Error('no creator')
  expect(creator).toMatchObject({
    given_name: 'Ana',
    family_name: 'Reyes',
    identifiers: [`platform:${personId}`],
    created_at: '2026-05-01T12:00:00Z',
    modified_at: '2026-05-01T12:00:00Z',
    originating_system: 'Events service',
    email_addresses: [{ primary: true, address: 'ana@example.org' }],
    postal_addresses: [
      {
        ...{ primary: true, address_lines: ['1 Main Street'], locality: 'Washington', region: 'DC' },
        ...{ postal_code: '20009', country: 'US', language: 'en' },
        location: { latitude: 38.9, longitude: -77, accuracy: 'Approximate' },
      },
    ],
  })
  const links = ['question_answers', 'attendance', 'signatures', 'submissions', 'donations']
  for (const name of links) {
    expect(linkOf(creator, `osdi:${name}`)?.href).toBe(`${base}/api/v1/people/${personId}/${name}`)
  }
  expect(docsOf(creator, 'osdi:donations')).toBe(`${docs}/donations`)
})

test('eventsOf a page of v1 returns events with embedded people without curies (v1 §2.3a, v1 §2.3b)', async () => {
  const events = eventsOf(await v1('collection-first').page(1))
  expect(events).toHaveLength(2)
  for (const event of events) {
    const [creator] = embeddedOf(event, 'osdi:creator')
    expect(creator).toEqual(embeddedOf(event, 'osdi:organizer')[0])
    expect(creator).toHaveProperty('given_name', 'Luis')
    expect(creator).not.toHaveProperty(['_links', 'curies'])
  }
})

test('EventsV1 and EventsV2 read the same values of one event (v1 §9.2)', async () => {
  const old = await v1('event-user-interface').get(id)
  const event = await v2('event-user-interface').get(id)
  expect(old.identifiers).toEqual(event.identifiers)
  expect(old.originating_system).toBe(event.origin_system)
  expect([old.created_at, old.modified_at]).toEqual([event.created_date, event.modified_date])
  expect(old.summary).toBe(event.title)
  expect(old.description).toBe(event.description)
  expect(ownOf(old).event_instructions).toBe(event.instructions)
  expect(old.start).toBe(event.start_date)
  expect(old.location).toEqual(event.location)
  expect(old.total_accepted).toBe(event.total_accepted)
  expect(old.guestsCanInviteOthers).toBe(event.guests_can_invite_others)
  expect([old.status, old.transparence, old.visibility]).toEqual([event.status, event.transparence, event.visibility])
  expect(old.reminders).toEqual(event.reminders)
  expect(ownOf(old).sponsor?.summary).toBe(ownOf(event).sponsor?.title)
  expect(ownOf(old).sponsor?.url).toBe(ownOf(event).sponsor?.browser_url)
  expect(ownOf(old).event_campaign_id).toBe(ownOf(event).event_campaign_id)
  expect(idOf(old)).toBe(idOf(event))
})
