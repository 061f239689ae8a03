import { afterEach, expect, test, vi } from 'vitest'
import { defaultRetry, retryAfterOf, waitBefore } from '../../src/core/retry.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const noAnswer = {}
const drawing = (number: number) => vi.spyOn(Math, 'random').mockReturnValue(number)
const asking = (value: string) => ({ status: 503, headers: new Headers({ 'retry-after': value }) })

/** Whether the first failure of this kind is followed by another attempt. */
const again = (method: string, failure: { readonly status?: number }) =>
  waitBefore(1, method, failure, defaultRetry) !== undefined

test('reads and PUT are tried again after answers that pass, and after no answer', () => {
  for (const method of ['GET', 'PUT']) {
    expect(again(method, noAnswer), `${method} without an answer`).toBe(true)
    for (const status of [408, 429, 500, 502, 503, 504])
      expect(again(method, { status }), `${method} ${status}`).toBe(true)
  }
})

test('no request is tried again after an answer that would be the same', () => {
  for (const method of ['GET', 'PUT']) {
    for (const status of [0, 301, 304, 400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505]) {
      expect(again(method, { status }), `${method} ${status}`).toBe(false)
    }
  }
})

test('POST and DELETE are never tried again', () => {
  for (const method of ['POST', 'DELETE']) {
    expect(again(method, noAnswer), `${method} without an answer`).toBe(false)
    for (const status of [408, 429, 500, 502, 503, 504])
      expect(again(method, { status }), `${method} ${status}`).toBe(false)
  }
})

test('there are as many further attempts as the limit says', () => {
  const allowed = (limit: number) =>
    [1, 2, 3, 4, 5].filter((made) => waitBefore(made, 'GET', noAnswer, { ...defaultRetry, limit }) !== undefined)
  expect(allowed(0)).toEqual([])
  expect(allowed(1)).toEqual([1])
  expect(allowed(defaultRetry.limit)).toEqual([1, 2])
  expect(allowed(4)).toEqual([1, 2, 3, 4])
})

test('waits are drawn from zero up to a bound that doubles, and that has a bound itself', () => {
  const bounds = (made: readonly number[]) =>
    made.map((number) => waitBefore(number, 'GET', noAnswer, { ...defaultRetry, limit: 99 }))
  drawing(1)
  expect(bounds([1, 2, 3, 4, 5, 6, 20])).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000])
  drawing(0.5)
  expect(bounds([1, 2])).toEqual([150, 300])
  drawing(0)
  expect(bounds([1, 2])).toEqual([0, 0])
})

test('a Retry-After in seconds is waited for instead', () => {
  drawing(0)
  expect(waitBefore(1, 'GET', asking('7'), defaultRetry)).toBe(7000)
  expect(waitBefore(2, 'PUT', asking(' 0 '), defaultRetry)).toBe(0)
})

test('a Retry-After as a date is waited for from now, and one that has passed not at all', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  const after = (value: string) => retryAfterOf(new Headers({ 'retry-after': value }), now)
  expect(after('Fri, 01 May 2026 12:00:09 GMT')).toBe(9000)
  expect(after('Fri, 01 May 2026 11:59:00 GMT')).toBe(0)
})

test('a Retry-After as a date is counted from the clock of this machine', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T12:00:00Z'))
  expect(waitBefore(1, 'GET', asking('Fri, 01 May 2026 12:00:03 GMT'), defaultRetry)).toBe(3000)
})

test('a Retry-After that is absent, empty or unreadable changes nothing', () => {
  expect(retryAfterOf(undefined)).toBe(undefined)
  expect(retryAfterOf(new Headers())).toBe(undefined)
  for (const value of ['', '  ', 'soon', '-5', '1.5', '1e3', '0x10', '5 seconds']) {
    expect(retryAfterOf(new Headers({ 'retry-after': value })), value).toBe(undefined)
  }
  drawing(1)
  expect(waitBefore(1, 'GET', asking('soon'), defaultRetry)).toBe(300)
})

test('a Retry-After beyond the longest that is waited for ends the attempts', () => {
  expect(waitBefore(1, 'GET', asking('60'), defaultRetry)).toBe(60_000)
  expect(waitBefore(1, 'GET', asking('61'), defaultRetry)).toBe(undefined)
  expect(waitBefore(1, 'GET', asking('61'), { limit: 2, maxRetryAfter: 61_000 })).toBe(61_000)
  expect(waitBefore(1, 'GET', asking('1'), { limit: 2, maxRetryAfter: 0 })).toBe(undefined)
  expect(waitBefore(1, 'GET', asking('9'.repeat(400)), defaultRetry)).toBe(undefined)
})

test('a Retry-After does not make an answer worth another attempt', () => {
  expect(waitBefore(1, 'GET', { ...asking('1'), status: 404 }, defaultRetry)).toBe(undefined)
  expect(waitBefore(1, 'POST', asking('1'), defaultRetry)).toBe(undefined)
  expect(waitBefore(3, 'GET', asking('1'), defaultRetry)).toBe(undefined)
})
