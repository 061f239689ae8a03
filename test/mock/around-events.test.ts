import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, hrefOf, hrefsOf, idOf as idIn, type Resource } from '../support/api.ts'

// What is known of the Action Network around events, asked of a service with its preset.

const idOf = (resource: Resource) => idIn(resource, 'action_network')
const assumptions = { ...actionNetwork.assumptions, rateLimit: 'off' } as const

/** A seeded service with the preset, and the calls of its group. */
function open(events = 60) {
  const service = createMockService({ ...actionNetwork, assumptions, events, now: '2026-05-01T12:00:00Z' })
  const { group, individual } = service.seeded
  const { send, follow } = callerOf(service, group, 'v2')
  const ok = async (method: string, path: string, body: object) => {
    const response = await send(method, path, body)
    expect([response.status, response.body.error]).toEqual([200, undefined])
    return response.body
  }
  return { service, group, individual, send, follow, ok, v1: callerOf(service, group, 'v1') }
}

const campaignsOf = (page: Resource) => page._embedded['action_network:event_campaigns'] as readonly Resource[]
const least = { title: 'Picnic', origin_system: 'Calendar' }

test('with the preset, an event campaign is made, changed, listed with its events and attendances, and embedded', async () => {
  const { follow, ok, service } = open()
  const sent = {
    ...{ ...least, name: 'Spring 2026', description: '<p>Parks</p>', browser_url: 'https://calendar.example.org/' },
    ...{ host_pitch: 'Host one', host_instructions: 'Choose a date', tag_list: ['parks'] },
  }
  const made = await ok('POST', '/event_campaigns', sent)
  expect(made).toMatchObject({ ...sent, total_events: 0, total_rsvps: 0, 'action_network:hidden': false })
  expect(made['action_network:sponsor']).toEqual({
    title: expect.any(String),
    url: expect.stringContaining('/groups/'),
  })
  expect(Object.keys(made._links)).toEqual(['self', 'osdi:events', 'action_network:embed', 'curies'])
  const path = `/event_campaigns/${idOf(made)}`
  expect(await ok('PUT', path, { title: 'Spring', description: null })).not.toHaveProperty('description')
  expect(campaignsOf(await follow('/event_campaigns')).map(idOf)).toContain(idOf(made))
  const event = await ok('POST', `${path}/events`, least)
  service.attend(idOf(event), 2)
  expect(eventsOf(await follow(hrefOf(made, 'osdi:events') ?? '')).map(idOf)).toEqual([idOf(event)])
  const rsvps = await follow(`${path}/events/${idOf(event)}/attendances`)
  expect([rsvps.total_records, hrefsOf(rsvps, 'osdi:attendance').length]).toEqual([2, 2])
  expect(await follow(path)).toMatchObject({ title: 'Spring', total_events: 1, total_rsvps: 2 })
  for (const address of [`${path}/embed`, `/events/${idOf(event)}/embed`]) {
    const { _links: links, ...texts } = await follow(address)
    const styles = ['default_styles', 'layout_only_styles', 'no_styles']
    expect(Object.keys(texts)).toEqual(
      styles.flatMap((style) => `embed_standard_${style}`).concat(styles.map((style) => `embed_full_${style}`)),
    )
    expect(Object.keys(links)).toEqual(['self', 'curies'])
    for (const text of Object.values(texts)) expect(text).toContain("<script src='https://actionnetwork.org/widgets/")
  }
})

test('with the preset, an event of a campaign is read, changed, embedded and signed up to below the campaign', async () => {
  const { follow, ok, send, service, group } = open(0)
  const campaign = await ok('POST', '/event_campaigns', least)
  const path = `/event_campaigns/${idOf(campaign)}/events`
  const event = await ok('POST', path, least)
  const own = `${path}/${idOf(event)}`
  expect(await follow(own)).toEqual(await follow(`/events/${idOf(event)}`))
  expect(await ok('PUT', own, { title: 'Changed' })).toMatchObject({ title: 'Changed' })
  expect(await follow(`${own}/embed`)).toEqual(await follow(`/events/${idOf(event)}/embed`))
  const rsvp = await ok('POST', `${own}/attendances`, { person: { email_addresses: [{ address: 'ada@example.org' }] } })
  const single = `${own}/attendances/${idOf(rsvp)}`
  expect(await ok('PUT', single, { status: 'attended' })).toMatchObject({ status: 'attended' })
  // Another campaign does not have it, and a host's event is only read.
  const other = await ok('POST', '/event_campaigns', least)
  const wrong = `/event_campaigns/${idOf(other)}/events/${idOf(event)}`
  for (const below of ['', '/embed', '/attendances', `/attendances/${idOf(rsvp)}`])
    expect([below, (await send('GET', wrong + below)).status]).toEqual([below, 404])
  expect((await send('PUT', wrong, { title: 'Wrong' })).status).toBe(404)
  const host = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  const hosted = service.addEvent({ title: 'Theirs', campaign: idOf(campaign) }, { key: host })
  const shown = await follow(`${path}/${hosted.id}`)
  expect(shown).toMatchObject({ title: 'Theirs', _embedded: { 'osdi:creator': { custom_fields: {} } } })
  expect((await send('PUT', `${path}/${hosted.id}`, { title: 'Ours' })).status).toBe(404)
  expect((await callerOf(service, group, 'v1').send('PUT', own, { summary: 'x' })).status).toBe(405)
})

test('with the preset, every counted list has next on its last page, and an empty page behind it', async () => {
  const { follow, service } = open()
  const { id } = service.addEvent({ title: 'Walk' })
  service.attend(id, 3)
  const [first] = eventsOf(await follow('/events'))
  const [tag] = (await follow('/tags'))._embedded['osdi:tags'] as readonly Resource[]
  const [campaign] = campaignsOf(await follow('/event_campaigns'))
  const [rsvp] = (await follow(`/events/${id}/attendances`))._embedded['osdi:attendances'] as readonly Resource[]
  const person = hrefOf(rsvp as Resource, 'osdi:person') ?? ''
  const lists = [
    ...['/events', '/tags', '/event_campaigns', `/events/${id}/attendances`, `${person}/attendances`],
    ...[hrefOf(tag as Resource, 'osdi:taggings') ?? '', hrefOf(campaign as Resource, 'osdi:events') ?? ''],
    `/events?filter=${encodeURIComponent("title eq 'Walk'")}`,
  ]
  for (const list of lists) {
    let page = await follow(list)
    const pages = Number(page.total_pages)
    for (let number = 1; number <= pages; number += 1) {
      const next = hrefOf(page, 'next') ?? `no next on page ${number} of ${list}`
      page = await follow(next)
      expect(hrefOf(page, 'previous')).toContain(`page=${number}`)
    }
    expect([list, page.page, hrefOf(page, 'next')]).toEqual([list, pages + 1, undefined])
    expect(Object.values(page._embedded)).toEqual([[]])
  }
  // An empty list has one page.
  expect(hrefOf(await follow(`${person}/donations`), 'next')).toBeUndefined()
  expect(first).toHaveProperty('start_date')
})

test('with the preset, version 1 only reads event campaigns', async () => {
  const { v1, follow } = open()
  const [campaign] = campaignsOf(await follow('/event_campaigns'))
  if (!campaign) throw new Error('no campaign is seeded')
  const path = `/event_campaigns/${idOf(campaign)}`
  for (const [method, address] of [
    ['POST', '/event_campaigns'],
    ['PUT', path],
    ['POST', `${path}/events`],
  ] as const)
    expect([method, address, (await v1.send(method, address, { summary: 'x' })).status]).toEqual([method, address, 405])
  for (const address of ['/event_campaigns', path, `${path}/events`, `${path}/embed`])
    expect((await v1.send('GET', address)).status).toBe(200)
})

test('with the preset, a campaign made through the API has no page, and its events no autoresponse', async () => {
  const { ok, service, group } = open(0)
  const made = await ok('POST', '/event_campaigns', least)
  expect(made).not.toHaveProperty('browser_url')
  expect(made).not.toHaveProperty('host_url')
  const event = await ok('POST', `/event_campaigns/${idOf(made)}/events`, least)
  await ok('POST', `/events/${idOf(event)}/attendances`, {
    person: { email_addresses: [{ address: 'ada@example.org' }] },
    triggers: { autoresponse: { enabled: true } },
  })
  expect([service.outbox, service.dashboard(group)]).toEqual([[], []])
  expect(service.targeting(group).map(({ id }) => id)).toEqual([idOf(event)])
})

test('with the preset, a group sees the attendances of its campaign where another group sponsors the event', async () => {
  const { ok, follow, service } = open(0)
  const campaign = await ok('POST', '/event_campaigns', least)
  const other = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  const hosted = service.addEvent({ title: 'Theirs', campaign: idOf(campaign) }, { key: other })
  service.attend(hosted, 3)
  const [event] = eventsOf(await follow(`/event_campaigns/${idOf(campaign)}/events`))
  expect(event?.['action_network:sponsor']).toMatchObject({ title: 'Others' })
  const rsvps = await follow(`/event_campaigns/${idOf(campaign)}/events/${hosted.id}/attendances`)
  expect(rsvps.total_records).toBe(3)
  const changed = encodeURIComponent("modified_date gt '2026-04-01T00:00:00Z'")
  const filtered = await follow(`/event_campaigns/${idOf(campaign)}/events?filter=${changed}`)
  expect(eventsOf(filtered).map(idOf)).toEqual([hosted.id])
  const named = encodeURIComponent(`identifier eq '${hosted.id}'`)
  expect((await follow(`/event_campaigns/${idOf(campaign)}/events?filter=${named}`)).total_records).toBe(1)
  expect((await follow(`/events?filter=${named}`)).total_records).toBe(0)
  const copy = createMockService({ ...actionNetwork, assumptions })
  copy.restore(JSON.parse(JSON.stringify(service.snapshot())))
  const [first] = rsvps._embedded['osdi:attendances'] as readonly Resource[]
  const { body } = await callerOf(copy, service.seeded.group, 'v2').send(
    'GET',
    hrefOf(first ?? rsvps, 'osdi:person') ?? '',
  )
  expect(body.family_name).toEqual(expect.any(String))
})

test('with the preset of the Action Network, a new event of a campaign that vets its events is pending_approval, and the status in the request is ignored', async () => {
  const { ok, service, group } = open(0)
  const vetted = service.addCampaign({ title: 'Vetted', vetting: true, key: group })
  const event = await ok('POST', `/event_campaigns/${vetted.id}/events`, { ...least, status: 'confirmed' })
  expect(event.status).toBe('pending_approval')
  expect(await ok('PUT', `/events/${idOf(event)}`, { status: 'confirmed' })).toMatchObject({
    status: 'pending_approval',
  })
  expect((await ok('POST', '/events', { ...least, status: 'pending_approval' })).status).toBe('confirmed')
  const states = JSON.parse(JSON.stringify(service.snapshot()))
  const copy = createMockService({ ...actionNetwork, assumptions })
  copy.restore(states)
  const again = callerOf(copy, group, 'v2')
  const another = await again.send('POST', `/event_campaigns/${vetted.id}/events`, least)
  expect(another.body.status).toBe('pending_approval')
})

test('with the preset, an event has tags, both links to its helper, a place without language, and an organizer of its own', async () => {
  const { ok, service, individual } = open(0)
  const event = await ok('POST', '/events', {
    ...{ ...least, name: '', tag_list: ['parks', 'spring'] },
    location: { venue: 'Barn' },
    _links: { 'osdi:organizer': { href: `${service.baseUrl}/api/v2/people/1` } },
  })
  expect(event).toMatchObject({ name: '', tag_list: ['parks', 'spring'] })
  const helper = hrefOf(event, 'osdi:record_attendance_helper')
  expect([helper, hrefOf(event, 'record_attendance_helper')]).toEqual([
    `${service.baseUrl}/api/v2/events/${idOf(event)}/attendances`,
    helper,
  ])
  for (const part of ['language', 'region', 'address_lines']) expect(event.location).not.toHaveProperty(part)
  expect(hrefOf(event, 'osdi:organizer')).toBe(hrefOf(event, 'osdi:creator'))
  expect(event._links).not.toHaveProperty('osdi:modified_by')
  expect(idOf(event)).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(service.addEvent({ title: 'Walk' })).toMatchObject({ origin_system: 'Action Network' })
  const alone = await callerOf(service, individual, 'v2').send('POST', '/events', least)
  expect(alone.body).not.toHaveProperty('action_network:sponsor')
})
