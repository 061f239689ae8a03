import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const mailed = (address: string) => ({ person: { email_addresses: [{ address }] } })

/** An event of the group with its address for RSVPs. */
async function open(version: 'v1' | 'v2') {
  const world = worldOf(version)
  const event = await world.create(createdBy(world.personHref(world.administrator)))
  const [address = ''] = hrefsOf(event, names[version].attendances)
  const record = async (body: object): Promise<Resource> => (await world.send('POST', address, body)).body
  const ignored = () => world.service.requests.at(-1)?.ignored.map(({ field }) => field)
  return { ...world, event, address, record, ignored }
}

for (const version of versions) {
  const { created, modified, attendances } = names[version]

  test(`an RSVP of ${version} keeps identifiers, an earlier creation time and referrer data`, async () => {
    const { record, follow, address, ignored } = await open(version)
    const recorded = await record({
      ...mailed('ada@example.org'),
      identifiers: ['crm:7', 'crm:7', 'no identifier', 'platform:7'],
      [created]: '2026-04-01T08:00:00Z',
      'platform:referrer_data': { source: 'newsletter', email_referrer: 'bob' },
    })
    expect(ignored()).toEqual(['identifiers[2]', 'identifiers[3]'])
    expect(recorded).toMatchObject({
      identifiers: [`platform:${idOf(recorded)}`, 'crm:7'],
      [created]: '2026-04-01T08:00:00Z',
      'platform:referrer_data': { source: 'newsletter', website: 'api', email_referrer: 'bob' },
    })
    expect(recorded[modified]).not.toBe('2026-04-01T08:00:00Z')
    expect((await follow(address))._embedded[attendances]).toMatchObject([{ identifiers: recorded.identifiers }])
    const [self = ''] = hrefsOf(recorded, 'self')
    expect(await follow(self)).toMatchObject({ identifiers: recorded.identifiers })
    const [person = ''] = hrefsOf(recorded, 'osdi:person')
    const ofPerson = `${person}/${names[version].attendancesPath}/${idOf(recorded)}`
    expect(await follow(ofPerson)).toMatchObject({ identifiers: recorded.identifiers })
  })

  test(`an RSVP of ${version} with a creation time in the future gets the current time, and the request log says so`, async () => {
    const { record, ignored, service } = await open(version)
    const recorded = await record({ ...mailed('ada@example.org'), [created]: '2030-01-01T00:00:00Z' })
    expect(recorded[created]).toBe(recorded[modified])
    expect(ignored()).toEqual([created])
    await record({ ...mailed('bob@example.org'), [created]: service.clock.now().toISOString() })
    expect(ignored()).toEqual([])
  })

  test(`a PUT of an attendance of ${version} adds identifiers and sets the status attended, and changes nothing else`, async () => {
    const { record, send, ignored, follow } = await open(version)
    const recorded = await record({ ...mailed('ada@example.org'), identifiers: ['crm:7'] })
    const [self = ''] = hrefsOf(recorded, 'self')
    const put = async (body: object) => (await send('PUT', self, body)).body
    const added = await put({ identifiers: ['desk:1', 'crm:7'] })
    expect(added).toEqual({
      ...recorded,
      identifiers: [...(recorded.identifiers as string[]), 'desk:1'],
      [modified]: added[modified],
    })
    expect(String(added[modified]) > String(recorded[modified])).toBe(true)
    expect(await put({ status: 'attended' })).toMatchObject({ status: 'attended', identifiers: added.identifiers })
    const before = await follow(self)
    const refused = { status: 'declined', [created]: '2020-01-01T00:00:00Z', person: {}, identifiers: [] }
    expect(await put(refused)).toEqual(before)
    expect(ignored()?.toSorted()).toEqual([created, 'person', 'status'].toSorted())
  })

  test(`a POST and a PUT of ${version} ignore an identifier of another attendance`, async () => {
    const { record, send, ignored } = await open(version)
    const first = await record({ ...mailed('a@example.org'), identifiers: ['crm:1'] })
    const second = await record({ ...mailed('b@example.org'), identifiers: ['crm:1', 'crm:2'] })
    expect(ignored()).toEqual(['identifiers[0]'])
    expect(second.identifiers).toEqual([`platform:${idOf(second)}`, 'crm:2'])
    const [self = ''] = hrefsOf(second, 'self')
    await send('PUT', self, { identifiers: ['crm:1'] })
    expect(ignored()).toEqual(['identifiers[0]'])
    const own = { identifiers: first.identifiers }
    await send('PUT', hrefsOf(first, 'self')[0] ?? '', own)
    expect(ignored()).toEqual([])
  })

  test(`attendances of ${version} can be filtered by a foreign identifier`, async () => {
    const world = worldOf(version, { assumptions: { filter: 'honoured' } })
    const event = await world.create()
    const [address = ''] = hrefsOf(event, attendances)
    for (const number of [1, 2])
      await world.send('POST', address, { ...mailed(`${number}@example.org`), identifiers: [`crm:${number}`] })
    const page = await world.follow(`${address}?filter=${encodeURIComponent("identifier eq 'crm:2'")}`)
    expect((page._embedded[attendances] as Resource[]).map(({ identifiers }) => identifiers)).toEqual([
      [expect.any(String), 'crm:2'],
    ])
  })

  test(`snapshot and restore keep all fields of RSVPs of ${version}`, async () => {
    const { service, record, key } = await open(version)
    const recorded = await record({
      ...mailed('ada@example.org'),
      identifiers: ['crm:7'],
      'platform:referrer_data': { source: 'poster' },
    })
    const other = createMockService({ baseUrl: service.baseUrl })
    other.restore(service.snapshot().toJSON())
    const [self = ''] = hrefsOf(recorded, 'self')
    expect(await callerOf(other, key, version).follow(self)).toEqual(recorded)
    // The restored service knows the identifier too.
    const { address } = { address: self.slice(0, self.lastIndexOf('/')) }
    const { body } = await callerOf(other, key, version).send('POST', address, {
      ...mailed('bob@example.org'),
      identifiers: ['crm:7'],
    })
    expect(body.identifiers).toEqual([`platform:${idOf(body)}`])
  })
}

test('with the preset actionNetwork, an RSVP without a key is recorded, and its response shows no data of other people', async () => {
  const service = createMockService({
    ...actionNetwork,
    assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' },
  })
  const { id } = service.addEvent({ title: 'Walk' })
  const address = `${service.baseUrl}/api/v2/events/${id}/attendances`
  const post = async (body: object) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await service.fetch(address, init)
    return [response.status, await response.json()]
  }
  expect(await post(mailed('ada@example.org'))).toEqual([200, {}])
  expect(await post({ person: { given_name: 'Ada' } })).toEqual([200, {}])
  expect(service.requests.at(-1)?.ignored.map(({ field }) => field)).toEqual(['person.email_addresses'])
  expect(service.snapshot().toJSON().attendances).toHaveLength(1)
  // All else needs a key.
  expect((await service.fetch(address)).status).toBe(403)
})
