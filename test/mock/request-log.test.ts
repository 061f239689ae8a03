import { inspect } from 'node:util'
import fc from 'fast-check'
import { createMockService, type FaultEffect, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const reached = (options: MockServiceOptions = {}) => {
  const service = createMockService(options)
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  return {
    service,
    send: (path: string, init: RequestInit = {}) => service.fetch(service.baseUrl + path, { headers, ...init }),
    paths: () => service.requests.map(({ path }) => path),
  }
}

test('service.requests returns the latest requests in their order each time', async () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.constant('send') },
    fc.constantFrom('look', 'key', 'clear', 'off', 'on'),
  )
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 40 }), async (requestLog, steps) => {
      const { service, send, paths } = reached({ requestLog })
      let [expected, sent, on]: [string[], number, boolean] = [[], 0, true]
      for (const one of steps) {
        if (one === 'send') await send(`/${++sent}`)
        if (one === 'send' && on) expected = [...expected, `/${sent}`].slice(-requestLog)
        if (one === 'key') service.addKey()
        if (one === 'clear') service.requests.clear()
        if (one === 'clear') expected = []
        if (one === 'off' || one === 'on') service.requests.record(one === 'on')
        if (one === 'off' || one === 'on') on = one === 'on'
        if (one !== 'send') expect(paths()).toEqual(expected)
      }
      expect(paths()).toEqual(expected)
    }),
    { numRuns: 40 },
  )
})

test('service.requests keeps the latest 1000 requests, or the number in the option requestLog, and numbers continue', async () => {
  const { service, send } = reached()
  for (let number = 1; number <= 1003; number += 1) await send(`/${number}`)
  expect(service.requests).toHaveLength(1000)
  expect([service.requests[0], service.requests.at(-1)]).toMatchObject([{ number: 4, path: '/4' }, { number: 1003 }])
  const none = reached({ requestLog: 0 })
  await none.send('/a')
  expect(none.service.requests).toEqual([])
  expect(() => none.service.requests.record(true)).toThrow(expect.objectContaining({ code: 'argument', field: 'on' }))
  for (const requestLog of [-1, 1.5])
    expect(() => reached({ requestLog })).toThrow(expect.objectContaining({ code: 'option', field: 'requestLog' }))
})

test('requests.clear empties the request log, and requests.record switches it off and on, even across reset and restore', async () => {
  const { service, send, paths } = reached()
  await send('/a')
  const taken = service.requests
  service.requests.clear()
  service.requests.record(false)
  await send('/b')
  expect(paths()).toEqual([])
  service.requests.record(true)
  await send('/c')
  expect(service.requests).toMatchObject([{ number: 2, path: '/c' }])
  const before = service.snapshot()
  service.requests.record(false)
  for (const goBack of [() => service.reset(), () => service.restore(before)]) {
    goBack()
    await send('/d')
    expect(paths()).toEqual([])
  }
  // Methods that were read before a reset still use the current request log.
  taken.record(true)
  await send('/e')
  expect(service.requests).toMatchObject([{ number: 1, path: '/e' }])
  taken.clear()
  expect(paths()).toEqual([])
  expect(taken).toMatchObject([{ path: '/a' }])
  expect(() => service.requests.record('no' as never)).toThrow(expect.objectContaining({ field: 'on' }))
})

test('service.requests compares, copies and prints like a plain array of its entries', async () => {
  const { service, send } = reached()
  expect(service.requests).toStrictEqual([])
  await send('/a')
  const plain = [...service.requests]
  expect(service.requests).toStrictEqual(plain)
  expect(plain).toStrictEqual(service.requests)
  expect(inspect(service.requests)).toBe(inspect(plain))
  expect(inspect(service.requests, { depth: 9 })).toMatch(/response: \{.*body: \{/s)
  expect(structuredClone(service.requests)).toEqual(plain)
  // `assert.deepStrictEqual` of older Node detects arrays by their prototype.
  expect(Object.getPrototypeOf(service.requests)).toBe(Array.prototype)
  expect(Object.isFrozen(service.requests)).toBe(true)
})

test('a log entry has the method, address, operation, status and headers of its request', async () => {
  const { service, send } = reached({ now: '2026-05-01T12:00:00Z' })
  const headers = { 'OSDI-API-Token': service.seeded.group.token, Accept: 'a/b' }
  const answer = await send('/api/v2/events?page=2&tag=a', { headers })
  expect(service.requests).toEqual([
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
      ignored: [{ field: 'tag', message: 'is not a query parameter of this service' }],
      response: {
        status: 200,
        headers: {
          'cache-control': 'max-age=0, private, must-revalidate',
          'content-type': 'application/hal+json',
          date: 'Fri, 01 May 2026 12:00:00 GMT',
        },
        body: await answer.json(),
      },
    },
  ])
})

test('a log entry has the sent part of a cut response, and no body for a response that was never sent', async () => {
  const { service, send } = reached({ events: 3 })
  const whole = await (await send('/api/v2/events')).text()
  const bytes = Buffer.from(whole)
  const half = bytes.subarray(0, Math.floor(bytes.length / 2)).toString()
  const date = 'Thu, 01 Jan 2026 00:00:00 GMT'
  const headers = { 'x-a': 'b', 'content-type': 'text/plain; charset=utf-8', date }
  const replaced = { status: 503, headers, body: 'down' }
  const logged = async (effect: FaultEffect, init?: RequestInit) => {
    const fault = service.faults.add({ effect })
    await send('/api/v2/events', init)
      .then(
        (response) => response.text(),
        () => undefined,
      )
      .catch(() => undefined)
    service.faults.remove(fault)
    return service.requests.at(-1)
  }
  expect(await logged({ kind: 'truncated' })).toMatchObject({ status: 200, response: { status: 200, body: half } })
  expect(await logged({ kind: 'reset', at: 'after headers' })).toMatchObject({ status: 200, response: { body: half } })
  expect(await logged({ kind: 'status', status: 503, body: 'down', headers: { 'X-A': 'b' } })).toHaveProperty(
    'response',
    replaced,
  )
  expect(await logged({ kind: 'status', status: 204 })).toHaveProperty('response', { status: 204, headers: { date } })
  expect((await logged({ kind: 'latency', ms: 0 }, { method: 'HEAD' }))?.response).not.toHaveProperty('body')
  const lost = await logged({ kind: 'reset' })
  expect(lost).not.toHaveProperty('status')
  expect(lost).not.toHaveProperty('response')
})

test('the request log shows a JSON body of up to 200 levels as JSON, and any other body as text', async () => {
  const { service, send } = reached()
  const nested = (levels: number) => `${'['.repeat(levels)}1${']'.repeat(levels)}`
  for (const body of ['{"title":"Picnic"}', '{"title":', 'null', nested(200), nested(100_000).slice(0, 150_000)])
    await send('/api/v2/events', { method: 'POST', body: body.slice(0, 60_000) })
  const [json, text, nothing, deep, deeper] = service.requests.map(({ body }) => body)
  expect([json, text, nothing]).toEqual([{ title: 'Picnic' }, '{"title":', null])
  expect(JSON.stringify(deep)).toBe(nested(200))
  await send('/api/v2/events', { method: 'POST', body: nested(201) })
  expect(service.requests.at(-1)?.body).toBe(nested(201))
  expect(deeper).toBe('['.repeat(60_000))
})

test('the request log keeps 64 KiB of a body, and marks a longer body as truncated', async () => {
  const { service, send } = reached({ events: 100, perPage: 100 })
  const whole = JSON.stringify('a'.repeat(64 * 1024 - 2))
  for (const body of [whole, `${whole} `, '💐'.repeat(20_000), `x${'💐'.repeat(20_000)}`])
    await send('/', { method: 'POST', body })
  const [first, second, third, fourth] = service.requests
  expect(first?.body).toBe(JSON.parse(whole))
  expect(first).not.toHaveProperty('truncated')
  expect(second).toMatchObject({ body: whole, truncated: true })
  expect(third).toMatchObject({ body: '💐'.repeat(16_384), truncated: true })
  expect(fourth).toMatchObject({ body: `x${'💐'.repeat(16_383)}`, truncated: true })
  const page = await (await send('/api/v2/events')).text()
  const last = service.requests.at(-1)
  expect(last).not.toHaveProperty('truncated')
  expect(last?.response).toMatchObject({ truncated: true })
  const shown = String(last?.response?.body)
  expect(page.startsWith(shown) && page.length > shown.length && Buffer.byteLength(shown) > 64 * 1024 - 4).toBe(true)
})

test('the request log drops the bodies of the oldest requests when it is full', async () => {
  const { service, send } = reached()
  const body = JSON.stringify('a'.repeat(60_000))
  for (let number = 1; number <= 150; number += 1) await send('/', { method: 'POST', body })
  const [oldest, newest] = [service.requests[0], service.requests.at(-1)]
  expect(oldest).toMatchObject({ number: 1, path: '/', status: 404, truncated: true })
  expect(oldest).not.toHaveProperty('body')
  expect(oldest?.response).not.toHaveProperty('body')
  expect(newest?.body).toBe(JSON.parse(body))
  const withBody = service.requests.filter((entry) => entry.body !== undefined)
  expect(withBody.length * body.length).toBeGreaterThan(7_000_000)
  expect(withBody.length * body.length).toBeLessThan(8_000_000)
})

test('a log entry of a PUT has the record as it was before, without keys, even if a fault took the response away', async () => {
  const { service, send } = reached()
  const json = { 'Content-Type': 'application/json', 'OSDI-API-Token': service.seeded.group.token }
  const put = (path: string, body: object) =>
    send(`/api/v2/${path}`, { method: 'PUT', headers: json, body: JSON.stringify(body) })
  const { id } = service.addEvent({ title: 'Picnic', description: `key ${service.seeded.group.token}` })
  const ada = service.addPerson({ given_name: 'Ada' })
  const [rsvp] = service.attend(id, ada)
  const campaign = service.addCampaign({ title: 'Spring', key: service.seeded.group.token })
  await put(`events/${id}`, { title: 'Walk' })
  await put(`people/${ada.id}`, { given_name: 'Adah' })
  await put(`events/${id}/attendances/${rsvp?.id}`, { status: 'declined' })
  await put(`event_campaigns/${campaign.id}`, { title: 'Summer' })
  service.faults.add({ times: 1, when: 'after', effect: { kind: 'reset' } })
  await put(`events/${id}`, { title: 'Run' }).catch(() => {})
  service.faults.add({ times: 1, effect: { kind: 'malformed-json' } })
  await put(`events/${id}`, { title: 'Ride' })
  await put('events/none', { title: 'Ride' })
  await send(`/api/v2/events/${id}`)
  expect(service.requests.map(({ before }) => before)).toEqual([
    expect.objectContaining({ title: 'Picnic', description: 'key [redacted]' }),
    expect.objectContaining({ given_name: 'Ada' }),
    expect.objectContaining({ status: 'accepted' }),
    expect.objectContaining({ title: 'Spring' }),
    expect.objectContaining({ title: 'Walk' }),
    ...[undefined, undefined, undefined],
  ])
})
