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

  test(`pages through every event in order, once: ${version} (${clauses.paging})`, async () => {
    await using world = await fiveEvents()
    const seen: object[] = []
    for await (const event of world.client.list()) seen.push(event)
    expect(titlesOf(seen)).toEqual(titles)
    expect(world.service.requests).toHaveLength(3)
  })

  test(`asks for nothing before the iteration, and anew for a second one: ${version}`, async () => {
    await using world = await fiveEvents()
    const pager = world.client.list()
    expect(world.service.requests).toHaveLength(0)
    expect((await pager.toArray({ max: 9 })).items).toHaveLength(5)
    expect((await pager.toArray({ max: 9 })).items).toHaveLength(5)
    expect(world.service.requests).toHaveLength(6)
  })

  test(`stops asking when the loop is left: ${version}`, async () => {
    await using world = await fiveEvents()
    for await (const event of world.client.list()) if (Reflect.get(event, names.title) === 'Two') break
    expect(world.service.requests).toHaveLength(1)
  })

  test(`takes no more than asked for and says whether there is more: ${version}`, async () => {
    await using world = await fiveEvents()
    const four = await world.client.list().toArray({ max: 4 })
    expect(four.more).toBe(true)
    expect(titlesOf(four.items)).toEqual(titles.slice(0, 4))
    expect((await world.client.list().toArray({ max: 5 })).more).toBe(false)
  })

  test(`starts from a page: ${version}`, async () => {
    await using world = await fiveEvents()
    expect(titlesOf((await world.client.list({ page: 2 }).toArray({ max: 9 })).items)).toEqual(titles.slice(2))
  })

  test(`keeps a page size asked for by query through the whole walk: ${version}`, async () => {
    await using world = await fiveEvents()
    await world.client.list({ query: { per_page: 1 } }).toArray({ max: 9 })
    expect(world.service.requests.map(({ query }) => query.per_page)).toEqual(['1', '1', '1', '1', '1'])
  })

  test(`survives a next link on the last page: ${version}`, async () => {
    await using world = await fiveEvents({ nextOnLast: 'present' })
    expect((await world.client.list().toArray({ max: 9 })).items).toHaveLength(5)
    expect(world.service.requests).toHaveLength(4)
  })

  test(`survives missing totals: ${version}`, async () => {
    await using world = await fiveEvents({ totals: 'absent' })
    expect((await world.client.list().toArray({ max: 9 })).items).toHaveLength(5)
  })

  test(`reads an empty collection, and an empty page beyond the last: ${version}`, async () => {
    await using world = await clientWorld(subject)
    expect(await world.client.list().toArray({ max: 9 })).toEqual({ items: [], more: false })
    expect(await world.client.page(7)).toMatchObject({ page: 7, total_records: 0 })
  })

  test(`reads fields that the service sends as null: ${version}`, async () => {
    await using world = await fiveEvents({ unset: 'null' })
    const [event = {}] = (await world.client.list().toArray({ max: 1 })).items
    expect(event).toHaveProperty('description', null)
  })
}
