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

test('a request that matches no route is noted without an operation', async () => {
  const mock = service()
  await mock.fetch(`${mock.baseUrl}/nowhere`)
  expect(mock.requests).toMatchObject([{ path: '/nowhere', status: 404 }])
  expect(mock.requests[0]).not.toHaveProperty('operation')
  expect(mock.requests[0]).not.toHaveProperty('version')
})

test('a body is noted as JSON where it is JSON, as text otherwise', async () => {
  const mock = service()
  for (const body of ['{"title":"Picnic"}', '{"title":']) {
    await mock.fetch(`${mock.baseUrl}/api/v2/events`, { method: 'POST', body })
  }
  expect(mock.requests.map(({ body }) => body)).toEqual([{ title: 'Picnic' }, '{"title":'])
})

test('a key is redacted wherever it stands: path, query, body and any header, percent-encoded or not', async () => {
  const mock = service()
  const encoded = encodeURIComponent(token)
  const oddly = [...token].map((character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`).join('')
  const plus = new URLSearchParams({ key: token }).toString()
  await mock.fetch(`${mock.baseUrl}/api/v1/events/${encoded}?a=${encoded}&b=${oddly}&${plus}&${encoded}=1`, {
    method: 'PUT',
    headers: { 'api-key': token, 'X-Echo': `key ${token}`, Authorization: `Bearer ${token}` },
    body: JSON.stringify({ summary: `my ${token}`, [token]: [{ deep: token }] }),
  })
  const seen = JSON.stringify(mock.requests)
  for (const form of [token, encoded, oddly, plus.slice(4), JSON.stringify(token).slice(1, -1)]) {
    expect(seen).not.toContain(form)
  }
  expect(mock.requests[0]?.body).toEqual({ summary: 'my [redacted]', '[redacted]': [{ deep: '[redacted]' }] })
})

test('a key written with JSON escapes is redacted too', async () => {
  const mock = service()
  const escaped = [...token].map((character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')
  await mock.fetch(`${mock.baseUrl}/api/v2/events`, { method: 'POST', body: `{"title":"${escaped}"}` })
  expect(mock.requests[0]?.body).toEqual({ title: '[redacted]' })
})

test('a key that the service does not know, and one in the other version’s header, are redacted as well', async () => {
  const mock = service()
  await mock.fetch(`${mock.baseUrl}/api/v2/events?token=someone-elses-key`, {
    headers: { 'api-key': 'someone-elses-key', 'OSDI-API-Token': 'short' },
  })
  expect(JSON.stringify(mock.requests)).not.toMatch(/someone-elses-key|short/)
  expect(mock.requests[0]?.status).toBe(403)
})

test('a key added later is redacted from then on', async () => {
  const mock = service()
  await mock.fetch(`${mock.baseUrl}/api/v2/events`, { headers: { 'OSDI-API-Token': token } })
  const late = mock.addKey({ token: 'added-later' })
  await mock.fetch(`${mock.baseUrl}/api/v2/events?key=${late.token}`, { headers: { 'OSDI-API-Token': token } })
  expect(JSON.stringify(mock.requests)).not.toContain('added-later')
})

test('a body nested beyond reason is noted and answered', async () => {
  const mock = service()
  const body = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const answer = await mock.fetch(`${mock.baseUrl}/api/v2/events`, {
    method: 'POST',
    headers: { 'OSDI-API-Token': token, 'Content-Type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(400)
  expect(mock.requests).toHaveLength(1)
})

test('the journal cannot be changed from outside, and a list once taken stays as it was', async () => {
  const mock = service()
  await mock.fetch(`${mock.baseUrl}/api/v2/events`)
  const taken = mock.requests
  await mock.fetch(`${mock.baseUrl}/api/v2/events`)
  expect(taken).toHaveLength(1)
  expect(mock.requests).toHaveLength(2)
  expect(Object.isFrozen(taken) && Object.isFrozen(taken[0])).toBe(true)
})
