import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const escaped = (text: string) =>
  text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const percent = (text: string) => encodeURIComponent(text)

const key = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_./+%"\\~:'), minLength: 12, maxLength: 40 })
  // What is left of a key that is an escape through and through may be too short to be looked for.
  .filter((text) => !/^\d+$/.test(text) && (text.match(/[%\\]/g) ?? []).length <= 2)
const spelled = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  percent,
)

test('any key, in any spelling and any place, is redacted when somebody looks', async () => {
  await fc.assert(
    fc.asyncProperty(key, spelled, fc.boolean(), async (token, spell, known) => {
      const service = createMockService()
      if (known) service.addKey({ token })
      const sent = spell(token)
      const headers = { 'api-key': token, 'X-Note': `~${percent(sent)}~` }
      const send = (body: string) =>
        service.fetch(`${service.baseUrl}/a/${percent(sent)}?b=${percent(sent)}`, { method: 'POST', headers, body })
      await send(JSON.stringify({ note: `<${sent}>`, [`<${sent}>`]: [sent] }))
      await send(`no JSON <${sent}> <${escaped(token)}>`)
      await send(`{"note":"<${escaped(token)}>","<${escaped(token)}>":["${escaped(token)}"]}`)
      for (const entry of service.requests) {
        expect(entry).toMatchObject({ path: '/a/[redacted]', query: { b: '[redacted]' } })
        expect(entry.url).toBe(`${service.baseUrl}/a/[redacted]?b=[redacted]`)
        expect(entry.headers).toMatchObject({ 'api-key': '[redacted]', 'x-note': '~[redacted]~' })
      }
      const json = { note: '<[redacted]>', '<[redacted]>': ['[redacted]'] }
      const text = 'no JSON <[redacted]> <[redacted]>'
      expect(service.requests.map(({ body }) => body)).toEqual([json, text, json])
    }),
    { numRuns: 40 },
  )
})

test('a key added after somebody looked is redacted for whoever looks again, in every part', async () => {
  const service = createMockService()
  const late = 'added-later'
  const init = {
    method: late,
    headers: { 'X-Note': `my ${late}` },
    body: JSON.stringify({ [late]: [late, '[redacted]'] }),
  }
  await service.fetch(`${service.baseUrl}/${late}?${late}=${late}`, init)
  const before = service.requests
  expect(before[0]?.path).toBe('/added-later')
  service.addKey({ token: late })
  const [after] = service.requests
  expect(JSON.stringify(after)).not.toMatch(/added/i)
  expect(after).toMatchObject({ number: 1, status: 404, body: { '[redacted]': ['[redacted]', '[redacted]'] } })
  expect(before[0]?.path).toBe('/added-later')
  expect(Object.isFrozen(after) && Object.isFrozen(after?.headers) && Object.isFrozen(after?.body)).toBe(true)
})

test('what was redacted once stays so, whatever keys are added', async () => {
  const service = createMockService()
  const send = () =>
    service.fetch(service.baseUrl, { headers: { 'api-key': 'no-key-of-ours', 'x-note': 'no-key-of-ours' } })
  await send()
  expect(service.requests[0]?.headers).toMatchObject({ 'x-note': '[redacted]' })
  for (const token of ['redacted', '[redacted]']) service.addKey({ token })
  expect(service.requests[0]?.headers).toMatchObject({ 'api-key': '[redacted]', 'x-note': '[redacted]' })
})

test.for([true, false])(
  'an unknown key is redacted in earlier requests, looked at before or not: %s',
  async (looks) => {
    const service = createMockService()
    await service.fetch(`${service.baseUrl}/?a=no-key-of-ours`)
    if (looks) expect(service.requests[0]?.query).toEqual({ a: 'no-key-of-ours' })
    await service.fetch(service.baseUrl, { headers: { 'api-key': 'no-key-of-ours' } })
    expect(service.requests[0]?.query).toEqual({ a: '[redacted]' })
  },
)

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
  const mock = createMockService()
  const send = (path: string, headers = {}) => mock.fetch(mock.baseUrl + path, { headers })
  await send('/', { 'api-key': 'secret-one, secret-two', 'OSDI-API-Token': 'sécret-trois' })
  await send(`/?a=secret-one&b=secret-two&c=${encodeURIComponent('sécret-trois')}`)
  expect(JSON.stringify(mock.requests)).not.toMatch(/secret|trois/)
})

test('of the keys that the service does not know, the last hundred at least are remembered, and not all', async () => {
  const mock = createMockService()
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

test('keys of every length and beginning are found beside each other, the longest first', async () => {
  const mock = createMockService()
  const tokens = Array.from({ length: 900 }, (_, number) => `key-${number}-${'x'.repeat(number % 300)}`)
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

test('of a key that stands where a body, an address or a header is cut nothing is left', async () => {
  const token = 'Secret/Key-"12"'
  for (const spelling of [token, encodeURIComponent(encodeURIComponent(token)), JSON.stringify(token).slice(1, -1)]) {
    for (const before of [16 * 1024 - spelling.length, 16 * 1024 - 4, 16 * 1024 - 1]) {
      const service = createMockService()
      service.addKey({ token })
      const filled = (text: string) => `${'.'.repeat(before)}${text}${'.'.repeat(20_000)}`
      await service.fetch(service.baseUrl, { method: 'POST', body: filled(spelling) })
      const path = filled(encodeURIComponent(spelling))
      await service.fetch(`${service.baseUrl}/${path.slice(1)}`, { headers: { 'X-Note': path } })
      const [{ body } = {}, { url = '', headers = {} } = {}] = service.requests
      for (const text of [body, url.slice(service.baseUrl.length + 1), headers['x-note']])
        expect(String(text).replace(/^\.+/, '')).toBe('[redacted]')
    }
  }
})
