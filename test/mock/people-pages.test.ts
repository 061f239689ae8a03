import type { MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'

test('GET of people lists each person once for any number of reasons, and not after the last reason is gone', async () => {
  const { service, key, caller, stranger } = worldOf('v2', { perPage: 5 })
  const listed = async () => {
    const ids: string[] = []
    for (let href = '/people'; href !== ''; ) {
      const page = await caller.follow(href)
      ids.push(...(page._embedded['osdi:people'] as readonly Resource[]).map((one) => idOf(one)))
      href = hrefsOf(page, 'next')[0] ?? ''
    }
    return ids
  }
  const before = await listed()
  expect(before).not.toContain(stranger.id)
  const events = ['Walk', 'Swim'].map((title) => service.addEvent({ title, creator: stranger }, { key }))
  for (const event of events) service.attend(event, stranger)
  const [first, ...guests] = service.attend(events[0] ?? '', 7)
  expect(await listed()).toEqual(
    [...before, stranger.id, first?.person, ...guests.map(({ person }) => person)].toSorted(
      (one, other) => orderOf(service, one) - orderOf(service, other),
    ),
  )
  service.restore(JSON.parse(JSON.stringify(service.snapshot())))
  service.removeEvent(events[0] ?? '')
  expect(await listed()).toEqual(
    [...before, stranger.id].toSorted((one, other) => orderOf(service, one) - orderOf(service, other)),
  )
  service.removeEvent(events[1] ?? '')
  expect(await listed()).toEqual(before)
})

/** The place of a person in the order of adding. */
const orderOf = (service: MockService, id = '') =>
  service
    .snapshot()
    .toJSON()
    .people.findIndex((person) => person.id === id)
