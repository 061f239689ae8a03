import { docsOf, embeddedOf, idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { versions } from '../support/versions.ts'

const titles = ['One', 'Two', 'Three', 'Four', 'Five']

for (const subject of versions) {
  const { version, names, clauses } = subject
  const titlesOf = (events: readonly object[]) => events.map((event) => Reflect.get(event, names.title))

  const fiveEvents = async (assumptions = {}) => {
    const world = await clientWorld(subject, { assumptions })
    for (const title of titles) world.service.addEvent({ title }, { key: world.key })
    return world
  }

  test.for([
    [{}, 3],
    [{ nextOnLast: 'present' }, 4],
    [{ totals: 'absent' }, 3],
    [{ unset: 'null' }, 3],
  ] as const)(
    `list of ${version} yields every event once and in order with the assumptions %j (${clauses.paging})`,
    async ([assumptions, requests]) => {
      await using world = await fiveEvents(assumptions)
      const { items, more } = await world.client.list().toArray({ max: 9 })
      expect([titlesOf(items), more]).toEqual([titles, false])
      expect(world.service.requests).toHaveLength(requests)
      if ('unset' in assumptions) expect(items[0]).toHaveProperty('description', null)
    },
  )

  test(`list of ${version} keeps query.per_page on every page`, async () => {
    await using world = await fiveEvents()
    await world.client.list({ query: { per_page: 1 } }).toArray({ max: 9 })
    expect(world.service.requests.map(({ query }) => query.per_page)).toEqual(['1', '1', '1', '1', '1'])
  })

  test(`list and page of ${version} read the events of one campaign`, async () => {
    await using world = await clientWorld(subject)
    const campaign = world.service.addCampaign({ title: 'Spring', key: world.key })
    for (const title of ['One', 'Two', 'Three']) world.service.addEvent({ title, campaign }, { key: world.key })
    world.service.addEvent({ title: 'Other' }, { key: world.key })
    const { items } = await world.client.list({ campaign: campaign.id }).toArray({ max: 10 })
    expect(titlesOf(items)).toEqual(['One', 'Two', 'Three'])
    expect(await world.client.page(2, { campaign: campaign.id })).toMatchObject({ page: 2, total_records: 3 })
  })

  test(`follow of ${version} gets every link of an event, and docsOf finds the documentation of its relations`, async () => {
    await using world = await clientWorld(subject)
    const campaign = world.service.addCampaign({ title: 'Spring', key: world.key })
    const made = world.service.addEvent({ title: 'Picnic', campaign }, { key: world.key })
    world.service.attend(made, 1)
    const event: Readonly<Record<string, unknown>> = { ...(await world.client.get(made.id)) }
    const relations = Object.keys(event._links as object).filter((rel) => rel !== 'curies')
    expect(relations.length).toBeGreaterThanOrEqual(6)
    for (const rel of relations) {
      expect(await world.client.follow(linkOf(event, rel)), rel).toHaveProperty('_links')
    }
    const [embedded = {}] = embeddedOf(await world.client.page(1), 'osdi:events')
    expect(docsOf(embedded, 'osdi:creator')).toMatch(/^https?:.*\/creator$/)
    expect(docsOf(embedded, 'platform:embed')).toMatch(/^https?:.*\/embed$/)
  })

  test(`a client of ${version} with the namespace action_network reads a service of that namespace`, async () => {
    await using world = await clientWorld(subject, { namespace: 'action_network' })
    const { id } = world.service.addEvent({ title: 'Picnic' }, { key: world.key })
    const client = world.open(subject, world.key, { namespace: 'action_network' })
    const event = await client.get(`action_network:${id}`)
    expect(idOf(event)).toBe(id)
    expect(event).toHaveProperty(['action_network:sponsor'])
    expect(linkOf(event, 'action_network:embed')?.href).toContain(id)
  })
}
