import { expect } from 'vitest'
import { hrefOf, type Resource, titlesOf } from '../../support/api.ts'
import { type Cases, type Open, when } from './cases.ts'

/** Calls in a service of so many events, on pages of two. */
const events = (open: Open, count = 3, perPage = 2) => {
  const { service, key, ...calls } = open({ perPage })
  for (let number = 1; number <= count; number++) service.addEvent({ title: `Event ${number}` }, { key })
  return calls
}

const searchOf = (page: Resource) => new URL(hrefOf(page, 'next') ?? 'none:').searchParams
const badPages = ['0', '-1', '1.5', 'two', '', '1e1', '+']

/** How a collection is paged. */
export const paging: Cases<
  'perPageParameter' | 'otherQuery' | 'pageBeyond' | 'invalidPage' | 'nextOnLast' | 'totals' | 'order'
> = {
  perPageParameter: [
    when('honoured', "per_page is honoured up to the service's page size and kept in next", async (open, version) => {
      const { list } = events(open, 5, 3)
      const small = await list('?per_page=2')
      expect(small).toMatchObject({ per_page: 2, total_pages: 3, total_records: 5 })
      expect(titlesOf(small, version)).toEqual(['Event 1', 'Event 2'])
      expect([searchOf(small).get('page'), searchOf(small).get('per_page')]).toEqual(['2', '2'])
      expect(titlesOf(await list('?per_page=2&page=3'), version)).toEqual(['Event 5'])
      expect(await list('?per_page=100')).toMatchObject({ per_page: 3, total_pages: 2 })
    }),
    when('ignored', 'per_page changes nothing', async (open) => {
      const page = await events(open, 5, 3).list('?per_page=2')
      expect(page).toMatchObject({ per_page: 3, total_pages: 2 })
      expect(searchOf(page).has('per_page')).toBe(false)
    }),
  ],
  otherQuery: [
    when('ignored', 'another query parameter changes nothing', async (open, version) => {
      expect(titlesOf(await events(open).list('?filter=title&page=2'), version)).toEqual(['Event 3'])
    }),
    when(400, 'another query parameter is refused', async (open) => {
      const { send } = events(open)
      expect((await send('GET', '/events?filter=title')).status).toBe(400)
      expect((await send('GET', '/events?page=2&per_page=1')).status).toBe(200)
    }),
  ],
  pageBeyond: [
    when('empty', 'a page beyond the last is empty and has no next', async (open, version) => {
      for (const number of [3, 4, 1000]) {
        const page = await events(open).list(`?page=${number}`)
        expect(page).toMatchObject({ total_pages: 2, total_records: 3, page: number })
        expect([titlesOf(page, version), hrefOf(page, 'next')]).toEqual([[], undefined])
      }
    }),
    when(404, 'a page beyond the last answers 404, the first page of an empty collection does not', async (open) => {
      const { send } = events(open)
      expect((await send('GET', '/events?page=2')).status).toBe(200)
      expect((await send('GET', '/events?page=3')).status).toBe(404)
      expect((await events(open, 0).send('GET', '/events')).status).toBe(200)
    }),
  ],
  invalidPage: [
    when('first', 'a page that is no positive whole number is page 1', async (open, version) => {
      const { send } = events(open)
      for (const page of badPages) {
        const { status, body } = await send('GET', `/events?page=${page}`)
        expect([page, status, body.page]).toEqual([page, 200, 1])
        expect(titlesOf(body, version)).toEqual(['Event 1', 'Event 2'])
      }
    }),
    when(400, 'a page that is no positive whole number is refused', async (open) => {
      const { send } = events(open)
      for (const page of badPages)
        expect([page, (await send('GET', `/events?page=${page}`)).status]).toEqual([page, 400])
    }),
  ],
  nextOnLast: [
    when('absent', 'the last page has no next', async (open) => {
      expect(hrefOf(await events(open, 4).list('?page=2'), 'next')).toBeUndefined()
    }),
    when('present', 'every page has a next until one comes out empty', async (open, version) => {
      for (const count of [3, 4]) {
        const { list, follow } = events(open, count)
        const last = await list('?page=2')
        expect(last).toMatchObject({ total_pages: 2 })
        const beyond = await follow(hrefOf(last, 'next') ?? '')
        expect([titlesOf(beyond, version), hrefOf(beyond, 'next')]).toEqual([[], undefined])
      }
      expect(hrefOf(await events(open, 0).list(), 'next')).toBeUndefined()
    }),
  ],
  totals: [
    when('present', 'a collection counts its pages and records', async (open) => {
      expect(await events(open).list()).toMatchObject({ total_pages: 2, total_records: 3 })
    }),
    when('absent', 'a collection has neither total, and is paged all the same', async (open, version) => {
      const { list, follow } = events(open)
      const page = await list()
      for (const total of ['total_pages', 'total_records']) expect(page).not.toHaveProperty(total)
      expect(page).toMatchObject({ page: 1, per_page: 2 })
      expect(titlesOf(await follow(hrefOf(page, 'next') ?? ''), version)).toEqual(['Event 3'])
    }),
  ],
  order: (
    [
      ['oldest first', '1', '2', '3'],
      ['newest first', '3', '2', '1'],
    ] as const
  ).map(([setting, ...order]) =>
    when(setting, `a collection starts with the ${setting.split(' ')[0]} event`, async (open, version) => {
      const { list } = events(open)
      const titles = [...titlesOf(await list(), version), ...titlesOf(await list('?page=2'), version)]
      expect(titles).toEqual(order.map((number) => `Event ${number}`))
    }),
  ),
}
