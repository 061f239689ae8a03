import { createMockService, type RequestLogEntry } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { shows } from '../support/shows.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

/** A secret that the service does not know. Only the name of its field shows that it is one. */
const secret = 'c0ffee-not-known'

async function logged(path: string, init: RequestInit = {}): Promise<RequestLogEntry> {
  const service = createMockService()
  await service.fetch(service.baseUrl + path, init)
  const [entry] = service.requests
  if (!entry) throw new Error('Nothing was logged')
  return entry
}

/** Headers as happy-dom has them: they keep the spelling of their names. */
class SpelledHeaders extends Headers {
  readonly #spelled: readonly (readonly [string, string])[]

  constructor(headers: Readonly<Record<string, string>>) {
    super(headers)
    this.#spelled = Object.entries(headers)
  }

  override *entries(): HeadersIterator<[string, string]> {
    for (const [name, value] of this.#spelled) yield [name, value]
  }

  override [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries()
  }
}

test('the request log has header names in lower case and no key, even on a platform that keeps the spelling of names', async () => {
  const service = createMockService()
  const headers = { 'OSDI-API-Token': secret, 'Content-Type': 'application/json', Accept: 'a/b' }
  const own = Request
  vi.stubGlobal(
    'Request',
    class extends own {
      override readonly headers = new SpelledHeaders(headers)
    },
  )
  const body = JSON.stringify({ note: `my ${secret}` })
  await service.fetch(`${service.baseUrl}/api/v2/events`, { method: 'POST', headers, body })
  expect(service.requests[0]).toMatchObject({
    headers: { 'osdi-api-token': '[redacted]', 'content-type': 'application/json', accept: 'a/b' },
    body: { note: 'my [redacted]' },
    status: 403,
  })
  expect(Object.keys(service.requests[0]?.headers ?? {})).toEqual(['osdi-api-token', 'content-type', 'accept'])
})

const names = [
  ...['api-key', 'API_KEY', 'apiKey', 'ApiKey', 'x-api-key', 'osdi-api-token', 'OSDI_API_TOKEN', 'osdiApiToken'],
  ...['token', 'accessToken', 'secret', 'client_secret', 'Authorization', 'cookie', 'Set-Cookie', 'password'],
  // Misspelt key headers of both versions.
  ...['OSDI-API-Tokn', 'ODSI-API-Toekn', 'OSDI-API-Key', 'osdi-token', 'api-kye', 'apikeys'],
]

test.for(names)('the request log redacts the value of %s in headers, addresses and bodies', async (name) => {
  const json = { [name]: secret, deep: [{ [name]: { value: secret, others: [secret] } }], note: 'kept' }
  const cut = `{"${name}": "${secret}", "note": "${'x'.repeat(70_000)}`
  const form = `note=kept&${name}=${secret}`
  for (const body of [JSON.stringify(json), cut, form]) {
    const entry = await logged(`/api/v2/events?page=2&${name}=${secret}#end`, {
      method: 'POST',
      headers: { [name]: secret, Referer: `https://app.example.org/?${name}=${secret}&page=3` },
      body,
    })
    expect(shows(entry, secret)).toBe(false)
    expect(entry).toMatchObject({
      url: `https://events.example.org/api/v2/events?page=2&${name}=[redacted]`,
      query: { page: '2', [name]: '[redacted]' },
      headers: { [name.toLowerCase()]: '[redacted]', referer: `https://app.example.org/?${name}=[redacted]&page=3` },
    })
    if (body === form) expect(entry.body).toBe(`note=kept&${name}=[redacted]`)
    else if (body === cut) expect(entry.body).toContain(`{"${name}": "[redacted]", "note": "xxx`)
    else expect(entry.body).toEqual({ [name]: '[redacted]', deep: [{ [name]: '[redacted]' }], note: 'kept' })
  }
})

test('the request log redacts a secret query parameter whose name is percent-encoded', async () => {
  for (const name of ['api%5Fkey', '%61pi_key', 'api+key', 'api%20key', 'filter%5Btoken%5D']) {
    const { url, query } = await logged(`/?${name}=${secret}`)
    expect(url).toBe(`https://events.example.org/?${name}=[redacted]`)
    expect(Object.values(query)).toEqual(['[redacted]'])
  }
})

test('the request log keeps fields with similar names, and null and booleans under secret names', async () => {
  const body = { secretary: 'Ada', key: 'value', monkey: 'a', author: 'b', osdi: 'c', token: null, cookies: true }
  const headers = { 'X-Note': 'a', 'User-Agent': 'b', Authority: 'c' }
  const entry = await logged('/?secretary=Ada&key=value&keyword=a', {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  expect(entry.query).toEqual({ secretary: 'Ada', key: 'value', keyword: 'a' })
  expect(entry.body).toEqual(body)
  expect(entry.headers).toMatchObject({ 'x-note': 'a', 'user-agent': 'b', authority: 'c' })
})

test('the request log redacts secrets in headers and bodies of responses', async () => {
  const service = createMockService()
  const effect = {
    kind: 'status',
    status: 403,
    headers: { 'Set-Cookie': `session=${secret}`, Location: `https://elsewhere.example/?token=${secret}` },
    body: { error: 'refused', api_key: secret },
  } as const
  service.faults.add({ effect })
  await service.fetch(`${service.baseUrl}/api/v2/events`)
  expect(service.requests[0]?.response).toMatchObject({
    headers: { 'set-cookie': '[redacted]', location: 'https://elsewhere.example/?token=[redacted]' },
    body: { error: 'refused', api_key: '[redacted]' },
  })
})

test('reading a long body without secret names from the request log is fast', async () => {
  for (const piece of ['a', '=', '"', '"a"', '&', '\\', 'a=', ' ', '%2']) {
    const { body } = await logged('/', { method: 'POST', body: piece.repeat(60_000 / piece.length) })
    expect(String(body).length).toBe(60_000)
  }
})

test('reading a body with a long member name from the request log is fast', async () => {
  const name = 'osdi'.repeat(15_000)
  const entry = await logged('/', { method: 'POST', body: JSON.stringify({ [name]: 'value' }) })
  expect(entry.body).toEqual({ [name]: 'value' })
})

test('the request log redacts a key with spaces in an address and a body, form-encoded or not', async () => {
  const service = createMockService()
  const token = 'my key+with / spaces'
  service.addKey({ token })
  const form = new URLSearchParams({ note: `<${token}>` }).toString()
  for (const spelling of [
    form,
    form.toLowerCase(),
    'note=<my+key%2Bwith+/+spaces>',
    `note=<${token.replaceAll(' ', '%20')}>`,
  ]) {
    await service.fetch(`${service.baseUrl}/?${spelling}`, { method: 'POST', body: spelling })
    const { url, query, body } = service.requests.at(-1) ?? {}
    expect([decodeURIComponent(String(url)), decodeURIComponent(String(body))]).toEqual([
      'https://events.example.org/?note=<[redacted]>',
      'note=<[redacted]>',
    ])
    if (!spelling.includes('key+with')) expect(query).toEqual({ note: '<[redacted]>' })
  }
})
