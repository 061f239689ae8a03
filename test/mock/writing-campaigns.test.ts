import { expect, test } from 'vitest'
import { callerOf, hrefOf, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const least = { title: 'Spring clean-up', origin_system: 'Organizer' }
const sent = {
  ...least,
  identifiers: ['crm:7'],
  name: 'Spring 2026',
  description: '<p>Every river.</p>',
  browser_url: 'https://calendar.example.org/spring',
  host_pitch: '<p>Hold one near you.</p>',
  host_instructions: '<p>Bring gloves.</p>',
  tag_list: ['rivers', 'parks'],
}

function open(options: Parameters<typeof worldOf>[1] = {}) {
  const world = worldOf('v2', options)
  const { service, send } = world
  const body = async (method: string, path: string, content?: object) => (await send(method, path, content)).body
  const ignored = () => service.requests.at(-1)?.ignored.map(({ field }) => field)
  return {
    ...world,
    post: (content: object) => body('POST', '/event_campaigns', content),
    get: (path: string) => body('GET', path),
    put: (campaign: Resource, changes: object) => body('PUT', `/event_campaigns/${idOf(campaign)}`, changes),
    ignored,
  }
}

test('a POST to event_campaigns stores every documented request field, and makes a campaign without a page', async () => {
  const { post, get, ignored } = open()
  const made = await post(sent)
  expect(ignored()).toEqual([])
  expect(made).toMatchObject({
    ...sent,
    identifiers: [`platform:${idOf(made)}`, 'crm:7'],
    total_events: 0,
    total_rsvps: 0,
    'platform:hidden': false,
  })
  expect(await get(`/event_campaigns/${idOf(made)}`)).toEqual(made)
  const plain = await post(least)
  expect(plain).not.toHaveProperty('browser_url')
  expect(plain).not.toHaveProperty('host_url')
})

test('a campaign that a POST has made is on no dashboard, and neither are its events', async () => {
  const { service, post, send, key } = open()
  const made = await post(sent)
  await send('POST', `/event_campaigns/${idOf(made)}/events`, least)
  expect(service.dashboard(key)).toEqual([])
})

test('a POST to event_campaigns without title or origin_system gets an error that names the field', async () => {
  const { service, send, get } = open()
  for (const field of ['title', 'origin_system']) {
    const { status, body } = await send('POST', '/event_campaigns', { ...least, [field]: ' ' })
    expect([status, String(body.error).startsWith(`${field}:`)]).toEqual([400, true])
    expect(service.requests.at(-1)?.reason?.field).toBe(field)
  }
  expect((await get('/event_campaigns')).total_records).toBe(1)
})

test('a POST and a PUT of a campaign ignore fields that only the service sets, and the log names them', async () => {
  const { post, put, ignored } = open()
  const own = {
    created_date: '2020-01-01T00:00:00Z',
    modified_date: '2020-01-01T00:00:00Z',
    host_url: 'https://a.example',
    featured_image_url: 'https://a.example/a.png',
    total_events: 7,
    total_rsvps: 7,
    'platform:hidden': true,
    'platform:sponsor': { title: 'Others' },
    colour: 'red',
    _links: { 'osdi:events': { href: 'https://a.example' } },
  }
  const names = [...Object.keys(own).filter((name) => name !== '_links'), '_links.osdi:events'].toSorted()
  const made = await post({ ...least, ...own })
  expect(ignored()?.toSorted()).toEqual(names)
  expect(await put(made, own)).toEqual(made)
  expect(ignored()?.toSorted()).toEqual(names)
})

test('a PUT of a campaign changes the sent fields, clears fields with null, adds identifiers, and changes the modification time', async () => {
  const { post, put, get } = open()
  const made = await post(sent)
  const changed = await put(made, { title: 'Autumn', description: null, identifiers: ['desk:1'], tag_list: ['woods'] })
  const { description: _, ...others } = made
  expect(changed).toEqual({
    ...others,
    title: 'Autumn',
    identifiers: [...made.identifiers, 'desk:1'],
    tag_list: ['woods'],
    modified_date: changed.modified_date,
  })
  expect(String(changed.modified_date) > String(made.modified_date)).toBe(true)
  expect(await put(changed, { title: 'Autumn', origin_system: null, identifiers: [] })).toEqual(changed)
  expect(await get(`/event_campaigns/${idOf(made)}`)).toEqual(changed)
})

test('a POST and a PUT of a campaign ignore a malformed identifier, and an identifier of another campaign', async () => {
  const { service, post, put, ignored } = open()
  const stranger = service.addKey({ group: service.addGroup({ title: 'Others' }) })
  service.addCampaign({ title: 'Theirs', identifiers: ['crm:1'], key: stranger })
  const identifiers = ['crm:1', 'no identifier', 'platform:7', 'crm:2']
  const made = await post({ ...least, identifiers })
  expect(ignored()).toEqual(['identifiers[0]', 'identifiers[1]', 'identifiers[2]'])
  expect(made.identifiers).toEqual([`platform:${idOf(made)}`, 'crm:2'])
  expect(await put(made, { identifiers })).toEqual(made)
})

test('a key of another owner can neither read nor change a campaign, nor add an event to the campaign', async () => {
  const { service, post, get } = open()
  const made = await post(sent)
  const other = callerOf(service, service.addKey({ group: service.addGroup({ title: 'Others' }) }), 'v2')
  const path = `/event_campaigns/${idOf(made)}`
  for (const [method, below, body] of [
    ['GET', '', undefined],
    ['PUT', '', { title: 'Mine' }],
    ['GET', '/events', undefined],
    ['POST', '/events', least],
  ] as const)
    expect([method, below, (await other.send(method, path + below, body)).status]).toEqual([method, below, 404])
  expect(await get(path)).toEqual(made)
})

test('an event that is posted below a campaign belongs to the campaign and is in its totals', async () => {
  const { post, send, get, ignored } = open()
  const made = await post(sent)
  const path = `/event_campaigns/${idOf(made)}`
  const { body: event } = await send('POST', `${path}/events`, { ...least, identifiers: ['crm:event-1'] })
  expect(ignored()).toEqual([])
  expect(event).toMatchObject({ title: least.title, 'platform:event_campaign_id': idOf(made) })
  expect(hrefOf(event, 'platform:event_campaign')).toBe(hrefOf(made, 'self'))
  const listed = (await get(`${path}/events`))._embedded['osdi:events'] as readonly Resource[]
  expect(listed.map((one) => idOf(one))).toEqual([idOf(event)])
  expect(await get(path)).toMatchObject({ total_events: 1, total_rsvps: 0, modified_date: made.modified_date })
  expect((await get('/events')).total_records).toBe(1)
})

test('a POST below a campaign with the identifier of an existing event does not move this event, and the log says so', async () => {
  const { post, send, get, ignored } = open()
  const made = await post(sent)
  const { body: lone } = await send('POST', '/events', { ...least, identifiers: ['crm:event-1'] })
  const path = `/event_campaigns/${idOf(made)}`
  const again = await send('POST', `${path}/events`, { ...least, identifiers: ['crm:event-1'] })
  expect(again.body).toEqual(lone)
  expect(ignored()).toEqual(['platform:event_campaign_id', 'identifiers[0]'])
  expect((await get(path)).total_events).toBe(0)
})

test('RSVPs can be recorded, read, listed and changed at the addresses below an event of a campaign', async () => {
  const { service, post, send, get } = open()
  const made = await post(sent)
  const path = `/event_campaigns/${idOf(made)}`
  const { body: event } = await send('POST', `${path}/events`, least)
  const address = `${path}/events/${idOf(event)}/attendances`
  const person = { email_addresses: [{ address: 'ada@example.org' }] }
  const { body: rsvp } = await send('POST', address, { person })
  const page = await get(address)
  expect(page).toMatchObject({
    total_records: 1,
    _embedded: { 'osdi:attendances': [{ identifiers: rsvp.identifiers }] },
  })
  expect(hrefsOf(page, 'self')).toEqual([`${service.baseUrl}/api/v2${address}`])
  expect(await get(`${address}/${idOf(rsvp)}`)).toEqual(rsvp)
  const put = await send('PUT', `${address}/${idOf(rsvp)}`, { status: 'attended' })
  expect([put.status, put.body.status]).toEqual([200, 'attended'])
  expect((await get(path)).total_rsvps).toBe(1)
  // Of another campaign, or of none, the event is not there.
  const other = await post(least)
  const lone = await send('POST', '/events', least)
  for (const wrong of [
    `/event_campaigns/${idOf(other)}/events/${idOf(event)}`,
    `/event_campaigns/none/events/${idOf(event)}`,
    `${path}/events/${idOf(lone.body)}`,
  ])
    for (const [method, below, body] of [
      ['GET', '/attendances', undefined],
      ['POST', '/attendances', { person }],
      ['GET', `/attendances/${idOf(rsvp)}`, undefined],
    ] as const)
      expect([wrong, (await send(method, wrong + below, body)).status]).toEqual([wrong, 404])
})

test('every write of a campaign in version 1 answers 405 and allows GET and HEAD', async () => {
  const { service, key, campaign, send } = worldOf('v1')
  const event = service.addEvent({ title: 'Walk', campaign }, { key })
  const [rsvp] = service.attend(event, 1)
  const path = `/event_campaigns/${campaign.id}`
  const attendance = `${path}/events/${event.id}/attendance`
  for (const [method, address] of [
    ['POST', '/event_campaigns'],
    ['PUT', path],
    ['POST', `${path}/events`],
    ['POST', attendance],
    ['PUT', `${attendance}/${rsvp?.id}`],
  ] as const) {
    const { status, headers } = await send(method, address, least)
    expect([method, address, status, headers.get('allow')]).toEqual([method, address, 405, 'GET, HEAD'])
  }
  for (const address of ['/event_campaigns', path, `${path}/events`, attendance, `${attendance}/${rsvp?.id}`])
    expect([address, (await send('GET', address)).status]).toEqual([address, 200])
})

test('addCampaign and a POST refuse a campaign for an individual account', async () => {
  const { service, individualKey } = open()
  const { status, body } = await callerOf(service, individualKey, 'v2').send('POST', '/event_campaigns', least)
  expect([status, body.error]).toEqual([403, 'Individual accounts have no event campaigns'])
  expect(service.requests.at(-1)?.reason?.field).toBe(names.v2.key)
  expect(() => service.addCampaign({ title: 'Spring', key: individualKey })).toThrow(/campaign\.key/)
})

for (const version of versions)
  test(`faults and the request log name the operations of campaigns (${version})`, async () => {
    const { service, key, campaign, send } = worldOf(version)
    const event = service.addEvent({ title: 'Walk', campaign }, { key })
    const path = `/event_campaigns/${campaign.id}`
    const attendances = `${path}/events/${event.id}/${names[version].attendancesPath}`
    for (const address of ['/event_campaigns', path, `${path}/events`, `${path}/embed`, attendances])
      await send('GET', address)
    const logged = [
      'campaigns.list',
      'campaigns.get',
      'campaigns.events',
      'campaigns.embed',
      'attendances.list',
    ] as const
    expect(service.requests.map(({ operation }) => operation)).toEqual(logged)
    service.faults.add({ operation: 'campaigns.list', effect: { kind: 'status', status: 503 } })
    expect([(await send('GET', '/event_campaigns')).status, (await send('GET', path)).status]).toEqual([503, 200])
  })
