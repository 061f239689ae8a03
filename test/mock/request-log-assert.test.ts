import { createMockService, RequestAssertionError, type RequestFilter } from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** A service after four requests: a list, an invalid create, and two GETs of unknown events. */
async function used(options = {}) {
  const service = createMockService(options)
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  const send = (path: string, init: RequestInit = {}) => service.fetch(service.baseUrl + path, { headers, ...init })
  await send('/api/v2/events?page=2')
  await send('/api/v2/events', { method: 'POST', body: '{"name":"Pic-nic"}' })
  await send('/api/v2/events/abc')
  await send('/api/v2/events/abc//')
  return service
}

const failure = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

test('requests.matching and requests.assert return requests by operation, version, method, path, status and text', async () => {
  const { requests } = await used()
  const numbers = (filter: RequestFilter) => requests.matching(filter).map(({ number }) => number)
  expect(numbers({})).toEqual([1, 2, 3, 4])
  expect(numbers({ operation: 'events.create' })).toEqual([2])
  expect(numbers({ version: 'v2', status: 404 })).toEqual([3, 4])
  expect(numbers({ version: 'v1' })).toEqual([])
  expect(numbers({ method: 'get', status: 200 })).toEqual([1])
  expect(numbers({ path: '/api/v2/events' })).toEqual([1, 2])
  expect(numbers({ path: '/api/*/events/*' })).toEqual([3, 4])
  expect(numbers({ path: '/api/v2*v2/events' })).toEqual([])
  expect(numbers({ text: 'PAGE=2' })).toEqual([1])
  expect(numbers({ text: 'pic-nic' })).toEqual([2])
  expect(numbers({ text: 'not found', method: 'GET' })).toEqual([3, 4])
  expect(requests.assert({ path: '/api/v2/events/*' }, 2).map(({ number }) => number)).toEqual([3, 4])
  expect(requests.assert({ version: 'v1' }, 0)).toEqual([])
})

test('the error of requests.assert shows the most similar requests and their differences', async () => {
  const { requests } = await used()
  const error = failure(() => requests.assert({ operation: 'events.create', status: 200 }))
  expect(error).toBeInstanceOf(RequestAssertionError)
  expect(error).toMatchObject({ name: 'AssertionError', code: 'ERR_ASSERTION' })
  expect((error as Error).message).toBe(
    [
      'expected at least 1 request with operation events.create, status 200, but found none among 4 requests',
      '',
      'nearest:',
      '  #2 POST /api/v2/events (events.create): 400',
      '     refused: origin_system: is missing. Version 2 requires it on create',
      '     status is 400, not 200',
      '  #1 GET /api/v2/events?page=2 (events.list): 200',
      '     operation is events.list, not events.create',
      '  #4 GET /api/v2/events/abc//: 404',
      '     refused: nothing is served at this path: a part between two slashes is empty. Check the ids',
      '     operation is absent, not events.create',
      '     status is 404, not 200',
      '  #3 GET /api/v2/events/abc (events.get): 404',
      '     refused: there is no event with this id. Take the address from a link of a response',
      '     operation is events.get, not events.create',
      '     status is 404, not 200',
    ].join('\n'),
  )
})

test('the error of requests.assert with a count shows the matching requests, and similar ones if too few match', async () => {
  const { requests } = await used()
  const told = (filter: RequestFilter, times: number) => String(failure(() => requests.assert(filter, times)))
  expect(told({ status: 404 }, 1)).toMatch(
    /expected 1 request with status 404, but found 2 among 4 requests\n\nfound:\n {2}#3 .*\n {5}refused: .*\n {2}#4 .*\n {5}refused: .*$/,
  )
  expect(told({ path: '/api/v2/events/abc' }, 2)).toMatch(
    /expected 2 requests with path .*, but found 1 among 4 requests\n\nfound:\n {2}#3 .*\n {5}refused: .*\n\nnearest:\n {2}#4 /,
  )
  expect(told({ text: 'zebra' }, 1)).toContain('with text zebra, but found none among 4 requests\n\nnearest:\n')
  expect(told({ text: 'zebra' }, 1)).toContain('     has no text zebra')
  expect(told({ status: 200 }, 0)).toContain('expected no request with status 200, but found 1 among 4 requests')
})

test('the error of requests.assert shows at most five requests and the number of others', async () => {
  const service = createMockService({ requestLog: 8 })
  for (let number = 1; number <= 9; number += 1) await service.fetch(`${service.baseUrl}/${number}`)
  const { message } = failure(() => service.requests.assert({ path: '/99' })) as Error
  expect(message.split('\n').slice(2, 4)).toEqual(['nearest:', '  #9 GET /9: 404'])
  expect(message.match(/^ {2}#/gm)).toHaveLength(5)
  expect(message).toContain('\n  and 3 more\n')
  expect(message).toContain('\n1 request before these is no longer kept (option requestLog)')
  service.requests.clear()
  service.requests.record(false)
  expect(failure(() => service.requests.assert({}))).toMatchObject({
    message: 'expected at least 1 request, but no request was logged\n\nthe request log is switched off',
  })
})

test('the error of requests.assert shows no key', async () => {
  const service = createMockService()
  const { token } = service.addKey({ token: 'a-key-of-the-service' })
  await service.fetch(`${service.baseUrl}/${token}?key=${token}`)
  const { message } = failure(() => service.requests.assert({ path: '/' })) as Error
  expect(message).toContain('#1 GET /[redacted]?key=[redacted]: 404')
})

test('requests.matching and requests.assert refuse a wrong filter or count by name', async () => {
  const { requests } = await used()
  const wrong: readonly (readonly [unknown, string])[] = [
    [{ oparation: 'events.list' }, 'filter.oparation'],
    [{ operation: 'event.list' }, 'filter.operation'],
    [{ status: '200' }, 'filter.status'],
    [{ text: '' }, 'filter.text'],
    ['events.list', 'filter'],
  ]
  for (const [filter, field] of wrong) {
    for (const act of [() => requests.matching(filter as never), () => requests.assert(filter as never)])
      expect(failure(act)).toMatchObject({ name: 'MockServiceError', code: 'argument', field })
  }
  for (const times of [-1, 1.5, '1'])
    expect(failure(() => requests.assert({}, times as never))).toMatchObject({ field: 'times' })
})
