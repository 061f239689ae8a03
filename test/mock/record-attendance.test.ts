import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefOf, idOf, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const ids = { v1: 'v1 §1.2', v2: 'v2 §1.3' } as const

for (const version of versions) {
  // Version 1 has no helper relation (v1 §9.2); there the attendances' own address takes the RSVP.
  const relation = { v1: 'osdi:attendance', v2: 'osdi:record_attendance_helper' }[version]
  const mailed = (address: string) => ({ person: { given_name: 'Rita', email_addresses: [{ address }] } })

  const ready = async () => {
    const { service, key, caller, ...rest } = worldOf(version)
    const made = await caller.create(createdBy(caller.personHref(rest.administrator)))
    const href = hrefOf(made, relation) ?? ''
    return { service, key, ...rest, caller, made, rsvp: (body: unknown) => caller.send('POST', href, body) }
  }

  test(`an RSVP of a known person is recorded over HTTP and answered (${ids[version]})`, async () => {
    const { service, caller, made, rsvp, member, administrator, key } = await ready()
    const answer = await rsvp({ _links: { 'osdi:person': { href: caller.personHref(member) } } })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toMatch(/^application\/hal\+json/)
    expect(answer.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    expect((await caller.read(made)).total_accepted).toBe(1)
    expect(service.mailingList(administrator)).toEqual([member])
    expect(service.targeting(key)).toMatchObject([{ id: idOf(made), people: [member.id] }])
  })

  test(`an RSVP by e-mail address makes the person, once (${ids[version]})`, async () => {
    const { service, caller, made, rsvp, administrator } = await ready()
    for (const address of ['rita@example.org', 'rita@example.org', 'rolf@example.org']) {
      expect((await rsvp(mailed(address))).status).toBe(200)
    }
    expect((await caller.read(made)).total_accepted).toBe(2)
    const list = service.mailingList(administrator)
    expect(list.map((person) => person.email_address)).toEqual(['rita@example.org', 'rolf@example.org'])
    expect(list[0]?.given_name).toBe('Rita')
  })

  test(`an RSVP that names nobody is refused and records nothing (${ids[version]})`, async () => {
    const { service, caller, made, rsvp, administrator } = await ready()
    const now = service.clock.now()
    const bodies = [
      {},
      [],
      { person: {} },
      { person: 5 },
      { person: { email_addresses: 'rita@example.org' } },
      { person: { email_addresses: [5] } },
      ...['nobody', '@', 'a@', '@b', 'a b@c d', 'a@b@c', 'a\u0000@b'].map((address) => ({
        person: { email_addresses: [{ address }] },
      })),
      { _links: { 'osdi:person': [] } },
      { _links: { 'osdi:person': [{ href: caller.personHref(administrator) }, {}] } },
      { _links: 5 },
      { _links: { 'osdi:person': {} } },
      { person: { email_addresses: [] } },
      { person: { email_addresses: [{ address: '' }] } },
      { _links: { 'osdi:person': { href: caller.personHref({ id: '8a625981-67a4-4457-8b55-2e30b267b2c2' }) } } },
      { _links: { 'osdi:person': { href: 'https://elsewhere.example.org/' } } },
    ]
    for (const body of bodies) {
      const { status } = await rsvp(body)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
    }
    expect((await caller.read(made)).total_accepted).toBe(0)
    expect(service.mailingList(administrator)).toEqual([])
    expect(service.clock.now()).toEqual(now)
  })

  test(`an RSVP to another owner's event is refused (${ids[version]})`, async () => {
    const { service, individualKey, caller, made, account } = await ready()
    const path = `/events/${idOf(made)}/${names[version].attendancesPath}`
    const body = { _links: { 'osdi:person': { href: caller.personHref(account) } } }
    expect((await callerOf(service, individualKey, version).send('POST', path, body)).status).toBe(404)
    expect((await caller.read(made)).total_accepted).toBe(0)
  })
}
