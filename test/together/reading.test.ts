import { docsOf, embeddedOf, idOf, linkOf, responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { versions } from '../support/versions.ts'

for (const subject of versions) {
  const { version, names } = subject

  test(`gets an event by its id, its identifier, or itself: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const { id } = world.service.addEvent({ title: 'Picnic' }, { key: world.key })
    const event = await world.client.get(id)
    expect(event).toHaveProperty([names.title], 'Picnic')
    expect(idOf(event)).toBe(id)
    expect(await world.client.get(`platform:${id}`)).toEqual(event)
    expect(await world.client.get(event)).toEqual(event)
  })

  test(`knows the answer that a result came from: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const { id } = world.service.addEvent({ title: 'Picnic' }, { key: world.key })
    const { status, headers, url, attempts } = responseOf(await world.client.get(id))
    expect(status).toBe(200)
    expect(headers.get('content-type')).toContain('application/hal+json')
    expect(url).toBe(`${world.baseUrl}/api/${version}/events/${id}`)
    expect(attempts).toMatchObject([{ status: 200, wait: 0 }])
  })

  test(`reads the events of one campaign: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const campaign = world.service.addCampaign({ title: 'Spring', key: world.key })
    for (const title of ['One', 'Two', 'Three']) world.service.addEvent({ title, campaign }, { key: world.key })
    world.service.addEvent({ title: 'Other' }, { key: world.key })
    const { items } = await world.client.list({ campaign: campaign.id }).toArray({ max: 10 })
    expect(items.map((event) => Reflect.get(event, names.title))).toEqual(['One', 'Two', 'Three'])
    expect(await world.client.page(2, { campaign: campaign.id })).toMatchObject({ page: 2, total_records: 3 })
  })

  test(`follows every link of an event and of its page: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const campaign = world.service.addCampaign({ title: 'Spring', key: world.key })
    const made = world.service.addEvent({ title: 'Picnic', campaign }, { key: world.key })
    world.service.attend(made, 1)
    const event: Readonly<Record<string, unknown>> = { ...(await world.client.get(made.id)) }
    const relations = Object.keys(event._links as object).filter((rel) => rel !== 'curies')
    expect(relations.length).toBeGreaterThanOrEqual(6)
    for (const rel of relations) {
      const link = linkOf(event, rel)
      expect(await world.client.follow(link), rel).toHaveProperty('_links')
    }
  })

  test(`expands the relations of an event on a page by the page's curies: ${version}`, async () => {
    await using world = await clientWorld(subject)
    world.service.addEvent({ title: 'Picnic' }, { key: world.key })
    const [event = {}] = embeddedOf(await world.client.page(1), 'osdi:events')
    expect(docsOf(event, 'osdi:creator')).toMatch(/^https?:.*\/creator$/)
    expect(docsOf(event, 'platform:embed')).toMatch(/^https?:.*\/embed$/)
  })

  test(`reads a service of another namespace: ${version}`, async () => {
    await using world = await clientWorld(subject, { namespace: 'action_network' })
    const { id } = world.service.addEvent({ title: 'Picnic' }, { key: world.key })
    const client = world.open(subject, world.key, { namespace: 'action_network' })
    const event = await client.get(`action_network:${id}`)
    expect(idOf(event)).toBe(id)
    expect(event).toHaveProperty(['action_network:sponsor'])
    expect(linkOf(event, 'action_network:embed')?.href).toContain(id)
  })
}
