import { expect, test } from 'vitest'
import { eventsOf, idOf, type Resource, type WireLink, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const ids = {
  relations: { v1: 'v1 §2.4a', v2: 'v2 §2.5a' },
  single: { v1: 'v1 §2.4b', v2: 'v2 §2.5b' },
  curies: { v1: 'v1 §2.5, v1 §2.4b', v2: 'v2 §2.6b' },
} as const

for (const version of versions) {
  const { attendances, attendancesPath } = names[version]
  const helper = version === 'v2' ? ['osdi:record_attendance_helper'] : []

  const linksWithoutCuries = ({ _links: { curies: _curies, ...links } }: Resource) => links

  test(`an event has the document's relations, at their addresses (${ids.relations[version]})`, async () => {
    const { service, creator, caller } = worldOf(version)
    const made = await caller.create()
    const self = `${service.baseUrl}/api/${version}/events/${idOf(made)}`
    const person = { href: `${service.baseUrl}/api/${version}/people/${creator.id}` }
    const rsvps = { href: `${self}/${attendancesPath}` }
    const links = {
      self: { href: self },
      [attendances]: rsvps,
      'osdi:creator': person,
      'osdi:organizer': person,
      'platform:embed': { href: `${self}/embed` },
      ...Object.fromEntries(helper.map((relation) => [relation, rsvps])),
    }
    expect(linksWithoutCuries(made)).toEqual(links)
    expect(linksWithoutCuries(await caller.read(made))).toEqual(links)
    expect(eventsOf(await caller.list())[0]?._links).toEqual(links)
  })

  test(`an event campaign's relation and id stand where the event has one (${ids.relations[version]})`, async () => {
    const { service, key, campaign, caller } = worldOf(version)
    const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
    const within = await caller.read(id)
    expect(within['platform:event_campaign_id']).toBe(campaign.id)
    const href = `${service.baseUrl}/api/${version}/event_campaigns/${campaign.id}`
    expect(within._links['platform:event_campaign']).toEqual({ href })
    const without = await caller.create()
    expect(without).not.toHaveProperty('platform:event_campaign_id')
    expect(without._links).not.toHaveProperty('platform:event_campaign')
  })

  test(`a single event carries curies, an event inside a collection does not (${ids.single[version]})`, async () => {
    const { caller } = worldOf(version)
    const made = await caller.create()
    const single = [made, await caller.read(made), await caller.update(made, { description: 'x' })]
    for (const event of single) expect(event._links.curies).toHaveLength(2)
    const list = await caller.list()
    expect(eventsOf(list)).toHaveLength(1)
    expect(eventsOf(list)[0]?._links).not.toHaveProperty('curies')
  })

  test(`curies are osdi and platform, both templated at the documentation's address (${ids.curies[version]})`, async () => {
    const { caller } = worldOf(version)
    const made = await caller.create()
    const curies = made._links.curies as readonly WireLink[]
    const href = curies[0]?.href ?? ''
    expect(href).toMatch(/^https?:\/\/[^{}]+\/\{rel\}$/)
    expect(curies).toEqual([
      { name: 'osdi', href, templated: true },
      { name: 'platform', href, templated: true },
    ])
    expect((await caller.list())._links.curies).toEqual(curies)
  })
}
