import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const percent = (text: string) => encodeURIComponent(text)

const key = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_./+%"\\~:'), minLength: 12, maxLength: 40 })
const spelled = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  percent,
  (text) => percent(text).toLowerCase(),
)

test('the request log redacts a key of six or more characters in every part of its request and response', async () => {
  await fc.assert(
    fc.asyncProperty(key, spelled, fc.boolean(), async (token, spell, known) => {
      const service = createMockService()
      if (known) service.addKey({ token })
      service.faults.add({ effect: { kind: 'status', status: 403, body: { note: `<${token}>` } } })
      const headers = { 'api-key': token, 'X-Note': `~${percent(token)}~` }
      const send = (body: string) =>
        service.fetch(`${service.baseUrl}/a/${percent(token)}?b=${percent(token)}`, { method: 'POST', headers, body })
      const sent = spell(token)
      await send(JSON.stringify({ note: `<${sent}>`, [`<${sent}>`]: [sent] }))
      await send(JSON.stringify({ note: `<${sent}>`, [`<${sent}>`]: [sent] }).replaceAll('/', '\\/'))
      await send(`no JSON <${sent}> <${sent}>`)
      for (const entry of service.requests) {
        expect(entry).toMatchObject({ path: '/a/[redacted]', query: { b: '[redacted]' } })
        expect(entry.url).toBe(`${service.baseUrl}/a/[redacted]?b=[redacted]`)
        expect(entry.headers).toMatchObject({ 'api-key': '[redacted]', 'x-note': '~[redacted]~' })
        expect(entry.response?.body).toEqual({ note: '<[redacted]>' })
      }
      const json = { note: '<[redacted]>', '<[redacted]>': ['[redacted]'] }
      expect(service.requests.map(({ body }) => body)).toEqual([json, json, 'no JSON <[redacted]> <[redacted]>'])
    }),
    { numRuns: 40 },
  )
})

test('the request log redacts the key in error bodies and redirect addresses', async () => {
  const service = createMockService()
  const { token } = service.seeded.group
  const headers = { 'OSDI-API-Token': token }
  const redirect = { kind: 'redirect', to: `https://elsewhere.example/?key=${token}` } as const
  for (const effect of [{ kind: 'echo-key' } as const, redirect]) {
    service.faults.clear()
    service.faults.add({ effect })
    await service.fetch(`${service.baseUrl}/api/v2/events`, { headers, redirect: 'manual' })
  }
  const [echo, moved] = service.requests.map(({ response }) => response)
  expect(JSON.stringify(echo?.body)).toContain('API Key invalid or not present [redacted]')
  expect(moved?.headers).toMatchObject({ location: 'https://elsewhere.example/?key=[redacted]' })
  expect(JSON.stringify(service.requests)).not.toContain(token)
})

test('service.requests redacts a key that was added after the request, even if the log was read earlier', async () => {
  const service = createMockService()
  const late = 'added-later'
  const init = {
    method: late,
    headers: { 'X-Note': `my ${late}`, [late]: 'yes' },
    body: JSON.stringify({ [late]: [late, '[redacted]'] }),
  }
  await service.fetch(`${service.baseUrl}/${late}?${late}=${late}`, init)
  const before = service.requests
  expect(before[0]).toMatchObject({ path: '/added-later', body: { 'added-later': ['added-later', '[redacted]'] } })
  service.addKey({ token: late })
  const [after] = service.requests
  expect(JSON.stringify(after)).not.toMatch(/added/i)
  expect(after).toMatchObject({ number: 1, status: 404, body: { '[redacted]': ['[redacted]', '[redacted]'] } })
  expect(before[0]).toMatchObject({ path: '/added-later', body: { 'added-later': ['added-later', '[redacted]'] } })
  expect(Object.isFrozen(after) && Object.isFrozen(after?.headers) && Object.isFrozen(after?.body)).toBe(true)
  // The replacement text may be a key itself.
  for (const token of ['redacted', '[redacted]']) service.addKey({ token })
  expect(service.requests[0]?.path).toBe('/[redacted]')
})

test('the request log redacts each of several known and unknown keys in one header', async () => {
  const service = createMockService()
  const headers = { 'api-key': 'secret-one, secret-two', 'OSDI-API-Token': 'sécret-trois', Authorization: 'Basic none' }
  const query = `a=secret-one&b=secret-two&c=${percent('sécret-trois')}`
  await service.fetch(`${service.baseUrl}/?${query}`, { headers })
  expect(JSON.stringify(service.requests)).not.toMatch(/secret|trois|Basic/)
})

test('the request log redacts all of a key that begins with another key', async () => {
  const service = createMockService()
  for (const token of ['abcdef', 'ABCdef-ghi', 'abcdef-ghi-jkl']) service.addKey({ token })
  await service.fetch(service.baseUrl, { method: 'POST', body: 'abcdef-ghi abcdef abcdef-ghi-jkl' })
  expect(service.requests[0]?.body).toBe('[redacted] [redacted] [redacted]')
})

test('the request log redacts a key of digits inside a JSON number, and shows the body as text', async () => {
  const service = createMockService()
  service.addKey({ token: '12345678' })
  await service.fetch(service.baseUrl, { method: 'POST', body: '{"a":12345678}' })
  expect(service.requests[0]?.body).toBe('{"a":[redacted]}')
})

test('the request log redacts a key of fewer than six characters only in the key headers', async () => {
  const service = createMockService()
  for (const token of ['e', 'key', 'v2', 'event']) service.addKey({ token })
  await service.fetch(`${service.baseUrl}/api/v2/events?key=event`, { headers: { 'OSDI-API-Token': 'event' } })
  expect(service.requests).toMatchObject([
    { path: '/api/v2/events', query: { key: 'event' }, headers: { 'osdi-api-token': '[redacted]' }, status: 200 },
  ])
})

test('the request log redacts each of many adjacent keys of different lengths', async () => {
  const service = createMockService()
  const tokens = Array.from({ length: 900 }, (_, number) => `${number}-key-${'x'.repeat(number % 300)}`)
  for (const token of tokens) service.addKey({ token })
  for (let at = 0; at < tokens.length; at += 50) {
    const sent = tokens.slice(at, at + 50)
    for (const gap of ['', ' ']) {
      await service.fetch(service.baseUrl, { method: 'POST', body: sent.join(gap) })
      expect(service.requests.at(-1)?.body).toBe(sent.map(() => '[redacted]').join(gap))
    }
  }
})

test('the request log redacts a key that is written with JSON escapes', async () => {
  const service = createMockService()
  const token = "abc+def/ghi='jkl'"
  service.addKey({ token })
  const escaped = (unicode: (code: string) => string) =>
    token.replace(/./g, (character) => unicode(character.charCodeAt(0).toString(16)))
  for (const spelling of [
    escaped((code) => `\\u00${code}`),
    escaped((code) => `\\u00${code.toUpperCase()}`),
    token.replaceAll('/', '\\/'),
  ]) {
    await service.fetch(service.baseUrl, { method: 'POST', body: `{"a":"<${spelling}>","${spelling}":1}` })
    expect(service.requests.at(-1)?.body).toEqual({ a: '<[redacted]>', '[redacted]': 1 })
    await service.fetch(service.baseUrl, { method: 'POST', body: `no JSON: ${spelling}` })
    expect(service.requests.at(-1)?.body).toBe('no JSON: [redacted]')
  }
  for (const spelling of [token, escaped((code) => `%${code}`), token.replace('+', '%2B').replace('=', '%3D')]) {
    await service.fetch(`${service.baseUrl}/${spelling}?a=${spelling}`, { method: 'POST', body: `a=${spelling}` })
    const url = `${service.baseUrl}/[redacted]?a=[redacted]`
    expect(service.requests.at(-1)).toMatchObject({ url, path: '/[redacted]', body: 'a=[redacted]' })
  }
})

test('the request log redacts the first part of a key at the end of a cut body', async () => {
  const service = createMockService()
  const { token } = service.seeded.group
  const filled = (length: number) => `${'x'.repeat(64 * 1024 - length)}${token}`
  for (const length of [6, 20, token.length - 1]) {
    service.faults.add({ times: 1, effect: { kind: 'status', status: 500, body: filled(length) } })
    await service.fetch(service.baseUrl, { method: 'POST', body: filled(length) })
    const { body, response } = service.requests.at(-1) ?? {}
    expect([body, response?.body]).toEqual(Array(2).fill(`${'x'.repeat(64 * 1024 - length)}[redacted]`))
  }
})

test('service.requests redacts one of thousands of keys in each of hundreds of long bodies', async () => {
  const service = createMockService()
  const group = service.addGroup({ title: 'Park friends' })
  for (let number = 1; number <= 20_000; number += 1) service.addKey({ group })
  const { token } = service.addKey({ group })
  for (const body of [`{"a":"${'x'.repeat(20_000)} ${token}"}`, `a ${'x'.repeat(20_000)} ${token}`])
    for (let number = 1; number <= 150; number += 1) await service.fetch(service.baseUrl, { method: 'POST', body })
  expect(service.requests.filter(({ body }) => JSON.stringify(body).includes('x [redacted]'))).toHaveLength(300)
})
