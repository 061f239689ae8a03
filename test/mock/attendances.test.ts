import { expect, test } from 'vitest'
import { callerOf, eventsOf, idOf, world, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

const counted = { v1: 'v1 §1.2', v2: 'v2 §1.3' } as const

for (const version of versions) {
  test(`total_accepted is the number of RSVPs, alone and in a collection (${counted[version]})`, async () => {
    const { service, stranger, caller } = worldOf(version)
    const made = await caller.create()
    const other = await caller.create({ title: 'Another' })
    expect(made.total_accepted).toBe(0)
    service.attend(idOf(made), 3)
    service.attend(made, stranger)
    expect((await caller.read(made)).total_accepted).toBe(4)
    expect(eventsOf(await caller.list()).map((event) => event.total_accepted)).toEqual([4, 0])
    expect((await caller.read(other)).total_accepted).toBe(0)
  })
}

test('each RSVP makes an attendance of its event and its person (v2 §1.3, v1 §1.2)', async () => {
  const { service, key, stranger, member } = world()
  const made = await callerOf(service, key, 'v2').create()
  const event = idOf(made)
  const [first] = service.attend(event, stranger)
  const [second] = service.attend({ id: event }, member.id)
  expect(first).toMatchObject({ event, person: stranger.id })
  expect(second).toMatchObject({ event, person: member.id })
  const many = service.attend(made, 3)
  expect(many).toHaveLength(3)
  const all = [first, second, ...many]
  expect(new Set(all.map((attendance) => attendance?.id)).size).toBe(5)
  expect(new Set(all.map((attendance) => attendance?.person)).size).toBe(5)
})
