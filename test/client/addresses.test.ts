import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, redirect, scripted } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { construct } = v2

const root = `${base}/api/v2/`

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
  'events/caf%C3%A9': `${root}events/caf%C3%A9`,
  'people/osdi:p1': `${root}people/osdi:p1`,
  // Decoded, it is `a%zz`, which encodes nothing.
  'events/a%25zz': `${root}events/a%25zz`,
  // A dot segment only for a server that decodes four times.
  'events/%2525252e%2525252e': `${root}events/%2525252e%2525252e`,
}

test("follow requests a link below the service's address unchanged (v2 §9.1)", async () => {
  for (const [href, url] of Object.entries(inside)) {
    const { client, requests } = clientOver('v2', [json({})])
    await client.follow(href)
    expect(
      requests.map((request) => request.url),
      href,
    ).toEqual([url])
  }
})

const outside = [
  'https://elsewhere.example.org/',
  `https://events.example.org.evil/api/v2/events`,
  `https://events.example.org@evil.example/api/v2/events`,
  `https://user@events.example.org/api/v2/events`,
  `https://events.example.org:8443/api/v2/events`,
  `http://events.example.org/api/v2/events`,
  `${base}/api/v2x/events`,
  `${base}/api/v2`,
  `${base}/api/v1/events`,
  `${base}/x/api/v2/events`,
  '../events',
  `/api/v2/../v1/events`,
  `/api/v2/%2e%2e/v1/events`,
  `/api/v2/people/%2e%2e/events`,
  'events/%2e',
  'events/%2e%2e%2f%2e%2e',
  'events/a%2Fb',
  'events/a%252Fb',
  'events/%252e%252e',
  'events/%25252e%25252e',
  'events/%252e%25zz',
  'events/..;x/y',
  'events/%00',
  'events/%E9',
  'events/a%5cb',
  'events/e%2E1',
  '//elsewhere.example.org/',
  '\\\\elsewhere.example.org\\',
  'https://[nowhere',
  'javascript:alert(1)',
]
for (const href of outside) {
  test(`follow refuses ${JSON.stringify(href)} and sends nothing (v2 §9.1)`, async () => {
    const { client, requests } = clientOver('v2', [json({})])
    expect(await failureOf(() => client.follow(href))).toMatchObject({ code: 'link', link: href, base: root })
    expect(requests).toHaveLength(0)
  })
}

test('follow refuses a value that is not an address with an InputError that says what to pass', async () => {
  const { client, requests } = clientOver('v2', [json({})])
  const wrong: readonly (readonly [link: unknown, problem: string])[] = [
    ...['', undefined, null, 5, {}, { href: '' }, { href: 5 }].map(
      (link) => [link, 'must be an address, or a link with an href'] as const,
    ),
    ...['osdi:creator', { href: 'osdi:creator' }].map(
      (link) => [link, 'is not an address; take the link of a relation with linkOf(resource, relation)'] as const,
    ),
    [{ href: 'people/{id}', templated: true }, 'is a template; fill in id first'],
  ]
  for (const [link, problem] of wrong)
    expect(await failureOf(() => client.follow(link as never)), JSON.stringify(link)).toMatchObject({
      field: 'link',
      message: `link: ${problem}`,
    })
  expect(requests).toHaveLength(0)
  await client.follow({ href: 'people/p1', templated: false })
  expect(requests).toHaveLength(1)
})

test('follow refuses an error with status 200', async () => {
  const { client } = clientOver('v2', [json({ errors: ['gone'] })])
  expect(await failureOf(() => client.follow({ href: 'tags' }))).toMatchObject({ code: 'schema', reason: 'gone' })
})

test('the LinkError of follow shows both addresses and says to set baseUrl (v2 §9.1)', async () => {
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
  ['https://Events.Example.org:443/a/b/', 'https://events.example.org/a/b'],
  ['https://events.example.org/a//', 'https://events.example.org/a'],
  ['https://events.example.org/a/../b', 'https://events.example.org/b'],
  ['https://events.example.org/api', 'https://events.example.org/api'],
  ['http://localhost:8080', 'http://localhost:8080'],
  ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
  ['http://127.0.0.1:4010', 'http://127.0.0.1:4010'],
  ['http://127.10.20.30', 'http://127.10.20.30'],
  ['http://mock.localhost', 'http://mock.localhost'],
  [new URL('https://events.example.org/tenant/'), 'https://events.example.org/tenant'],
]
test('a client normalises baseUrl, and sends requests only to addresses below it (v2 §9.1)', async () => {
  for (const [given, baseUrl] of bases) {
    const { fetch, requests } = scripted(json(eventOf('v2')))
    const client = construct({ baseUrl: given, apiKey, fetch })
    await client.get('e1')
    expect(client).toHaveProperty('baseUrl', baseUrl)
    expect(requests[0]?.url).toBe(`${baseUrl}/api/v2/events/e1`)
  }
})

/** Invalid base addresses, by the message of their error. */
const wrongBases: Readonly<Record<string, readonly unknown[]>> = {
  'must be an address; write it like https:': [undefined, 5],
  'is not an absolute address': ['events.example.org', ''],
  'must begin with https:// or http://': ['ftp://events.example.org', 'localhost:4010'],
  'must not hold a user name or a password': ['https://user@events.example.org', 'https://:pass@events.example.org'],
  'must not have a query': ['https://events.example.org/?', new URL('https://events.example.org/?a=1')],
  'must not have a fragment': ['https://events.example.org/#'],
  'must not hold an encoded dot or slash': ['https://events.example.org/a%2fb', 'https://events.example.org/a%5Cb'],
  'must end before the path of the API': [
    ...['/api/v1/events', '/api/v%32', '/api/v1', '/a/api/v2/', '/api//v2', '/api/v10', '/API/V3//'].map(
      (path) => `https://events.example.org${path}`,
    ),
  ],
  'would send the key unencrypted over http; use https, or set allowInsecureHttp': [
    ...['events.example.org', '10.0.0.1', '0.0.0.0:4010', 'localhost.example.org', '127.0.0.1.example.org'],
    ...['localhosts', 'notlocalhost', 'example.org.127.localhost.example', '[::2]'],
  ].map((host) => `http://${host}`),
}

for (const [why, given] of Object.entries(wrongBases)) {
  test(`a client refuses a baseUrl with an InputError: it ${why} (v2 §9.1)`, async () => {
    for (const baseUrl of given) {
      const error = await failureOf(() => construct({ baseUrl, apiKey }))
      expect(error, String(baseUrl)).toMatchObject({ code: 'input', field: 'baseUrl' })
      expect(error.message).toContain(why)
    }
  })
}

/** An address of the service with this many characters. */
const addressOf = (length: number) => root.padEnd(length, 'a')

test('a client follows a link or redirect of 16,000 characters, and throws LinkError for a longer address', async () => {
  const resource = json(eventOf('v2'))
  expect(await clientOver('v2', [resource]).client.follow(addressOf(16_000))).toMatchObject({ title: 'Picnic' })
  const there = clientOver('v2', [redirect(302, addressOf(16_000)), resource])
  expect(await there.client.get('e1')).toMatchObject({ title: 'Picnic' })
  const refused = { code: 'link', message: expect.stringContaining('longer than the 16000 characters') }
  expect(await failureOf(() => clientOver('v2', []).client.follow(addressOf(16_001)))).toMatchObject(refused)
  const astray = clientOver('v2', [redirect(302, addressOf(16_001))])
  expect(await failureOf(() => astray.client.get('e1'))).toMatchObject(refused)
})
