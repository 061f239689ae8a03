import { idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { failureOf } from '../support/failure.ts'
import { versions } from '../support/versions.ts'
import { flyingTime, timeStandsStill } from '../support/virtual-time.ts'

type Made = Readonly<Record<string, unknown>>

for (const subject of versions) {
  const { version, names, clauses, least } = subject

  test(`create of ${version} and get return the same event, with the digits of the local start that was sent (${clauses.clock})`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({
      ...least,
      description: '<b>Bring food</b>',
      identifiers: ['calendar:7'],
      [names.start]: '2026-06-20T11:30:00',
      location: { locality: 'Los Angeles', region: 'CA' },
    })
    expect(made).toMatchObject({ ...least, description: '<b>Bring food</b>', total_accepted: 0 })
    expect(made).toHaveProperty([names.start], '2026-06-20T11:30:00Z')
    expect(made).toHaveProperty('identifiers', expect.arrayContaining(['calendar:7', `platform:${idOf(made)}`]))
    expect(await world.client.get(made)).toEqual(made)
  })

  test(`update of ${version} changes and clears only the given fields (${clauses.write})`, async () => {
    await using world = await clientWorld(subject)
    const { description: _, ...made } = { ...(await world.client.create({ ...least, description: 'Old' })) } as Made
    const moved = await world.client.update(made, { [names.title]: 'New', description: null })
    expect(moved).toEqual({ ...made, [names.title]: 'New', [names.modified]: Reflect.get(moved, names.modified) })
    expect(Reflect.get(moved, names.modified)).not.toBe(made[names.modified])
  })

  test(`create of ${version} accepts a creator as id, identifier, address, link, person or link of another event`, async () => {
    await using world = await clientWorld(subject)
    const admin = world.service.addPerson({ given_name: 'Ada' })
    const key = world.service.addKey({ group: world.service.addGroup({ title: 'Choir', administrators: [admin] }) })
    const client = world.open(subject, key)
    const href = `${world.baseUrl}/api/${version}/people/${admin.id}`
    const person = { identifiers: [`platform:${admin.id}`] }
    const earlier = linkOf(await client.create(least, { creator: admin.id }), 'osdi:creator')
    for (const creator of [admin.id, `platform:${admin.id}`, href, { href }, person, earlier]) {
      const made = await client.create(least, { creator })
      expect(linkOf(made, 'osdi:creator')?.href).toBe(href)
    }
  })

  test.for(['before', 'after'] as const)(
    `create of ${version} with retryCreates makes one event when the first response is lost %s the service acted`,
    async (when) => {
      using _ = flyingTime()
      await using world = await clientWorld(subject)
      world.service.faults.add({ operation: 'events.create', nth: 1, when, effect: { kind: 'reset' } })
      const client = world.open(subject, world.key, { retry: { limit: 1, retryCreates: true } })
      await client.create({ ...least, identifiers: ['calendar:7'] })
      expect((await client.list().toArray({ max: 9 })).items).toHaveLength(1)
    },
  )
}

test('a call rejects at once with a 429 whose Retry-After is longer than the rest of totalTimeout', async () => {
  const [subject] = versions as [(typeof versions)[number]]
  await using world = await clientWorld(subject, { assumptions: { rateLimit: { perSecond: 1, retryAfter: true } } })
  // Time stands still, so both requests fall into one second.
  using _ = timeStandsStill()
  const patient = world.open(subject, world.key, { retry: 1, totalTimeout: 500 })
  await patient.page(1)
  const error = await failureOf(() => patient.page(1))
  expect(error).toMatchObject({ code: 'http', status: 429, attempts: [{ status: 429 }] })
})

test("a client whose rateLimit is below the service's gets no 429", async () => {
  using _ = flyingTime()
  const [subject] = versions as [(typeof versions)[number]]
  await using world = await clientWorld(subject, { assumptions: { rateLimit: 25 } })
  const client = world.open(subject, world.key, { rateLimit: { perSecond: 20 } })
  await Promise.all(Array.from({ length: 30 }, (_, index) => client.page(index + 1)))
  expect(world.service.requests.map(({ status }) => status)).toEqual(Array(30).fill(200))
})
