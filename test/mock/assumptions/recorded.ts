import { expect } from 'vitest'
import { callerOf, eventsOf, hrefOf, hrefsOf, idOf, type Resource, titlesOf } from '../../support/api.ts'
import { least, names } from '../../support/names.ts'
import { type Cases, each, eachOnly, type Open } from './cases.ts'

const inV2 = { version: 'v2', because: 'version 1 embeds people by its own table (v1 §2.3)' } as const

/** A service with three events on pages of two, each with an RSVP of the same person. */
function lists(open: Open, filter: 'honoured' | 'ignored' = 'honoured') {
  const { service, key, member, campaign, ...rest } = open({ perPage: 2, assumptions: { filter } })
  const events = [1, 2, 3].map((number) => service.addEvent({ title: `Event ${number}`, campaign }, { key }))
  for (const event of events) service.attend(event, member)
  return { ...rest, service, key, member, campaign, events, first: events[0]?.id ?? '' }
}

/** Every kind of list. */
const listPaths = (version: 'v1' | 'v2', { first, member, campaign }: ReturnType<typeof lists>) => {
  const { attendancesPath } = names[version]
  return [
    ...['/events', '/people', '/tags', '/event_campaigns', `/event_campaigns/${campaign.id}/events`],
    ...[`/events/${first}/${attendancesPath}`, `/event_campaigns/${campaign.id}/events/${first}/${attendancesPath}`],
    ...[`/people/${member.id}/${attendancesPath}`, `/people/${member.id}/donations`],
  ]
}

/** What recorded responses and public programs show beyond the documents. */
export const recorded: Cases<
  'requestReading' | 'previousLink' | 'campaignEventPeople' | 'originOnCreate' | 'personFields' | 'otherCollections'
> = {
  requestReading: each(
    ['as documented', 'lenient'],
    'the address of a request is read %s',
    async (setting, open, version) => {
      const world = lists(open)
      const { caller, service, member } = world
      const isLenient = setting === 'lenient'
      for (const path of listPaths(version, world)) {
        for (const page of ['2abc', '2.0', '2%3Ffilter=x', '2?filter=x', '%202', '+2', '%2B2']) {
          const { status, body } = await caller.send('GET', `${path}?page=${page}`)
          expect([path, page, status, body.page]).toEqual([path, page, 200, isLenient ? 2 : 1])
          expect(service.requests.at(-1)?.ignored.map(({ field }) => field)).toEqual(['page'])
        }
        for (const page of ['0', '-1', 'two', '', '0x2'])
          expect((await caller.send('GET', `${path}?page=${page}`)).body.page).toBe(1)
        const size = await caller.send('GET', `${path}?per_page=1x`)
        expect(size.body.per_page).toBe(isLenient ? 1 : 2)
        const slashes = path.replaceAll('/', '//')
        for (const url of [`/${slashes}//`, slashes])
          expect([url, (await caller.send('GET', url)).status]).toEqual([url, isLenient ? 200 : 404])
        // The part of a person that is always empty has no filter, and tags have none.
        if (/tags|donations/.test(path)) continue
        for (const empty of ['filter=', 'filter=%20']) {
          const { status, body } = await caller.send('GET', `${path}?${empty}&page=1`)
          expect([path, status]).toEqual([path, isLenient ? 200 : 400])
          if (isLenient) expect(hrefOf(body, 'self')).not.toContain('filter')
        }
      }
      const root = `${service.baseUrl}//api//${version}`
      expect((await caller.send('GET', `${root}//events`)).status).toBe(isLenient ? 200 : 404)
      const filter = encodeURIComponent(`email eq '${member.email_address}'`)
      const found = await caller.send('GET', `/people?filter=${filter}`)
      expect(found.status).toBe(isLenient ? 200 : 400)
      if (isLenient)
        expect((found.body._embedded['osdi:people'] as Resource[]).map((one) => idOf(one))).toEqual([member.id])
      // Both settings filter the RSVPs of a person.
      const rsvps = `/people/${member.id}/${names[version].attendancesPath}`
      const filtered = await caller.follow(
        `${rsvps}?filter=${encodeURIComponent(`${names[version].created} lt '2020-01-01'`)}`,
      )
      expect(filtered.total_records).toBe(0)
      expect((await caller.send('GET', `${rsvps}?filter=x`)).status).toBe(400)
      // A link in a body is an address too.
      const link = { 'osdi:person': { href: caller.personHref(member).replace('/people', '//people') } }
      const rsvp = await caller.send('POST', `/events/${world.first}/${names[version].attendancesPath}`, {
        _links: link,
      })
      expect(rsvp.status).toBe(isLenient ? 200 : 400)
    },
  ),
  previousLink: each(['absent', 'present'], 'the link to the previous page is %s', async (setting, open, version) => {
    const world = lists(open)
    const { caller, service } = world
    const root = `${service.baseUrl}/api/${version}`
    for (const path of listPaths(version, world)) {
      expect(hrefOf(await caller.follow(path), 'previous')).toBeUndefined()
      for (const [query, previous] of [
        ['?page=2', '?page=1'],
        ['?page=7', '?page=6'],
        ['?page=2&per_page=1', '?page=1&per_page=1'],
      ]) {
        const page = await caller.follow(path + query)
        expect(hrefOf(page, 'previous')).toBe(setting === 'absent' ? undefined : root + path + previous)
      }
    }
    const filter = `filter=${encodeURIComponent(`${names[version].title} ne 'x'`).replaceAll("'", '%27')}`
    const back = hrefOf(await caller.follow(`/events?${filter}&page=2`), 'previous')
    if (setting === 'absent') return expect(back).toBeUndefined()
    expect(titlesOf(await caller.follow(back ?? ''), version)).toEqual(['Event 1', 'Event 2'])
    expect(back).toContain('filter=')
  }),
  campaignEventPeople: eachOnly(
    { version: 'v2', because: 'version 1 embeds the people of every event (v1 §2.3)' },
    ['linked', 'embedded'],
    'an event of a campaign has its people %s',
    async (setting, open) => {
      const { caller, service, key, campaign, member, creator } = open()
      const within = service.addEvent({ title: 'Within', campaign, creator: member }, { key })
      const outside = service.addEvent({ title: 'Outside' }, { key })
      const list = eventsOf(await caller.list())
      const below = eventsOf(await caller.follow(`/event_campaigns/${campaign.id}/events`))
      for (const event of [await caller.read(within.id), list[0], below[0]]) {
        if (setting === 'linked') {
          expect(event).not.toHaveProperty('_embedded')
          continue
        }
        for (const relation of ['osdi:creator', 'osdi:organizer'])
          expect(event?._embedded[relation]).toMatchObject({ given_name: 'Mia', email_addresses: [{ primary: true }] })
      }
      for (const event of [await caller.read(outside.id), list[1]]) {
        expect(event).not.toHaveProperty('_embedded')
        expect(hrefOf(event as Resource, 'osdi:creator')).toBe(caller.personHref(creator))
      }
    },
  ),
  originOnCreate: each(
    ['required', 'filled in'],
    'the origin system of a create is %s',
    async (setting, open, version) => {
      const { service, key, individualKey, campaign } = open({ assumptions: { individualCampaigns: 'created' } })
      const origin = version === 'v1' ? 'originating_system' : 'origin_system'
      const paths =
        version === 'v1' ? ['/events'] : ['/events', `/event_campaigns/${campaign.id}/events`, '/event_campaigns']
      const title = { [names[version].title]: 'Picnic' }
      for (const path of paths) {
        const made = await callerOf(service, key, version).send('POST', path, title)
        expect([path, made.status]).toEqual([path, setting === 'required' ? 400 : 200])
        if (setting === 'required') expect(made.body.error).toContain(origin)
        else expect(made.body[origin]).toBe('Park friends')
        // A wrong or an empty one is refused by both.
        for (const wrong of [5, '', ' '])
          expect((await callerOf(service, key, version).send('POST', path, { ...title, [origin]: wrong })).status).toBe(
            400,
          )
      }
      if (setting === 'required') return
      const own = await callerOf(service, individualKey, version).send('POST', '/events', title)
      expect(own.body[origin]).toBe('Ines Example')
      const update = await callerOf(service, individualKey, version).send('PUT', `/events/${idOf(own.body)}`, {
        [origin]: null,
      })
      expect(update.body[origin]).toBe('Ines Example')
      const sent = await callerOf(service, key, version).create(least(version))
      expect(sent[origin]).not.toBe('Park friends')
    },
  ),
  personFields: eachOnly(
    inV2,
    ['as documented', 'as recorded'],
    'a person has the fields %s',
    async (setting, open) => {
      const { caller, service, key, member } = open({ assumptions: { attendancePerson: 'when recorded' } })
      const isRecorded = setting === 'as recorded'
      const event = service.addEvent({ title: 'Walk' }, { key })
      const rsvp = (person: object) => caller.send('POST', `/events/${event.id}/attendances`, { person })
      const made = await rsvp({ email_addresses: [{ address: 'eve@example.org' }] })
      const least = await caller.follow(hrefOf(made.body, 'osdi:person') ?? '')
      const [listed] = (await caller.follow('/people'))._embedded['osdi:people'] as readonly Resource[]
      for (const person of [least, listed, await caller.follow(caller.personHref(member))]) {
        expect(person).toMatchObject({
          email_addresses: [{ status: 'subscribed' }],
          postal_addresses: [{ primary: true }],
        })
        expect('origin_system' in (person ?? {})).toBe(!isRecorded)
        expect(hrefsOf(person as Resource, 'osdi:question_answers')).toHaveLength(isRecorded ? 0 : 1)
        const fields = ['languages_spoken', 'custom_fields', 'phone_numbers'].map((name) => person?.[name])
        const phone = { primary: true, number_type: 'Mobile', status: 'unsubscribed' }
        expect(fields).toEqual(isRecorded ? [['en'], {}, [phone]] : [undefined, undefined, undefined])
      }
      const { postal_addresses } = least
      const unknown = { latitude: null, longitude: null, accuracy: 'Approximate' }
      if (isRecorded)
        expect(postal_addresses).toEqual([{ primary: true, country: 'US', language: 'en', location: unknown }])
      else
        expect(postal_addresses).toMatchObject([{ address_lines: [], locality: '', location: { latitude: 39.8283 } }])
      // What is known is shown in both.
      const full = {
        languages_spoken: ['es'],
        custom_fields: { bus: 'yes' },
        phone_numbers: [{ number: '13125550142' }],
        postal_addresses: [{ postal_code: '20003' }],
      }
      const known = await rsvp({ ...full, email_addresses: [{ address: 'eve@example.org' }] })
      const shown = await caller.follow(hrefOf(known.body, 'osdi:person') ?? '')
      expect(shown).toMatchObject({ ...full, postal_addresses: [{ postal_code: '20003', locality: 'Washington' }] })
      expect((made.body.person as Resource).languages_spoken).toEqual(isRecorded ? ['en'] : [])
      // Version 1 keeps its table.
      const older = await callerOf(service, key, 'v1').follow(`/people/${member.id}`)
      expect(older).toHaveProperty('originating_system')
      for (const name of ['languages_spoken', 'custom_fields', 'phone_numbers']) expect(older).not.toHaveProperty(name)
      expect(hrefOf(older, 'osdi:question_answers')).toBeDefined()
    },
  ),
  otherCollections: each(
    ['not served', 'empty'],
    'the other collections of the entry point are %s',
    async (setting, open, version) => {
      const { service, key } = open()
      const caller = callerOf(service, key, version)
      const entry = await caller.follow('')
      const parts = ['petitions', 'forms', 'fundraising_pages', 'donations', 'advocacy_campaigns', 'lists']
      for (const relation of [...parts.map((part) => `osdi:${part}`), 'platform:campaigns']) {
        const href = hrefOf(entry, relation) ?? ''
        const { status, body } = await caller.send('GET', href)
        expect([relation, status]).toEqual([relation, setting === 'empty' ? 200 : 404])
        if (setting === 'empty') {
          expect(body).toMatchObject({ total_records: 0, page: 1, _embedded: { [relation]: [] } })
          expect([hrefOf(body, 'self'), hrefsOf(body, relation)]).toEqual([href, []])
        }
        expect((await caller.send('POST', href, {})).status).toBe(setting === 'empty' ? 405 : 404)
        expect((await callerOf(service, undefined, version).send('GET', href)).status).toBe(
          setting === 'empty' ? 403 : 404,
        )
      }
    },
  ),
}
