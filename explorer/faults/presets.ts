import type { FaultEffect, FaultRule } from 'osdi-events/mock'

/** A common failure, ready to switch on. */
export interface Preset {
  readonly title: string
  readonly description: string
  readonly rule: FaultRule
}

export const presets: readonly Preset[] = [
  {
    title: 'The service is slow',
    description: 'Every response comes half a second to three seconds late.',
    rule: { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } },
  },
  {
    title: 'Too many requests',
    description: 'The next three get 429, to come back after two seconds.',
    rule: { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } },
  },
  {
    title: 'Down for a moment',
    description: 'The next two get 503.',
    rule: { times: 2, effect: { kind: 'status', status: 503 } },
  },
  {
    title: 'Response lost after the change',
    description: 'The next event is made, and its sender never learns of it.',
    rule: { operation: 'events.create', when: 'after', times: 1, effect: { kind: 'reset' } },
  },
  {
    title: 'A sign-in page in the way',
    description: 'A web page with status 200 in the place of JSON.',
    rule: { effect: { kind: 'html' } },
  },
  {
    title: 'No response at all',
    description: 'Requests wait until your application gives up.',
    rule: { effect: { kind: 'no-answer' } },
  },
  {
    title: 'A list that moves',
    description: 'An event appears while the second page is read.',
    rule: { operation: 'events.list', nth: 2, effect: { kind: 'new-events' } },
  },
  {
    title: 'A list without an end',
    description: 'The next link of a page leads back to it.',
    rule: { operation: 'events.list', effect: { kind: 'next', to: 'loop' } },
  },
]

/** Each kind of effect with example options: a template for the user's own fault. */
export const samples = {
  latency: { kind: 'latency', ms: { min: 200, max: 2000 } },
  status: { kind: 'status', status: 503, body: { error: 'down' }, headers: { 'Retry-After': '2' } },
  'rate-limit': { kind: 'rate-limit', retryAfter: 2 },
  reset: { kind: 'reset', at: 'before headers' },
  truncated: { kind: 'truncated' },
  stall: { kind: 'stall' },
  'no-answer': { kind: 'no-answer' },
  html: { kind: 'html', html: '<h1>Sign in</h1>' },
  'malformed-json': { kind: 'malformed-json' },
  shape: { kind: 'shape', remove: ['identifiers'], set: { title: 7 } },
  next: { kind: 'next', to: 'loop' },
  redirect: { kind: 'redirect', to: 'https://example.org/', status: 302 },
  'new-events': { kind: 'new-events', count: 1 },
  'echo-key': { kind: 'echo-key', status: 403 },
} as const satisfies Readonly<Record<FaultEffect['kind'], FaultEffect>>
