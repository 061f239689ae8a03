import { expect, test } from 'vitest'
import { callerOf, hrefOf, idOf, world, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

/** Every address in an answer, those of curies excepted: they name documentation, not resources. */
function hrefsIn(value: unknown, name = ''): readonly string[] {
  if (typeof value !== 'object' || value === null || name === 'curies') return []
  if ('href' in value && typeof value.href === 'string') return [value.href]
  return Object.entries(value).flatMap(([inner, member]) => hrefsIn(member, Array.isArray(value) ? name : inner))
}

for (const version of versions) {
  const { attendancesPath } = names[version]

  const attended = () => {
    const made = worldOf(version)
    const { id } = made.service.addEvent({ title: 'Tree walk', campaign: made.campaign }, { key: made.key })
    const [attendance] = made.service.attend(id, made.stranger)
    return { ...made, id, attendances: `/events/${id}/${attendancesPath}`, attendance: attendance?.id }
  }

  test(`every link of a response answers 200 and stays below the service's address and version (${version}: v1 §2.4a, v2 §2.5a)`, async () => {
    const options = { baseUrl: 'http://localhost:4010/osdi/', namespace: 'action_network' }
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
  })

  test(`every address works with a slash at the end of its path, even before a query (${version})`, async () => {
    const { send, id, attendances, attendance, campaign, stranger } = attended()
    const single = [`/events/${id}`, `/events/${id}/embed`, `${attendances}/${attendance}`, `/people/${stranger.id}`]
    const lists = ['/events', `/event_campaigns/${campaign.id}/events`, attendances]
    for (const path of [...single, `/event_campaigns/${campaign.id}`, ...lists]) {
      const [plain, slashed, asked] = [
        await send('GET', path),
        await send('GET', `${path}/`),
        await send('GET', `${path}/?background_request=true`),
      ]
      expect([path, plain.status, slashed.body]).toEqual([path, 200, plain.body])
      expect(asked.body).toEqual(plain.body)
      expect((await send('GET', `${path}//`)).status).toBe(404)
    }
    expect((await send('PUT', `/events/${id}/`, { title: 'Moved' })).status).toBe(200)
    expect((await send('DELETE', `/events/${id}/`)).status).toBe(405)
  })

  test(`a GET of a person's address returns the person with the field names of the version (${version}: v1 §2.3b, v2 §2.5a)`, async () => {
    const { follow, personHref, creator } = worldOf(version)
    expect(await follow(personHref(creator))).toMatchObject({
      given_name: 'Cora',
      family_name: 'Example',
      identifiers: [`platform:${creator.id}`],
      email_addresses: [{ primary: true, address: 'cora@example.org' }],
      [names[version].created]: creator.created_date,
      [names[version].modified]: expect.any(String),
      [names[version].origin]: expect.any(String),
    })
  })

  test(`GET of an event's attendances lists only the attendances of this event (${version})`, async () => {
    const { service, create, send, follow, attendances, attendance } = attended()
    const other = `/events/${idOf(await create({ title: 'Other' }))}`
    const [elsewhere] = service.attend(other.slice('/events/'.length), 1)
    const text = JSON.stringify(await follow(attendances))
    expect(text).toContain(attendance)
    expect(text).not.toContain(elsewhere?.id)
    expect((await send('GET', `${attendances}/${attendance}`)).status).toBe(200)
    for (const path of [`${other}/${attendancesPath}/${attendance}`, `${attendances}/no`])
      expect((await send('GET', path)).status).toBe(404)
  })

  test(`GET of an address below another owner's event or an unknown event answers 404 (${version})`, async () => {
    const { service, individualKey, id, campaign, send, attendances } = attended()
    const stranger = callerOf(service, individualKey, version)
    for (const path of [attendances, `/events/${id}/embed`, `/event_campaigns/${campaign.id}`]) {
      expect([(await send('GET', path)).status, (await stranger.send('GET', path)).status]).toEqual([200, 404])
    }
    for (const path of ['/people/none', `/events/none/${attendancesPath}`, '/events/none/embed'])
      expect((await send('GET', path)).status).toBe(404)
  })

  test(`a new key can read its own account, or everyone with a role in its group (${version})`, async () => {
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
}

test('GET of a list answers 200 for any page and per_page (v1 §4.2, v2 §4.3)', async () => {
  const { service, key, send } = worldOf('v2', { perPage: 2 })
  for (const title of ['One', 'Two', 'Three']) service.addEvent({ title }, { key })
  for (const query of ['page=99999999999999999999', 'per_page=0', 'per_page=x', 'per_page=-1', 'page=1&page=2']) {
    const { status, body } = await send('GET', `/events?${query}`)
    expect([query, status]).toEqual([query, 200])
    expect([1, 2]).toContain(body.per_page)
  }
})
