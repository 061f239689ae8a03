import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

const origin = { Origin: 'https://app.example.org' }
const preflight = {
  method: 'OPTIONS',
  headers: {
    ...origin,
    'Access-Control-Request-Method': 'POST',
    'Access-Control-Request-Headers': 'content-type,osdi-api-token',
  },
}

test('with cors a preflight is answered, and the service never sees it', async () => {
  await using opened = await served({ cors: true })
  const answer = await opened.ask('/api/v2/events', preflight)
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-methods')).toMatch(/GET.*POST.*PUT.*DELETE/)
  expect(Number(answer.headers.get('access-control-max-age'))).toBeGreaterThan(0)
  expect(opened.service.requests).toEqual([])
})

test('with cors a page may send headers of its own, and nothing that is no name of a header is repeated', async () => {
  await using opened = await served({ cors: true })
  const asked = 'X-Request-Id, traceparent, no name, api-key'
  const headers = { ...preflight.headers, 'Access-Control-Request-Headers': asked }
  const answer = await opened.ask('/api/v2/events', { ...preflight, headers })
  expect(answer.headers.get('access-control-allow-headers')).toBe(
    'api-key, osdi-api-token, content-type, x-request-id, traceparent',
  )
})

test('with cors a page can read every answer of the interface, errors and unknown addresses included', async () => {
  await using opened = await served({ cors: true })
  for (const path of ['/api/v2/events', '/api/v2/events/none', '/nowhere', '/_mock/worlds/none/api/v2/events']) {
    const { headers } = await opened.ask(path, { headers: origin })
    expect(headers.get('access-control-allow-origin'), path).toBe('*')
    expect(headers.get('access-control-expose-headers'), path).toContain('Retry-After, Allow')
  }
})

test('without cors no page can read an answer, and a preflight is answered as the service answers it', async () => {
  await using opened = await served()
  const answers = [
    await opened.ask('/api/v2/events', preflight),
    await opened.ask('/api/v2/events', { headers: origin }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([405, 200])
  for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBeNull()
})

test('cors never opens the control addresses', async () => {
  await using opened = await served({ cors: true })
  const { json: world } = await opened.control('POST worlds', {})
  const { url } = world as { url: string }
  for (const address of [`${opened.server.url}/_mock/reset`, `${url}/_mock/reset`]) {
    for (const init of [preflight, { method: 'POST', headers: origin }, { method: 'POST' }]) {
      const { status, headers } = await fetch(address, init)
      expect(headers.get('access-control-allow-origin')).toBeNull()
      expect(status).toBe('headers' in init ? 403 : 200)
    }
  }
})

test("with cors, headers of a fault's own take the place of those that let pages read", async () => {
  await using opened = await served({ cors: true })
  const headers = { 'access-control-allow-origin': 'https://one.example', 'Access-Control-Expose-Headers': 'X-One' }
  opened.service.faults.add({ times: 1, effect: { kind: 'status', status: 503, headers } })
  opened.service.faults.add({ nth: 2, effect: { kind: 'status', status: 500 } })
  const answer = await opened.ask('/api/v2/events', { headers: origin })
  expect((await opened.ask('/api/v2/events')).headers.get('access-control-allow-origin')).toBe('*')
  expect(answer.headers.get('access-control-allow-origin')).toBe('https://one.example')
  expect(answer.headers.get('access-control-expose-headers')).toBe('X-One')
})
