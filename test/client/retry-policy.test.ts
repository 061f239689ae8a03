import { ContentError, HttpError, InputError, LinkError, NetworkError, TimeoutError } from 'osdi-events'
import { afterEach, expect, test, vi } from 'vitest'
import type { EventsError, Outcome } from '../../src/core/errors/error-classes.ts'
import { defaultRetry, type Repeatable, retryAfterOf, waitBefore } from '../../src/core/http/retry.ts'
import { base } from '../support/scripted-fetch.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const get: Repeatable = { method: 'GET' }
const put: Repeatable = { method: 'PUT' }
const post: Repeatable = { method: 'POST', recognised: false }
const recognisedPost: Repeatable = { method: 'POST', recognised: true }
const del: Repeatable = { method: 'DELETE' }

const drawing = (number: number) => vi.spyOn(Math, 'random').mockReturnValue(number)

const statusIs = (status: number, headers = new Headers()): EventsError =>
  new HttpError('no', { status, headers, outcome: status < 500 ? 'not applied' : 'unknown' })
const asking = (value: string, status = 503) => statusIs(status, new Headers({ 'retry-after': value }))
const noAnswer = (outcome: Outcome = 'unknown') => new NetworkError('no', { outcome })
const late = (option: 'timeout' | 'totalTimeout', outcome: Outcome = 'unknown') =>
  new TimeoutError('no', option, 5, { outcome })
const cutShort = new ContentError('no', { status: 200, outcome: 'applied' })

const passing = [408, 429, 500, 502, 503, 504]

/** Whether the first failure of this kind is followed by another attempt. */
const again = (request: Repeatable, failure: EventsError, policy = defaultRetry) =>
  waitBefore(1, request, failure, policy) !== undefined

const whatever: readonly EventsError[] = [
  ...passing.map((status) => statusIs(status)),
  noAnswer(),
  noAnswer('not applied'),
  late('timeout'),
  late('timeout', 'not applied'),
  cutShort,
]

test('reads, PUT and a POST that the service recognises are tried again after whatever may pass (v1 §1.3)', () => {
  for (const outgoing of [get, put, recognisedPost]) {
    expect(whatever.filter((failure) => !again(outgoing, failure))).toEqual([])
  }
})

test('a DELETE is never tried again', () => {
  const asserting = { ...defaultRetry, deduplicates: true }
  expect(whatever.filter((failure) => again(del, failure) || again(del, failure, asserting))).toEqual([])
})

test('any other POST is tried again where the one before surely had no effect, and only there', () => {
  const sure = whatever.filter((failure) => again(post, failure))
  expect(sure).toEqual([expect.any(HttpError), expect.any(NetworkError), expect.any(TimeoutError)])
  expect(sure.map(({ status, outcome }) => status ?? outcome)).toEqual([429, 'not applied', 'not applied'])
})

test('a caller who says that the service deduplicates has every POST tried again', () => {
  expect(whatever.filter((failure) => !again(post, failure, { ...defaultRetry, deduplicates: true }))).toEqual([])
})

test('no request is tried again after an answer that would be the same', () => {
  const lasting = [0, 301, 304, 400, 401, 403, 404, 405, 409, 410, 413, 422, 501, 505]
  for (const outgoing of [get, put, post, recognisedPost]) {
    expect(lasting.filter((status) => again(outgoing, statusIs(status)))).toEqual([])
  }
})

test('no request is tried again that this package refused, or whose time is up', () => {
  const issue = { field: 'apiKey', message: 'no' }
  const refusals = [new InputError('no', [issue]), new LinkError('no', undefined, base), late('totalTimeout')]
  expect(refusals.filter((failure) => again(get, failure))).toEqual([])
})

test('there are as many further attempts as the limit says', () => {
  const allowed = (limit: number) =>
    [1, 2, 3, 4, 5].filter((made) => waitBefore(made, get, noAnswer(), { ...defaultRetry, limit }) !== undefined)
  expect(allowed(0)).toEqual([])
  expect(allowed(1)).toEqual([1])
  expect(allowed(defaultRetry.limit)).toEqual([1, 2])
  expect(allowed(4)).toEqual([1, 2, 3, 4])
})

test('waits are drawn from zero up to a bound that doubles, and that has a bound itself', () => {
  const bounds = (made: readonly number[]) =>
    made.map((number) => waitBefore(number, get, noAnswer(), { ...defaultRetry, limit: 99 }))
  drawing(1)
  expect(bounds([1, 2, 3, 4, 5, 6, 20])).toEqual([300, 600, 1200, 2400, 4800, 8000, 8000])
  drawing(0.5)
  expect(bounds([1, 2])).toEqual([150, 300])
  drawing(0)
  expect(bounds([1, 2])).toEqual([0, 0])
})

test('the rest after a 429 is left to the cool-down of the client, whatever the 429 asks for', () => {
  drawing(1)
  for (const limited of [statusIs(429), asking('7', 429), asking('3600', 429)]) {
    expect(waitBefore(1, get, limited, defaultRetry)).toBe(0)
    expect(waitBefore(2, post, limited, defaultRetry)).toBe(0)
  }
})

test('a POST whose 429 leaves in doubt what an earlier request of it did is not tried again', () => {
  const doubtful = new HttpError('no', { status: 429, headers: new Headers(), outcome: 'unknown' })
  expect([get, put, recognisedPost, post].map((outgoing) => again(outgoing, doubtful))).toEqual([
    true,
    true,
    true,
    false,
  ])
})

test('a Retry-After in seconds is waited for instead, and those who wait for one come back at moments that are drawn', () => {
  drawing(0)
  expect(waitBefore(1, get, asking('7'), defaultRetry)).toBe(7000)
  expect(waitBefore(2, put, asking('7'), defaultRetry)).toBe(7000)
  drawing(0.5)
  expect(waitBefore(1, get, asking('7'), defaultRetry)).toBe(7150)
  drawing(1)
  expect(waitBefore(1, get, asking('7'), defaultRetry)).toBe(7300)
  expect(waitBefore(2, put, asking('7'), defaultRetry)).toBe(7600)
})

test('what is drawn on top of a Retry-After keeps to maxRetryAfter and leaves half of the rest of totalTimeout', () => {
  drawing(1)
  const upTo = (maxRetryAfter: number) => ({ ...defaultRetry, maxRetryAfter })
  expect(waitBefore(1, get, asking('7'), upTo(7100))).toBe(7100)
  expect(waitBefore(1, get, asking('7'), upTo(7000))).toBe(7000)
  expect(waitBefore(1, get, asking('7'), defaultRetry, 7200)).toBe(7100)
  expect(waitBefore(1, get, asking('7'), defaultRetry, 7000)).toBe(7000)
  expect(waitBefore(1, get, asking('7'), defaultRetry, 10)).toBe(7000)
})

test('a Retry-After of zero means at once, not some time', () => {
  drawing(1)
  for (const zero of ['0', ' 0 ', '00']) {
    expect(waitBefore(1, get, asking(zero), defaultRetry), zero).toBe(0)
    expect(waitBefore(1, post, asking(zero, 429), { ...defaultRetry, maxRetryAfter: 0 }), zero).toBe(0)
  }
})

test('a Retry-After as a date is waited for from now', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  const after = (value: string) => retryAfterOf(new Headers({ 'retry-after': value }), now)
  expect(after('Fri, 01 May 2026 12:00:09 GMT')).toBe(9000)
  expect(after('Friday, 01-May-26 12:00:09 GMT')).toBe(9000)
  expect(after('Fri, 01 May 2026 12:00:00 GMT')).toBe(undefined)
  expect(after('1 May 2026 12:00:09 GMT')).toBe(undefined)
})

test('a Retry-After as a date without a time zone is of GMT, wherever this machine is', () => {
  const now = Date.parse('2026-05-01T12:00:00Z')
  for (const zone of ['UTC', 'America/New_York', 'Asia/Tokyo']) {
    vi.stubEnv('TZ', zone)
    const after = (value: string) => retryAfterOf(new Headers({ 'retry-after': value }), now)
    expect(after('Fri May  1 12:00:09 2026'), zone).toBe(9000)
    expect(after('Sun May 31 12:00:00 2026'), zone).toBe(30 * 86_400_000)
    expect(after('Fri, 01 May 2026 12:00:09 GMT'), zone).toBe(9000)
  }
  vi.unstubAllEnvs()
})

test('a Retry-After as a date is counted from the clock of this machine', () => {
  vi.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T12:00:00Z'))
  drawing(0)
  expect(waitBefore(1, get, asking('Fri, 01 May 2026 12:00:03 GMT'), defaultRetry)).toBe(3000)
})

test('a Retry-After that is absent, unreadable or over changes nothing', () => {
  expect(retryAfterOf(undefined)).toBe(undefined)
  expect(retryAfterOf(new Headers())).toBe(undefined)
  const over = ['Fri, 01 May 2020 11:59:00 GMT', new Date(0).toUTCString()]
  for (const value of ['', '  ', 'soon', '-5', '1.5', '1e3', '0x10', '5 seconds', ...over]) {
    expect(retryAfterOf(new Headers({ 'retry-after': value })), value).toBe(undefined)
  }
  drawing(1)
  expect(waitBefore(1, get, asking('soon'), defaultRetry)).toBe(300)
})

test('a Retry-After beyond the longest that is waited for ends the attempts', () => {
  const upTo = (maxRetryAfter: number) => ({ ...defaultRetry, maxRetryAfter })
  expect(waitBefore(1, get, asking('60'), defaultRetry)).toBe(60_000)
  expect(waitBefore(1, get, asking('61'), defaultRetry)).toBe(undefined)
  expect(waitBefore(1, get, asking('61'), upTo(61_000))).toBe(61_000)
  expect(waitBefore(1, get, asking('1'), upTo(0))).toBe(undefined)
  expect(waitBefore(1, get, asking('9'.repeat(400)), defaultRetry)).toBe(undefined)
  expect(waitBefore(1, get, asking('Fri, 01 May 2099 12:00:00 GMT'), defaultRetry)).toBe(undefined)
})

test('a Retry-After does not make a request worth another attempt', () => {
  expect(waitBefore(1, get, asking('1', 404), defaultRetry)).toBe(undefined)
  expect(waitBefore(1, post, asking('1'), defaultRetry)).toBe(undefined)
  expect(waitBefore(1, del, asking('1', 429), defaultRetry)).toBe(undefined)
  expect(waitBefore(3, get, asking('1'), defaultRetry)).toBe(undefined)
})
