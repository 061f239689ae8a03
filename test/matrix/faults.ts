import type { FaultEffect } from 'osdi-events/mock'
import type { Operation } from './operations.ts'

/** What a fault makes of a request, as far as the client goes. */
export interface Ending {
  /** Code of the error, where no further attempt changes it. */
  readonly code: 'http' | 'network' | 'timeout' | 'content' | 'schema' | 'link'
  /** Outcome of a single attempt at a write. */
  readonly outcome: 'not applied' | 'applied' | 'unknown'
  /** Whether a request that may be repeated is sent again. */
  readonly passes: boolean
  /** Whether even a create is sent again, as it surely had no effect. */
  readonly harmless?: boolean
}

/** One way to fail. */
export interface Fault {
  /** What happens, for the table. */
  readonly name: string
  effect(places: Places): FaultEffect
  /** Undefined where the answer is only late, or something else happens beside it. */
  readonly ending?: Ending
  /** Operations whose answers it can spoil. @default all of them */
  readonly spoils?: readonly Operation[]
  /** Of a delete, whose answer is a refusal, it leaves the status, and so the refusal. */
  readonly leavesStatus?: boolean
  /** Only before the service acts: what it says would be a lie afterwards, and a client has to believe what a service says. */
  readonly beforeOnly?: boolean
  /** A redirect that is followed where the method allows it, and so does no harm where it comes once. */
  readonly followed?: boolean
  /** Answers with success; where the service has not acted, that is a lie. */
  readonly claimsSuccess?: boolean
}

/** Addresses that faults lead to. */
export interface Places {
  /** The address that is asked for. */
  readonly inside: string
  /** Somebody else's server. */
  readonly foreign: string
}

const refused = { code: 'http', outcome: 'not applied', passes: false } as const
const down = { code: 'http', outcome: 'unknown', passes: true } as const
const broken = { code: 'network', outcome: 'unknown', passes: true } as const
const late = { code: 'timeout', outcome: 'unknown', passes: true } as const
const cut = { code: 'content', outcome: 'applied', passes: true } as const
const useless = { code: 'content', outcome: 'applied', passes: false } as const
const astray = { code: 'link', outcome: 'unknown', passes: false } as const

const status = (code: number, ending: Ending, more: Partial<Fault> = {}): Fault => ({
  name: `status ${code}`,
  effect: () => ({ kind: 'status', status: code }),
  ending,
  ...more,
})

const redirect = (name: string, code: 302 | 307, to: keyof Places, more: Partial<Fault> = {}): Fault => ({
  name: `status ${code} ${name}`,
  effect: (places) => ({ kind: 'redirect', status: code, to: places[to] }),
  ending: astray,
  ...more,
})

/** Every kind of fault that the mock service knows, some of them in several shapes. */
export const faults: readonly Fault[] = [
  { name: 'an answer 5 ms later', effect: () => ({ kind: 'latency', ms: 5 }) },
  { name: 'an event appears meanwhile', effect: () => ({ kind: 'new-events' }) },
  status(400, refused, { beforeOnly: true }),
  status(404, refused, { beforeOnly: true }),
  status(408, { ...refused, passes: true }, { beforeOnly: true }),
  status(500, down),
  status(503, down),
  {
    name: 'status 429, again at once',
    effect: () => ({ kind: 'rate-limit', retryAfter: 0 }),
    ending: { ...refused, passes: true, harmless: true },
    beforeOnly: true,
  },
  {
    name: 'status 429, again in an hour',
    effect: () => ({ kind: 'rate-limit', retryAfter: 3600 }),
    ending: refused,
    beforeOnly: true,
  },
  {
    name: 'status 403, repeating the key',
    effect: () => ({ kind: 'echo-key' }),
    ending: refused,
    beforeOnly: true,
  },
  redirect('to another host', 302, 'foreign'),
  redirect('to another host', 307, 'foreign'),
  redirect('to the same address', 307, 'inside', { beforeOnly: true, followed: true }),
  { name: 'a web page with status 200', effect: () => ({ kind: 'html' }), ending: useless, claimsSuccess: true },
  {
    name: 'JSON that cannot be parsed',
    effect: () => ({ kind: 'malformed-json' }),
    ending: useless,
    leavesStatus: true,
    claimsSuccess: true,
  },
  {
    name: 'events without identifiers',
    effect: () => ({ kind: 'shape' }),
    ending: { code: 'schema', outcome: 'applied', passes: false },
    spoils: ['list', 'page', 'get', 'update', 'create', 'create, recognised'],
    claimsSuccess: true,
  },
  {
    name: 'a next page that is the page itself',
    effect: () => ({ kind: 'next', to: 'loop' }),
    ending: astray,
    spoils: ['list'],
  },
  {
    name: 'a next page at another host',
    effect: ({ foreign }) => ({ kind: 'next', to: foreign }),
    ending: astray,
    spoils: ['list'],
  },
  {
    name: 'half a body, then the end',
    effect: () => ({ kind: 'truncated' }),
    ending: cut,
    leavesStatus: true,
    claimsSuccess: true,
  },
  {
    name: 'half a body, then a reset',
    effect: () => ({ kind: 'reset', at: 'after headers' }),
    ending: cut,
    leavesStatus: true,
    claimsSuccess: true,
  },
  { name: 'half a body, then nothing', effect: () => ({ kind: 'stall' }), ending: late },
  { name: 'a reset', effect: () => ({ kind: 'reset' }), ending: broken },
  { name: 'nothing', effect: () => ({ kind: 'no-answer' }), ending: late },
]
