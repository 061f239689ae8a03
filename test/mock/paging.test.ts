import { expect, test } from 'vitest'
import { hrefOf, titlesOf, worldOf } from '../support/api.ts'

test('no page number or page size breaks the service (v1 §4.2, v2 §4.3)', async () => {
  const { service, key, send } = worldOf('v2', { perPage: 2 })
  for (const title of ['One', 'Two', 'Three']) service.addEvent({ title }, { key })
  for (const query of ['page=99999999999999999999', 'per_page=0', 'per_page=x', 'per_page=-1', 'page=1&page=2']) {
    const { status, body } = await send('GET', `/events?${query}`)
    expect([query, status]).toEqual([query, 200])
    expect([1, 2]).toContain(body.per_page)
  }
})

test('no next leads to a refusal, not even where pages beyond the last are refused', async () => {
  for (const count of [0, 1, 2, 3]) {
    const assumptions = { nextOnLast: 'present', pageBeyond: 404 } as const
    const { service, key, follow, list, send } = worldOf('v2', { perPage: 2, assumptions })
    for (let number = 0; number < count; number++) service.addEvent({ title: `Event ${number}` }, { key })
    let page = await list()
    let pages = 1
    for (let next = hrefOf(page, 'next'); next !== undefined; next = hrefOf(page, 'next')) {
      page = await follow(next)
      pages += 1
    }
    expect([count, pages]).toEqual([count, [1, 2, 2, 3][count]])
    expect(titlesOf(page, 'v2')).toEqual([])
    expect((await send('GET', `/events?page=${pages + 1}`)).status).toBe(404)
  }
})
