import { expect, test } from 'vitest'
import { callerOf, hrefOf, titlesOf, world } from '../support/api.ts'
import { versions } from '../support/names.ts'

const ids = { v1: 'v1 §4.2, v1 §2.5', v2: 'v2 §4.3, v2 §2.6a' } as const

for (const version of versions) {
  const withEvents = async (count: number, perPage: number) => {
    const { service, key, campaign } = world({ perPage })
    for (let number = 1; number <= count; number++) service.addEvent({ title: `Event ${number}`, campaign }, { key })
    return { service, campaign, caller: callerOf(service, key, version) }
  }

  test(`following next visits every event once and ends on the last page (${ids[version]})`, async () => {
    const { service, caller } = await withEvents(5, 2)
    const seen: unknown[] = []
    const numbers: unknown[] = []
    const nexts: unknown[] = []
    let address: string | undefined = `${service.baseUrl}/api/${version}/events`
    while (address !== undefined && nexts.length < 10) {
      const page = await caller.follow(address)
      expect(page).toMatchObject({ total_pages: 3, per_page: 2, total_records: 5 })
      seen.push(...titlesOf(page, version))
      numbers.push(page.page)
      address = hrefOf(page, 'next')
      nexts.push(address)
    }
    expect(seen).toEqual(['Event 1', 'Event 2', 'Event 3', 'Event 4', 'Event 5'])
    expect(numbers).toEqual([1, 2, 3])
    const events = `${service.baseUrl}/api/${version}/events`
    expect(nexts).toEqual([`${events}?page=2`, `${events}?page=3`, undefined])
  })

  test(`no page number or page size breaks the service (${ids[version]})`, async () => {
    const { caller } = await withEvents(3, 2)
    for (const query of [
      '?page=99999999999999999999',
      '?per_page=0',
      '?per_page=x',
      '?per_page=-1',
      '?page=1&page=2',
    ]) {
      const { status, body } = await caller.send('GET', `/events${query}`)
      expect([query, status]).toEqual([query, 200])
      expect([1, 2]).toContain(body.per_page)
    }
  })

  test(`a campaign's collection is paged at its own address (${ids[version]})`, async () => {
    const { service, campaign, caller } = await withEvents(3, 2)
    const address = `${service.baseUrl}/api/${version}/event_campaigns/${campaign.id}/events`
    const first = await caller.follow(address)
    expect(first).toMatchObject({ total_pages: 2, total_records: 3 })
    expect(hrefOf(first, 'next')).toBe(`${address}?page=2`)
    expect(titlesOf(await caller.follow(`${address}?page=2`), version)).toEqual(['Event 3'])
  })

  test(`a collection without events is one empty page (${ids[version]})`, async () => {
    const { caller } = await withEvents(0, 2)
    const empty = await caller.list()
    expect(empty).toMatchObject({ total_pages: 0, page: 1, per_page: 2, total_records: 0 })
    expect(empty._links['osdi:events']).toEqual([])
    expect(empty._embedded).toEqual({ 'osdi:events': [] })
    expect(hrefOf(empty, 'next')).toBeUndefined()
  })
}

for (const version of versions) {
  test(`no next leads to a refusal, not even where pages beyond the last are refused (${version})`, async () => {
    for (const count of [0, 1, 2, 3]) {
      const { service, key } = world({ perPage: 2, assumptions: { nextOnLast: 'present', pageBeyond: 404 } })
      for (let number = 0; number < count; number++) service.addEvent({ title: `Event ${number}` }, { key })
      const { follow, list, send } = callerOf(service, key, version)
      let page = await list()
      let pages = 1
      for (let next = hrefOf(page, 'next'); next !== undefined; next = hrefOf(page, 'next')) {
        page = await follow(next)
        pages += 1
      }
      expect([count, pages]).toEqual([count, [1, 2, 2, 3][count]])
      expect(titlesOf(page, version)).toEqual([])
      expect((await send('GET', `/events?page=${pages + 1}`)).status).toBe(404)
    }
  })
}
