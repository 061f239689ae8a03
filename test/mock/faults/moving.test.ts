import { expect, test } from 'vitest'
import { callerOf, eventsOf, hrefOf, idOf, type Resource, titlesOf } from '../../support/api.ts'
import { faulty } from '../../support/faults.ts'
import { versions } from '../../support/names.ts'
import { inProcess } from '../../support/ways.ts'

type World = Awaited<ReturnType<typeof faulty>>

/** Follows the next links from the first page to the last. */
async function walk({ target, key, version }: World): Promise<readonly Resource[]> {
  const caller = callerOf(target, key, version)
  const pages: Resource[] = []
  for (
    let address: string | undefined = '/events';
    address !== undefined;
    address = hrefOf(pages.at(-1) as Resource, 'next')
  ) {
    if (pages.length > 20) throw new Error('the walk has no end')
    pages.push(await caller.follow(address))
  }
  return pages
}

for (const version of versions) {
  const first = `Event 1, Event 2, Event 3`.split(', ')

  test(`where the oldest come first, a walk ends with the events that appear meanwhile (${version})`, async () => {
    await using opened = await faulty(inProcess, version, { assumptions: { order: 'oldest first' } })
    opened.add({ operation: 'events.list', nth: 2, effect: { kind: 'new-events', count: 2 } })
    const titles = (await walk(opened)).flatMap((page) => titlesOf(page, version))
    expect(titles).toHaveLength(5)
    expect(titles.slice(0, 3)).toEqual(first)
    expect(opened.service.requests.map(({ fault }) => fault)).toEqual([undefined, 'new-events', undefined])
  })

  test(`where the newest come first, the events that appear push others to later pages (${version})`, async () => {
    await using opened = await faulty(inProcess, version, { assumptions: { order: 'newest first' } })
    opened.add({ operation: 'events.list', nth: 2, effect: { kind: 'new-events' } })
    const titles = (await walk(opened)).flatMap((page) => titlesOf(page, version))
    expect(titles).toEqual(['Event 3', 'Event 2', 'Event 2', 'Event 1'])
  })
}

test('new events are different, believable, and those of the key’s owner alone', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const { service, add, get, individualKey, key, target } = opened
  add({ times: 1, effect: { kind: 'new-events', count: 30 } })
  await get()
  const caller = callerOf(target, key, 'v2')
  const pages = await walk(opened)
  const made = pages.flatMap(eventsOf).slice(3)
  expect(new Set(made.map((event) => idOf(event))).size).toBe(30)
  expect(new Set(made.map(({ title }) => title)).size).toBeGreaterThan(20)
  for (const event of made) {
    expect(event.title).toMatch(/\S/)
    expect(await caller.read(event)).toMatchObject({ title: event.title })
  }
  expect(new Set(made.map((event) => Object.keys(event).length)).size).toBeGreaterThan(2)
  expect(service.targeting(individualKey)).toEqual([])
})
