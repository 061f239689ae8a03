import { actionNetwork, EventsV2, embeddedOf, idOf, linkOf, ownOf, unappliedOf } from 'osdi-events'
import { createMockService, actionNetwork as mocked } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { filterOf } from '../support/filtered-list.ts'
import { base, clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { apiKey, versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'

type Version = 'v1' | 'v2'

const at = (minute: number) => `2026-05-01T12:0${minute}:00Z`
const path = 'event_campaigns'
const title = { v1: 'summary', v2: 'title' }
const modified = { v1: 'modified_at', v2: 'modified_date' }

const campaign = (version: Version, id: string, more: object = {}, prefix = 'platform') => ({
  identifiers: [`${prefix}:${id}`],
  [title[version]]: `Campaign ${id}`,
  [modified[version]]: at(1),
  total_events: 1,
  [`${prefix}:hidden`]: false,
  _links: {
    self: { href: address(version, `${path}/${id}`) },
    'osdi:events': { href: address(version, `${path}/${id}/events`) },
  },
  ...more,
})

const pageOf = (
  version: Version,
  items: readonly object[],
  more: object = {},
  relation = 'platform:event_campaigns',
) => ({
  page: 1,
  _links: { self: { href: address(version, path) } },
  _embedded: { [relation]: items },
  ...more,
})

const three = (version: Version): Step[] => [
  json(
    pageOf(version, [campaign(version, 'c1'), campaign(version, 'c2')], {
      ...{ total_records: 3, total_pages: 2, per_page: 2 },
      _links: { next: { href: address(version, `${path}?page=2`) } },
    }),
  ),
  json(
    pageOf(version, [campaign(version, 'c3')], { page: 2, total_records: 3, total_pages: 2, per_page: 2, _links: {} }),
  ),
]

const idsIn = (campaigns: readonly object[]) => campaigns.map((each) => idOf(each as never)).join(' ')

for (const { version, least } of versions) {
  test(`campaigns() of ${version} reads event_campaigns page by page, and its report counts them`, async () => {
    const { client, requests } = clientOver(version, three(version))
    const pager = client.campaigns()
    expect(requests).toEqual([])
    expect(await collect(pager)).toEqual(['c1', 'c2', 'c3'].map((id) => campaign(version, id)))
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${address(version, path)}`,
      `GET ${address(version, `${path}?page=2`)}`,
    ])
    expect(pager.report).toMatchObject({ pages: 2, events: 3, complete: true, certain: true })
  })

  test(`campaigns() of ${version} resumes from a checkpoint, which no other list takes`, async () => {
    const begun = clientOver(version, three(version)).client.campaigns().pages()
    await begun.next()
    const { client, requests } = clientOver(version, three(version).slice(1))
    expect(idsIn(await collect(client.campaigns({ resume: begun.checkpoint })))).toBe('c3')
    expect(requests).toHaveLength(1)
    expect(await failureOf(() => client.list({ resume: begun.checkpoint }))).toMatchObject({ field: 'resume' })
    await begun.return()
  })

  test.each(['platform', 'action_network', 'osdi'])(
    `campaigns() of ${version} yields campaigns that a page embeds as %s:event_campaigns`,
    async (prefix) => {
      const relation = `${prefix}:event_campaigns`
      const page = pageOf(version, [campaign(version, 'c1', {}, 'action_network')], {}, relation)
      const { client } = clientOver(version, [json(page)], { namespace: 'action_network' })
      expect(idsIn(await collect(client.campaigns()))).toBe('c1')
      for await (const each of client.campaigns().pages()) expect(embeddedOf(each, relation)).toHaveLength(1)
    },
  )

  test(`campaigns() of ${version} sends a filter by the names of its version, and leaves out campaigns that do not match`, async () => {
    const items = [1, 2, 3].map((minute) => campaign(version, `c${minute}`, { [modified[version]]: at(minute) }))
    const { client, requests } = clientOver(version, [json(pageOf(version, items))])
    const pager = client.campaigns({ filter: { [modified[version]]: { gt: at(1) } } })
    expect(idsIn(await collect(pager))).toBe('c2 c3')
    expect(pager.report?.filter).toBe('ignored')
    expect(requests.map(filterOf)).toEqual([`${modified[version]} gt '${at(1)}'`])
    expect(await failureOf(() => client.campaigns({ filter: { start_date: at(1) } }))).toMatchObject({
      field: 'filter.start_date',
    })
    expect(await failureOf(() => client.campaigns({ campaign: 'c1' }))).toMatchObject({ field: 'campaign' })
  })

  test(`campaigns() of ${version} leaves out or keeps a campaign of a wrong type with onInvalid`, async () => {
    const page = json(pageOf(version, [campaign(version, 'c1', { total_events: 'many' }), campaign(version, 'c2')]))
    const over = () => clientOver(version, [page]).client
    const field = '_embedded.platform:event_campaigns[0].total_events'
    expect(await failureOf(() => collect(over().campaigns()))).toMatchObject({ code: 'schema', issues: [{ field }] })
    const pager = over().campaigns({ onInvalid: 'report' })
    expect([idsIn(await collect(pager)), pager.report?.rejected]).toEqual(['c2', 1])
    expect(idsIn(await collect(over().campaigns({ onInvalid: 'keep' })))).toBe('c1 c2')
  })

  test(`campaigns() of ${version} keeps undocumented fields, and refuses events, a page that embeds nothing, and a next link of another host`, async () => {
    const odd = campaign(version, 'c1', { colour: 'green', description: null, identifiers: null })
    expect(await collect(clientOver(version, [json(pageOf(version, [odd]))]).client.campaigns())).toEqual([odd])
    const events = clientOver(version, [json(pageOf(version, [eventOf(version)]))]).client
    expect((await failureOf(() => collect(events.campaigns()))).message).toContain('is an event, not an event campaign')
    const linked = { _links: { 'platform:event_campaigns': [{ href: address(version, `${path}/c1`) }] }, _embedded: {} }
    const bare = clientOver(version, [json(pageOf(version, [], linked))]).client
    expect(await failureOf(() => collect(bare.campaigns()))).toMatchObject({
      code: 'schema',
      issues: [{ field: '_embedded.platform:event_campaigns' }],
    })
    const next = { _links: { next: { href: 'https://elsewhere.example.org/next' } } }
    const away = clientOver(version, [json(pageOf(version, [campaign(version, 'c1')], next))])
    expect(await failureOf(() => collect(away.client.campaigns()))).toMatchObject({ code: 'link' })
    expect(away.requests).toHaveLength(1)
  })

  test.each<[string, unknown]>([
    ['an id', 'c1'],
    ['an id with its prefix', 'platform:c1'],
    ['an address', address(version, `${path}/c1`)],
    ['a link', { href: address(version, `${path}/c1`) }],
    ['a relative link', { href: `/api/${version}/${path}/c1` }],
    ['a campaign', campaign(version, 'c1')],
    ['a campaign without identifiers', { _links: campaign(version, 'c1')._links }],
  ])(`campaign(), list({ campaign }) and page(1, { campaign }) of ${version} take %s`, async (_, reference) => {
    const read = clientOver(version, [json(campaign(version, 'c1'))])
    expect(await read.client.campaign(reference, { query: { a: 1 } })).toEqual(campaign(version, 'c1'))
    expect(read.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${address(version, `${path}/c1?a=1`)}`,
    ])
    const { client, requests } = clientOver(version, [json({ page: 1 })])
    await collect(client.list({ campaign: reference }))
    await client.page(1, { campaign: reference })
    const events = address(version, `${path}/c1/events`)
    expect(requests.map(({ url }) => url)).toEqual([events, `${events}?page=1`])
  })

  test(`campaign() of ${version} takes the campaign of a result, and a relative link of an event`, async () => {
    const event = eventOf(version, 'e1', {
      _links: {
        self: { href: address(version, 'events/e1') },
        'platform:event_campaign': { href: '../event_campaigns/c1' },
      },
    })
    const { client, requests } = clientOver(version, [json(event), json(campaign(version, 'c1'))])
    const got = await client.get('e1')
    const found = await client.campaign(linkOf(got, 'platform:event_campaign'))
    await client.campaign(found)
    expect(requests.map(({ url }) => url)).toEqual([
      address(version, 'events/e1'),
      address(version, `${path}/c1`),
      address(version, `${path}/c1`),
    ])
  })

  const refused: readonly (readonly [string, unknown, object])[] = [
    ['nothing', undefined, { code: 'input', field: 'campaign' }],
    ['an empty id', '', { code: 'input', field: 'campaign' }],
    ['a path as an id', 'a/b', { code: 'input', field: 'campaign' }],
    ['a promise', Promise.resolve('c1'), { code: 'input', field: 'campaign' }],
    ['an object without identifiers and links', { title: 'x' }, { code: 'input', field: 'campaign' }],
    ['an event', eventOf(version), { code: 'input', field: 'campaign' }],
    ['a page of campaigns', pageOf(version, []), { code: 'input', field: 'campaign' }],
    ['a link to a person', { href: address(version, 'people/p1') }, { code: 'input', field: 'campaign' }],
    ['the address of all campaigns', address(version, path), { code: 'input', field: 'campaign' }],
    ['a link without an address', { href: 5 }, { code: 'input', field: 'campaign' }],
    [
      'a link that leads to another host',
      { href: 'https://elsewhere.example.org/event_campaigns/c1' },
      { code: 'link' },
    ],
    ['the address of another version', `${base}/api/v9/event_campaigns/c1`, { code: 'link' }],
    ['a template that needs a value', { href: `${base}/{id}`, templated: true }, { code: 'link' }],
  ]
  test.each(refused)(
    `every method of ${version} that takes a campaign refuses %s, and sends nothing`,
    async (_, reference, error) => {
      const { client, requests } = clientOver(version, [])
      expect(await failureOf(() => client.campaign(reference))).toMatchObject(error)
      if (reference === undefined) return
      expect(await failureOf(async () => client.list({ campaign: reference }))).toMatchObject(error)
      expect(await failureOf(() => client.page(1, { campaign: reference }))).toMatchObject(error)
      if (version === 'v2') {
        expect(await failureOf(() => client.create(least, { campaign: reference }))).toMatchObject(error)
        expect(await failureOf(() => client.updateCampaign(reference, {}))).toMatchObject(error)
      }
      expect(requests).toEqual([])
    },
  )

  test.each<[string, unknown, RegExp]>([
    ['an empty object', {}, /is empty/],
    ['an error with status 200', { error: 'No' }, /is an error, not an event campaign/],
    ['an event', eventOf(version), /is an event, not an event campaign/],
    ['a page', pageOf(version, []), /is a collection, not an event campaign/],
    ['a person', { _links: { self: { href: address(version, 'people/p1') } } }, /is a person, not an event campaign/],
    ['a list', [], /./],
  ])(`campaign() of ${version} refuses %s in place of a campaign with a SchemaError`, async (_, answer, message) => {
    const error = await failureOf(() => clientOver(version, [json(answer)]).client.campaign('c1'))
    expect(error).toMatchObject({ code: 'schema', message: expect.stringMatching(message) })
    expect(error).not.toHaveProperty('outcome', expect.anything())
  })

  test(`campaign() of ${version} refuses an answer whose curies name another namespace`, async () => {
    const other = {
      ...{ [title[version]]: 'x', 'action_network:hidden': true },
      _links: { curies: [{ name: 'action_network', href: 'https://docs.example.org/{rel}', templated: true }] },
    }
    const error = await failureOf(() => clientOver(version, [json(other)]).client.campaign('c1'))
    expect(error).toMatchObject({ code: 'schema', issues: [{ field: '_links.curies' }] })
  })
}

test('a program for the Action Network reads, creates and changes campaigns and their events on the mock', async () => {
  // The mock too sends at most four answers a second.
  using _ = flyingTime()
  const service = createMockService({ ...mocked, events: 30, perPage: 2 })
  const events = new EventsV2({
    ...actionNetwork,
    apiKey: service.seeded.group.token,
    fetch: service.fetch,
    rateLimit: undefined,
  })
  const before = await events.campaigns().toArray({ max: 50 })
  expect(before.complete).toBe(true)
  expect(before.items.length).toBeGreaterThan(2)
  expect(ownOf(before.items[0] ?? {})).toHaveProperty('hidden')
  const made = await events.createCampaign({ title: 'Spring', origin_system: 'Calendar', identifiers: ['calendar:1'] })
  const event = await events.create({ title: 'River', origin_system: 'Calendar' }, { campaign: made })
  expect(ownOf(event).event_campaign_id).toBe(idOf(made))
  const changed = await events.updateCampaign(made, { host_pitch: '<p>Host.</p>', tag_list: ['rivers'] })
  expect(unappliedOf(changed)).toEqual([])
  expect(await events.campaign(changed)).toEqual(changed)
  const { items } = await events.list({ campaign: made }).toArray({ max: 5 })
  expect(items.map(({ title }) => title)).toEqual(['River'])
  const pager = events.campaigns({ filter: { identifier: 'calendar:1' } })
  expect((await pager.toArray({ max: 5 })).items.map((each) => idOf(each))).toEqual([idOf(made)])
  const { items: later } = await events.campaigns({ page: 2, prefetch: 0, maxPages: 1 }).toArray({ max: 5 })
  expect(later).toHaveLength(2)
})

test.each(versions)('no error of a call about campaigns of $version shows the key', async ({ version }) => {
  const echo = json({ error: `no ${apiKey}` }, 500)
  const { client } = clientOver(version, [echo])
  for (const call of [() => client.campaign('c1'), () => collect(client.campaigns())]) {
    const error = await failureOf(call)
    expect(error).toMatchObject({ code: 'http' })
    expect(JSON.stringify(error) + error.message + error.stack).not.toContain(apiKey)
  }
})
