import type { FaultEffect } from 'osdi-events/mock'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { failureOf } from '../support/failure.ts'
import { versions } from '../support/versions.ts'

const lost: FaultEffect = { kind: 'reset' }
const atOnce = (status: number): FaultEffect => ({ kind: 'status', status, headers: { 'retry-after': '0' } })

// In process no time passes but that of retries.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  vi.setTimerTickMode('nextTimerAsync')
})

afterEach(() => {
  vi.useRealTimers()
})

for (const subject of versions) {
  const { version, least, names } = subject

  /** A service whose next create fails like this, and a client that tries twice. */
  const failing = async (effect: FaultEffect, when: 'before' | 'after') => {
    const world = await clientWorld(subject)
    world.service.faults.add({ operation: 'events.create', nth: 1, when, effect })
    const client = world.open(subject, world.key, { retry: 1 })
    const titles = async () => {
      const { items } = await world.client.list().toArray({ max: 9 })
      return items.map((item) => Reflect.get(item, names.title))
    }
    return { world, client, titles, [Symbol.asyncDispose]: () => world[Symbol.asyncDispose]() }
  }
  const [title] = Object.values(least)

  for (const when of ['before', 'after'] as const) {
    test(`a create whose answer is lost ${when} it was made is not sent again, and its outcome is unknown: ${version}`, async () => {
      await using made = await failing(lost, when)
      expect(await failureOf(() => made.client.create(least))).toMatchObject({ outcome: 'unknown', attempts: [{}] })
      expect(await made.titles()).toEqual(when === 'before' ? [] : [title])
    })

    test(`a create whose answer is lost ${when} it was made makes one event where the caller says that the service deduplicates: ${version}`, async () => {
      await using made = await failing(lost, when)
      const retry = { limit: 1, deduplicates: true }
      await made.client.create({ ...least, identifiers: ['calendar:7'] }, { retry })
      expect(await made.titles()).toEqual([title])
    })

    for (const effect of [lost, atOnce(500), atOnce(503)]) {
      const name = effect.kind === 'status' ? `status ${effect.status}` : effect.kind
      test(`a create with an identifier that ends in ${name} ${when} it was made is sent again in version 1 alone: ${version} (v1 §1.3)`, async () => {
        await using made = await failing(effect, when)
        const call = made.client.create({ ...least, identifiers: ['calendar:7'] })
        if (version === 'v1') await call
        else expect(await failureOf(() => call)).toMatchObject({ outcome: 'unknown', attempts: [{}] })
        expect(await made.titles()).toEqual(version === 'v1' || when === 'after' ? [title] : [])
      })
    }
  }

  test(`a create that is answered 429 is sent again and made once: ${version}`, async () => {
    await using made = await failing({ kind: 'rate-limit', retryAfter: 0 }, 'before')
    await made.client.create(least)
    expect(await made.titles()).toEqual([title])
  })

  test(`an update whose answer is lost after it was made is sent again: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create(least)
    const fault = world.service.faults.add({ operation: 'events.update', nth: 1, when: 'after', effect: lost })
    const client = world.open(subject, world.key, { retry: 1 })
    const moved = await client.update(made, { [names.title]: 'Indoors' })
    expect([fault.hits, Reflect.get(moved, names.title)]).toEqual([1, 'Indoors'])
  })

  test(`a delete whose answer is lost is not sent again: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create(least)
    const fault = world.service.faults.add({ method: 'DELETE', effect: lost })
    const client = world.open(subject, world.key, { retry: { limit: 3, deduplicates: true } })
    expect(await failureOf(() => client.delete(made))).toMatchObject({ outcome: 'unknown', attempts: [{}] })
    expect(fault.hits).toBe(1)
  })
}

test.for(versions)('a client of $version that keeps to the rate of its service meets no 429', async (subject) => {
  await using world = await clientWorld(subject, { assumptions: { rateLimit: 25 } })
  const client = world.open(subject, world.key, { rateLimit: { perSecond: 20 } })
  await Promise.all(Array.from({ length: 30 }, (_, index) => client.page(index + 1)))
  expect(world.service.requests.map(({ status }) => status)).toEqual(Array(30).fill(200))
})
