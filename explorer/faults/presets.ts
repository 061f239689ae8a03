import type { FaultRule } from 'osdi-events/mock'

/** A common failure, ready for the form. */
export interface Preset {
  readonly title: string
  readonly rule: FaultRule
}

export const presets: readonly Preset[] = [
  { title: 'The service is slow', rule: { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } } },
  { title: 'Too many requests', rule: { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } } },
  { title: 'Down for a moment', rule: { times: 2, effect: { kind: 'status', status: 503 } } },
  { title: 'No response at all', rule: { effect: { kind: 'no-answer' } } },
  { title: 'A sign-in page in the way', rule: { effect: { kind: 'html' } } },
  {
    title: 'Event stored, response lost',
    rule: { operation: 'events.create', times: 1, when: 'after', effect: { kind: 'reset' } },
  },
  { title: 'A list that moves', rule: { operation: 'events.list', nth: 2, effect: { kind: 'new-events' } } },
  { title: 'A list without an end', rule: { operation: 'events.list', effect: { kind: 'next', to: 'loop' } } },
  {
    title: 'One odd event in a page',
    rule: { operation: 'events.list', effect: { kind: 'shape', event: 2, remove: ['start_date'] } },
  },
  {
    title: 'A timeout after a new campaign',
    rule: { operation: 'campaigns.create', times: 1, when: 'after', effect: { kind: 'status', status: 504 } },
  },
  {
    title: 'The list of campaigns is gone',
    rule: { operation: 'campaigns.list', effect: { kind: 'status', status: 404 } },
  },
  {
    title: 'A limit within the list of people',
    rule: { operation: 'people.list', nth: 2, effect: { kind: 'rate-limit', retryAfter: 10 } },
  },
  {
    title: 'No access to a person',
    rule: { operation: 'people.get', times: 1, effect: { kind: 'status', status: 403 } },
  },
  {
    title: 'Half of a roster',
    rule: { operation: 'attendances.list', nth: 2, effect: { kind: 'truncated' } },
  },
  {
    title: 'RSVP stored, response lost',
    rule: { operation: 'attendances.record', times: 1, when: 'after', effect: { kind: 'reset' } },
  },
]
