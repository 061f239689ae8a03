import fc from 'fast-check'
import { type Collection, EventsV2, type EventV2, eventsOf, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { type MovingOptions, movingCollection, orders } from '../support/moving-collection.ts'
import { runs } from '../support/runs.ts'
import { base } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

const open = (options: MovingOptions) => {
  const collection = movingCollection(options)
  const client = new EventsV2({ baseUrl: base, apiKey, fetch: collection.fetch, retry: false })
  return { client, collection }
}

/** The ids of an iteration, which must all differ. */
const idsMet = async (walk: AsyncIterable<Collection<EventV2>>) => {
  const met: string[] = []
  for await (const page of walk) met.push(...eventsOf(page).map((event) => idOf(event)))
  expect(new Set(met).size).toBe(met.length)
  return met
}

/** The ids that existed at the start. */
const old = (ids: readonly string[]) => ids.filter((id) => id.startsWith('e'))

const move = fc.record({ created: fc.oneof(fc.constant(0), fc.nat(9)), turns: fc.nat(6) })
const prefetch = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 16 }))
const collections = fc.record({
  size: fc.nat(40),
  perPage: fc.integer({ min: 1, max: 7 }),
  order: fc.constantFrom(...(Object.keys(orders) as (keyof typeof orders)[])),
  moves: fc.array(move, { maxLength: 30 }),
})

test('each event that exists throughout an iteration is yielded once and in order, even if others are created', async () => {
  await fc.assert(
    fc.asyncProperty(collections, prefetch, async (options, ahead) => {
      const { client, collection } = open(options)
      const walk = client.list({ prefetch: ahead }).pages()
      const met = await idsMet(walk)
      expect(old(met)).toEqual(collection.first)
      expect(walk.report).toMatchObject({ events: met.length, certain: true })
      expect(collection.open.most).toBeLessThanOrEqual(Math.max(1, ahead))
      expect(collection.open.now).toBe(0)
    }),
    { numRuns: runs(20) },
  )
})

test('each event is yielded once and in order, even if the page size changes during the iteration', async () => {
  const perPage = fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined, freq: 3 })
  const resizing = fc.array(fc.record({ created: fc.oneof(fc.constant(0), fc.nat(3)), turns: fc.nat(6), perPage }), {
    maxLength: 30,
  })
  await fc.assert(
    fc.asyncProperty(collections, resizing, prefetch, async (options, moves, ahead) => {
      const { client, collection } = open({ ...options, moves })
      const walk = client.list({ prefetch: ahead }).pages()
      const met = await idsMet(walk)
      expect(old(met)).toEqual(collection.first)
      expect(walk.report).toMatchObject({ events: met.length, complete: true })
    }),
    { numRuns: runs(20) },
  )
})

test('a list that is resumed again and again yields each event once', async () => {
  const run = fc.record({ options: collections, prefetch, max: fc.integer({ min: 1, max: 9 }), byPage: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(run, async ({ options, prefetch, max, byPage }) => {
      const { client, collection } = open(options)
      const met: string[] = []
      let resume: string | undefined
      let whole: boolean | undefined
      for (let more = true; more; ) {
        const walk = client.list({ ...(byPage ? { maxPages: max } : { max }), prefetch, resume }).pages()
        const before = met.length
        for await (const page of walk) met.push(...eventsOf(page).map((event) => idOf(event)))
        more = met.length > before
        resume = walk.checkpoint
        whole = walk.report.complete
        expect(walk.report.certain).toBe(whole)
      }
      expect(whole).toBe(true)
      expect(old(met)).toEqual(collection.first)
      expect(new Set(met).size).toBe(met.length)
    }),
    { numRuns: runs(20) },
  )
})

test('a list without totals requests page after page, leaves out repeated events, and has report.certain false', async () => {
  await fc.assert(
    fc.asyncProperty(collections, prefetch, async (options, ahead) => {
      const { client, collection } = open({ ...options, totals: false })
      const walk = client.list({ prefetch: ahead }).pages()
      const met = await idsMet(walk)
      expect(old(met)).toEqual(collection.first)
      expect(walk.report).toMatchObject({ events: met.length, certain: false, totalAtStart: undefined })
      expect(collection.open.most).toBe(1)
    }),
    { numRuns: runs(20) },
  )
})

test('a list without totals leaves out an event that is among the last thousand yielded events', async () => {
  // A thousand new events push those already read onto later pages, so all of these come again.
  const quiet = { created: 0, turns: 0 }
  const moves = [...Array(10).fill(quiet), { created: 1000, turns: 0 }]
  const { fetch, first } = movingCollection({ size: 1100, perPage: 100, order: 'newest first', moves, totals: false })
  const { items } = await new EventsV2({ baseUrl: base, apiKey, fetch }).list().toArray({ max: 3000 })
  expect(items.map((event) => idOf(event))).toEqual(first)
})
