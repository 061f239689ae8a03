import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefOf, idOf, type Resource, world, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

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

  test(`a group key makes an ${valid[version].join(' or ')} of the group the creator (${version}: v1 §4.5b, v2 §4.5b)`, async () => {
    const { service, key, caller, ...others } = worldOf(version)
    for (const role of valid[version]) {
      const href = caller.personHref(others[role])
      expect(people(await caller.create(createdBy(href)))).toEqual([href, href])
    }
  })

  test(`a group key's creator link to anybody else falls back to the group's original creator (${version}: v1 §4.5b, v2 §4.5b, v1 §4.5c, v2 §4.6)`, async () => {
    const { service, key, creator, caller, ...others } = worldOf(version)
    const own = caller.personHref(creator)
    for (const role of invalid[version]) {
      expect(people(await caller.create(createdBy(caller.personHref(others[role]))))).toEqual([own, own])
    }
    expect(people(await caller.create())).toEqual([own, own])
  })

  test(`a creator link that is no person's address is no error (${version}: v1 §4.5c, v2 §4.6)`, async () => {
    const { service, creator, administrator, caller } = worldOf(version)
    const base = `${service.baseUrl}/api/${version}`
    const person = `/api/${version}/people/${administrator.id}`
    const hrefs = [
      ...['', 'not an address', 'http://[', 'https://elsewhere.example.org/', administrator.email_address, null, 5],
      ...['https://elsewhere.example.org', `${service.baseUrl.slice(0, -1)}x`].map((origin) => origin + person),
      ...['.example.com', '/elsewhere'].map((end) => service.baseUrl + end + person),
      ...['/donations', '/../x'].map((end) => service.baseUrl + person + end),
      ...['persons', 'events'].map((room) => `${base}/${room}/${administrator.id}`),
      ...['', '8a625981-67a4-4457-8b55-2e30b267b2c2'].map((id) => `${base}/people/${id}`),
    ]
    const links: readonly unknown[] = [
      ...hrefs.map((href) => ({ 'osdi:creator': { href } })),
      ...[{}, null, 'Ada'].map((link) => ({ 'osdi:creator': link })),
      {},
    ]
    for (const _links of links) {
      const made = await caller.create({ _links })
      expect(people(made)).toEqual([caller.personHref(creator), caller.personHref(creator)])
    }
  })

  test(`a creator link may have a query, and may stand in an array of its own (${version}: v1 §4.5b, v2 §4.5b)`, async () => {
    const { administrator, creator, caller } = worldOf(version)
    const href = caller.personHref(administrator)
    for (const named of [`${href}?x=1`, `${href}/?x=1#y`, `${href}#y`]) {
      expect(people(await caller.create(createdBy(named)))).toEqual([href, href])
    }
    expect(people(await caller.create({ _links: { 'osdi:creator': [{ href }] } }))).toEqual([href, href])
    const two = await caller.create({ _links: { 'osdi:creator': [{ href }, { href }] } })
    expect(people(two)).toEqual([caller.personHref(creator), caller.personHref(creator)])
  })

  test(`an individual key's event is its account's person's, whoever is linked (${version}: v1 §4.5a, v2 §4.5a, v1 §4.5c, v2 §4.6)`, async () => {
    const { service, individualKey, account, administrator, stranger } = world()
    const caller = callerOf(service, individualKey, version)
    const own = caller.personHref(account)
    for (const linked of [account, administrator, stranger]) {
      expect(people(await caller.create(createdBy(caller.personHref(linked))))).toEqual([own, own])
    }
    expect(people(await caller.create())).toEqual([own, own])
  })

  test(`people who act join an explicit creator's list (${version}: v1 §4.5d, v2 §4.7)`, async () => {
    const { service, administrator, stranger, caller } = worldOf(version)
    const made = await caller.create(createdBy(caller.personHref(administrator)))
    expect(service.mailingList(administrator)).toEqual([])
    service.attend(idOf(made), stranger)
    expect(service.mailingList(administrator)).toEqual([stranger])
  })
}
