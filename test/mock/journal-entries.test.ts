import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const token = 'k3y+with/odd=chars ~'

function service() {
  const made = createMockService({ now: '2026-05-01T12:00:00Z' })
  made.addKey({ token })
  return made
}

test('a request is noted with where it went and what it got', async () => {
  const mock = service()
  await mock.fetch(`${mock.baseUrl}/api/v2/events?page=2&tag=a`, {
    headers: { 'OSDI-API-Token': token, Accept: 'a/b' },
  })
  expect(mock.requests).toEqual([
    {
      number: 1,
      at: '2026-05-01T12:00:00Z',
      method: 'GET',
      url: 'https://events.example.org/api/v2/events?page=2&tag=a',
      path: '/api/v2/events',
      query: { page: '2', tag: 'a' },
      version: 'v2',
      operation: 'events.list',
      headers: { accept: 'a/b', 'osdi-api-token': '[redacted]' },
      status: 200,
    },
  ])
})

test('a body is noted as JSON where it is JSON, as text otherwise, and what is nested too deep is said to be', async () => {
  const mock = service()
  for (const body of ['{"title":"Picnic"}', '{"title":', 'null', `${'['.repeat(202)}1${']'.repeat(202)}`])
    await mock.fetch(`${mock.baseUrl}/api/v2/events`, { method: 'POST', body })
  const [json, text, nothing, deep] = mock.requests.map(({ body }) => body)
  expect([json, text, nothing]).toEqual([{ title: 'Picnic' }, '{"title":', null])
  expect(JSON.stringify(deep)).toContain('["[nested too deep]"]')
})

const noted = (name: string, value: string) => ({ headers: { [name]: value } })
const numbers = (digits: string) => ({ method: 'POST', body: `{"a":${digits},"b":[7.5]}` })

/** Requests that hold a key, what must not be seen of it, and what must be seen. */
const hidden: readonly (readonly [key: string, path: string, init: RequestInit, never: RegExp, seen: string])[] = [
  ['PATCHTOKEN12', '/', { method: 'PATCHTOKEN12' }, /patchtoken12/i, '"method":"[redacted]"'],
  ['PATCHTOKEN12', '/', noted('PATCHTOKEN12', 'yes'), /patchtoken12/i, '"[redacted]":"yes"'],
  ...['1234567890', '12345678901234567890'].map(
    (digits) => [digits, '/', numbers(digits), /123456789/, '"b":[7.5]'] as const,
  ),
  ...['percent%41sign', 'back\\u0041slash'].flatMap((key) => [
    [key, `/?a=${encodeURIComponent(key)}`, {}, /percent|slash/, '[redacted]'] as const,
    [key, '/', noted('X-Note', key), /percent|slash/, '"x-note":"[redacted]"'] as const,
  ]),
  // A key may stand in it in Base64.
  [
    'PATCHTOKEN12',
    '/',
    noted('Authorization', `Basic ${btoa('PATCHTOKEN12:')}`),
    /Basic/,
    '"authorization":"[redacted]"',
  ],
  ['PATCHTOKEN12', '/', noted('Authorization', 'Basic none'), /Basic/, '"authorization":"[redacted]"'],
]

test('a key is redacted in the method, in names of headers, in numbers, in escapes and in Authorization', async () => {
  for (const [key, path, init, never, seen] of hidden) {
    const mock = createMockService()
    mock.addKey({ token: key })
    await mock.fetch(`${mock.baseUrl}${path}`, init)
    const text = JSON.stringify(mock.requests)
    expect(text).not.toMatch(never)
    expect(text).toContain(seen)
  }
})

test('a key is redacted however often it is encoded, wholly and with nothing left of it', async () => {
  const mock = createMockService()
  const key = 'SecretKEY/123 45+x%'
  mock.addKey({ token: key })
  for (let times = 1, encoded = key; times <= 5; times += 1) {
    encoded = encodeURIComponent(encoded)
    await mock.fetch(`${mock.baseUrl}/api/v2/events/${encoded}?next=${encoded}`)
    const [path, url] = ['/api/v2/events/[redacted]', `${mock.baseUrl}/api/v2/events/[redacted]?next=[redacted]`]
    expect(mock.requests.at(-1)).toMatchObject({ path, url })
  }
})

test('keys that the service does not know are redacted in later requests too', async () => {
  const mock = service()
  const send = (path: string, headers = {}) => mock.fetch(mock.baseUrl + path, { headers })
  await send('/', { 'api-key': 'secret-one, secret-two', 'OSDI-API-Token': 'sécret-trois' })
  await send(`/?a=secret-one&b=secret-two&c=${encodeURIComponent('sécret-trois')}`)
  expect(JSON.stringify(mock.requests)).not.toMatch(/secret|trois/)
})

test('a key that came as the bytes of UTF-8 is redacted where it is percent-encoded', async () => {
  const mock = service()
  const key = 'SÉCRET-Quatré'
  const bytes = String.fromCharCode(...new TextEncoder().encode(key))
  await mock.fetch(`${mock.baseUrl}/${encodeURIComponent(key)}`, { headers: { 'api-key': bytes } })
  expect(mock.requests[0]?.path).toBe('/[redacted]')
})

test('of the keys that the service does not know, the last hundred at least are remembered, and not all', async () => {
  const mock = service()
  const url = `${mock.baseUrl}/`
  for (let hundred = 10; hundred < 22; hundred += 1) {
    const keys = Array.from({ length: 100 }, (_, one) => `stranger-${hundred * 100 + one}`)
    await mock.fetch(url, { headers: { 'api-key': keys.join() } })
  }
  await mock.fetch(`${url}?a=stranger-1000&b=stranger-2100&c=stranger-2199`)
  expect(mock.requests.at(-1)?.query).toEqual({ a: 'stranger-1000', b: '[redacted]', c: '[redacted]' })
})

test('a key of fewer than six characters is redacted in the key headers alone, and the journal stays readable', async () => {
  const mock = createMockService()
  for (const token of ['e', 'key', 'v2', 'event']) mock.addKey({ token })
  await mock.fetch(`${mock.baseUrl}/api/v2/events?key=event`, { headers: { 'OSDI-API-Token': 'event' } })
  expect(mock.requests).toMatchObject([
    { path: '/api/v2/events', query: { key: 'event' }, headers: { 'osdi-api-token': '[redacted]' }, status: 200 },
  ])
})

test('a key header of any length is redacted, and its request noted', async () => {
  for (const length of [512, 513, 8000, 100_000]) {
    const mock = service()
    const key = 'z'.repeat(length)
    const answer = await mock.fetch(`${mock.baseUrl}/api/v2/events`, { headers: { 'OSDI-API-Token': key } })
    expect(answer.status).toBe(403)
    expect(mock.requests).toMatchObject([{ headers: { 'osdi-api-token': '[redacted]' }, status: 403 }])
  }
})

test('keys of every length and beginning are found beside each other, the longest first', async () => {
  const mock = createMockService()
  const tokens = Array.from({ length: 3000 }, (_, number) => `key-${number}-${'x'.repeat(number % 300)}`)
  for (const token of tokens) mock.addKey({ token })
  for (let at = 0; at < tokens.length; at += 50) {
    const sent = tokens.slice(at, at + 50)
    await mock.fetch(mock.baseUrl, { method: 'POST', body: sent.join(' ') })
    const shown = sent.map((token) => (token.length < 6 ? token : '[redacted]'))
    expect(mock.requests.at(-1)?.body).toBe(shown.join(' '))
  }
})

test('two keys that overlap leave nothing of the first', async () => {
  const mock = createMockService()
  for (const token of ['abc%64efg', 'abcdef']) mock.addKey({ token })
  await mock.fetch(`${mock.baseUrl}/?a=abc%64efg`)
  expect(mock.requests[0]?.url).toBe(`${mock.baseUrl}/?a=[redacted]`)
})
