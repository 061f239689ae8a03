import { createMockService, type Fault, type FaultKind, type FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { codeOf, describeRemaining, describeRule, remainingHits, ruleOf } from '../../explorer/fault-words/describe.ts'
import { operations } from '../../explorer/fault-words/operations.ts'
import {
  inputs,
  namesOf,
  presetFor,
  presets,
  readRule,
  ruleFrom,
  textsOf,
  timesOf,
} from '../../explorer/faults/presets.ts'

const keys = [{ token: 'secret', title: 'Park friends', kind: 'group' }] as const
const titleOf = (key: unknown) => keys.find(({ token }) => token === key)?.title

const status = { kind: 'status', status: 503 } as const

/** Rules by the sentence for each. */
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
  'Every request for page 2 with filter=a b and the key of Park friends gets 503.': {
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
    'Every request gets a response 3 s late.': { kind: 'latency', ms: { min: 3000, max: 3000 } },
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

/** Rules by the sentence for each that say something twice, or oddly. */
const odd: Readonly<Record<string, FaultRule>> = {
  'The first 2 requests that list events, read an event or list tags get 503.': {
    operation: ['events.list', 'events.get', 'tags.list'],
    times: 2,
    effect: status,
  },
  'Every PURGE request gets 503.': { method: 'purge', effect: status },
  'Every request with the key of someone gets 503.': { key: 'unknown', effect: status },
}

test('the explorer says each fault in a sentence', () => {
  for (const [sentence, rule] of [...said, ...Object.entries(odd)]) expect(describeRule(rule, titleOf)).toBe(sentence)
  const page = { operation: 'events.list', query: { page: '2' }, times: 1, effect: status } as const
  expect(describeRule(page, titleOf, 'next')).toBe('The next request for page 2 that lists events gets 503, once.')
})

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

/** What each preset adds, if nobody changes its inputs. */
const rules: Readonly<Record<string, FaultRule>> = {
  'Down for a moment': { times: 3, effect: status },
  'Too many requests': { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } },
  'Page 2 fails': { operation: 'events.list', query: { page: '2' }, times: 1, effect: status },
  'The service is slow': { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } },
  'No response at all': { times: 1, effect: { kind: 'no-answer' } },
  'A sign-in page in the way': { effect: { kind: 'html' } },
  'Broken JSON': { times: 1, effect: { kind: 'malformed-json' } },
  'Event stored, response lost': { operation: 'events.create', times: 1, when: 'after', effect: { kind: 'reset' } },
  'RSVP stored, response lost': {
    operation: 'attendances.record',
    times: 1,
    when: 'after',
    effect: { kind: 'reset' },
  },
  'A timeout after a new campaign': {
    operation: 'campaigns.create',
    times: 1,
    when: 'after',
    effect: { kind: 'status', status: 504 },
  },
  'No access to a person': { operation: 'people.get', times: 1, effect: { kind: 'status', status: 403 } },
  'Half of a roster': { operation: 'attendances.list', nth: 2, times: 1, effect: { kind: 'truncated' } },
  'A list that moves': { operation: 'events.list', nth: 2, times: 1, effect: { kind: 'new-events', count: 1 } },
  'A list without an end': { operation: 'events.list', effect: { kind: 'next', to: 'loop' } },
  'One odd event in a page': { operation: 'events.list', effect: { kind: 'shape', event: 2, remove: ['start_date'] } },
}

test('each preset of the explorer makes its fault, which the service takes', () => {
  const service = createMockService()
  const made = presets.map((preset) => [preset.title, ruleFrom(preset, textsOf(preset))])
  expect(Object.fromEntries(made)).toEqual(
    Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, { rule }])),
  )
  for (const rule of Object.values(rules)) service.faults.add(rule)
})

test('each input of a preset changes its part of the fault, and no other; a wrong text is named', () => {
  const service = createMockService()
  for (const preset of presets) {
    const before = JSON.stringify(preset)
    const names = namesOf(preset).filter((name) => name !== 'times')
    for (const name of names) {
      const text = name === 'operation' ? 'tags.list' : name === 'field' ? 'title' : '7'
      const typed = name === 'status' ? '418' : name === 'max' ? '9000' : text
      const draft = ruleFrom(preset, { ...textsOf(preset), [name]: typed })
      if (!('rule' in draft)) throw new Error(draft.problem)
      service.faults.add(draft.rule)
      const path = inputs[name]?.path ?? []
      const read = (rule: unknown) =>
        path.reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], rule)
      expect(String(read(draft.rule))).toBe(typed)
      for (const wrong of inputs[name]?.range ? ['', 'x', '-1', '1.5', '9999999'] : name === 'operation' ? [] : [' '])
        expect(ruleFrom(preset, { ...textsOf(preset), [name]: wrong })).toMatchObject({ wrong: name })
    }
    if (names.includes('operation')) {
      const any = ruleFrom(preset, { ...textsOf(preset), operation: '' })
      expect('rule' in any && 'operation' in any.rule).toBe(false)
    }
    expect(JSON.stringify(preset)).toBe(before)
  }
})

test('each preset of the explorer can happen once, three times or, unless it begins at a request, every time', () => {
  const service = createMockService()
  for (const preset of presets) {
    const { nth } = preset.rule
    const choices = timesOf(preset).map(([times = '']) => times)
    expect(choices).toEqual(nth === undefined ? ['', '1', '3'] : ['1', '3'])
    expect(choices).toContain(textsOf(preset).times)
    for (const times of choices) {
      const draft = ruleFrom(preset, { ...textsOf(preset), times })
      if (!('rule' in draft)) throw new Error(draft.problem)
      service.faults.add(draft.rule)
      expect(draft.rule.times).toBe(times === '' ? undefined : Number(times))
    }
  }
})

test.for<[rule: FaultRule, title: string | undefined]>([
  ...Object.entries(rules).flatMap(([title, rule]): [FaultRule, string][] =>
    // It says the same as the sentence with a choice of the operation.
    title === 'No access to a person' ? [] : [[rule, title]],
  ),
  [{ method: 'GET', query: { page: '3', per_page: '5' }, effect: { kind: 'status', status: 503 } }, 'Page 2 fails'],
  [{ version: 'v2', key: 'k', times: 6, effect: { kind: 'status', status: 503 } }, 'Down for a moment'],
  [{ times: 1, effect: { kind: 'latency', ms: 3000 } }, 'The service is slow'],
  [{ nth: 2, effect: { kind: 'status', status: 503 } }, undefined],
  [{ when: 'after', effect: { kind: 'html' } }, undefined],
  [{ operation: ['events.list', 'events.get'], effect: { kind: 'html' } }, undefined],
  [{ effect: { kind: 'status', status: 503, headers: { Server: 'proxy' } } }, undefined],
  [{ operation: 'events.list', effect: { kind: 'shape', event: 2, remove: ['title', 'name'] } }, undefined],
  [{ effect: { kind: 'stall' } }, undefined],
])('an active fault of the explorer is changed by the sentence that it fits: %j by "%s"', ([rule, title]) => {
  const preset = presetFor(rule)
  expect(preset?.title).toBe(title)
  if (!preset) return
  const { effect } = rule
  const even =
    effect.kind === 'latency' && typeof effect.ms === 'number' ? { min: effect.ms, max: effect.ms } : undefined
  // Unchanged, it is the same fault, with the conditions that the sentence does not have.
  expect(ruleFrom(preset, textsOf(preset))).toEqual({
    rule: even ? { ...rule, effect: { ...effect, ms: even } } : rule,
  })
  expect(timesOf(preset).map(([times]) => times)).toContain(textsOf(preset).times)
})

test('the explorer knows each kind and each operation of the service', () => {
  const namesFor = (rule: object) => {
    let message = ''
    try {
      createMockService().faults.add(rule as FaultRule)
    } catch (error) {
      message = String(error)
    }
    return [...message.matchAll(/"([^"]+)"/g)].map(([, name]) => name).toSorted()
  }
  expect(Object.keys(kinds).toSorted()).toEqual(namesFor({ effect: { kind: 'unknown' } }))
  expect([...operations].toSorted()).toEqual(namesFor({ operation: 'unknown', effect: { kind: 'html' } }))
})

test('the explorer names what is wrong in the JSON of a fault before the service does', () => {
  const problems = ['{', '[]', 'null', '{"times":2}', '{"effect":"html"}'].map((text) => readRule(text))
  expect(problems).toEqual([
    { problem: expect.stringContaining('This is not JSON: ') },
    { problem: expect.stringContaining('Must be an object') },
    { problem: expect.stringContaining('Must be an object') },
    { problem: expect.stringContaining('effect must be an object') },
    { problem: expect.stringContaining('effect must be an object') },
  ])
  expect(readRule('{"effect":{"kind":"html"}}')).toEqual({ rule: { effect: { kind: 'html' } } })
})

test('an active fault says how often it will still match, and is copied as code without its key', () => {
  const fault = (rule: Partial<Fault>): Fault => ({ id: 'fault-1', hits: 1, effect: status, ...rule })
  const said = [fault({}), fault({ times: 1 }), fault({ times: 2001 }), fault({ nth: 2 }), fault({ nth: 2, hits: 0 })]
  expect(said.map(describeRemaining)).toEqual(['until removed', 'spent', '2,000 more', 'spent', '1 more'])
  expect(remainingHits(fault({ times: 1, hits: 3 }))).toBe(0)
  expect(ruleOf(fault({ times: 2 }))).toEqual({ times: 2, effect: status })
  const code = codeOf(fault({ key: 'secret-key', path: '/api/*' }))
  expect(code).toMatch(/^service\.faults\.add\(\{/)
  expect(code).toContain("process.env.EVENTS_API_KEY ?? ''")
  expect(code).not.toMatch(/secret-key|fault-1|hits/)
})
