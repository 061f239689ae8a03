import type { FaultKind, FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { describeRule } from '../../../explorer/faults/describe.ts'
import { draftOf, textsOf } from '../../../explorer/faults/texts.ts'

const keys = [{ token: 'secret', title: 'Park friends', kind: 'group' }] as const
const titleOf = (key: unknown) => keys.find(({ token }) => token === key)?.title

const status = { kind: 'status', status: 503 } as const

/** Rules by the sentence for each, which the form can say. */
const conditions: Readonly<Record<string, FaultRule>> = {
  'Every request gets 503.': { effect: status },
  'The 2nd request that lists events gets 503, once.': { operation: 'events.list', nth: 2, effect: status },
  'The first request that creates a person gets 503, once.': { operation: 'people.create', times: 1, effect: status },
  'The first 3 requests that list campaigns get 503.': { operation: 'campaigns.list', times: 3, effect: status },
  'From the 11th on, 2,000 requests get 503.': { nth: 11, times: 2000, effect: status },
  'The 23rd request gets 503, once.': { nth: 23, times: 1, effect: status },
  'Every GET request of version 1 to /api/* gets 503.': {
    version: 'v1',
    method: 'GET',
    path: '/api/*',
    effect: status,
  },
  'Every request with page=2, filter=a b and the key of Park friends gets 503.': {
    query: { page: '2', filter: 'a b' },
    key: 'secret',
    effect: status,
  },
  'The first request that records an RSVP gets 503, after the service acted, once.': {
    operation: 'attendances.record',
    times: 1,
    when: 'after',
    effect: status,
  },
}

const kinds: Readonly<Record<FaultKind, Readonly<Record<string, FaultRule['effect']>>>> = {
  status: {
    'Every request gets 418 with Retry-After: 2, Server: proxy and the body “not = {now}”.': {
      kind: 'status',
      status: 418,
      headers: { 'Retry-After': '2', Server: 'proxy' },
      body: 'not = {now}',
    },
    'Every request gets 200 with the body {"down":[true,null,"7"]}.': {
      kind: 'status',
      status: 200,
      body: { down: [true, null, '7'] },
    },
    'Every request gets 200 with X-Empty: .': { kind: 'status', status: 200, headers: { 'X-Empty': '' } },
    'Every request gets 200 with the body “7”.': { kind: 'status', status: 200, body: '7' },
    'Every request gets 200 with the body 7.': { kind: 'status', status: 200, body: 7 },
    [`Every request gets 200 with the body “${'x'.repeat(59)}…”.`]: {
      kind: 'status',
      status: 200,
      body: 'x'.repeat(99),
    },
  },
  'rate-limit': {
    'Every request gets 429 with Retry-After: 1.': { kind: 'rate-limit' },
    'Every request gets 429 with Retry-After: 20.': { kind: 'rate-limit', retryAfter: 20 },
    'Every request gets 429 with Retry-After: Fri, 01 May 2026 12:00:00 GMT.': {
      kind: 'rate-limit',
      retryAfter: 'Fri, 01 May 2026 12:00:00 GMT',
    },
    'Every request gets 429 without Retry-After.': { kind: 'rate-limit', retryAfter: null },
  },
  'echo-key': {
    'Every request gets 403 with the key of the request in the error.': { kind: 'echo-key' },
    'Every request gets 500 with the key of the request in the error.': { kind: 'echo-key', status: 500 },
  },
  redirect: {
    'Every request gets 302, a redirect to https://example.org/.': { kind: 'redirect', to: 'https://example.org/' },
    'Every request gets 308, a redirect to http://localhost/x.': {
      kind: 'redirect',
      to: 'http://localhost/x',
      status: 308,
    },
  },
  html: {
    'Every request gets a sign-in page with status 200.': { kind: 'html' },
    'Every request gets the web page “<h1>Closed</h1>” with status 200.': { kind: 'html', html: '<h1>Closed</h1>' },
  },
  latency: {
    'Every request gets a response 300 ms late.': { kind: 'latency', ms: 300 },
    'Every request gets a response 1.5 s late.': { kind: 'latency', ms: 1500 },
    'Every request gets a response 0.5 ms to 1234 ms late.': { kind: 'latency', ms: { min: 0.5, max: 1234 } },
  },
  'no-answer': { 'Every request gets no response.': { kind: 'no-answer' } },
  stall: { 'Every request gets half of the response and then nothing.': { kind: 'stall' } },
  truncated: {
    'Every request gets half of the response and then the end of the connection.': { kind: 'truncated' },
  },
  reset: {
    'Every request gets a connection reset.': { kind: 'reset' },
    'Every request gets half of the response and then a connection reset.': { kind: 'reset', at: 'after headers' },
  },
  'malformed-json': { 'Every request gets JSON that cannot be parsed.': { kind: 'malformed-json' } },
  shape: {
    'Every request for events gets events without identifiers.': { kind: 'shape' },
    'Every request for events gets events with title = 7 and location = {"venue":"Hall"}.': {
      kind: 'shape',
      set: { title: 7, location: { venue: 'Hall' } },
    },
    'Every request for a page of events gets the 3rd event of the page without title and start_date and with name = “a\nb”.':
      { kind: 'shape', event: 3, remove: ['title', 'start_date'], set: { name: 'a\nb' } },
  },
  next: {
    'Every request for a page gets a next link to the same page.': { kind: 'next', to: 'loop' },
    'Every request for a page gets a next link to /api/v2/events?page=9.': {
      kind: 'next',
      to: '/api/v2/events?page=9',
    },
  },
  'new-events': {
    'Every request with an API key adds a new event.': { kind: 'new-events' },
    'Every request with an API key adds 20 new events.': { kind: 'new-events', count: 20 },
  },
}

const effects = Object.values(kinds).flatMap((each) =>
  Object.entries(each).map(([sentence, effect]) => [sentence, { effect }] as const),
)
const said: readonly (readonly [sentence: string, rule: FaultRule])[] = [...Object.entries(conditions), ...effects]

test.for(said)('the explorer describes a fault as: %s', ([sentence, rule]) => {
  expect(describeRule(rule, titleOf)).toBe(sentence)
})

test.for(said)('the fields of the explorer can say a fault: %s', ([, rule]) => {
  const written = textsOf({ ...rule }, keys)
  if (!('texts' in written)) throw new Error(`no field for ${written.unsaid}`)
  expect(draftOf(written.texts, keys)).toEqual({ rule, errors: {} })
})

/** Rules that need JSON: the member that no field can say, and the sentence. */
const unsaid: Readonly<Record<string, readonly [sentence: string, rule: FaultRule]>> = {
  operation: [
    'The first 2 requests that list events, read an event or list tags get 503.',
    { operation: ['events.list', 'events.get', 'tags.list'], times: 2, effect: status },
  ],
  method: ['Every PURGE request gets 503.', { method: 'purge', effect: status }],
  key: ['Every request with the key of someone gets 503.', { key: 'unknown', effect: status }],
  'effect.retryAfter': [
    'Every request gets 429 with Retry-After: 2.',
    { effect: { kind: 'rate-limit', retryAfter: '2' } },
  ],
  'effect.headers': [
    'Every request gets 200 with X:  x.',
    { effect: { kind: 'status', status: 200, headers: { X: ' x' } } },
  ],
  'effect.remove': [
    'Every request for events gets events without a,b.',
    { effect: { kind: 'shape', remove: ['a,b'] } },
  ],
  'effect.html': ['Every request gets the web page “” with status 200.', { effect: { kind: 'html', html: '' } }],
}

test.for(Object.entries(unsaid))(
  'the explorer describes a fault whose %s no field can say',
  ([member, [sentence, rule]]) => {
    expect(describeRule(rule, titleOf)).toBe(sentence)
    expect(textsOf({ ...rule }, keys)).toEqual({ unsaid: member })
  },
)

test('the explorer describes any JSON that has an effect, before the service checks the JSON', () => {
  const values = [null, true, 7, -1.5, '', 'x', [], [null], {}, { a: null }]
  const members = ['version', 'operation', 'method', 'path', 'query', 'key', 'nth', 'times', 'when']
  const options = [
    'status',
    'body',
    'headers',
    'retryAfter',
    'to',
    'html',
    'ms',
    'at',
    'event',
    'remove',
    'set',
    'count',
  ]
  for (const value of values) {
    for (const kind of [...Object.keys(kinds), 'of another version', '__proto__']) {
      const given = (names: readonly string[]) => names.map((name) => ({ [name]: value }))
      const rules = [
        ...given(members).map((member) => ({ ...member, effect: { kind } })),
        ...given(options).map((option) => ({ effect: { kind, ...option } })),
      ]
      for (const rule of rules) expect(describeRule(rule as unknown as FaultRule, titleOf)).toMatch(/ request.*\.$/s)
    }
  }
})
