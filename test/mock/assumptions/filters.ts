import { expect } from 'vitest'
import { callerOf, eventsOf, hrefOf, type Resource, titlesOf } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each, type Open, when } from './cases.ts'

const queryOf = (odata: string) => `?filter=${encodeURIComponent(odata)}`

/** Six events on pages of two, modified at noon on the first six days of May, and a query for those since the evening of the third. */
const days = (open: Open, version: 'v1' | 'v2') => {
  const { service, key } = open({ perPage: 2 })
  for (let day = 1; day <= 6; day += 1) {
    service.addEvent({ title: `Day ${day}` }, { key })
    service.clock.advance('P1D')
  }
  const since = queryOf(`${names[version].modified} gt '2026-05-03T18:00:00Z'`)
  return { ...callerOf(service, key, version), service, key, since }
}

const hostile = ["title eq 'x", 'no_such_field eq 1', '('.repeat(10_000), '']

/** All titles of a list, by its `next` links, and the links. */
const readPages = async ({ list, follow }: ReturnType<typeof days>, version: 'v1' | 'v2', query: string) => {
  const pages: Resource[] = [await list(query)]
  for (let next = hrefOf(pages[0] as Resource, 'next'); next !== undefined; ) {
    const page = await follow(next)
    pages.push(page)
    next = hrefOf(page, 'next')
  }
  const links = pages.flatMap((page) => hrefOf(page, 'next') ?? [])
  return {
    titles: pages.map((page) => titlesOf(page, version)),
    links,
    totals: pages.map((page) => page.total_records),
  }
}

const refused = async (open: Open, version: 'v1' | 'v2') => {
  const { send } = days(open, version)
  for (const text of hostile) {
    const { status, body } = await send('GET', `/events${queryOf(text)}`)
    expect([status, body]).toEqual([400, { error: expect.stringMatching(/^filter: \S/) }])
  }
}

/** What the service makes of the parameter `filter`. */
export const filters: Cases<'filter' | 'filterFields'> = {
  filterFields: each(['every field', 'as listed'], 'a filter compares %s', async (setting, open, version) => {
    const { service, key } = open({ assumptions: { filter: 'honoured' } })
    const caller = callerOf(service, key, version)
    const { id } = service.addEvent({ title: 'Walk' }, { key })
    service.attend(id, 1)
    const { title, created, modified, start, attendancesPath } = names[version]
    const origin = version === 'v1' ? 'originating_system' : 'origin_system'
    const lists = [
      { path: '/events', listed: [created, modified, origin, title, start], others: ['total_accepted', 'status'] },
      { path: `/events/${id}/${attendancesPath}`, listed: [created, modified], others: ['status'] },
    ]
    for (const { path, listed, others } of lists) {
      const filteredBy = (field: string) => caller.send('GET', `${path}${queryOf(`${field} ne null`)}`)
      for (const field of ['identifier', ...listed])
        expect([field, (await filteredBy(field)).status]).toEqual([field, 200])
      for (const field of others) {
        const { status, body } = await filteredBy(field)
        expect([field, status]).toEqual([field, setting === 'as listed' ? 400 : 200])
        if (setting === 'as listed') expect(body.error).toMatch(new RegExp(`^filter: at character 1: ${field} is not `))
      }
    }
  }),
  filter: [
    when('ignored', 'the parameter changes nothing, whatever it says, and no link has it', async (open, version) => {
      const world = days(open, version)
      const plain = await readPages(world, version, '')
      for (const query of [world.since, ...hostile.map(queryOf)])
        expect(await readPages(world, version, query)).toEqual(plain)
      expect(plain.links.join()).not.toContain('filter')
      expect(hrefOf(await world.list(world.since), 'self')).not.toContain('filter')
    }),
    when(
      'honoured',
      'the list is filtered, its totals are its own, and its links keep the filter',
      async (open, version) => {
        const world = days(open, version)
        const { titles, links, totals } = await readPages(world, version, world.since)
        expect(titles).toEqual([['Day 4', 'Day 5'], ['Day 6']])
        expect(totals).toEqual([3, 3])
        expect(links).toEqual([`${world.service.baseUrl}/api/${version}/events?page=2&${inUrl(world.since)}`])
        expect(hrefOf(await world.list(world.since), 'self')).toContain(inUrl(world.since))
        await refused(open, version)
      },
    ),
    when('by day', 'dates are compared by their day, so that all of that day comes too', async (open, version) => {
      const world = days(open, version)
      const { modified, start } = names[version]
      const { titles, links } = await readPages(world, version, world.since)
      expect(titles).toEqual([
        ['Day 3', 'Day 4'],
        ['Day 5', 'Day 6'],
      ])
      expect(links[0]).toContain(inUrl(world.since))
      const found = async (odata: string) => (await readPages(world, version, queryOf(odata))).titles.flat()
      const [two, three, four] = ['Day 2', 'Day 3', 'Day 4']
      const from = `${modified} ge '2026-05-02T23:59:59Z'`
      expect(await found(`${from} and ${modified} lt '2026-05-04T00:00:00Z'`)).toEqual([two, three, four])
      expect(await found(`${from} and ${modified} le '2026-05-03'`)).toEqual([two, three])
      expect(await found(`${modified} eq '2026-05-04T23:00:00-02:00'`)).toEqual(['Day 5'])
      expect(await found(`${from} and ${modified} ne '2026-05-05T01:00:00Z'`)).not.toContain('Day 5')
      world.service.addEvent({ title: 'Evening', start_date: '2026-06-20T18:00:00' }, { key: world.key })
      expect(await found(`${start} eq '2026-06-20' and ${start} le '2026-06-20T09:00:00'`)).toEqual(['Evening'])
      await refused(open, version)
    }),
    when(
      'dropped from next',
      'the first page is filtered, and its next leads into the whole list',
      async (open, version) => {
        const world = days(open, version)
        const { titles, links, totals } = await readPages(world, version, world.since)
        expect(titles).toEqual([
          ['Day 4', 'Day 5'],
          ['Day 3', 'Day 4'],
          ['Day 5', 'Day 6'],
        ])
        expect(totals).toEqual([3, 6, 6])
        expect(links.join()).not.toContain('filter')
        // A request that repeats the filter gets the right page.
        expect(titlesOf(await world.list(`${world.since}&page=2`), version)).toEqual(['Day 6'])
        await refused(open, version)
      },
    ),
    when('refused', 'the parameter is refused, and no other request is', async (open, version) => {
      const { send, since, list } = days(open, version)
      for (const query of [since, ...hostile.map(queryOf), `${since}&page=2`]) {
        const { status, body } = await send('GET', `/events${query}`)
        expect([status, body]).toEqual([400, { error: 'filter: this service has no filters' }])
      }
      expect(eventsOf(await list())).toHaveLength(2)
    }),
  ],
}

/** The parameter as a URL has it. */
const inUrl = (query: string) => new URL(query, 'http://a.example').search.slice(1)
