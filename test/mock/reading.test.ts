import { expect, test } from 'vitest'
import { fields } from '../contract/fields.ts'
import { callerOf, embeddedPerson, eventsOf, hrefsOf, idOf, titlesOf, world, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

const ids = {
  one: { v1: 'v1 §4b', v2: 'v2 §4d' },
  list: { v1: 'v1 §2.5, v1 §4b', v2: 'v2 §2.6a, v2 §4b' },
  campaign: { v1: 'v1 §4b', v2: 'v2 §4c' },
  fields: { v1: 'v1 §2.1a, v1 §2.1c', v2: 'v2 §2.1a' },
  banner: { v1: 'v1 §2.1c', v2: 'v2 §2.1e' },
} as const

const topLevel = (paths: readonly string[]) => [...new Set(paths.map((path) => path.split('.')[0]))].toSorted()

for (const version of versions) {
  const everyField = () => {
    const { service, key, campaign, ...rest } = world()
    const { id } = service.addEvent(
      {
        title: 'Tree walk',
        origin_system: 'Park friends',
        name: 'walk',
        description: 'Old trees',
        instructions: 'Wear boots',
        featured_image_url: 'https://images.example.org/trees.png',
        start_date: '2026-07-04T09:00:00Z',
        end_date: '2026-07-04T11:00:00Z',
        location: { venue: 'Lincoln Park', address_lines: ['1900 East Capitol Street NE'], postal_code: '20003' },
        capacity: 40,
        visibility: 'private',
        hidden: true,
        campaign,
      },
      { key },
    )
    return { service, ...rest, id, caller: callerOf(service, key, version) }
  }

  test(`GET of an id that nobody has answers 404 (${ids.one[version]})`, async () => {
    const { send } = worldOf(version)
    for (const id of ['8a625981-67a4-4457-8b55-2e30b267b2c2', 'x', '%20', 'undefined', '__proto__', 'constructor']) {
      expect((await send('GET', `/events/${id}`)).status).toBe(404)
    }
  })

  test(`an event shows every field of the table and no other (${ids.fields[version]})`, async () => {
    const { id, caller } = everyField()
    const event = await caller.read(id)
    expect(Object.keys(event).toSorted()).toEqual(
      [...new Set([...topLevel(fields[version].event), '_links'])].toSorted(),
    )
    expect(Object.keys(event.location as object).toSorted()).toEqual(topLevel(fields[version].location))
    expect(Object.keys(event['platform:sponsor'] as object)).toHaveLength(2)
    expect(Object.values(event)).not.toContain(null)
  })

  test(`a banner shows only on a user-interface event that has one (${ids.banner[version]})`, async () => {
    const { service, key, caller } = worldOf(version)
    const banner = 'https://images.example.org/trees.png'
    const plain = service.addEvent({ title: 'Plain' }, { key })
    const adorned = service.addEvent({ title: 'Adorned', featured_image_url: banner }, { key })
    const posted = await caller.create({ featured_image_url: banner })
    const seen = []
    for (const id of [plain.id, adorned.id, idOf(posted)]) seen.push((await caller.read(id)).featured_image_url)
    // Version 1 has no such field at all.
    expect(seen).toEqual({ v1: [undefined, undefined, undefined], v2: [undefined, banner, undefined] }[version])
  })

  for (const slash of ['', '/']) {
    test(`GET /events${slash} answers the collection with its events in full (${ids.list[version]})`, async () => {
      const { caller } = worldOf(version)
      const made = [await caller.create({ title: 'One' }), await caller.create({ title: 'Two' })]
      const list = await caller.list(slash)
      expect(list).toMatchObject({ total_pages: 1, per_page: 25, page: 1, total_records: 2 })
      expect(hrefsOf(list, 'self')).toHaveLength(1)
      expect(hrefsOf(list, 'osdi:events')).toEqual(made.flatMap((event) => hrefsOf(event, 'self')))
      expect(titlesOf(list, version)).toEqual(['One', 'Two'])
      for (const [index, event] of eventsOf(list).entries()) {
        const { curies: _curies, ...links } = made[index]?._links ?? {}
        expect(event._links).toEqual(links)
        expect(Object.keys(event)).toEqual(Object.keys(made[index] ?? {}))
      }
    })

    test(`GET the collection of a campaign${slash} has that campaign's events alone (${ids.campaign[version]})`, async () => {
      const { service, key, campaign, caller } = worldOf(version)
      const other = service.addCampaign({ title: 'Winter', key })
      service.addEvent({ title: 'None' }, { key })
      service.addEvent({ title: 'Other', campaign: other }, { key })
      service.addEvent({ title: 'Mine', campaign }, { key })
      service.addEvent({ title: 'Mine too', campaign: campaign.id }, { key })
      const list = (await caller.send('GET', `/event_campaigns/${campaign.id}/events${slash}`)).body
      expect(list).toMatchObject({ total_records: 2, page: 1 })
      expect(titlesOf(list, version)).toEqual(['Mine', 'Mine too'])
      expect(hrefsOf(list, 'osdi:events')).toHaveLength(2)
    })
  }

  test(`the collection of an unknown campaign, or of another owner's, answers 404 (${ids.campaign[version]})`, async () => {
    const { service, key, individualKey, campaign } = world()
    service.addEvent({ title: 'Mine', campaign }, { key })
    const path = `/event_campaigns/${campaign.id}/events`
    expect((await callerOf(service, key, version).send('GET', path)).status).toBe(200)
    expect((await callerOf(service, individualKey, version).send('GET', path)).status).toBe(404)
    expect((await callerOf(service, key, version).send('GET', '/event_campaigns/none/events')).status).toBe(404)
  })
}

test('a version 1 event embeds its creator and its organizer, the same person, alone and in a collection (v1 §2.3a)', async () => {
  const { administrator, caller } = worldOf('v1')
  const href = caller.personHref(administrator)
  const made = await caller.create({ _links: { 'osdi:creator': { href } } })
  const [listed] = eventsOf(await caller.list())
  expect(listed).toBeDefined()
  for (const event of [made, await caller.read(made), listed ?? made]) {
    const person = embeddedPerson(event, 'osdi:creator')
    expect(person.identifiers).toEqual([`platform:${administrator.id}`])
    expect(embeddedPerson(event, 'osdi:organizer')).toEqual(person)
  }
})

test('an embedded person has every field and link of the table, and curies only in a single event (v1 §2.3b)', async () => {
  const { creator, caller } = worldOf('v1')
  const made = await caller.create()
  const person = embeddedPerson(made, 'osdi:creator')
  expect(Object.keys(person).toSorted()).toEqual(topLevel(fields.v1.person))
  expect(person).toMatchObject({
    given_name: 'Cora',
    family_name: 'Example',
    email_addresses: [{ primary: true, address: 'cora@example.org' }],
    created_at: creator.created_date,
  })
  const inPage = embeddedPerson(eventsOf(await caller.list())[0] ?? made, 'osdi:creator')
  const { curies, ...links } = person._links
  expect(curies).toEqual(made._links.curies)
  expect(inPage).toEqual({ ...person, _links: links })
  const base = caller.personHref(creator)
  expect(links).toEqual({
    self: { href: base },
    'osdi:question_answers': { href: `${base}/question_answers` },
    'osdi:attendance': { href: `${base}/attendance` },
    'osdi:signatures': { href: `${base}/signatures` },
    'osdi:submissions': { href: `${base}/submissions` },
    'osdi:donations': { href: `${base}/donations` },
  })
})
