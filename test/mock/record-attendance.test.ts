import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefOf, idOf, worldOf } from '../support/api.ts'
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

  test(`an RSVP of a known person is recorded over HTTP and answered (${version}: v1 §1.2, v2 §1.3)`, async () => {
    const { service, personHref, read, event, rsvp, member, list, key } = await ready()
    const { status, headers } = await rsvp({ _links: { 'osdi:person': { href: personHref(member) } } })
    expect(status).toBe(200)
    expect(headers.get('content-type')).toMatch(/^application\/hal\+json/)
    expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    expect((await read(event)).total_accepted).toBe(1)
    expect(list()).toEqual([member])
    expect(service.targeting(key)).toMatchObject([{ id: idOf(event), people: [member.id] }])
  })

  test(`an RSVP by e-mail address makes the person, once (${version})`, async () => {
    const { read, event, rsvp, list } = await ready()
    for (const address of ['rita@example.org', 'rita@example.org', 'rolf@example.org']) {
      const { status } = await rsvp({ person: { given_name: 'Rita', email_addresses: [{ address }] } })
      expect(status).toBe(200)
    }
    expect((await read(event)).total_accepted).toBe(2)
    expect(list().map((person) => person.email_address)).toEqual(['rita@example.org', 'rolf@example.org'])
    expect(list()[0]?.given_name).toBe('Rita')
  })

  test(`an RSVP that names nobody, or comes from another owner, is refused and records nothing (${version})`, async () => {
    const { service, individualKey, account, personHref, read, event, rsvp, list, administrator } = await ready()
    const now = service.clock.now()
    const mailed = (...email_addresses: unknown[]) => ({ person: { email_addresses } })
    const linked = (person: unknown) => ({ _links: { 'osdi:person': person } })
    const unknown = personHref({ id: '8a625981-67a4-4457-8b55-2e30b267b2c2' })
    const bodies = [
      ...[{}, [], { person: {} }, { person: 5 }, { _links: 5 }, { person: { email_addresses: 'rita@example.org' } }],
      ...['', 'nobody', '@', 'a@', '@b', 'a b@c d', 'a@b@c', 'a\u0000@b'].map((address) => mailed({ address })),
      ...[mailed(), mailed(5), linked([]), linked([{ href: personHref(administrator) }, {}]), linked({})],
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

test('each RSVP makes an attendance of its event and its person (v2 §1.3, v1 §1.2)', async () => {
  const { service, create, stranger, member } = worldOf('v2')
  const made = await create()
  const event = idOf(made)
  const [[first], [second]] = [service.attend(event, stranger), service.attend({ id: event }, member.id)]
  expect([first, second]).toMatchObject([
    { event, person: stranger.id },
    { event, person: member.id },
  ])
  const all = [first, second, ...service.attend(made, 3)]
  for (const part of ['id', 'person'] as const) expect(new Set(all.map((one) => one?.[part])).size).toBe(5)
})
