import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { collect } from '../support/failure.ts'
import { type VersionUnderTest, versions } from '../support/versions.ts'

/** An event with three RSVPs, and a client with default retries. */
async function worldOf(subject: VersionUnderTest) {
  const world = await clientWorld(subject, { perPage: 2 })
  const { service, key } = world
  const event = service.addEvent({ title: 'Picnic' }, { key })
  service.attend(event, 3)
  const client = world.open(subject, key, { retry: undefined })
  return { ...world, client, event: await client.get(event.id), [Symbol.asyncDispose]: world[Symbol.asyncDispose] }
}

for (const subject of versions) {
  test(`attendances of ${subject.version} yields each earlier RSVP once while other people sign up`, async () => {
    await using world = await worldOf(subject)
    const { service, client, event } = world
    service.attend(String(Reflect.get(event, 'identifiers')[0]), 20)
    const before = service
      .snapshot()
      .toJSON()
      .attendances.map(({ id }) => id)
    for (const prefetch of [0, 4]) {
      const pager = client.attendances(event, { prefetch })
      const ids: string[] = []
      for await (const rsvp of pager) {
        ids.push(String(Reflect.get(rsvp, 'identifiers')[0]).replace('platform:', ''))
        if (ids.length % 5 === 0) service.attend(String(Reflect.get(event, 'identifiers')[0]), 1)
      }
      expect(new Set(ids).size).toBe(ids.length)
      expect(before.filter((id) => !ids.includes(id))).toEqual([])
      expect(pager.report).toMatchObject({ complete: true, certain: true })
    }
    expect(await collect(client.attendances(event, { max: 3 }))).toHaveLength(3)
  })
}
