import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefOf, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const campaignsOf = (page: Resource) => page._embedded['platform:event_campaigns'] as readonly Resource[]

const fields = {
  identifiers: ['crm:7'],
  origin_system: 'Organizer',
  name: 'Spring 2026',
  title: 'Spring clean-up',
  description: '<p>Every river, every park.</p>',
  browser_url: 'https://calendar.example.org/spring',
  host_pitch: '<p>Hold one near you.</p>',
  host_instructions: '<p>Bring gloves.</p>',
  host_url: 'https://calendar.example.org/spring/host',
  featured_image_url: 'https://calendar.example.org/spring.png',
  tag_list: ['rivers', 'parks'],
  hidden: true,
}

/** A group's world with a campaign that has a value in every field, and two events with three RSVPs. */
function open(version: 'v1' | 'v2', options: Parameters<typeof worldOf>[1] = {}) {
  const world = worldOf(version, options)
  const { service, key } = world
  const spring = service.addCampaign({ ...fields, key })
  const walk = service.addEvent({ title: 'Walk', campaign: spring }, { key })
  service.addEvent({ title: 'Swim', campaign: spring }, { key })
  service.addEvent({ title: 'Lone' }, { key })
  service.attend(walk, 3)
  const get = async (path: string) => (await world.send('GET', path)).body
  return { ...world, spring, walk, get }
}

for (const version of versions) {
  test(`GET of event_campaigns lists only the campaigns of the key's owner, with totals (${version})`, async () => {
    const { service, get, spring, campaign, individualKey } = open(version)
    const other = service.addKey({ group: service.addGroup({ title: 'Others' }) })
    const theirs = service.addCampaign({ title: 'Theirs', key: other })
    const page = await get('/event_campaigns')
    expect(page).toMatchObject({ total_pages: 1, total_records: 2, page: 1, per_page: 25 })
    expect(campaignsOf(page).map((one) => idOf(one))).toEqual([campaign.id, spring.id])
    const root = `${service.baseUrl}/api/${version}/event_campaigns`
    expect(hrefsOf(page, 'platform:event_campaigns')).toEqual([`${root}/${campaign.id}`, `${root}/${spring.id}`])
    for (const one of campaignsOf(page)) expect(one._links).not.toHaveProperty('curies')
    const { body } = await callerOf(service, other, version).send('GET', '/event_campaigns')
    expect(campaignsOf(body).map((one) => idOf(one))).toEqual([theirs.id])
    const { body: none } = await callerOf(service, individualKey, version).send('GET', '/event_campaigns')
    expect([none.total_records, campaignsOf(none)]).toEqual([0, []])
    const refused = await callerOf(service, other, version).send('GET', `/event_campaigns/${spring.id}`)
    expect(refused.status).toBe(404)
  })

  test(`an event campaign shows every field, its totals, its sponsor and its links (${version})`, async () => {
    const { service, get, spring, group } = open(version)
    const shown = await get(`/event_campaigns/${spring.id}`)
    const { _links: links, ...values } = shown
    const { title: titleName, created, modified } = names[version]
    const page = { v1: 'url', v2: 'browser_url' }[version]
    const origin = { v1: 'originating_system', v2: 'origin_system' }[version]
    const { identifiers: _, title, origin_system, browser_url, hidden, ...others } = fields
    expect(values).toEqual({
      ...others,
      identifiers: [`platform:${spring.id}`, 'crm:7'],
      [origin]: origin_system,
      [titleName]: title,
      [page]: browser_url,
      [created]: '2026-05-01T12:00:00Z',
      [modified]: '2026-05-01T12:00:00Z',
      total_events: 2,
      total_rsvps: 3,
      'platform:hidden': hidden,
      'platform:sponsor': { [titleName]: group.title, url: `${service.baseUrl}/groups/${group.id}` },
    })
    const root = `${service.baseUrl}/api/${version}/event_campaigns/${spring.id}`
    expect(Object.keys(links)).toEqual(['self', 'osdi:events', 'platform:embed', 'curies'])
    expect([hrefOf(shown, 'self'), hrefOf(shown, 'osdi:events'), hrefOf(shown, 'platform:embed')]).toEqual([
      root,
      `${root}/events`,
      `${root}/embed`,
    ])
  })

  test(`a state document keeps every field of an event campaign (${version})`, async () => {
    const { service, key, get, spring } = open(version)
    const other = createMockService({ baseUrl: service.baseUrl })
    other.restore(JSON.parse(JSON.stringify(service.snapshot())))
    const shown = await callerOf(other, key, version).send('GET', `/event_campaigns/${spring.id}`)
    expect(shown.body).toEqual(await get(`/event_campaigns/${spring.id}`))
  })
}

test('a campaign of the user interface has a page, and a campaign with only a title has only the required fields', async () => {
  const { service, get, campaign } = open('v2')
  const { _links, ...shown } = await get(`/event_campaigns/${campaign.id}`)
  const page = `${service.baseUrl}/event_campaigns/${campaign.id}`
  expect(shown).toMatchObject({ browser_url: page, host_url: `${page}/host`, total_events: 0, total_rsvps: 0 })
  expect(shown).not.toHaveProperty('name')
  expect(shown).toHaveProperty('platform:hidden', false)
})

test('addCampaign returns the id with the fields of a version 2 response', async () => {
  const { spring, get } = open('v2')
  const { id, ...shown } = spring
  expect({ ...shown, total_events: 2, total_rsvps: 3 }).toEqual(await get(`/event_campaigns/${id}`))
})

test('total_rsvps of a campaign is right after RSVPs, removed events and a restored state', async () => {
  const { service, get, spring, walk, key } = open('v2')
  const total = async () => (await get(`/event_campaigns/${spring.id}`)).total_rsvps
  const swim = service.addEvent({ title: 'Swim', campaign: spring }, { key })
  service.attend(swim, 2)
  service.attend(walk, 1, { status: 'declined' })
  expect(await total()).toBe(6)
  service.removeEvent(walk)
  expect(await total()).toBe(2)
  service.restore(service.snapshot().toJSON())
  expect(await total()).toBe(2)
})

test('with the preset actionNetwork, a filter of event_campaigns compares identifier, times, origin and title', async () => {
  const service = createMockService({
    ...actionNetwork,
    assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' },
  })
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const [spring, autumn] = ['Spring', 'Autumn'].map((title, index) =>
    service.addCampaign({ title, key, origin_system: title, identifiers: [`crm:${index}`] }),
  )
  const found = async (filter: string) => {
    const { status, body } = await callerOf(service, key, 'v2').send(
      'GET',
      `/event_campaigns?filter=${encodeURIComponent(filter)}`,
    )
    return status === 200
      ? (body._embedded['action_network:event_campaigns'] as Resource[]).map((one) => idOf(one, 'action_network'))
      : status
  }
  expect(await found("title eq 'Spring'")).toEqual([spring?.id])
  expect(await found("identifier eq 'crm:1'")).toEqual([autumn?.id])
  expect(await found("origin_system eq 'Autumn'")).toEqual([autumn?.id])
  expect(await found("created_date gt '2100-01-01T00:00:00Z'")).toEqual([])
  expect(await found("modified_date gt '2000-01-01T00:00:00Z'")).toEqual([spring?.id, autumn?.id])
  expect(await found("tag_list eq 'a'")).toBe(400)
})
