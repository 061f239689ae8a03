import { actionNetwork, createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const mailed = (address: string, more: object = {}) => ({ person: { email_addresses: [{ address }], ...more } })

/** A group's key with calls for people. */
function open(version: 'v1' | 'v2', assumptions: object = {}) {
  const world = worldOf(version, { perPage: 2, assumptions })
  const signUp = async (body: object): Promise<Resource> => (await world.send('POST', '/people', body)).body
  const put = async (person: Resource, body: object): Promise<Resource> =>
    (await world.send('PUT', `/people/${idOf(person)}`, body)).body
  const ignored = () => world.service.requests.at(-1)?.ignored.map(({ field }) => field)
  const found = async (filter: string): Promise<readonly string[]> => {
    const { status, body } = await world.send('GET', `/people?filter=${encodeURIComponent(filter)}`)
    expect(status).toBe(200)
    return (body._embedded['osdi:people'] as Resource[]).map((person) => String(person.given_name))
  }
  return { ...world, signUp, put, ignored, found }
}

for (const version of versions) {
  const { modified, created } = names[version]

  test(`the first POST /people of ${version} makes a person with contacts, custom fields and languages, and a second POST finds this person`, async () => {
    const { signUp, follow, service, key } = open(version)
    const person = await signUp({
      person: {
        given_name: 'Rosa',
        family_name: 'Lima',
        email_addresses: [{ address: 'rosa@example.org', status: 'unsubscribed' }],
        phone_numbers: [{ number: '+1 (312) 555-0142', number_type: 'Work' }],
        postal_addresses: [{ postal_code: '60614', country: 'US' }],
        languages_spoken: ['es'],
        custom_fields: { shirt: 'M', 'Any name': 'any value' },
        identifiers: ['crm:7'],
      },
    })
    expect(person).toMatchObject({
      identifiers: [`platform:${idOf(person)}`, 'crm:7'],
      email_addresses: [{ primary: true, address: 'rosa@example.org', status: 'unsubscribed' }],
      phone_numbers: [{ primary: true, number: '13125550142', number_type: 'Work', status: 'unsubscribed' }],
      postal_addresses: [{ primary: true, locality: 'Chicago', region: 'IL', postal_code: '60614' }],
      languages_spoken: ['es'],
      custom_fields: { shirt: 'M', 'Any name': 'any value' },
    })
    const [self = ''] = hrefsOf(person, 'self')
    expect(await follow(self)).toEqual(person)
    expect(service.mailingList(key.group ?? '')).toMatchObject([{ id: idOf(person) }])
    // By phone number, in any form; the description updates the person.
    const again = await signUp({ person: { phone_numbers: [{ number: '1-312-555-0142' }], given_name: 'Rosalia' } })
    expect(idOf(again)).toBe(idOf(person))
    expect(again).toMatchObject({ given_name: 'Rosalia', family_name: 'Lima', custom_fields: person.custom_fields })
    expect(String(again[modified]) > String(person[modified])).toBe(true)
    expect(again[created]).toBe(person[created])
  })

  test(`POST /people of ${version} without a contact gets an error that names the field, and stores nothing`, async () => {
    const { send, service } = open(version)
    const before = service.snapshot().toJSON().people.length
    for (const body of [{}, { person: {} }, { person: { given_name: 'Ada', identifiers: ['crm:1'] } }, { person: 5 }]) {
      const { status, body: answer } = await send('POST', '/people', body)
      expect([status, answer.error]).toEqual([400, expect.stringContaining('person.email_addresses')])
    }
    expect(service.snapshot().toJSON().people).toHaveLength(before)
  })

  test(`PUT of a person of ${version} sets custom fields one by one, and null clears optional fields`, async () => {
    const { signUp, put, ignored } = open(version)
    const person = await signUp(
      mailed('rosa@example.org', {
        family_name: 'Lima',
        phone_numbers: [{ number: '13125550142' }],
        languages_spoken: ['es'],
        custom_fields: { shirt: 'M', diet: 'vegan' },
        identifiers: ['crm:7'],
      }),
    )
    const changed = await put(person, { custom_fields: { shirt: 'L', diet: null, bus: 'yes' }, identifiers: ['crm:8'] })
    expect(changed).toMatchObject({ custom_fields: { shirt: 'L', bus: 'yes' } })
    expect(changed.identifiers).toEqual([`platform:${idOf(person)}`, 'crm:7', 'crm:8'])
    const cleared = await put(person, {
      phone_numbers: null,
      languages_spoken: null,
      custom_fields: null,
      email_addresses: null,
      identifiers: [],
      given_name: 5,
      family_name: null,
      [created]: '2020-01-01T00:00:00Z',
    })
    for (const field of ['phone_numbers', 'languages_spoken', 'custom_fields'])
      expect([field, field in cleared]).toEqual([field, false])
    expect(cleared.email_addresses).toEqual(person.email_addresses)
    expect(cleared.identifiers).toEqual(changed.identifiers)
    expect(ignored()?.toSorted()).toEqual(['email_addresses', 'given_name', created].toSorted())
    expect(cleared.family_name).toBe('')
  })

  test(`PUT of a person of ${version} adds and updates contacts, and ignores contacts of another person`, async () => {
    const { signUp, put, ignored } = open(version)
    const other = await signUp(mailed('bob@example.org', { identifiers: ['crm:bob'] }))
    const person = await signUp(mailed('rosa@example.org'))
    const changed = await put(person, {
      email_addresses: [
        { address: 'new@example.org', primary: true },
        { address: 'ROSA@example.org', status: 'unsubscribed' },
      ],
    })
    expect(changed.email_addresses).toEqual([
      { primary: true, address: 'new@example.org', status: 'subscribed' },
      { primary: false, address: 'ROSA@example.org', status: 'unsubscribed' },
    ])
    const same = await put(person, {
      email_addresses: [{ address: 'bob@example.org' }],
      identifiers: other.identifiers,
    })
    expect(same.email_addresses).toEqual(changed.email_addresses)
    expect(same.identifiers).toEqual(person.identifiers)
    expect(ignored()).toEqual(['identifiers[0]', 'identifiers[1]', 'email_addresses[0]'])
    const bouncing = await put(person, { email_addresses: [{ address: 'new@example.org', status: 'bouncing' }] })
    expect(bouncing.email_addresses).toEqual(changed.email_addresses)
    expect(ignored()).toEqual(['email_addresses[0].status'])
    // The second entry of an address says nothing about the status.
    const twice = [{ address: 'two@example.org', status: 'unsubscribed' }, { address: 'TWO@example.org' }]
    expect((await put(person, { email_addresses: twice })).email_addresses).toEqual([
      { primary: true, address: 'TWO@example.org', status: 'unsubscribed' },
      ...(changed.email_addresses as object[]).map((entry) => ({ ...entry, primary: false })),
    ])
  })

  test(`GET /people of ${version} has no totals, and a next link on each page with people`, async () => {
    const { signUp, follow } = open(version)
    for (const number of [1, 2, 3]) await signUp(mailed(`${number}@example.org`, { given_name: `Guest ${number}` }))
    const seen: string[] = []
    let address: string | undefined = '/people'
    let pages = 0
    while (address) {
      const page: Resource = await follow(address)
      expect([page.total_pages, page.total_records]).toEqual([undefined, undefined])
      const people = page._embedded['osdi:people'] as Resource[]
      seen.push(...people.map((person) => idOf(person)))
      expect(hrefsOf(page, 'next')).toHaveLength(people.length > 0 ? 1 : 0)
      address = hrefsOf(page, 'next')[0]
      pages += 1
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(pages).toBe(Math.ceil(seen.length / 2) + 1)
  })

  test(`with the assumption pageBeyond 404, the last next link of GET /people of ${version} leads to an empty page`, async () => {
    const { send, follow } = worldOf(version, { assumptions: { pageBeyond: 404 } })
    const [next = ''] = hrefsOf(await follow('/people'), 'next')
    expect((await follow(next))._embedded['osdi:people']).toEqual([])
    expect((await send('GET', '/people?page=3')).status).toBe(404)
  })

  test(`GET /people of ${version} compares names, contacts and places with a filter`, async () => {
    const { signUp, found, send } = open(version, { filter: 'honoured' })
    await signUp(
      mailed('rosa@example.org', {
        given_name: 'Rosa',
        family_name: 'Lima',
        identifiers: ['crm:7'],
        phone_numbers: [{ number: '13125550142' }],
        postal_addresses: [{ postal_code: '60614' }],
      }),
    )
    await signUp(mailed('bob@example.org', { given_name: 'Bob', family_name: 'Yi' }))
    expect(await found("given_name eq 'Rosa'")).toEqual(['Rosa'])
    expect(await found("family_name eq 'Lima' and region eq 'IL'")).toEqual(['Rosa'])
    expect(await found("email_address eq 'bob@example.org'")).toEqual(['Bob'])
    expect(await found("phone_number eq '13125550142'")).toEqual(['Rosa'])
    expect(await found("postal_code eq '60614'")).toEqual(['Rosa'])
    expect(await found("identifier eq 'crm:7'")).toEqual(['Rosa'])
    expect(await found("given_name eq 'Rosa' and email_address ne 'rosa@example.org'")).toEqual([])
    expect(await found(`${created} gt '2020-01-01' and given_name eq 'Bob'`)).toEqual(['Bob'])
    const wrong = await send('GET', `/people?filter=${encodeURIComponent("custom_fields eq 'x'")}`)
    expect(wrong.status).toBe(400)
  })

  test(`no request of ${version} shows, finds or changes a person of another owner`, async () => {
    const { service, key, individualKey, signUp } = open(version, { filter: 'honoured' })
    const secret = { given_name: 'Secret', phone_numbers: [{ number: '13125550142' }], custom_fields: { note: 'mine' } }
    const mine = await signUp(mailed('rosa@example.org', { ...secret, identifiers: ['crm:7'] }))
    const other = callerOf(service, individualKey, version)
    expect((await other.send('GET', `/people/${idOf(mine)}`)).status).toBe(404)
    expect((await other.send('PUT', `/people/${idOf(mine)}`, { given_name: 'Stolen' })).status).toBe(404)
    const listed = await other.send(
      'GET',
      `/people?filter=${encodeURIComponent("email_address eq 'rosa@example.org'")}`,
    )
    expect(listed.body._embedded['osdi:people']).toEqual([])
    // The same contacts make another person, and the identifier is taken.
    const theirs = (
      await other.send(
        'POST',
        '/people',
        mailed('rosa@example.org', { phone_numbers: secret.phone_numbers, identifiers: ['crm:7'] }),
      )
    ).body
    expect(idOf(theirs)).not.toBe(idOf(mine))
    expect(theirs).toMatchObject({ given_name: '', identifiers: [`platform:${idOf(theirs)}`] })
    expect(theirs).not.toHaveProperty('custom_fields')
    const event = await other.create()
    const [address = ''] = hrefsOf(event, names[version].attendances)
    const rsvp = (await other.send('POST', address, { person: { phone_numbers: secret.phone_numbers } })).body
    expect(rsvp['platform:person_id']).toBe(idOf(theirs))
    const link = { 'osdi:person': { href: other.personHref({ id: idOf(mine) }) } }
    expect((await other.send('POST', address, { _links: link })).status).toBe(400)
    expect(await callerOf(service, key, version).follow(`/people/${idOf(mine)}`)).toEqual(mine)
  })

  test(`every action of a person of ${version} changes the person's modification time`, async () => {
    const { signUp, create, send, follow } = open(version)
    const person = await signUp(mailed('rosa@example.org'))
    const event = await create()
    const [address = ''] = hrefsOf(event, names[version].attendances)
    const [self = ''] = hrefsOf(person, 'self')
    await send('POST', address, { _links: { 'osdi:person': { href: self } } })
    const after = await follow(self)
    expect(String(after[modified]) > String(person[modified])).toBe(true)
    expect(after[created]).toBe(person[created])
  })

  test(`a PUT of a contact without its address or number changes the primary one (${version})`, async () => {
    const { signUp, put, ignored } = open(version)
    const person = await signUp({
      person: {
        email_addresses: [{ address: 'rosa@example.org' }, { address: 'second@example.org' }],
        phone_numbers: [{ number: '1 312 555 0142', status: 'subscribed' }],
      },
    })
    expect(
      await put(person, { email_addresses: [{ status: 'unsubscribed' }], phone_numbers: [{ number_type: 'Work' }] }),
    ).toMatchObject({
      email_addresses: [
        { primary: true, address: 'rosa@example.org', status: 'unsubscribed' },
        { primary: false, address: 'second@example.org', status: 'subscribed' },
      ],
      phone_numbers: [{ primary: true, number: '13125550142', number_type: 'Work' }],
    })
    expect(ignored()).toEqual([])
    const bare = await signUp({ person: { phone_numbers: [{ number: '7' }] } })
    expect((await put(bare, { email_addresses: [{ status: 'unsubscribed' }] })).email_addresses).toEqual([])
    expect(ignored()).toEqual(['email_addresses[0]'])
  })

  test(`an RSVP or a signup with the e-mail address of one person and the phone number of another changes neither's phone number (${version})`, async () => {
    const { signUp, create, send, follow, ignored } = open(version)
    const phone = { phone_numbers: [{ number: '13125550142' }] }
    const ada = await signUp(mailed('ada@example.org', { given_name: 'Ada' }))
    const bob = await signUp({ person: { ...phone, given_name: 'Bob' } })
    const [address = ''] = hrefsOf(await create(), names[version].attendances)
    const isAda = async () => expect(await follow(`/people/${idOf(ada)}`)).not.toHaveProperty('phone_numbers')
    for (const path of [address, '/people']) {
      expect((await send('POST', path, mailed('ada@example.org', phone))).status).toBe(200)
      expect(ignored()).toEqual(['person.phone_numbers[0]'])
      await isAda()
    }
    // The number still finds its person, and nobody is renamed.
    await send('POST', address, { person: { ...phone, given_name: 'Robert' } })
    expect(await follow(`/people/${idOf(bob)}`)).toMatchObject({ given_name: 'Robert' })
    expect(await follow(`/people/${idOf(ada)}`)).toMatchObject({ given_name: 'Ada' })
  })

  test(`a check-in changes the person's modification time, and a PUT that changes nothing does not (${version})`, async () => {
    const { create, send, follow } = open(version)
    const [address = ''] = hrefsOf(await create(), names[version].attendances)
    const { body: rsvp } = await send('POST', address, mailed('ada@example.org'))
    const [self = ''] = hrefsOf(rsvp, 'self')
    const [person = ''] = hrefsOf(rsvp, 'osdi:person')
    const timeAfter = async (status: string) => {
      expect((await send('PUT', self, { status })).body.status).toBe(status)
      return String((await follow(person))[modified])
    }
    const before = String((await follow(person))[modified])
    const checkedIn = await timeAfter('attended')
    expect(checkedIn > before).toBe(true)
    expect(await timeAfter('attended')).toBe(checkedIn)
    // A PUT undoes the check-in.
    expect((await timeAfter('accepted')) > checkedIn).toBe(true)
  })

  test(`a telephone number without digits is ignored and named, with or without an e-mail address (${version})`, async () => {
    const { signUp, create, send, service, ignored } = open(version)
    const [address = ''] = hrefsOf(await create(), names[version].attendances)
    const phone_numbers = [{ number: 'ask me' }]
    for (const path of [address, '/people']) {
      expect((await send('POST', path, mailed('ada@example.org', { phone_numbers }))).status).toBe(200)
      expect(ignored()).toEqual(['person.phone_numbers[0]'])
      expect((await send('POST', path, { person: { phone_numbers } })).status).toBe(400)
      expect([ignored(), service.requests.at(-1)?.reason?.field]).toEqual([
        ['person.phone_numbers[0]'],
        'person.email_addresses',
      ])
    }
    expect(await signUp(mailed('ada@example.org'))).not.toHaveProperty('phone_numbers')
  })

  test(`a repeated RSVP takes the created time that it sends, and else keeps it (${version})`, async () => {
    const { create, send, ignored } = open(version)
    const [address = ''] = hrefsOf(await create(), names[version].attendances)
    const post = async (more: object = {}) =>
      (await send('POST', address, { ...mailed('ada@example.org'), ...more })).body[created]
    const first = await post()
    expect(await post()).toBe(first)
    expect(await post({ [created]: '2020-01-01T00:00:00Z' })).toBe('2020-01-01T00:00:00Z')
    expect(ignored()).toEqual([])
    expect(await post()).toBe('2020-01-01T00:00:00Z')
    expect(await post({ [created]: '2999-01-01T00:00:00Z' })).toBe('2020-01-01T00:00:00Z')
    expect(ignored()).toEqual([created])
  })

  test(`a write with background_request=true of ${version} answers {} at once, and runs before the next request`, async () => {
    const { service, send, create, follow, key } = open(version)
    const event = await create()
    const [address = ''] = hrefsOf(event, names[version].attendances)
    const later = (method: string, path: string, body: object) => send(method, `${path}?background_request=true`, body)
    const answers = [
      await later('POST', address, mailed('a@example.org')),
      await later('POST', '/people', mailed('b@example.org', { given_name: 'Bea' })),
      // A refused write is dropped: only the request log says why.
      await later('POST', '/people', { person: {} }),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [200, {}]))
    expect(service.mailingList(key.group ?? '').map(({ email_address }) => email_address)).toEqual([
      'a@example.org',
      'b@example.org',
    ])
    const page = await follow(address)
    const [rsvp] = page._embedded[names[version].attendances] as [Resource]
    const [self = ''] = hrefsOf(rsvp, 'self')
    expect((await later('PUT', self, { status: 'attended' })).body).toEqual({})
    expect((await follow(self)).status).toBe('attended')
    // Without the parameter, and with any other value, the response waits.
    expect((await send('POST', `${address}?background_request=false`, mailed('c@example.org'))).body).toHaveProperty(
      'identifiers',
    )
  })

  test(`a state document keeps people of ${version} with all fields, and the keys that can see them`, async () => {
    const { service, signUp, key, individualKey } = open(version)
    const person = await signUp(
      mailed('rosa@example.org', {
        phone_numbers: [{ number: '1' }],
        custom_fields: { shirt: 'M' },
        identifiers: ['crm:7'],
      }),
    )
    const other = createMockService({ baseUrl: service.baseUrl })
    other.restore(service.snapshot().toJSON())
    expect(await callerOf(other, key, version).follow(`/people/${idOf(person)}`)).toEqual(person)
    expect((await callerOf(other, individualKey, version).send('GET', `/people/${idOf(person)}`)).status).toBe(404)
  })
}

test('with the preset actionNetwork, a CRM can sign up people, find them by phone, write identifiers and custom fields, and read RSVPs', async () => {
  const service = createMockService({
    ...actionNetwork,
    assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' },
    events: 3,
  })
  const base = 'https://actionnetwork.org/api/v2'
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  const call = async (method: string, url: string, body?: object): Promise<Resource> => {
    const response = await service.fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
    expect(response.status).toBe(200)
    return (await response.json()) as Resource
  }
  // A lead with a phone number alone comes from the CRM, and later RSVPs through a form.
  const lead = await call('POST', `${base}/people`, {
    person: { given_name: 'Rosa', phone_numbers: [{ number: '13125550142' }], identifiers: ['crm:7'] },
  })
  const events = await call('GET', `${base}/events`)
  const [event] = events._embedded['osdi:events'] as [Resource]
  await call('POST', hrefsOf(event, 'osdi:record_attendance_helper')[0] ?? '', {
    person: { phone_numbers: [{ number: '+1 312 555 0142' }], email_addresses: [{ address: 'rosa@example.org' }] },
  })
  // The sync asks for people who changed since last time, page by page.
  const filter = encodeURIComponent(`modified_date gt '${String(lead.modified_date)}'`)
  const changed: Resource[] = []
  let address: string | undefined = `${base}/people?filter=${filter}`
  while (address) {
    const page: Resource = await call('GET', address)
    changed.push(...(page._embedded['osdi:people'] as Resource[]))
    address = hrefsOf(page, 'next')[0]
  }
  const synced = changed.find(({ identifiers }) => (identifiers as string[]).includes('crm:7'))
  expect(synced).toMatchObject({
    identifiers: [`action_network:${idOf(lead, 'action_network')}`, 'crm:7'],
    email_addresses: [{ address: 'rosa@example.org', status: 'subscribed' }],
    phone_numbers: [{ number: '13125550142' }],
  })
  const [rsvps = ''] = hrefsOf(synced as Resource, 'osdi:attendances')
  expect(await call('GET', rsvps)).toMatchObject({ total_records: 1 })
  // It writes back with a slash and in the background, as some programs do.
  await call('PUT', `${base}/people/${idOf(lead, 'action_network')}/?background_request=true`, {
    custom_fields: { crm_stage: 'attending' },
    identifiers: ['crm:contact-7'],
  })
  expect(await call('GET', `${base}/people/${idOf(lead, 'action_network')}`)).toMatchObject({
    custom_fields: { crm_stage: 'attending' },
    identifiers: [`action_network:${idOf(lead, 'action_network')}`, 'crm:7', 'crm:contact-7'],
  })
})
