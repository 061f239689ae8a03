import { expect, test } from 'vitest'
import { call, callerOf, createdBy, hrefOf, idOf, type Resource, world, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

for (const version of versions) {
  const other = version === 'v1' ? 'v2' : 'v1'

  test(`a key can neither read nor change another owner's event (${version}: v1 §5.2, v2 §5.2)`, async () => {
    const { service, individualKey, caller } = worldOf(version)
    const stranger = callerOf(service, individualKey, version)
    const made = await caller.create()
    const unknown = await stranger.send('GET', '/events/8a625981-67a4-4457-8b55-2e30b267b2c2')
    const path = `/events/${idOf(made)}`
    const read = await stranger.send('GET', path)
    expect(read.status).toBe(404)
    expect(Object.keys(read.body)).toEqual(Object.keys(unknown.body))
    expect((await stranger.send('PUT', path, { description: 'Mine now' })).status).toBe(404)
    expect((await stranger.send('DELETE', path)).status).toBeGreaterThanOrEqual(400)
    expect(await caller.read(made)).toEqual(made)
  })

  test(`no write lets a key read another owner's person (${version}: v1 §5.2, v2 §5.2)`, async () => {
    const { service, individualKey, account, caller } = worldOf(version)
    const href = caller.personHref(account)
    // A person with every role at the other owner.
    const others = await callerOf(service, individualKey, version).create()
    service.attend(others, account)
    const made = await caller.create()
    const attendances = `/events/${idOf(made)}/${names[version].attendancesPath}`
    const rsvp = (person: string) => caller.send('POST', attendances, { _links: { 'osdi:person': { href: person } } })
    const readable = async () => (await caller.send('GET', href)).status

    expect(await readable()).toBe(404)
    const linked = await rsvp(href)
    const unknown = await rsvp(caller.personHref({ id: '8a625981-67a4-4457-8b55-2e30b267b2c2' }))
    expect([linked.status, linked.body]).toEqual([400, unknown.body])
    expect((await caller.read(made)).total_accepted).toBe(0)
    await caller.send('POST', '/events', { ...least(version), ...createdBy(href) })
    await caller.send('PUT', `/events/${idOf(made)}`, createdBy(href))
    expect(await readable()).toBe(404)
  })

  test(`an RSVP with the e-mail address of another owner's person shows no data of that person (${version}: v1 §5.2, v2 §5.2)`, async () => {
    const { service, account, group, caller } = worldOf(version)
    const made = await caller.create()
    const attendances = `/events/${idOf(made)}/${names[version].attendancesPath}`
    const person = { given_name: 'Ina', email_addresses: [{ address: account.email_address.toUpperCase() }] }
    const first = await caller.send('POST', attendances, { person })
    const again = await caller.send('POST', attendances, { person })
    expect([first.status, again.body]).toEqual([200, first.body])
    const shown = await caller.follow(hrefOf(first.body, 'osdi:person') ?? '')
    expect(shown.given_name).toBe('Ina')
    expect(JSON.stringify([first.body, shown])).not.toContain(account.family_name)
    expect((await caller.send('GET', caller.personHref(account))).status).toBe(404)
    expect(service.mailingList(group)).toMatchObject([{ given_name: 'Ina' }])
  })

  test(`an event created with a group key has a sponsor, and an event created with an individual key has none (${version}: v1 §5.2, v2 §2.1f, v2 §5.2)`, async () => {
    const { service, key, individualKey, group } = world()
    const { sponsorTitle, sponsorUrl } = names[version]
    const sponsored = await callerOf(service, key, version).create()
    expect(sponsored['platform:sponsor']).toEqual({
      [sponsorTitle]: 'Park friends',
      [sponsorUrl]: group.browser_url,
    })
    expect(await callerOf(service, individualKey, version).create()).not.toHaveProperty('platform:sponsor')
    const { id } = service.addEvent({ title: 'Tree walk' }, { key: individualKey })
    expect(await callerOf(service, individualKey, version).read(id)).not.toHaveProperty('platform:sponsor')
  })

  test(`the service accepts the API key only in its header, complete and with the right letter case (${version}: v1 §5.1, v2 §5.1)`, async () => {
    const { service } = world()
    const { token } = service.addKey({ token: 'abcDEF123' })
    const url = `${service.baseUrl}/api/${version}/events`
    const own = names[version].key
    const statusWith = async (headers: Record<string, string>) => (await call(service, url, { headers })).status
    for (const name of [own, own.toUpperCase()]) expect(await statusWith({ [name]: token })).toBe(200)
    for (const wrong of ['', 'nobody', 'abcdef123', 'abcDEF12', 'abcDEF1234', '__proto__', 'constructor'])
      expect(await statusWith({ [own]: wrong })).toBe(403)
    for (const headers of [{ [names[other].key]: token }, { Authorization: `Bearer ${token}` }, {}])
      expect(await statusWith(headers)).toBe(403)
    expect((await call(service, `${url}?${own}=${token}`)).status).toBe(403)
  })
}

type Role = 'creator' | 'member' | 'organizer' | 'administrator' | 'account' | 'stranger'

// Organizers count in version 1 because they are members too (`creatorRoles`); version 2 leaves plain members out.
const valid = {
  v1: ['member', 'organizer', 'administrator'],
  v2: ['organizer', 'administrator'],
} as const satisfies Record<string, readonly Role[]>
const invalid = {
  v1: ['account', 'stranger'],
  v2: ['member', 'account', 'stranger'],
} as const satisfies Record<string, readonly Role[]>

for (const version of versions) {
  const people = (event: Resource) => [hrefOf(event, 'osdi:creator'), hrefOf(event, 'osdi:organizer')]

  test(`with a group key, a creator link to an ${valid[version].join(' or ')} of the group sets the creator (${version}: v1 §4.5b, v2 §4.5b)`, async () => {
    const { service, key, caller, ...others } = worldOf(version)
    for (const role of valid[version]) {
      const href = caller.personHref(others[role])
      expect(people(await caller.create(createdBy(href)))).toEqual([href, href])
    }
  })

  test(`with a group key, a creator link to anybody else sets the group's original creator (${version}: v1 §4.5b, v2 §4.5b, v1 §4.5c, v2 §4.6)`, async () => {
    const { service, key, creator, caller, ...others } = worldOf(version)
    const own = caller.personHref(creator)
    for (const role of invalid[version]) {
      expect(people(await caller.create(createdBy(caller.personHref(others[role]))))).toEqual([own, own])
    }
    expect(people(await caller.create())).toEqual([own, own])
  })

  test(`a POST ignores a creator link that is not the address of a person (${version}: v1 §4.5c, v2 §4.6)`, async () => {
    const { service, creator, administrator, caller } = worldOf(version)
    const base = `${service.baseUrl}/api/${version}`
    const person = `/api/${version}/people/${administrator.id}`
    const hrefs = [
      ...['', 'not an address', 'http://[', 'https://elsewhere.example.org/', administrator.email_address, null],
      ...['https://elsewhere.example.org', `${service.baseUrl}.example.com`].map((origin) => origin + person),
      ...[`${service.baseUrl}${person}/donations`, `${base}/events/${administrator.id}`],
      `${base}/people/8a625981-67a4-4457-8b55-2e30b267b2c2`,
    ]
    const links = [...hrefs.map((href) => ({ 'osdi:creator': { href } })), { 'osdi:creator': 'Ada' }, {}]
    for (const _links of links) {
      const made = await caller.create({ _links })
      expect(people(made)).toEqual([caller.personHref(creator), caller.personHref(creator)])
    }
  })

  test(`with an individual key, the creator is the person of the account for any creator link (${version}: v1 §4.5a, v2 §4.5a, v1 §4.5c, v2 §4.6)`, async () => {
    const { service, individualKey, account, administrator, stranger } = world()
    const caller = callerOf(service, individualKey, version)
    const own = caller.personHref(account)
    for (const linked of [account, administrator, stranger]) {
      expect(people(await caller.create(createdBy(caller.personHref(linked))))).toEqual([own, own])
    }
    expect(people(await caller.create())).toEqual([own, own])
    const ignored = service.requests.map((request) => request.ignored?.map(({ field }) => field) ?? [])
    expect(ignored).toEqual([[], ['_links.osdi:creator'], ['_links.osdi:creator'], []])
  })

  test(`an RSVP adds its person to the mailing list of an explicit creator (${version}: v1 §4.5d, v2 §4.7)`, async () => {
    const { service, administrator, stranger, caller } = worldOf(version)
    const made = await caller.create(createdBy(caller.personHref(administrator)))
    expect(service.mailingList(administrator)).toEqual([])
    service.attend(idOf(made), stranger)
    expect(service.mailingList(administrator)).toEqual([stranger])
  })

  test(`an RSVP adds its person to no mailing list of a creator whom nobody named (${version}: v1 §4.5d, v2 §4.7)`, async () => {
    const { service, creator, stranger, caller } = worldOf(version)
    service.attend(idOf(await caller.create()), stranger)
    expect(service.mailingList(creator)).toEqual([])
  })
}
