import { expect } from 'vitest'
import { callerOf, eventsOf, hrefOf, idOf, type Resource, titlesOf } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each, eachOnly, type Open, when } from './cases.ts'

const onlyV2 = { version: 'v2', because: 'version 1 has no such field (v1 §2.1)' } as const

/** The values that the service makes. */
export const values: Cases<
  | 'unset'
  | 'timestamps'
  | 'localTimes'
  | 'modified'
  | 'ids'
  | 'language'
  | 'locationLanguage'
  | 'errorTexts'
  | 'filterLinks'
  | 'sponsorAddress'
  | 'hidden'
  | 'capacity'
  | 'campaignLink'
  | 'docsAddress'
  | 'attendanceHelper'
  | 'originSystem'
  | 'tagList'
  | 'maxPageSize'
> = {
  unset: each(['absent', 'null', 'empty text'], 'a field without a value is %s', async (setting, open, version) => {
    const { caller, service, key } = open({ events: 60 })
    const { instructions, start } = names[version]
    const made = await caller.create()
    const fields = ['description', instructions, start, ...(version === 'v2' ? ['name', 'end_date'] : [])]
    for (const event of [made, eventsOf(await caller.list())[0] ?? made]) {
      const shown = fields.map((field) => (field in event ? event[field] : 'absent'))
      expect(shown).toEqual(fields.map(() => (setting === 'null' ? null : 'absent')))
      // Version 1 never shows a field that its tables do not have (v1 §2.1).
      if (version === 'v1') expect(event).not.toHaveProperty('name')
    }
    if (setting !== 'empty text') return
    // Events of the user interface and of the seed have texts and a start, and keep their modification time if a program sends these back.
    const { id } = service.addEvent({ title: 'Walk' }, { key })
    const texts = ['description', instructions, ...(version === 'v2' ? ['name'] : [])]
    const blank = { ...Object.fromEntries(texts.map((text) => [text, ''])), [start]: '2026-05-08T13:00:00Z' }
    const parts = { venue: '', locality: '', postal_code: '' }
    const own = await caller.read(id)
    expect(own).toMatchObject({ ...blank, location: parts })
    if (version === 'v2') expect(own).not.toHaveProperty('end_date')
    const same = await caller.update(own, { ...Object.fromEntries(texts.map((text) => [text, ''])), location: parts })
    expect(same).toEqual(own)
    const cleared = Object.fromEntries(texts.map((text) => [text, null]))
    expect(await caller.update(own, { ...cleared, location: null })).toMatchObject({ ...blank, location: parts })
    expect(JSON.parse(JSON.stringify(service.updateEvent(id, { description: null })))).toMatchObject({
      description: '',
    })
    const seeded = callerOf(service, service.seeded.group.token, version)
    for (const page of ['', '?page=2', '?page=3'])
      for (const event of eventsOf(await seeded.list(page))) {
        for (const text of [...texts, start]) expect(event[text]).toEqual(expect.any(String))
        for (const part of Object.keys(parts)) expect(event.location).toHaveProperty(part, expect.any(String))
      }
  }),
  timestamps: each(['seconds', 'milliseconds'], 'times are written to %s', async (setting, open, version) => {
    const { service, key } = open()
    const made = await callerOf(service, key, version).create()
    const form = { seconds: /^2026-05-01T12:\d\d:\d\dZ$/, milliseconds: /^2026-05-01T12:\d\d:\d\d\.\d{3}Z$/ }[setting]
    expect(made[names[version].created]).toMatch(form)
    expect(made[names[version].modified]).toMatch(form)
  }),
  localTimes: each(['Z', 'no zone'], 'local times have %s, whatever was sent', async (setting, open, version) => {
    const { caller } = open()
    const { start } = names[version]
    for (const zone of ['', 'Z', '+02:00']) {
      const made = await caller.create({ start: `2026-06-20T11:00:00${zone}`, end_date: `2026-06-20T12:00:00${zone}` })
      const suffix = setting === 'Z' ? 'Z' : ''
      expect(made[start]).toBe(`2026-06-20T11:00:00${suffix}`)
      if (version === 'v2') expect(made.end_date).toBe(`2026-06-20T12:00:00${suffix}`)
    }
  }),
  modified: each(['stays', 'moves'], 'with a PUT of nothing and an RSVP it %s', async (setting, open, version) => {
    const { service, caller } = open()
    const { modified } = names[version]
    const made = await caller.create({ title: 'Same' })
    service.clock.advance('PT1H')
    const put = await caller.update(made, { title: 'Same' })
    expect(put[modified] !== made[modified]).toBe(setting === 'moves')
    service.clock.advance('PT1H')
    service.attend(made, 1)
    const after = await caller.read(made)
    expect(after.total_accepted).toBe(1)
    expect(after[modified] !== put[modified]).toBe(setting === 'moves')
  }),
  ids: each(['uuid', 'number'], 'each is another %s', async (setting, open, version) => {
    const { service, key, group, creator, campaign } = open()
    const form = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, number: /^[1-9]\d*$/ }[setting]
    const caller = callerOf(service, key, version)
    const made = [idOf(await caller.create()), idOf(await caller.create())]
    for (const id of [...made, group.id, creator.id, campaign.id]) expect(id).toMatch(form)
    expect(made[0]).not.toBe(made[1])
    expect(idOf(await caller.read(made[1] ?? ''))).toBe(made[1])
    for (const path of ['/events/none', '/people/none', `/events/${made[0]}/${names[version].attendancesPath}/none`])
      expect((await caller.send('GET', path)).status).toBe(404)
    expect(() => service.addKey({ group: 'none' })).toThrow(expect.objectContaining({ code: 'unknown' }) as Error)
  }),
  locationLanguage: each(['shown', 'absent'], 'the language of a location is %s', async (setting, open) => {
    const { caller, member, key, service } = open()
    const made = await caller.create({ location: { postal_code: '20003' } })
    expect('language' in (made.location as object)).toBe(setting === 'shown')
    service.attend(service.addEvent({ title: 'Walk' }, { key }), member)
    const person = await caller.follow(caller.personHref(member))
    const [address] = person.postal_addresses as readonly object[]
    expect('language' in (address ?? {})).toBe(setting === 'shown')
  }),
  errorTexts: each(['detailed', 'short'], 'errors have %s texts', async (setting, open, version) => {
    const { caller } = open({ assumptions: { rateLimit: 3 } })
    const made = await caller.create()
    const short = setting === 'short'
    const missing = await caller.send('GET', '/events/none')
    expect([missing.status, missing.body.error]).toEqual([404, short ? 'Not found' : 'Event not found'])
    const link = { 'osdi:person': { href: caller.personHref({ id: 'nobody' }) } }
    const refused = await caller.send('POST', hrefOf(made, names[version].attendances) ?? '', { _links: link })
    const text = short ? 'You must specify a valid person id' : '_links.osdi:person: is not a person'
    expect([refused.status, refused.body.error]).toEqual([400, text])
    const limited = await caller.send('GET', '/events')
    expect([limited.status, limited.body.error]).toEqual([429, short ? 'Too many requests' : 'Rate limit exceeded'])
  }),
  filterLinks: each(
    ['self with filter', 'self without query'],
    'filtered pages have %s',
    async (setting, open, version) => {
      const { caller, service } = open({ assumptions: { filter: 'honoured' }, perPage: 1 })
      for (const _ of [1, 2, 3]) await caller.create()
      const title = names[version].title
      const filter = `filter=${encodeURIComponent(`${title} eq 'Picnic'`)}`
      const path = `/events?${filter}`
      const made = await caller.send('GET', path)
      const first = `${service.baseUrl}/api/${version}/events`
      const recorded = setting === 'self without query'
      const query = (href: string) => decodeURIComponent(href.slice(first.length)).replaceAll('+', ' ')
      expect(made.body.total_records).toBe(3)
      expect(query(hrefOf(made.body, 'self') ?? '')).toBe(recorded ? '' : `?filter=${title} eq 'Picnic'`)
      const next = hrefOf(made.body, 'next') ?? ''
      expect(query(next)).toBe(recorded ? `?filter=${title} eq 'Picnic'&page=2` : `?page=2&filter=${title} eq 'Picnic'`)
      const second = await caller.follow(next)
      expect(second.page).toBe(2)
      expect(query(hrefOf(second, 'self') ?? '')).toBe(recorded ? '' : `?page=2&filter=${title} eq 'Picnic'`)
    },
  ),
  sponsorAddress: each(
    ['public page', 'api'],
    'a sponsor has the address of its %s',
    async (setting, open, version) => {
      const { caller, service, group } = open()
      const made = await caller.create()
      const sponsor = made['platform:sponsor'] as Readonly<Record<string, string>>
      const path = setting === 'api' ? '/api/v2/groups/' : '/groups/'
      expect(sponsor[version === 'v1' ? 'url' : 'browser_url']).toBe(`${service.baseUrl}${path}${group.id}`)
    },
  ),
  language: each(['en', 'English', 'eng'], '"English" is written %s', async (setting, open) => {
    const { caller } = open()
    expect((await caller.create()).location).toMatchObject({ language: setting })
    const located = await caller.create({ location: { postal_code: '20003', language: 'fr' } })
    expect(located.location).toMatchObject({ language: setting })
  }),
  hidden: eachOnly(onlyV2, [false, true], 'platform:hidden of the interface is %s', async (setting, open) => {
    const { service, key } = open()
    const made = await callerOf(service, key, 'v2').create({ 'platform:hidden': !setting })
    expect(made['platform:hidden']).toBe(setting)
  }),
  capacity: eachOnly(onlyV2, ['absent', 1], 'that of the interface is %s, never enforced', async (setting, open) => {
    const { service, caller } = open()
    const made = await caller.create({ capacity: 7 })
    expect(made.capacity).toBe(setting === 'absent' ? undefined : setting)
    service.attend(made, 3)
    expect((await caller.read(made)).total_accepted).toBe(3)
  }),
  maxPageSize: each(
    ['integer', 'string', 'max_pagesize'],
    'the entry point has it as %s',
    async (setting, open, version) => {
      const { service, key } = open({ perPage: 7 })
      const { body } = await callerOf(service, key, version).send('GET', '')
      const { max_page_size, max_pagesize } = body
      const shown = { integer: [7, undefined], string: ['7', undefined], max_pagesize: [undefined, 7] }[setting]
      expect([max_page_size, max_pagesize]).toEqual(shown)
    },
  ),
  originSystem: each(
    ['Mock Service', 'Town Hall'],
    'what the service itself makes is from %s',
    async (setting, open, version) => {
      const { service, key } = open({ events: 30, assumptions: { filter: 'honoured' } })
      const field = version === 'v1' ? 'originating_system' : 'origin_system'
      const { body } = await callerOf(service, key, version).send('GET', '')
      expect(body).toMatchObject({ vendor_name: setting, product_name: setting })
      const { id } = service.addEvent({ title: 'Walk' }, { key, via: 'ui' })
      const caller = callerOf(service, key, version)
      expect(await caller.read(id)).toMatchObject({ [field]: setting })
      const seeded = callerOf(service, service.seeded.group.token, version)
      const found = await seeded.list(`?filter=${encodeURIComponent(`${field} eq '${setting}'`)}`)
      expect(found.total_records).toBeGreaterThan(0)
      const person = await seeded.follow(hrefOf(eventsOf(found)[0] as Resource, 'osdi:creator') ?? '')
      expect(person[field]).toBe(setting)
    },
  ),
  attendanceHelper: eachOnly(
    { version: 'v2', because: 'version 1 has no helper (v1 §2.4)' },
    ['with prefix', 'both'],
    'an event has the link to the helper %s',
    async (setting, open) => {
      const { caller } = open()
      const made = await caller.create()
      for (const event of [made, await caller.read(made), ...eventsOf(await caller.list())]) {
        const helper = hrefOf(event, 'osdi:record_attendance_helper')
        expect(helper).toBe(hrefOf(event, 'osdi:attendances'))
        expect(hrefOf(event, 'record_attendance_helper')).toBe(setting === 'both' ? helper : undefined)
      }
    },
  ),
  tagList: eachOnly(onlyV2, ['absent', 'kept'], 'tag_list of an event is %s', async (setting, open) => {
    const { service, create, update, list } = open()
    const made = await create({ tag_list: ['rivers'] })
    const shown = setting === 'kept' ? ['rivers'] : undefined
    expect(made.tag_list).toEqual(shown)
    expect(service.requests.at(-1)?.ignored.map(({ field }) => field)).toEqual(shown ? [] : ['tag_list'])
    expect((await update(made, { tag_list: ['woods'] })).tag_list).toEqual(shown && ['woods'])
    expect('tag_list' in (eventsOf(await list())[0] ?? {})).toBe(setting === 'kept')
  }),
  docsAddress: each(
    ['by version', 'for both versions'],
    'curies name documentation %s',
    async (setting, open, version) => {
      const { service, key } = open({ baseUrl: 'https://mock.example.org/osdi' })
      const caller = callerOf(service, key, version)
      const href = `https://mock.example.org/osdi/docs/${setting === 'by version' ? `${version}/` : ''}{rel}`
      for (const resource of [await caller.list(), await caller.create()])
        expect(resource._links.curies).toMatchObject([
          { name: 'osdi', href },
          { name: 'platform', href },
        ])
    },
  ),
  campaignLink: each(['bare', 'prefixed'], 'its address ends in the %s id', async (setting, open, version) => {
    const { service, key, campaign } = open()
    const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
    const caller = callerOf(service, key, version)
    const event = await caller.read(id)
    const href = hrefOf(event, 'platform:event_campaign') ?? ''
    const last = { bare: campaign.id, prefixed: `platform:${campaign.id}` }[setting]
    expect(decodeURIComponent(href)).toBe(`${service.baseUrl}/api/${version}/event_campaigns/${last}`)
    expect(event['platform:event_campaign_id']).toBe(campaign.id)
    const found = await caller.follow(href)
    expect(hrefOf(found, 'self')).toBe(href)
    const prefixed = await caller.send('GET', `/event_campaigns/platform:${campaign.id}`)
    expect(prefixed.status).toBe(setting === 'prefixed' ? 200 : 404)
    const list = await caller.follow(`/event_campaigns/${campaign.id}/events`)
    expect(titlesOf(list, version)).toEqual(['Tree walk'])
  }),
}

/** Calls in a service of so many events, on pages of two. */
const events = (open: Open, count = 3, perPage = 2) => {
  const { service, key, ...calls } = open({ perPage })
  for (let number = 1; number <= count; number++) service.addEvent({ title: `Event ${number}` }, { key })
  return calls
}

const searchOf = (page: Resource) => new URL(hrefOf(page, 'next') ?? 'none:').searchParams
const badPages = ['0', '-1', '1.5', 'two', '', '1e1', '+']

/** How a collection is paged. */
export const paging: Cases<
  'perPageParameter' | 'otherQuery' | 'pageBeyond' | 'invalidPage' | 'nextOnLast' | 'totals' | 'order'
> = {
  perPageParameter: [
    when('honoured', "per_page is honoured up to the service's page size and kept in next", async (open, version) => {
      const { list } = events(open, 5, 3)
      const small = await list('?per_page=2')
      expect(small).toMatchObject({ per_page: 2, total_pages: 3, total_records: 5 })
      expect(titlesOf(small, version)).toEqual(['Event 1', 'Event 2'])
      expect([searchOf(small).get('page'), searchOf(small).get('per_page')]).toEqual(['2', '2'])
      expect(titlesOf(await list('?per_page=2&page=3'), version)).toEqual(['Event 5'])
      expect(await list('?per_page=100')).toMatchObject({ per_page: 3, total_pages: 2 })
    }),
    when('ignored', 'per_page changes nothing', async (open) => {
      const page = await events(open, 5, 3).list('?per_page=2')
      expect(page).toMatchObject({ per_page: 3, total_pages: 2 })
      expect(searchOf(page).has('per_page')).toBe(false)
    }),
  ],
  otherQuery: [
    when('ignored', 'another query parameter changes nothing', async (open, version) => {
      expect(titlesOf(await events(open).list('?filter=title&page=2'), version)).toEqual(['Event 3'])
    }),
    when(400, 'another query parameter is refused', async (open) => {
      const { send } = events(open)
      expect((await send('GET', '/events?filter=title')).status).toBe(400)
      expect((await send('GET', '/events?page=2&per_page=1')).status).toBe(200)
    }),
  ],
  pageBeyond: [
    when('empty', 'a page beyond the last is empty and has no next', async (open, version) => {
      for (const number of [3, 4, 1000]) {
        const page = await events(open).list(`?page=${number}`)
        expect(page).toMatchObject({ total_pages: 2, total_records: 3, page: number })
        expect([titlesOf(page, version), hrefOf(page, 'next')]).toEqual([[], undefined])
      }
    }),
    when(404, 'a page beyond the last answers 404, the first page of an empty collection does not', async (open) => {
      const { send } = events(open)
      expect((await send('GET', '/events?page=2')).status).toBe(200)
      expect((await send('GET', '/events?page=3')).status).toBe(404)
      expect((await events(open, 0).send('GET', '/events')).status).toBe(200)
    }),
  ],
  invalidPage: [
    when('first', 'a page that is no positive whole number is page 1', async (open, version) => {
      const { send } = events(open)
      for (const page of badPages) {
        const { status, body } = await send('GET', `/events?page=${page}`)
        expect([page, status, body.page]).toEqual([page, 200, 1])
        expect(titlesOf(body, version)).toEqual(['Event 1', 'Event 2'])
      }
    }),
    when(400, 'a page that is no positive whole number is refused', async (open) => {
      const { send } = events(open)
      for (const page of badPages)
        expect([page, (await send('GET', `/events?page=${page}`)).status]).toEqual([page, 400])
    }),
  ],
  nextOnLast: [
    when('absent', 'the last page has no next', async (open) => {
      expect(hrefOf(await events(open, 4).list('?page=2'), 'next')).toBeUndefined()
    }),
    when('present', 'every page has a next until one comes out empty', async (open, version) => {
      for (const count of [3, 4]) {
        const { list, follow } = events(open, count)
        const last = await list('?page=2')
        expect(last).toMatchObject({ total_pages: 2 })
        const beyond = await follow(hrefOf(last, 'next') ?? '')
        expect([titlesOf(beyond, version), hrefOf(beyond, 'next')]).toEqual([[], undefined])
      }
      expect(hrefOf(await events(open, 0).list(), 'next')).toBeUndefined()
    }),
  ],
  totals: [
    when('present', 'a collection counts its pages and records', async (open) => {
      expect(await events(open).list()).toMatchObject({ total_pages: 2, total_records: 3 })
    }),
    when('absent', 'a collection has neither total, and is paged all the same', async (open, version) => {
      const { list, follow } = events(open)
      const page = await list()
      for (const total of ['total_pages', 'total_records']) expect(page).not.toHaveProperty(total)
      expect(page).toMatchObject({ page: 1, per_page: 2 })
      expect(titlesOf(await follow(hrefOf(page, 'next') ?? ''), version)).toEqual(['Event 3'])
    }),
  ],
  order: (
    [
      ['oldest first', '1', '2', '3'],
      ['newest first', '3', '2', '1'],
    ] as const
  ).map(([setting, ...order]) =>
    when(setting, `a collection starts with the ${setting.split(' ')[0]} event`, async (open, version) => {
      const { list } = events(open)
      const titles = [...titlesOf(await list(), version), ...titlesOf(await list('?page=2'), version)]
      expect(titles).toEqual(order.map((number) => `Event ${number}`))
    }),
  ),
}
