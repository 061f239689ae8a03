import { idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { versions } from '../support/versions.ts'

for (const subject of versions) {
  const { version, names, clauses, least } = subject

  test(`creates an event that is read back as it was answered: ${version} (${clauses.write})`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({
      ...least,
      description: '<b>Bring food</b>',
      identifiers: ['calendar:7'],
    })
    expect(made).toMatchObject({ ...least, description: '<b>Bring food</b>', total_accepted: 0 })
    expect(made).toHaveProperty('identifiers', expect.arrayContaining(['calendar:7', `platform:${idOf(made)}`]))
    expect(await world.client.get(made)).toEqual(made)
  })

  test(`keeps the digits of the local start: ${version} (${clauses.clock})`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({
      ...least,
      [names.start]: '2026-06-20T11:30:00',
      location: { locality: 'Los Angeles', region: 'CA' },
    })
    expect(made).toHaveProperty([names.start], '2026-06-20T11:30:00Z')
  })

  test(`changes what is given and nothing else: ${version} (${clauses.write})`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({ ...least, description: 'Old' })
    const moved = await world.client.update(made, { [names.title]: 'New' })
    expect(moved).toEqual({ ...made, [names.title]: 'New', [names.modified]: Reflect.get(moved, names.modified) })
    expect(Reflect.get(moved, names.modified)).not.toBe(Reflect.get(made, names.modified))
  })

  test(`clears an optional field with null: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({ ...least, description: 'Old' })
    expect(await world.client.update(made, { description: null })).not.toHaveProperty('description')
  })

  test(`names the creator by id, identifier, address, link or person: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const admin = world.service.addPerson({ given_name: 'Ada' })
    const key = world.service.addKey({ group: world.service.addGroup({ title: 'Choir', administrators: [admin] }) })
    const client = world.open(subject, key)
    const href = `${world.baseUrl}/api/${version}/people/${admin.id}`
    const person = { identifiers: [`platform:${admin.id}`] }
    for (const creator of [admin.id, `platform:${admin.id}`, href, { href }, person]) {
      const made = await client.create(least, { creator })
      expect(linkOf(made, 'osdi:creator')?.href).toBe(href)
    }
  })

  test(`takes a creator link from an earlier event: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const first = await world.client.create(least)
    const creator = linkOf(first, 'osdi:creator')
    const second = await world.client.create(least, { creator })
    expect(linkOf(second, 'osdi:creator')).toEqual(creator)
  })

  test(`shows an event of one version under the names of the other: ${version} (v1 §9.2)`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create({ ...least, [names.start]: '2026-06-20T11:30:00' })
    for (const other of versions.filter((each) => each !== subject)) {
      const seen = await world.open(other, world.key).get(idOf(made))
      for (const twin of ['title', 'origin', 'start', 'created', 'modified'] as const) {
        expect(Reflect.get(seen, other.names[twin]), twin).toBe(Reflect.get(made, names[twin]))
      }
    }
  })
}
