import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, broken, clientOver, json, refusal } from '../support/scripted-fetch.ts'

const both = ['v1', 'v2'] as const

const html = () => new Response('<html>Log in</html>', { headers: { 'content-type': 'text/html' } })

test.for(both)('checkKey of %s requests one event and resolves to true if the service returns it', async (version) => {
  const { client, requests } = clientOver(version, [json({ _embedded: {}, _links: {} })])
  expect(await client.checkKey()).toBe(true)
  expect(requests).toMatchObject([{ method: 'GET', url: `${base}/api/${version}/events?per_page=1` }])
})

test.for(both)('checkKey of %s resolves to false for status 401 and 403', async (version) => {
  for (const status of [401, 403]) {
    const { client, requests } = clientOver(version, [refusal(status)], { retry: 2 })
    expect(await client.checkKey()).toBe(false)
    expect(requests).toHaveLength(1)
  }
})

test.for(both)('checkKey of %s rejects with any other failure', async (version) => {
  const failures = [
    [refusal(404), 'http'],
    [refusal(429), 'http'],
    [refusal(500), 'http'],
    [broken('ECONNRESET'), 'network'],
    [html, 'content'],
    [json({}), 'schema'],
    [json({ error: 'API Key invalid or not present' }), 'schema'],
    [json([]), 'schema'],
  ] as const
  for (const [step, code] of failures) {
    const error = await failureOf(() => clientOver(version, [step]).client.checkKey())
    expect(error.code).toBe(code)
  }
})

test('checkKey rejects with the reason of an aborted signal, and with an InputError for a wrong option', async () => {
  const { client, requests } = clientOver('v2', [json({ _links: {} })])
  const reason = new Error('closed')
  await expect(client.checkKey({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(await failureOf(() => client.checkKey({ campaign: 'c1' }))).toMatchObject({ code: 'input', field: 'campaign' })
  expect(requests).toHaveLength(0)
})

test.for(both)('entryPoint of %s requests the root address of the API version', async (version) => {
  const entry = {
    motd: 'Hello',
    max_page_size: 25,
    _links: { 'osdi:events': { href: `${base}/api/${version}/events` } },
  }
  const { client, requests } = clientOver(version, [json(entry)])
  expect(await client.entryPoint()).toEqual(entry)
  expect(requests).toMatchObject([{ method: 'GET', url: `${base}/api/${version}/` }])
})

const codes = {
  embed_standard_layout_only_styles: '<link><script></script>',
  embed_full_no_styles: '<script></script>',
  _links: { self: { href: `${base}/embed` } },
}

test.for(both)('embed of %s accepts an id, and an event, whose link it follows', async (version) => {
  const event = eventOf(version, 'e1', {
    _links: { 'platform:embed': { href: `${base}/api/${version}/events/e1/embed/code` } },
  })
  const { client, requests } = clientOver(version, [json(codes)])
  expect(await client.embed('e1')).toEqual(codes)
  expect(await client.embed('platform:e1', { query: { style: 'full' } })).toEqual(codes)
  expect(await client.embed(event)).toEqual(codes)
  expect(requests.map(({ url }) => url)).toEqual([
    `${base}/api/${version}/events/e1/embed`,
    `${base}/api/${version}/events/e1/embed?style=full`,
    `${base}/api/${version}/events/e1/embed/code`,
  ])
})

test('embed does not follow a link to another host, and sends nothing for a wrong event', async () => {
  const { client, requests } = clientOver('v2', [json(codes)])
  const elsewhere = eventOf('v2', 'e1', { _links: { 'platform:embed': { href: 'https://elsewhere.example/embed' } } })
  expect(await failureOf(() => client.embed(elsewhere))).toMatchObject({ code: 'link' })
  expect(await failureOf(() => client.embed('..'))).toMatchObject({ code: 'input', field: 'id' })
  expect(await failureOf(() => client.embed(Promise.resolve(elsewhere)))).toMatchObject({
    code: 'input',
    field: 'event',
  })
  expect(requests).toHaveLength(0)
})
