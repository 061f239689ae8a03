import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, type Resource, world } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const ids = { v1: 'v1 §2.4a, v1 §2.3b', v2: 'v2 §2.5a' } as const

/** Every address in an answer, those of curies excepted: they name documentation, not resources. */
function hrefsIn(value: unknown, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || name === 'curies') return []
  if ('href' in value && typeof value.href === 'string') return [value.href]
  return Object.entries(value).flatMap(([inner, member]) => hrefsIn(member, Array.isArray(value) ? name : inner))
}

for (const version of versions) {
  const everyLink = async () => {
    const { service, key, campaign, ...rest } = world({ perPage: 1 })
    const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
    service.addEvent({ title: 'Another' }, { key })
    service.attend(id, 2)
    return { service, key, campaign, ...rest, id, caller: callerOf(service, key, version) }
  }

  test(`no link of an answer leads nowhere, or out of the version and the service (${ids[version]})`, async () => {
    for (const options of [{}, { baseUrl: 'http://localhost:4010/osdi/', namespace: 'action_network' }]) {
      const { service, key, campaign, organizer } = world({ perPage: 3, events: 12, ...options })
      service.attend(service.addEvent({ title: 'Picnic', campaign, creator: organizer }, { key }), 4)
      service.addEvent({ title: 'Walk' }, { key, via: 'api' })
      for (const asked of [key, service.seeded.group]) {
        const { send } = callerOf(service, asked, version)
        const open = [`${service.baseUrl}/api/${version}/events`]
        const visited = new Set(open)
        for (let href = open.pop(); href !== undefined; href = open.pop()) {
          const { status, headers, body } = await send('GET', href)
          expect([href, status]).toEqual([href, 200])
          expect(href).toMatch(`${service.baseUrl}/api/${version}/`)
          expect(headers.get('content-type')).toMatch(/^application\/hal\+json/)
          expect([hrefOf(body, 'self'), 'curies' in body._links]).toEqual([href, true])
          for (const next of hrefsIn(body)) if (!visited.has(next)) open.push(next)
          for (const next of open) visited.add(next)
        }
        expect(visited.size).toBeGreaterThan(20)
      }
    }
  })

  test(`a person's address shows the person under the version's names (${ids[version]})`, async () => {
    const { caller, creator } = await everyLink()
    const person = await caller.follow(caller.personHref(creator))
    expect(person).toMatchObject({
      given_name: 'Cora',
      family_name: 'Example',
      identifiers: [`platform:${creator.id}`],
      email_addresses: [{ primary: true, address: 'cora@example.org' }],
      [names[version].created]: creator.created_date,
      [names[version].modified]: expect.any(String),
      [names[version].origin]: expect.any(String),
    })
  })

  test(`the attendances' address knows every RSVP of the event and of no other (${ids[version]})`, async () => {
    const { service, caller, id, stranger } = await everyLink()
    const other = await caller.create({ title: 'Other' })
    const [elsewhere] = service.attend(other, 1)
    const [attendance] = service.attend(id, stranger)
    const href = hrefOf(await caller.read(id), names[version].attendances) ?? ''
    let text = ''
    let address: string | undefined = href
    for (let pages = 0; address !== undefined && pages < 10; pages++) {
      const page: Resource = await caller.follow(address)
      text += JSON.stringify(page)
      address = hrefOf(page, 'next')
    }
    expect(text).toContain(attendance?.id)
    expect(text).not.toContain(elsewhere?.id)
  })

  test(`linked addresses of another owner's event, and of nobody's, answer 404 (${ids[version]})`, async () => {
    const { service, individualKey, id, campaign, caller } = await everyLink()
    const stranger = callerOf(service, individualKey, version)
    const { attendancesPath } = names[version]
    for (const path of [`/events/${id}/${attendancesPath}`, `/events/${id}/embed`, `/event_campaigns/${campaign.id}`]) {
      expect((await caller.send('GET', path)).status).toBe(200)
      expect((await stranger.send('GET', path)).status).toBe(404)
    }
    for (const path of ['/people/none', `/events/none/${attendancesPath}`, '/events/none/embed']) {
      expect((await caller.send('GET', path)).status).toBe(404)
    }
  })

  test(`an attendance answers at its own event's address alone (${ids[version]})`, async () => {
    const { service, caller, id } = await everyLink()
    const [attendance] = service.attend(id, 1)
    const other = await caller.create({ title: 'Other' })
    const { attendancesPath } = names[version]
    expect((await caller.send('GET', `/events/${id}/${attendancesPath}/${attendance?.id}`)).status).toBe(200)
    for (const path of [
      `/events/${idOf(other)}/${attendancesPath}/${attendance?.id}`,
      `/events/${id}/${attendancesPath}/no`,
    ]) {
      expect((await caller.send('GET', path)).status).toBe(404)
    }
  })

  test(`a key knows its account and everyone with a role in its group, before anything happened (${ids[version]})`, async () => {
    const { service, key, individualKey, account, stranger, creator, member, organizer, administrator } = world()
    const known = [
      [key, [creator, member, organizer, administrator], [account, stranger]],
      [individualKey, [account], [creator, member, organizer, administrator, stranger]],
    ] as const
    for (const [of, answering, missing] of known) {
      const { personHref, send } = callerOf(service, of, version)
      for (const person of answering) expect((await send('GET', personHref(person))).status).toBe(200)
      for (const person of missing) expect((await send('GET', personHref(person))).status).toBe(404)
    }
  })

  test(`collections take a trailing slash, single resources do not (${ids[version]})`, async () => {
    const { service, caller, id, campaign, creator, stranger } = await everyLink()
    const [attendance] = service.attend(id, stranger)
    const { attendancesPath } = names[version]
    const attendances = `/events/${id}/${attendancesPath}`
    const parts = ['question_answers', 'signatures', 'submissions', 'donations', attendancesPath]
    const collections = [
      ...['/events', `/event_campaigns/${campaign.id}/events`, attendances],
      ...parts.map((part) => `/people/${creator.id}/${part}`),
    ]
    const single = [
      ...[`/events/${id}`, `/events/${id}/embed`, `/event_campaigns/${campaign.id}`],
      ...[`${attendances}/${attendance?.id}`, `/people/${creator.id}`],
    ]
    for (const path of [...collections, ...single]) {
      const { status } = await caller.send('GET', path)
      const slashed = await caller.send('GET', `${path}/`)
      expect([path, status, slashed.status]).toEqual([path, 200, collections.includes(path) ? 200 : 404])
    }
    const body = { _links: { 'osdi:person': { href: caller.personHref(creator) } } }
    expect((await caller.send('POST', `${attendances}/`, body)).status).toBe(200)
  })
}
