import { execFileSync } from 'node:child_process'
import type { RequestLogEntry, RequestRow, RequestRows } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { patternOf, wordsIn } from '../../explorer/components/marked.tsx'
import { linesOfCut } from '../../explorer/components/text.ts'
import { isSame, sentAndStored, whatChanged } from '../../explorer/requests/differences.ts'
import { keyWords, matches, usualKeyOf } from '../../explorer/requests/list.tsx'
import { type Remarked, reasonFor, sentence } from '../../explorer/requests/reason.ts'
import { curlOf, ownHeaders, sendAgain } from '../../explorer/requests/replay.ts'
import { connect } from '../../explorer/state/admin.ts'
import {
  countInLog,
  firstOf,
  olderThan,
  startList,
  withNew,
  withOlder,
  withoutCleared,
} from '../../explorer/state/request-list.ts'

const row = (number: number, more: Partial<RequestRow> = {}): RequestRow => ({
  ...{ number, at: '2026-05-01T12:00:00Z', method: 'GET', url: 'https://x/a', path: '/a', status: 200, ignored: [] },
  duration: 1,
  ...more,
})
const rows = (...numbers: readonly number[]) => numbers.map((number) => row(number))
const page = (requests: readonly RequestRow[], more: Partial<RequestRows> = {}): RequestRows => ({
  ...{ total: requests.length, page: 1, per_page: 1000, limit: 1000, dropped: 0, requests },
  ...more,
})
const numbersOf = (list: { readonly rows: readonly RequestRow[] }) => list.rows.map(({ number }) => number)

test('the list of the explorer has each request once, and no gap in its numbers', () => {
  const list = startList(3, page(rows(3, 2, 1)))
  const more = withNew(list, rows(2, 3, 4, 5))
  expect([numbersOf(more), more.last, olderThan(more)]).toEqual([[1, 2, 3, 4, 5], 5, { kept: 0, gone: 0 }])
  expect(withNew(more, rows(4))).toBe(more)
  // After a gap the list begins anew; what came before it can be loaded.
  const after = withNew(more, rows(9, 10))
  expect([numbersOf(after), olderThan(after), countInLog(after)]).toEqual([[9, 10], { kept: 8, gone: 0 }, 10])
  const filled = withOlder(after, page(rows(8, 7, 6)))
  expect(numbersOf(filled)).toEqual([6, 7, 8, 9, 10])
  expect(withOlder(filled, page(rows(4, 3)))).toBe(filled)
  expect(firstOf(withoutCleared(filled, 10))).toBe(11)
})

test('the list of the explorer keeps as many requests as the log, and tells what is gone from what is not loaded', () => {
  const list = startList(12, page(rows(12, 11, 10), { total: 5, limit: 5, dropped: 7 }))
  expect([list.cleared, olderThan(list), countInLog(list)]).toEqual([0, { kept: 2, gone: 7 }, 5])
  const grown = withNew(list, rows(13, 14, 15, 16))
  expect([numbersOf(grown), olderThan(grown)]).toEqual([[12, 13, 14, 15, 16], { kept: 0, gone: 11 }])
  const cleared = withoutCleared(grown, 14)
  expect([numbersOf(cleared), olderThan(cleared)]).toEqual([[15, 16], { kept: 0, gone: 0 }])
  expect(olderThan(withNew(withoutCleared(grown, 16), rows(17)))).toEqual({ kept: 0, gone: 0 })
  // What was there before the log was emptied is not missed.
  const since = startList(20, page(rows(20, 19, 18, 17, 16), { total: 8, limit: 8, dropped: 2 }))
  expect([since.cleared, olderThan(since)]).toEqual([10, { kept: 3, gone: 2 }])
  const older = withOlder(startList(9, page(rows(9, 8), { total: 4, limit: 4, dropped: 5 })), page(rows(7, 6)))
  expect(numbersOf(withNew(older, rows(10)))).toEqual([7, 8, 9, 10])
  // A list without requests begins behind the last one.
  expect(firstOf(startList(4, page([])))).toBe(5)
})

test('a request is of a kind by its method, its status and its fault', () => {
  const all = [
    row(1),
    row(2, { method: 'PUT' }),
    row(3, { status: 404 }),
    row(4, { fault: 'latency', faultIds: ['fault-1'] }),
  ]
  const { status: _, ...lost } = row(5, { method: 'OPTIONS' })
  const numbers = (kind: string, fault?: string) => numbersOf({ rows: [...all, lost].filter(matches({ kind, fault })) })
  expect(numbers('All requests')).toEqual([1, 2, 3, 4, 5])
  expect(numbers('Writes')).toEqual([2])
  expect(numbers('Failed')).toEqual([3, 5])
  expect(numbers('Matched a fault')).toEqual([4])
  expect(numbers('All requests', 'fault-1')).toEqual([4])
  expect(numbers('no such kind')).toEqual([])
})

test('the key that most requests have is named once', () => {
  const key = { title: 'Neighbours', kind: 'group' } as const
  const some = [row(1, { unknownKey: true }), row(2, { key }), row(3), row(4, { key })]
  expect(some.map(keyWords)).toEqual(['unknown key', 'Neighbours', 'no key', 'Neighbours'])
  expect([usualKeyOf(some), usualKeyOf([])]).toEqual(['Neighbours', undefined])
})

const { number: _, ...remarked } = row(1)
const said = (more: Partial<Remarked>) => reasonFor({ ...remarked, ...more })
const stored = { kind: 'event', id: '1', title: 'Picnic' } as const

test('the explorer says why a request failed, what a fault did to a write, what was ignored, and what was sent twice', () => {
  const { status: _status, ...lost } = remarked
  const reason = { field: 'title', message: 'is missing', clause: 'v2 §2.1' }
  expect(said({ status: 400, reason })).toEqual({ kind: 'refused', text: 'title is missing.', clause: 'v2 §2.1' })
  expect(said({})).toBeUndefined()
  expect(reasonFor(lost)?.text).toBe('The connection ended before the service responded.')
  expect(reasonFor({ ...lost, method: 'POST', fault: 'reset', stored })?.text).toBe(
    'The fault reset took the response away. Stored before that: event Picnic.',
  )
  expect(said({ method: 'POST', status: 503, fault: 'status' })).toEqual({
    kind: 'fault',
    text: 'A fault answered 503. Nothing was stored.',
  })
  expect(said({ method: 'HEAD', status: 503, fault: 'status' })?.text).toBe('A fault answered 503.')
  expect(said({ fault: 'html' })).toEqual({ kind: 'applied', text: 'The fault html applied to this request.' })
  expect(said({ fault: 'latency', duration: 3012.4 })?.text).toBe('The fault latency applied: the response took 3 s.')
  const ignored = [{ field: 'colour', message: 'is not a field' }]
  expect(said({ ignored: [...ignored, ...ignored] })?.text).toBe('Ignored: colour is not a field. And 1 more.')
  expect(said({ method: 'POST', ignored })).toEqual({
    kind: 'refused',
    text: 'Nothing was stored. Ignored: colour is not a field.',
  })
  expect(said({ method: 'POST', stored, repeats: 3, ignored })).toEqual({
    kind: 'ignored',
    text: 'Request 3 sent the same, and stored another event Picnic. Ignored: colour is not a field.',
  })
  expect(sentence({ field: 'start', message: 'no date' })).toBe('start: no date.')
  expect(sentence({ message: 'did you mean title?' })).toBe('Did you mean title?')
})

test('the explorer shows cut JSON in lines, and no lines that grow with each level', () => {
  expect(linesOfCut('{"a":[],"b":[{"c":"x, {\\"y"},2],"d":"cut, he').split('\n')).toEqual([
    ...['{', '  "a":[],', '  "b":[', '    {', '      "c":"x, {\\"y"', '    },', '    2', '  ],', '  "d":"cut, he'],
  ])
  expect(linesOfCut('['.repeat(65_536)).length).toBeLessThan(3_000_000)
  expect(linesOfCut('}]')).toBe('\n}\n]')
})

test('the explorer compares a record before and after a PUT member by member, without links and the time of the change', () => {
  const before = {
    ...{ title: 'Fair', capacity: 5, gone: 1, location: { venue: 'Lawn', region: 'TN' } },
    ...{ modified_date: '1', _links: { self: 1 } },
  }
  const after = {
    ...{ title: 'Walk', capacity: 5, location: { venue: 'Hall', region: 'TN' }, tags: ['a'] },
    ...{ modified_date: '2', _links: {} },
  }
  expect(whatChanged(before, after)).toEqual([
    { path: 'title', from: 'Fair', to: 'Walk' },
    { path: 'gone', from: 1, to: undefined },
    { path: 'location.venue', from: 'Lawn', to: 'Hall' },
    { path: 'tags', from: undefined, to: ['a'] },
  ])
  expect(whatChanged(after, { ...after, modified_date: '3' })).toEqual([])
})

test('the explorer compares what a PUT sent with what the service stored: null clears, and other members do not count', () => {
  const sent = { title: 'Walk', description: null, location: { country: 'de' }, texts: ['a'], constructor: 'x' }
  const kept = { title: 'Walk', location: { country: 'DE', venue: 'Hall' }, texts: ['a'], status: 'confirmed' }
  const all = sentAndStored(sent, kept)
  expect(all.map(({ path }) => path)).toEqual(['title', 'description', 'location.country', 'texts', 'constructor'])
  expect(all.filter(({ from, to }) => !isSame(from, to)).map(({ path }) => path)).toEqual([
    'location.country',
    'constructor',
  ])
  expect([isSame([1, 2], [1]), isSame([1], [1, 2])]).toEqual([false, false])
  expect([isSame({ a: null }, {}), isSame({ a: 1 }, { a: 1, b: 2 })]).toEqual([true, false])
})

const entry = (more: Partial<RequestLogEntry> = {}): RequestLogEntry => ({
  ...{ number: 1, at: '2026-05-01T12:00:00Z', method: 'POST', path: '/api/v2/events', query: {}, ignored: [] },
  url: "http://127.0.0.1:4010/api/v2/events?a=it's&b=[1]{2}",
  headers: {
    ...{ 'osdi-api-token': '[redacted]', authorization: '[redacted]', host: 'x', 'user-agent': 'y', 'sec-fetch': 'z' },
    ...{ 'content-type': 'application/json', 'x-own': '1' },
  },
  body: { title: 'It\'s "a" $HOME `pwd` \\ ! \u2028' },
  ...more,
})

/** The words that a shell gives to curl. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], {
    encoding: 'utf8',
    env: { EVENTS_API_KEY: 'secret' },
  })
    .trimEnd()
    .split('\n')

test('the curl command of a request sends the same request through a shell, with the key from the environment', () => {
  expect(wordsOf(curlOf(entry()))).toEqual([
    ...['-X', 'POST', '--globoff', entry().url, '-H', 'osdi-api-token: secret'],
    ...['-H', 'content-type: application/json', '-H', 'x-own: 1', '--data-raw', JSON.stringify(entry().body)],
  ])
  const { body: _body, ...head } = entry({ method: 'HEAD', url: 'http://127.0.0.1/a', headers: {} })
  expect(curlOf(head)).toBe('curl --head http://127.0.0.1/a')
  expect(curlOf({ ...head, method: 'GET' })).toBe('curl http://127.0.0.1/a')
  for (const path of ['a{1,2}', 'a[1-2]'])
    expect(wordsOf(curlOf({ ...head, url: `http://127.0.0.1/${path}` }))).toContain('--globoff')
  expect(ownHeaders(entry())).toEqual([
    ['content-type', 'application/json'],
    ['x-own', '1'],
  ])
})

test('a request is sent again to the service of the explorer, with the chosen key or none, and without redirects', async () => {
  const sent: { url: string; init: RequestInit | undefined }[] = []
  const answer = async (url: unknown, init?: RequestInit) => {
    sent.push({ url: String(url), init })
    return Response.json({}, { status: 201 })
  }
  connect({ url: 'http://localhost:1/_mock/sandboxes/1', fetch: answer as typeof fetch, isServed: true })
  expect(await sendAgain(entry(), 'token')).toBe(201)
  await sendAgain(entry({ version: 'v1', headers: {} }), 'token')
  await sendAgain(entry(), undefined)
  expect(sent.map(({ init }) => init?.headers)).toEqual([
    { 'content-type': 'application/json', 'x-own': '1', 'osdi-api-token': 'token' },
    { 'api-key': 'token' },
    { 'content-type': 'application/json', 'x-own': '1' },
  ])
  const { url, init } = sent[0] ?? {}
  expect(url).toBe("http://localhost:1/_mock/sandboxes/1/api/v2/events?a=it's&b=[1]{2}")
  expect(init).toMatchObject({ method: 'POST', redirect: 'manual', body: JSON.stringify(entry().body) })
})

test('the words of a search are found as they are written, in upper and lower case', () => {
  const pattern = patternOf(wordsIn(' night  (walk) a.b c++ '))
  const parts = ['The ', 'NIGHT', ' ', '(Walk)', ' ', 'a.b', ' axb ', 'C++', ' c']
  expect(parts.join('').split(pattern ?? '')).toEqual(parts)
  expect(patternOf(wordsIn('  '))).toBeUndefined()
})
