import { expect } from 'vitest'
import { callerOf, createdBy, hrefOf, hrefsOf, idOf, type Resource } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each, eachOnly } from './cases.ts'

const inV1 = { version: 'v1', because: 'version 2 names organizers itself and takes no member (v2 §4.5)' } as const

/** Owners, people and RSVPs. */
export const people: Cases<
  | 'scope'
  | 'personMatch'
  | 'onePersonOnce'
  | 'creatorRoles'
  | 'linked'
  | 'individualCampaigns'
  | 'recordAttendance'
  | 'labelNumber'
> = {
  scope: each(['owner', 'key'], 'what is seen of events depends on the %s', async (setting, open, version) => {
    const { service, key, group, campaign, stranger, account } = open()
    const second = callerOf(service, service.addKey({ group }), version)
    const first = callerOf(service, key, version)
    const made = await first.create()
    const seen = setting === 'owner'
    expect(await first.list()).toMatchObject({ total_records: 1 })
    expect(await second.list()).toMatchObject({ total_records: seen ? 1 : 0 })
    expect((await second.send('GET', `/events/${idOf(made)}`)).status).toBe(seen ? 200 : 404)
    const put = await second.send('PUT', `/events/${idOf(made)}`, { description: 'Changed' })
    expect(put.status).toBe(seen ? 200 : 404)
    const within = service.addEvent({ title: 'Within', campaign }, { key })
    const list = await second.send('GET', `/event_campaigns/${campaign.id}/events`)
    expect(JSON.stringify(list.body).includes(within.id)).toBe(seen)
    expect((await first.read(made)).description).toBe(seen ? 'Changed' : undefined)
    // A key that sees an event also sees its linked resources, so every link answers 200.
    service.attend(made, stranger)
    const href = first.personHref(stranger)
    const personal = `${href}/${names[version].attendancesPath}`
    expect(await first.follow(personal)).toMatchObject({ total_records: 1 })
    for (const path of [href, personal, hrefOf(made, names[version].attendances) ?? '']) {
      expect([path, (await second.send('GET', path)).status]).toEqual([path, seen ? 200 : 404])
    }
    // Somebody whom both keys know: a key's list holds the RSVPs to its own events.
    service.attend(await second.create({ title: 'Second' }), stranger)
    for (const caller of [first, second]) {
      const list = await caller.follow(personal)
      expect(list).toMatchObject({ total_records: seen ? 2 : 1 })
      const { [names[version].attendances]: listed } = list._embedded
      for (const attendance of listed as readonly Resource[])
        for (const relation of ['self', 'osdi:event', 'osdi:person'])
          await caller.follow(hrefOf(attendance, relation) ?? '')
    }
    // An account that made an event with one key alone: its address is known to that key alone.
    const { id } = service.addEvent({ title: 'Made by a stranger', creator: account }, { key })
    expect(hrefOf(await first.read(id), 'osdi:creator')).toBe(first.personHref(account))
    expect((await first.send('GET', first.personHref(account))).status).toBe(200)
    expect((await second.send('GET', first.personHref(account))).status).toBe(seen ? 200 : 404)
  }),
  personMatch: each(['e-mail or phone', 'e-mail'], 'a person is found by %s', async (setting, open, version) => {
    const { caller } = open()
    const made = await caller.create()
    const address = hrefOf(made, names[version].attendances) ?? ''
    const post = async (person: object) => (await caller.send('POST', address, { person })).body
    const phone_numbers = [{ number: '+1 (312) 555-0142' }]
    const first = await post({ email_addresses: [{ address: 'a@example.org' }], phone_numbers })
    const second = await post({ email_addresses: [{ address: 'b@example.org' }], phone_numbers })
    const byPhone = setting === 'e-mail or phone'
    expect(first['platform:person_id'] === second['platform:person_id']).toBe(byPhone)
    const alone = await caller.send('POST', address, { person: { phone_numbers: [{ number: '13125550142' }] } })
    expect(alone.status).toBe(byPhone ? 200 : 400)
    expect(alone.body['platform:person_id']).toBe(byPhone ? first['platform:person_id'] : undefined)
  }),
  onePersonOnce: each(['once', 'again'], 'a second RSVP of one person counts %s', async (setting, open, version) => {
    const { service, key, stranger, caller } = open()
    const made = await caller.create()
    service.attend(made, stranger)
    service.attend(made, stranger.id)
    const body = { _links: { 'osdi:person': { href: caller.personHref(stranger) } } }
    const { attendances } = names[version]
    expect((await caller.send('POST', hrefOf(made, attendances) ?? '', body)).status).toBe(200)
    expect((await caller.read(made)).total_accepted).toBe(setting === 'once' ? 1 : 3)
    expect(service.targeting(key).map((entry) => new Set(entry.people).size)).toEqual([1])
    expect(service.targeting(key)[0]?.people).toEqual([stranger.id])
    // An autoresponse for every attendance, and one reminder for each person.
    const start_date = '2026-05-20T12:00:00'
    const walk = service.addEvent({ title: 'Walk', start_date }, { key })
    for (let times = 0; times < 3; times++) service.attend(walk, stranger)
    service.clock.advance('P30D')
    const kinds = service.outbox.filter(({ event }) => event === walk.id).map(({ kind }) => kind)
    const answers = Array.from({ length: setting === 'once' ? 1 : 3 }, () => 'autoresponse')
    expect(kinds).toEqual([...answers, 'reminder'])
  }),
  creatorRoles: eachOnly(inV1, ['members too', 'separate'], 'organizers are %s', async (setting, open) => {
    const { creator, member, organizer, administrator, caller } = open()
    const creatorFor = async (person: { readonly id: string }) =>
      hrefOf(await caller.create(createdBy(caller.personHref(person))), 'osdi:creator')
    const expected = setting === 'members too' ? organizer : creator
    expect(await creatorFor(organizer)).toBe(caller.personHref(expected))
    for (const person of [member, administrator]) expect(await creatorFor(person)).toBe(caller.personHref(person))
  }),
  linked: each([200, 404], 'where links point to answers %s, and its Allow agrees', async (setting, open, version) => {
    const { service, key, campaign } = open()
    const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
    const caller = callerOf(service, key, version)
    const event = await caller.read(id)
    const relations = ['osdi:creator', 'osdi:organizer', 'platform:embed', 'platform:event_campaign']
    const [person = ''] = hrefsOf(event, 'osdi:creator')
    const parts = ['question_answers', 'signatures', 'submissions', 'donations', names[version].attendancesPath]
    const addresses = [
      ...relations.map((relation) => hrefOf(event, relation) ?? ''),
      ...parts.map((part) => `${person}/${part}`),
    ]
    for (const address of addresses) {
      expect([address, (await caller.send('GET', address)).status]).toEqual([address, setting])
      const other = await caller.send('DELETE', address)
      expect([other.status, other.headers.get('allow')?.replace(', PUT', '') ?? null]).toEqual(
        setting === 200 ? [405, 'GET, HEAD'] : [404, null],
      )
    }
    // The attendances' address takes an RSVP in either setting, and is no address to read from in the second.
    const [attendances = ''] = hrefsOf(event, names[version].attendances)
    const read = await caller.send('GET', attendances)
    expect([read.status, read.headers.get('allow')]).toEqual(setting === 200 ? [200, null] : [405, 'POST'])
    await caller.follow(`/event_campaigns/${campaign.id}/events`)
  }),
  individualCampaigns: eachOnly(
    { version: 'v2', because: 'version 1 makes no campaigns' },
    [403, 'created'],
    'a campaign of an individual account is %s',
    async (setting, open, version) => {
      const { service, individualKey } = open()
      const caller = callerOf(service, individualKey, version)
      const body = { title: 'Spring', origin_system: 'Calendar' }
      expect((await caller.send('POST', '/event_campaigns', body)).status).toBe(setting === 403 ? 403 : 200)
      const add = () => service.addCampaign({ title: 'Autumn', key: individualKey })
      if (setting === 403) expect(add).toThrow('campaign.key')
      else add()
      const { body: page } = await caller.send('GET', '/event_campaigns')
      expect(page.total_records).toBe(setting === 403 ? 0 : 2)
    },
  ),
  recordAttendance: each(['records', 405], 'POST to the attendances address: %s', async (setting, open, version) => {
    const { member, caller } = open()
    const made = await caller.create()
    const body = { _links: { 'osdi:person': { href: caller.personHref(member) } } }
    const { status } = await caller.send('POST', hrefOf(made, names[version].attendances) ?? '', body)
    expect(status).toBe(setting === 405 ? 405 : 200)
    expect((await caller.read(made)).total_accepted).toBe(setting === 405 ? 0 : 1)
  }),
  labelNumber: each([1, 3], 'the targeting label starts with %s', async (setting, open, version) => {
    const { service, key } = open()
    const made = await callerOf(service, key, version).create()
    service.attend(made, 2)
    expect(service.targeting(key)[0]?.label).toBe(`[${setting}, Calendar Event], Picnic`)
  }),
}
