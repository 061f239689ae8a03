import { unappliedOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, cutShort, json, redirect, refusal, type Step } from '../support/scripted-fetch.ts'
import type { AnyClient } from '../support/versions.ts'

const path = 'event_campaigns'

const campaign = {
  identifiers: ['platform:c1'],
  title: 'Campaign',
  _links: { self: { href: address('v2', `${path}/c1`) } },
}

test('createCampaign posts the fields, and unappliedOf names what the service left out', async () => {
  const fields = {
    ...{ title: 'Spring', origin_system: 'Calendar', identifiers: ['calendar:1'], name: 'Spring 2026' },
    ...{ description: '<p>x</p>', browser_url: 'https://a.example.org', host_pitch: 'p', host_instructions: 'i' },
    tag_list: ['rivers'],
  }
  const { client, requests } = clientOver('v2', [json({ ...campaign, ...fields, tag_list: [] })])
  const made = await client.createCampaign(fields, { extra: { colour: 'green' }, query: { a: 1 } })
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([`POST ${address('v2', path)}?a=1`])
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...fields, colour: 'green' })
  expect(unappliedOf(made)).toEqual(['tag_list', 'colour'])
})

test('updateCampaign puts only the given fields, and null clears one', async () => {
  const { client, requests } = clientOver('v2', [json(campaign)])
  await client.updateCampaign(campaign, { title: 'Autumn', description: null, name: undefined })
  expect(requests.map(({ method, url, body }) => [method, url, body])).toEqual([
    ['PUT', address('v2', `${path}/c1`), '{"title":"Autumn","description":null}'],
  ])
})

test.each<[string, Record<string, unknown>, string]>([
  ['no title', { origin_system: 'x' }, 'title'],
  ['an empty title', { title: ' ', origin_system: 'x' }, 'title'],
  ['no origin_system', { title: 'x' }, 'origin_system'],
  ['a number as host_pitch', { title: 'x', origin_system: 'x', host_pitch: 5 }, 'host_pitch'],
  ['a malformed identifier', { title: 'x', origin_system: 'x', identifiers: ['x'] }, 'identifiers[0]'],
  ['a text as tag_list', { title: 'x', origin_system: 'x', tag_list: 'x' }, 'campaign.tag_list'],
  ['a field that the service sets', { title: 'x', origin_system: 'x', total_events: 1 }, 'campaign.total_events'],
  ['an own field', { title: 'x', origin_system: 'x', 'platform:hidden': true }, 'campaign.platform:hidden'],
  ['links', { title: 'x', origin_system: 'x', _links: {} }, 'campaign._links'],
  ['an unknown field', { title: 'x', origin_system: 'x', colour: 'x' }, 'campaign.colour'],
])('createCampaign refuses %s with an InputError that names the field, and sends nothing', async (_, given, field) => {
  const { client, requests } = clientOver('v2', [])
  expect(await failureOf(() => client.createCampaign(given))).toMatchObject({ code: 'input', field })
  expect(requests).toEqual([])
})

test('createCampaign and updateCampaign advise on names of version 1, and refuse documented fields in extra', async () => {
  const { client } = clientOver('v2', [])
  const least = { title: 'x', origin_system: 'x' }
  expect(await failureOf(() => client.createCampaign({ ...least, summary: 'x' }))).toMatchObject({
    message: 'campaign.summary: is not a field of version 2, which calls it title',
  })
  expect(await failureOf(() => client.updateCampaign('c1', { colour: 'x' }))).toMatchObject({ field: 'changes.colour' })
  for (const name of ['host_pitch', 'host_url', '_links']) {
    expect(await failureOf(() => client.createCampaign(least, { extra: { [name]: 'x' } }))).toMatchObject({
      field: `extra.${name}`,
    })
  }
})

test.each(['create', 'upsert'] as const)(
  '%s with a campaign posts the event to the events of the campaign',
  async (method) => {
    const row = { title: 'Picnic', origin_system: 'Calendar', identifiers: ['calendar:1'] }
    const events = json({ page: 1, total_records: 0 })
    const { client, requests } = clientOver(
      'v2',
      method === 'create' ? [json(eventOf('v2'))] : [events, events, json(eventOf('v2'))],
    )
    await client[method](row, { campaign: campaign, query: { a: 1 } })
    const sent = requests.at(-1)
    expect([sent?.method, sent?.url]).toEqual(['POST', `${address('v2', `${path}/c1/events`)}?a=1`])
    expect(JSON.parse(sent?.body ?? '')).toEqual(row)
  },
)

test('createCampaign, updateCampaign and create with a campaign are InputErrors in version 1, and send nothing', async () => {
  const { client, requests } = clientOver('v1', [])
  const message = /is not for version 1, which only reads event campaigns/
  const input = (field: string) => ({ code: 'input', field, message: expect.stringMatching(message) })
  expect(await failureOf(() => client.createCampaign({ summary: 'x' }))).toMatchObject(input('campaign'))
  expect(await failureOf(() => client.updateCampaign('c1', {}))).toMatchObject(input('changes'))
  const event = { summary: 'x', originating_system: 'x' }
  expect(await failureOf(() => client.create(event, { campaign: 'c1' }))).toMatchObject(input('campaign'))
  const row = { ...event, identifiers: ['calendar:1'] }
  expect(await failureOf(() => client.upsert(row, { campaign: 'c1' }))).toMatchObject(input('campaign'))
  expect(requests).toEqual([])
})

const outcomes: readonly (readonly [string, Step, string, string | undefined])[] = [
  ['status 404', refusal(404), 'http', 'not applied'],
  ['status 503', refusal(503), 'http', 'unknown'],
  ['a connection reset', broken('ECONNRESET'), 'network', 'unknown'],
  ['a refused connection', broken('ECONNREFUSED'), 'network', 'not applied'],
  ['half a body', cutShort(), 'content', 'applied'],
  ['a wrong type', json({ title: 5 }), 'schema', 'applied'],
  ['an event', json(eventOf('v2')), 'schema', 'applied'],
  ['an empty object', json({}), 'schema', 'unknown'],
  ['an error with status 200', json({ error: 'no' }), 'schema', 'unknown'],
  ['a redirect to another host', redirect(307, 'https://elsewhere.example.org/'), 'link', 'unknown'],
]
test.each(outcomes)(
  'createCampaign and updateCampaign after %s have the outcome of create',
  async (_, step, code, outcome) => {
    const { client } = clientOver('v2', [step])
    const made = failureOf(() => client.createCampaign({ title: 'x', origin_system: 'x' }))
    expect(await made).toMatchObject({ code, outcome })
    expect(await failureOf(() => client.updateCampaign('c1', { title: 'x' }))).toMatchObject({ code, outcome })
  },
)

test('createCampaign is sent once after a 503 and again after a 429, and updateCampaign again after both', async () => {
  const attempts = async (status: number, call: (client: AnyClient) => Promise<object>) => {
    const steps = [refusal(status, { 'retry-after': '0' }), json(campaign)]
    const { client, requests } = clientOver('v2', steps, { retry: 2 })
    await call(client).catch(() => {})
    return requests.length
  }
  const create = (client: AnyClient) => client.createCampaign({ title: 'x', origin_system: 'x' })
  const update = (client: AnyClient) => client.updateCampaign('c1', { title: 'x' })
  expect(await attempts(503, create)).toBe(1)
  expect(await attempts(429, create)).toBe(2)
  expect(await attempts(503, update)).toBe(2)
})
