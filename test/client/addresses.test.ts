import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { construct } = v2

const root = `${base}/api/v2/`
const other = 'v1'

const asked = async (href: string): Promise<string | undefined> => {
  const { client, requests } = clientOver('v2', [json({})])
  await client.follow(href)
  return requests[0]?.url
}

const inside: Readonly<Record<string, string>> = {
  [`${root}people/p1`]: `${root}people/p1`,
  'HTTPS://Events.Example.ORG:443/api/v2/people/p1': `${root}people/p1`,
  '/api/v2/people/p1#part': `${root}people/p1`,
  'people/p1?a=%2F..%2e#b': `${root}people/p1?a=%2F..%2e`,
  'people/p1?a=b#..%2F': `${root}people/p1?a=b`,
  'people/p1?a=b\n%2F': `${root}people/p1?a=b%2F`,
  './people/../events//e1': `${root}events//e1`,
  '//events.example.org/api/v2/events': `${root}events`,
  '?page=2': `${root}?page=2`,
  'people/p%20%C3%BC%252e': `${root}people/p%20%C3%BC%252e`,
  'people/a\\b': `${root}people/a/b`,
}
for (const [href, url] of Object.entries(inside)) {
  test(`follow asks for ${JSON.stringify(href)} inside the service's address (v2 §9.1)`, async () => {
    expect(await asked(href)).toBe(url)
  })
}

test('follow asks for ids that hold what is encoded (v2 §9.1)', async () => {
  for (const href of ['events/100%25', 'events/caf%C3%A9', 'events/a%20b;v=1']) {
    expect(await asked(href)).toBe(`${base}/api/v2/${href}`)
  }
})

const outside = [
  'https://elsewhere.example.org/',
  `https://events.example.org.evil/api/v2/events`,
  `https://events.example.org@evil.example/api/v2/events`,
  `https://user@events.example.org/api/v2/events`,
  `https://:pass@events.example.org/api/v2/events`,
  `https://events.example.org:8443/api/v2/events`,
  `http://events.example.org/api/v2/events`,
  `https://xevents.example.org/api/v2/events`,
  `${base}/api/v2x/events`,
  `${base}/api/v2`,
  `${base}/api/${other}/events`,
  `${base}/API/v2/events`,
  `${base}/x/api/v2/events`,
  '../events',
  `/api/v2/../${other}/events`,
  `/api/v2/%2e%2e/${other}/events`,
  `/api/v2/.%2E/${other}/events`,
  `/api/v2/people/%2e%2e/events`,
  'events/%2e',
  'events/%2E%2e/people',
  'events/%2e%2e%2f%2e%2e',
  'events/..%2f..',
  'events/a%2Fb',
  'events/a%252Fb',
  'events/%252e%252e/x',
  'events/..;x/y',
  'events/%00',
  'events/%E9',
  'events/a%5cb',
  'events/a%5Cb',
  'events/e%2E1',
  '//elsewhere.example.org/',
  '\\\\elsewhere.example.org\\',
  '/',
  'https://[nowhere',
  'javascript:alert(1)',
  'data:application/json,{}',
  'file:///etc/passwd',
]
for (const href of outside) {
  test(`follow refuses ${JSON.stringify(href)} and sends nothing (v2 §9.1)`, async () => {
    const { client, requests } = clientOver('v2', [json({})])
    expect(await failureOf(() => client.follow(href))).toMatchObject({ code: 'link', link: href, base: root })
    expect(requests).toHaveLength(0)
  })
}

test('the refusal of a link shows both addresses and says what to do (v2 §9.1)', async () => {
  const { client } = clientOver('v2', [])
  const error = await failureOf(() => client.follow('https://elsewhere.example.org/\u001b[31m'))
  expect(error.message).toBe(
    `The link https://elsewhere.example.org/ [31m is not under ${root}, the only address this client sends its key to; ` +
      'if it is the same service, set baseUrl to the address that the service writes into its links',
  )
})

const bases: readonly (readonly [string | URL, string])[] = [
  ['https://events.example.org', 'https://events.example.org'],
  ['https://events.example.org/', 'https://events.example.org'],
  ['https://events.example.org///', 'https://events.example.org'],
  ['https://Events.Example.org:443/a/b/', 'https://events.example.org/a/b'],
  ['https://events.example.org/a//', 'https://events.example.org/a'],
  ['https://events.example.org/a/../b', 'https://events.example.org/b'],
  ['https://events.example.org/api', 'https://events.example.org/api'],
  ['https://events.example.org/api/v2x', 'https://events.example.org/api/v2x'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://127.9', 'http://127.0.0.9'],
  ['http://127.10.20.30', 'http://127.10.20.30'],
  ['http://mock.localhost', 'http://mock.localhost'],
  [new URL('https://events.example.org/tenant/'), 'https://events.example.org/tenant'],
]
for (const [given, baseUrl] of bases) {
  const as = given instanceof URL ? 'the URL object' : 'the address'
  test(`a client takes ${as} ${given} as ${baseUrl} (v2 §9.1)`, async () => {
    const { fetch, requests } = scripted(json(eventOf('v2')))
    const client = construct({ baseUrl: given, apiKey, fetch })
    await client.get('e1')
    expect(client).toHaveProperty('baseUrl', baseUrl)
    expect(requests[0]?.url).toBe(`${baseUrl}/api/v2/events/e1`)
  })
}

const wrongBases: readonly (readonly [unknown, RegExp])[] = [
  [undefined, /must be an address; write it like https:/],
  [5, /must be an address; write it like https:/],
  ['events.example.org', /is no absolute address/],
  ['', /is no absolute address/],
  ['ftp://events.example.org', /must begin with https:\/\/ or http:\/\//],
  ['localhost:4010', /must begin with https:\/\/ or http:\/\//],
  ['https://events.example.org/api/v1/events', /must end before \/api\//],
  ['https://events.example.org/api/v%32', /must end before \/api\//],
  ['https://user@events.example.org', /must not hold a user name or a password/],
  ['https://:pass@events.example.org', /must not hold a user name or a password/],
  ['https://events.example.org/?', /must not have a query/],
  ['https://events.example.org/#', /must not have a fragment/],
  [new URL('https://events.example.org/?a=1'), /must not have a query/],
  ...[
    'http://events.example.org',
    'http://10.0.0.1',
    'http://0.0.0.0:4010',
    'http://localhost.example.org',
    'http://127.0.0.1.example.org',
    'http://localhosts',
    'http://notlocalhost',
    'http://example.org.127.localhost.example',
    'http://[::2]',
  ].map((address) => [address, /sends the key in the clear over http; use https, or set allowInsecureHttp/] as const),
  ['https://events.example.org/a%2fb', /must not hold an encoded dot or slash/],
  ['https://events.example.org/a%5Cb', /must not hold an encoded dot or slash/],
  ['https://events.example.org/api/v1', /must end before \/api\//],
  ['https://events.example.org/a/api/v2/', /must end before \/api\//],
  ['https://events.example.org/api//v2', /must end before \/api\//],
  ['https://events.example.org/api/v10', /must end before \/api\//],
  ['https://events.example.org/API/V3//', /must end before \/api\//],
]
for (const [given, why] of wrongBases) {
  test(`a client does not take ${String(given) || 'an empty text'} as baseUrl and says why (v2 §9.1)`, async () => {
    const error = await failureOf(() => construct({ baseUrl: given, apiKey }))
    expect(error).toMatchObject({ code: 'input', field: 'baseUrl' })
    expect(error.message).toMatch(why)
  })
}
