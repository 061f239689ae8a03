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
  | 'hidden'
  | 'capacity'
  | 'campaignLink'
  | 'docsAddress'
  | 'tagList'
  | 'maxPageSize'
> = {
  unset: each(['absent', 'null'], 'a field without a value is %s', async (setting, open, version) => {
    const { caller } = open()
    const { instructions, start } = names[version]
    const made = await caller.create()
    const fields = ['description', instructions, start, ...(version === 'v2' ? ['name', 'end_date'] : [])]
    for (const event of [made, eventsOf(await caller.list())[0] ?? made]) {
      const shown = fields.map((field) => (field in event ? event[field] : 'absent'))
      expect(shown).toEqual(fields.map(() => (setting === 'absent' ? 'absent' : null)))
      // Version 1 never shows a field that its tables do not have (v1 §2.1).
      if (version === 'v1') expect(event).not.toHaveProperty('name')
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
