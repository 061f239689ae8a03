import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefOf, idOf, world, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

for (const version of versions) {
  // Version 1 has no helper relation (v1 §9.2); there the attendances' own address takes the RSVP.
  const relation = { v1: 'osdi:attendance', v2: 'osdi:record_attendance_helper' }[version]

  const ready = async () => {
    const made = worldOf(version)
    const event = await made.create(createdBy(made.personHref(made.administrator)))
    const rsvp = (body: unknown) => made.send('POST', hrefOf(event, relation) ?? '', body)
    return { ...made, event, rsvp, list: made.service.mailingList.bind(undefined, made.administrator) }
  }

  test(`a POST of an RSVP with a link to a known person records it and returns it (${version}: v1 §1.2, v2 §1.3)`, async () => {
    const { service, personHref, read, event, rsvp, member, list, key } = await ready()
    const { status, headers } = await rsvp({ _links: { 'osdi:person': { href: personHref(member) } } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/hal\+json/)
    expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    expect((await read(event)).total_accepted).toBe(1)
    expect(list()).toEqual([member])
    expect(service.targeting(key)).toMatchObject([{ id: idOf(event), people: [member.id] }])
  })

  test(`an RSVP with an unknown e-mail address adds a person, and a second RSVP with this address uses the same person (${version})`, async () => {
    const { read, event, rsvp, list } = await ready()
    for (const address of ['rita@example.org', 'rita@example.org', 'rolf@example.org']) {
      const { status } = await rsvp({ person: { given_name: 'Rita', email_addresses: [{ address }] } })
      expect(status).toBe(200)
    }
    expect((await read(event)).total_accepted).toBe(2)
    expect(list().map((person) => person.email_address)).toEqual(['rita@example.org', 'rolf@example.org'])
    expect(list()[0]?.given_name).toBe('Rita')
  })

  test(`an RSVP without a person, or with another owner's key, is refused and records nothing (${version})`, async () => {
    const { service, individualKey, account, personHref, read, event, rsvp, list, administrator } = await ready()
    const now = service.clock.now()
    const mailed = (...email_addresses: unknown[]) => ({ person: { email_addresses } })
    const linked = (person: unknown) => ({ _links: { 'osdi:person': person } })
    const unknown = personHref({ id: '8a625981-67a4-4457-8b55-2e30b267b2c2' })
    const bodies = [
      ...[{}, [], { person: {} }, { _links: 5 }, mailed(), linked([{ href: personHref(administrator) }, {}])],
      ...['nobody', 'a@', 'a b@c d', 'a@b@c'].map((address) => mailed({ address })),
      ...[unknown, 'https://elsewhere.example.org/'].map((href) => linked({ href })),
    ]
    for (const body of bodies) {
      const { status } = await rsvp(body)
      expect(status >= 400 && status < 500, JSON.stringify(body)).toBe(true)
    }
    const path = `/events/${idOf(event)}/${names[version].attendancesPath}`
    const stranger = callerOf(service, individualKey, version)
    expect((await stranger.send('POST', path, linked({ href: personHref(account) }))).status).toBe(404)
    expect((await read(event)).total_accepted).toBe(0)
    expect([list(), service.clock.now()]).toEqual([[], now])
  })
}

for (const version of versions) {
  test(`service.targeting lists an API-created event as soon as it has an RSVP (${version}: v1 §1.5, v2 §1.6)`, async () => {
    const { service, key, stranger, member } = world()
    const made = await callerOf(service, key, version).create({ title: 'Picnic', origin: 'Town Calendar' })
    expect(service.targeting(key)).toEqual([])
    service.attend(made, stranger)
    service.attend(made, member)
    const people = [stranger.id, member.id]
    expect(service.targeting(key)).toEqual([{ id: idOf(made), label: '[1, Town Calendar Event], Picnic', people }])
  })

  test(`an API-created event has no public and no manage page (${version}: v1 §1.4, v1 §2.1b, v2 §1.5b)`, async () => {
    const { service, key, caller } = worldOf(version)
    const made = await caller.create()
    const added = service.addEvent({ title: 'As a POST' }, { key, via: 'api' })
    for (const event of [await caller.read(made), await caller.read(added.id)]) {
      expect(event).not.toHaveProperty('url')
      expect(event).not.toHaveProperty('browser_url')
    }
    expect(service.dashboard(key)).toEqual([])
  })

  test(`each user-interface event has its own public page and manage page (${version}: v1 §1.4, v1 §2.1b, v2 §1.5b)`, async () => {
    const { service, key, caller } = worldOf(version)
    const first = service.addEvent({ title: 'Tree walk' }, { key })
    const second = service.addEvent({ title: 'Tree walk' }, { key })
    const name = { v1: 'url', v2: 'browser_url' }[version]
    const pages = service.dashboard(key).flatMap((entry) => [entry.publicUrl, entry.manageUrl])
    expect(new Set(pages).size).toBe(4)
    for (const page of pages) expect(URL.canParse(page)).toBe(true)
    expect((await caller.read(first.id))[name]).toBe(pages[0])
    expect((await caller.read(second.id))[name]).toBe(pages[2])
  })
}

test('a browser_url that a caller sends is stored, and version 1 does not show it as url (v2 §1.5b, v1 §2.1b)', async () => {
  const { service, key } = world()
  const browser_url = 'https://calendar.example.org/7'
  const made = await callerOf(service, key, 'v2').create({ browser_url })
  expect(made.browser_url).toBe(browser_url)
  expect(await callerOf(service, key, 'v1').read(made)).not.toHaveProperty('url')
  expect(service.dashboard(key)).toEqual([])
})

test('service.targeting lists a user-interface event by its title (v2 §1.6)', () => {
  const { service, key, stranger } = world()
  const { id } = service.addEvent({ title: 'Tree walk', origin_system: 'Park friends' }, { key })
  service.attend(id, stranger)
  expect(service.targeting(key)).toEqual([{ id, label: 'Tree walk', people: [stranger.id] }])
})
