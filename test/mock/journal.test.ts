import { inspect } from 'node:util'
import fc from 'fast-check'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
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

test('whatever comes and whenever somebody looks, the last requests are there in their order', async () => {
  const step = fc.oneof({ weight: 6, arbitrary: fc.constant('send') }, fc.constantFrom('look', 'clear', 'off', 'on'))
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 5 }), fc.array(step, { maxLength: 40 }), async (journal, steps) => {
      const { service, send, paths } = reached({ journal })
      let [expected, sent, on]: [string[], number, boolean] = [[], 0, true]
      for (const one of steps) {
        if (one === 'send') await send(`/${++sent}`)
        if (one === 'send' && on) expected = [...expected, `/${sent}`].slice(-journal)
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

test('1000 requests are kept, or as many as the option journal says, and numbers go on', async () => {
  const { service, send } = reached()
  for (let number = 1; number <= 1003; number += 1) await send(`/${number}`)
  expect(service.requests).toHaveLength(1000)
  expect([service.requests[0], service.requests.at(-1)]).toMatchObject([{ number: 4, path: '/4' }, { number: 1003 }])
  const none = reached({ journal: 0 })
  await none.send('/a')
  expect(none.service.requests).toEqual([])
  expect(() => none.service.requests.record(true)).toThrow(expect.objectContaining({ code: 'argument', field: 'on' }))
  for (const journal of [-1, 1.5])
    expect(() => reached({ journal })).toThrow(expect.objectContaining({ code: 'option', field: 'journal' }))
})

test('the journal can be cleared and switched off and on, whatever is reset or restored', async () => {
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
  // Those that were taken before a reset lead to the journal as it is now.
  taken.record(true)
  await send('/e')
  expect(service.requests).toMatchObject([{ number: 1, path: '/e' }])
  taken.clear()
  expect(paths()).toEqual([])
  expect(taken).toMatchObject([{ path: '/a' }])
  expect(() => service.requests.record('no' as never)).toThrow(expect.objectContaining({ field: 'on' }))
})

test('the journal is an array of entries and no more, however it is compared, copied or printed', async () => {
  const { service, send } = reached()
  expect(service.requests).toStrictEqual([])
  await send('/a')
  const plain = [...service.requests]
  expect(service.requests).toStrictEqual(plain)
  expect(plain).toStrictEqual(service.requests)
  expect(inspect(service.requests)).toBe(inspect(plain))
  expect(structuredClone(service.requests)).toEqual(plain)
  expect(Object.isFrozen(service.requests)).toBe(true)
})

test('a body is kept up to 16 KiB, and a longer one is said to be cut', async () => {
  const { service, send } = reached()
  const whole = JSON.stringify('a'.repeat(16 * 1024 - 2))
  for (const body of [whole, `${whole} `, '💐'.repeat(5000), `x${'💐'.repeat(5000)}`])
    await send('/', { method: 'POST', body })
  const [first, second, third, fourth] = service.requests
  expect(first?.body).toBe(JSON.parse(whole))
  expect(first).not.toHaveProperty('truncated')
  expect(second).toMatchObject({ body: whole, truncated: true })
  expect(third).toMatchObject({ body: '💐'.repeat(4096), truncated: true })
  expect(fourth).toMatchObject({ body: `x${'💐'.repeat(4095)}`, truncated: true })
})

test('an address and the value of a header are kept up to 16 KiB each, and longer ones are said to be cut', async () => {
  const { service, send } = reached()
  const long = 'a'.repeat(16 * 1024)
  for (const path of [`/${long.slice(1)}`, `/${long}?a=1`, `/?a=1&b=%20&c=${long}&d=1`]) await send(path)
  await send('/', { headers: { 'X-Long': `${long}a`, 'X-Short': 'b' } })
  const [whole, path, query, header] = service.requests
  expect(whole).not.toHaveProperty('truncated')
  expect(path).toMatchObject({ url: `${service.baseUrl}/${long.slice(1)}`, path: `/${long.slice(1)}`, truncated: true })
  expect(query).toMatchObject({ path: '/', query: { a: '1', b: ' ' }, truncated: true })
  expect(header).toMatchObject({ headers: { 'x-long': long, 'x-short': 'b' }, truncated: true })
})

test('a request is noted with where it went and what it got', async () => {
  const { service, send } = reached({ now: '2026-05-01T12:00:00Z' })
  const headers = { 'OSDI-API-Token': service.seeded.group.token, Accept: 'a/b' }
  await send('/api/v2/events?page=2&tag=a', { headers })
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
    },
  ])
})

test('a body is noted as JSON where it is JSON, as text otherwise, and what is nested too deep is said to be', async () => {
  const { service, send } = reached()
  for (const body of ['{"title":"Picnic"}', '{"title":', 'null', `${'['.repeat(202)}1${']'.repeat(202)}`])
    await send('/api/v2/events', { method: 'POST', body })
  const [json, text, nothing, deep] = service.requests.map(({ body }) => body)
  expect([json, text, nothing]).toEqual([{ title: 'Picnic' }, '{"title":', null])
  expect(JSON.stringify(deep)).toContain('["[nested too deep]"]')
})
