import { docsOf, EventsV1, EventsV2, eventsOf, idOf, linkOf, linksOf, wallClockOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { answer, document } from '../support/documents.ts'
import { serving } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { apiKey } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const personId = '699da712-929f-11e3-a2e9-12313d316c29'
const campaignId = 'c945d6fe-929e-11e3-a2e9-12313d316c29'
const docs = 'https://docs.example.org/rels'

const v1 = (baseUrl: string) => new EventsV1({ baseUrl, apiKey, retry: false })
const v2 = (baseUrl: string) => new EventsV2({ baseUrl, apiKey, retry: false })

test('linkOf reads every relation of a version 2 event, attendances and helper alike (v2 §2.5a)', async () => {
  await using server = await rawServer(serving(document('v2/event-user-interface')))
  const event = await v2(server.url).get(id)
  const base = `${server.url}/api/v2`
  expect(linkOf(event, 'self')?.href).toBe(`${base}/events/${id}`)
  expect(linkOf(event, 'osdi:attendances')?.href).toBe(`${base}/events/${id}/attendances`)
  expect(linkOf(event, 'osdi:record_attendance_helper')?.href).toBe(linkOf(event, 'osdi:attendances')?.href)
  expect(linkOf(event, 'osdi:creator')?.href).toBe(`${base}/people/${personId}`)
  expect(linkOf(event, 'osdi:organizer')?.href).toBe(`${base}/people/${personId}`)
  expect(linkOf(event, 'platform:event_campaign')?.href).toBe(`${base}/event_campaigns/${campaignId}`)
  expect(linkOf(event, 'platform:embed')?.href).toBe(`${base}/events/${id}/embed`)
  expect(event['platform:event_campaign_id']).toBe(campaignId)
})

test('linkOf reads every relation of a version 1 event, which has no helper (v1 §2.4a)', async () => {
  await using server = await rawServer(serving(document('v1/event-user-interface')))
  const event = await v1(server.url).get(id)
  const base = `${server.url}/api/v1`
  expect(linkOf(event, 'self')?.href).toBe(`${base}/events/${id}`)
  expect(linkOf(event, 'osdi:attendance')?.href).toBe(`${base}/events/${id}/attendance`)
  expect(linkOf(event, 'osdi:creator')?.href).toBe(`${base}/people/${personId}`)
  expect(linkOf(event, 'osdi:organizer')?.href).toBe(`${base}/people/${personId}`)
  expect(linkOf(event, 'platform:event_campaign')?.href).toBe(`${base}/event_campaigns/${campaignId}`)
  expect(linkOf(event, 'platform:embed')?.href).toBe(`${base}/events/${id}/embed`)
  expect(linkOf(event, 'osdi:record_attendance_helper')).toBeUndefined()
})

test('an event without a campaign has neither its link nor its id field (v1 §2.4a, v2 §2.5a)', async () => {
  await using server1 = await rawServer(serving(document('v1/event-least')))
  await using server2 = await rawServer(serving(document('v2/event-least')))
  for (const event of [await v1(server1.url).get(id), await v2(server2.url).get(id)]) {
    expect(linkOf(event, 'platform:event_campaign')).toBeUndefined()
    expect('platform:event_campaign_id' in event).toBe(false)
  }
})

test('the curies of an event expand a relation to its documentation (v2 §2.6b)', async () => {
  await using server = await rawServer(serving(document('v2/event-least')))
  const event = await v2(server.url).get(id)
  expect(docsOf(event, 'osdi:attendances')).toBe(`${docs}/attendances`)
  expect(docsOf(event, 'platform:embed')).toBe(`${docs}/embed`)
  expect(docsOf(event, 'nobody:knows')).toBeUndefined()
  expect(linksOf(event, 'curies')).toHaveLength(2)
})

test('a collection gives its counters, links and events by name (v1 §2.5, v2 §2.6a)', async () => {
  await using server1 = await rawServer(serving(document('v1/collection-first')))
  await using server2 = await rawServer(serving(document('v2/collection-first')))
  const [old, page] = [await v1(server1.url).page(1), await v2(server2.url).page(1)]
  const selves = [
    eventsOf(old).map((event) => linkOf(event, 'self')),
    eventsOf(page).map((event) => linkOf(event, 'self')),
  ]
  for (const [index, each] of [old, page].entries()) {
    const address = `${[server1.url, server2.url][index]}/api/v${index + 1}/events`
    expect([each.total_pages, each.per_page, each.page, each.total_records]).toEqual([2, 2, 1, 3])
    expect(linkOf(each, 'next')?.href).toBe(`${address}?page=2`)
    expect(linkOf(each, 'self')?.href).toBe(address)
    expect(selves[index]).toHaveLength(2)
    expect(linksOf(each, 'osdi:events')).toEqual(selves[index])
  }
})

test('wallClockOf gives the local digits of start and end, unconverted (v1 §2.1f, v2 §2.1g)', async () => {
  await using server1 = await rawServer(serving(document('v1/event-all-fields')))
  await using server2 = await rawServer(serving(document('v2/event-all-fields')))
  expect(wallClockOf(await v1(server1.url).get(id))).toMatchObject({ start: '2026-06-20T11:00:00' })
  expect(wallClockOf(await v2(server2.url).get(id))).toEqual({
    start: '2026-06-20T11:00:00',
    end: '2026-06-20T15:30:00',
  })
})

test('idOf finds the native identifier wherever it stands, under the client namespace (v1 §4.1, v2 §4.1)', async () => {
  for (const version of ['v1', 'v2'] as const) {
    await using server = await rawServer(serving(answer(`event-${version}-captured`)))
    const options = { baseUrl: server.url, apiKey, namespace: 'action_network' } as const
    const event = version === 'v1' ? await new EventsV1(options).get(id) : await new EventsV2(options).get(id)
    expect(idOf(event)).toBe('1efc3644-af25-4253-90b8-a0baf12dbd1e')
    expect(idOf(structuredClone(event), 'action_network')).toBe('1efc3644-af25-4253-90b8-a0baf12dbd1e')
  }
})
