import { createMockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const namesIn = (page: Resource) => (page._embedded['osdi:tags'] as readonly Resource[]).map(({ name }) => name)
const taggingsIn = (page: Resource) => page._embedded['osdi:taggings'] as readonly Resource[]

/** A group's world with two tags, an event, and a function that records an RSVP of Ada there. */
async function open(version: 'v1' | 'v2', options: Parameters<typeof worldOf>[1] = {}) {
  const world = worldOf(version, options)
  const { service, key, send, follow } = world
  const [volunteer, driver] = ['volunteer', 'driver'].map((name) => service.addTag({ name, key }))
  const address = hrefOf(await world.create(), names[version].attendances) ?? ''
  const record = (tags: object) =>
    send('POST', address, { person: { email_addresses: [{ address: 'ada@example.org' }] }, ...tags })
  const ignored = () => service.requests.at(-1)?.ignored.map(({ field }) => field)
  /** The names of the tags of a person, by the person's taggings. */
  const tagsOf = async (rsvp: Resource) => {
    const taggings = taggingsIn(await follow(`${hrefOf(rsvp, 'osdi:person')}/taggings`))
    return Promise.all(taggings.map(async (one) => (await follow(hrefOf(one, 'osdi:tag') ?? '')).name))
  }
  return { ...world, volunteer, driver, record, ignored, tagsOf }
}

for (const version of versions) {
  const { created, modified } = names[version]

  test(`a signup adds and removes tags of its person by their names (${version})`, async () => {
    const { send, tagsOf, ignored } = await open(version)
    const signUp = async (tags: object) => {
      const person = { email_addresses: [{ address: 'ada@example.org' }] }
      const { body } = await send('POST', '/people', { person, ...tags })
      const without = ignored()
      return [await tagsOf({ ...body, _links: { 'osdi:person': body._links.self } } as Resource), without]
    }
    expect(await signUp({ add_tags: ['volunteer', 'driver'] })).toEqual([['volunteer', 'driver'], []])
    const changed = await signUp({ remove_tags: ['driver'], add_tags: ['unknown'] })
    expect(changed).toEqual([['volunteer'], ['add_tags[0]']])
  })

  test(`GET of tags lists only the tags of the key's owner, and needs a valid key (${version})`, async () => {
    const { service, follow, send, volunteer, individualKey } = await open(version)
    const page = await follow('/tags')
    expect([page.total_records, namesIn(page)]).toEqual([2, ['volunteer', 'driver']])
    const path = `/tags/${volunteer?.id}`
    const { _links: links, ...fields } = await follow(path)
    expect(fields).toEqual({
      identifiers: [`platform:${volunteer?.id}`],
      [created]: '2026-05-01T12:00:00Z',
      [modified]: '2026-05-01T12:00:00Z',
      name: 'volunteer',
    })
    expect(Object.keys(links)).toEqual(['self', 'osdi:taggings', 'curies'])
    const other = callerOf(service, individualKey, version)
    expect(namesIn((await other.send('GET', '/tags')).body)).toEqual([])
    for (const below of ['', '/taggings']) expect((await other.send('GET', path + below)).status).toBe(404)
    expect((await callerOf(service, 'wrong', version).send('GET', '/tags')).status).toBe(403)
    expect((await callerOf(service, undefined, version).send('GET', '/tags')).status).toBe(403)
    expect((await send('POST', '/tags', { name: 'new' })).status).toBe(405)
  })

  test(`an RSVP adds and removes tags of its person by their names (${version})`, async () => {
    const { service, record, tagsOf, follow, volunteer, ignored } = await open(version)
    const { body: rsvp } = await record({ add_tags: ['driver', 'volunteer', 'driver'] })
    expect(ignored()).toEqual([])
    expect(await tagsOf(rsvp)).toEqual(['driver', 'volunteer'])
    const taggings = await follow(`/tags/${volunteer?.id}/taggings`)
    expect(taggings.total_records).toBe(1)
    const [tagging] = taggingsIn(taggings)
    if (!tagging) throw new Error('there is no tagging')
    expect(tagging).toMatchObject({ identifiers: [`platform:${idOf(tagging)}`], item_type: 'osdi:person' })
    expect(hrefOf(tagging, 'osdi:person')).toBe(hrefOf(rsvp, 'osdi:person'))
    expect(hrefOf(tagging, 'osdi:tag')).toBe(`${service.baseUrl}/api/${version}/tags/${volunteer?.id}`)
    const { curies: _, ...links } = (await follow(hrefOf(tagging, 'self') ?? ''))._links
    expect(links).toEqual(tagging._links)
    // Again, nothing changes.
    await record({ add_tags: ['driver'] })
    expect(await tagsOf(rsvp)).toEqual(['driver', 'volunteer'])
    await record({ remove_tags: ['volunteer'] })
    expect(await tagsOf(rsvp)).toEqual(['driver'])
    expect(await follow(`/tags/${volunteer?.id}/taggings`)).toMatchObject({ total_records: 0 })
    await record({ add_tags: ['volunteer'] })
    expect(await tagsOf(rsvp)).toEqual(['driver', 'volunteer'])
  })

  test(`an RSVP ignores unknown names of tags, and a value that is not a list of names, and the log names them (${version})`, async () => {
    const { service, record, tagsOf, ignored } = await open(version)
    const stranger = service.addKey({ group: service.addGroup({ title: 'Others' }) })
    service.addTag({ name: 'theirs', key: stranger })
    const { status, body } = await record({ add_tags: ['theirs', 'driver', 7, 'none'], remove_tags: ['none'] })
    expect([status, ignored()]).toEqual([200, ['add_tags[2]', 'add_tags[0]', 'add_tags[3]', 'remove_tags[0]']])
    expect(await tagsOf(body)).toEqual(['driver'])
    await record({ add_tags: 'driver', remove_tags: {} })
    expect(ignored()).toEqual(['add_tags', 'remove_tags'])
    expect((await record({ add_tags: Array.from({ length: 10_001 }, () => 'driver') })).status).toBe(400)
    expect(await tagsOf(body)).toEqual(['driver'])
  })

  test(`GET of a person's taggings lists only taggings with tags of the key's owner (${version})`, async () => {
    const { service, record, follow, volunteer } = await open(version)
    const { body } = await record({ add_tags: ['volunteer'] })
    const other = service.addKey({ group: service.addGroup({ title: 'Others' }) })
    service.addTag({ name: 'volunteer', key: other })
    const event = service.addEvent({ title: 'Theirs' }, { key: other })
    const person = hrefOf(body, 'osdi:person') ?? ''
    service.attend(event, person.slice(person.lastIndexOf('/') + 1))
    const theirs = await callerOf(service, other, version).send('GET', `${person}/taggings`)
    expect([theirs.status, theirs.body.total_records]).toEqual([200, 0])
    const [tagging] = taggingsIn(await follow(`/tags/${volunteer?.id}/taggings`))
    const { status } = await callerOf(service, other, version).send('GET', hrefOf(tagging as Resource, 'self') ?? '')
    expect(status).toBe(404)
  })

  test(`a state document keeps tags and taggings (${version})`, async () => {
    const { service, record, follow, driver } = await open(version)
    await record({ add_tags: ['volunteer', 'driver'] })
    await record({ remove_tags: ['volunteer'] })
    const state = JSON.parse(JSON.stringify(service.snapshot())) as MockState
    const before = await follow(`/tags/${driver?.id}/taggings`)
    service.restore(state)
    expect(await follow(`/tags/${driver?.id}/taggings`)).toEqual(before)
    expect(service.snapshot().toJSON()).toEqual(state)
  })

  test(`faults and the request log name the operations of tags (${version})`, async () => {
    const { service, send, volunteer } = await open(version)
    service.requests.clear()
    for (const path of ['/tags', `/tags/${volunteer?.id}`, `/tags/${volunteer?.id}/taggings`]) await send('GET', path)
    const logged = service.requests.map(({ operation }) => operation)
    expect(logged).toEqual(['tags.list', 'tags.get', 'tags.taggings'])
    service.faults.add({ operation: 'tags.list', effect: { kind: 'status', status: 503 } })
    expect((await send('GET', '/tags')).status).toBe(503)
  })
}

test('addTag returns the tag with its id, and refuses an empty name, a name that another tag has, and an unknown key', () => {
  const service = createMockService()
  const key = service.seeded.group
  expect(service.addTag({ name: 'driver', key })).toEqual({ id: expect.any(String), name: 'driver' })
  expect(() => service.addTag({ name: 'driver', key })).toThrow('tag.name')
  expect(() => service.addTag({ name: ' ', key })).toThrow('tag.name')
  expect(() => service.addTag({ name: 'other', key: 'none' })).toThrow('tag.key')
  expect(service.addTag({ name: 'driver', key: service.addKey() }).name).toBe('driver')
})
