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
  /** What the service is told to do to an attempt: to its first request, and to those that follow a redirect. */
  effects(places: Places): readonly FaultEffect[]
  /** Nobody listens where the request is sent. */
  readonly unreachable?: boolean
  /** Undefined where the answer is only late, or something else happens beside it. */
  readonly ending?: Ending
  /** Operations whose answers it can spoil. @default all of them */
  readonly spoils?: readonly Operation[]
  /** A redirect comes first, which no delete follows. */
  readonly forwards?: boolean
  /** A delete takes it for what a service may well answer. */
  readonly deletes?: boolean
  /** Of a delete, whose answer is a refusal, it says the status before it strikes, and so that nothing was done. */
  readonly saysStatus?: boolean
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

/** `maxResponseBytes` of the clients here. */
export const longestAnswer = 100_000

const refused = { code: 'http', outcome: 'not applied', passes: false } as const
const down = { code: 'http', outcome: 'unknown', passes: true } as const
const broken = { code: 'network', outcome: 'unknown', passes: true } as const
const late = { code: 'timeout', outcome: 'unknown', passes: true } as const
const cut = { code: 'content', outcome: 'applied', passes: true } as const
const useless = { code: 'content', outcome: 'applied', passes: false } as const
const shapeless = { code: 'schema', outcome: 'applied', passes: false } as const
export const astray = { code: 'link', outcome: 'unknown', passes: false } as const

type More = Omit<Fault, 'name' | 'effects' | 'ending'>

const fault = (name: string, effect: FaultEffect, ending?: Ending, more: More = {}): Fault => ({
  name,
  effects: () => [effect],
  ...(ending && { ending }),
  ...more,
})

const status = (code: number, ending: Ending, more: More = {}): Fault =>
  fault(`status ${code}`, { kind: 'status', status: code }, ending, more)

const rateLimit = (retryAfter: number | string): FaultEffect => ({ kind: 'rate-limit', retryAfter })

const redirect = (name: string, code: 302 | 307, to: keyof Places, more: More = {}): Fault => ({
  name: `status ${code} ${name}`,
  effects: (places) => [{ kind: 'redirect', status: code, to: places[to] }],
  ending: astray,
  ...more,
})

/** The service may have acted before it redirected, and nothing acts after that. */
const forwarded = (name: string, then: FaultEffect, ending: Ending): Fault => ({
  name: `status 307 to the same address, then ${name}`,
  effects: ({ inside }) => [{ kind: 'redirect', status: 307, to: inside }, then],
  ending,
  forwards: true,
})

const hal = { 'content-type': 'application/hal+json' }
const success = (body: string): FaultEffect => ({ kind: 'status', status: 200, body, headers: hal })
const tooLong = JSON.stringify({ title: 'A'.repeat(longestAnswer) })

/** A refusal afterwards would be a lie. */
const beforeOnly = true
/** A body that is of no use behind a status that is. */
const spoilt = { leavesStatus: true, claimsSuccess: true } as const
const showEvents: readonly Operation[] = ['list', 'page', 'get', 'update', 'create', 'create, recognised']

/** Every kind of fault that the mock service knows, some of them in several shapes. */
export const faults: readonly Fault[] = [
  fault('a response that comes 5 ms later', { kind: 'latency', ms: 5 }),
  fault('a new event before the response', { kind: 'new-events' }),
  status(400, refused, { beforeOnly }),
  status(404, refused, { beforeOnly }),
  status(408, { ...refused, passes: true }, { beforeOnly }),
  status(500, down),
  status(503, down),
  fault('status 429, `Retry-After: 0`', rateLimit(0), { ...refused, passes: true, harmless: true }, { beforeOnly }),
  fault('status 429, `Retry-After` of an hour', rateLimit(3600), refused, { beforeOnly }),
  fault('status 429, `Retry-After` of years', rateLimit('Fri, 01 May 2099 12:00:00 GMT'), refused, { beforeOnly }),
  fault('status 403 with the key in the body', { kind: 'echo-key' }, refused, { beforeOnly }),
  redirect('to another host', 302, 'foreign'),
  redirect('to another host', 307, 'foreign'),
  redirect('to the same address', 307, 'inside', { beforeOnly, followed: true }),
  forwarded('a connection reset', { kind: 'reset' }, broken),
  forwarded('status 429', rateLimit(0), down),
  forwarded('status 400', { kind: 'status', status: 400 }, { ...down, passes: false }),
  fault('status 200 with a web page', { kind: 'html' }, { ...useless, outcome: 'unknown' }),
  status(204, { ...useless, outcome: 'unknown' }, { deletes: true }),
  status(304, { ...down, passes: false }),
  fault('status 200 without a body', success(''), useless, { deletes: true, claimsSuccess: true }),
  fault('status 200 with more than `maxResponseBytes`', success(tooLong), useless, { claimsSuccess: true }),
  fault('JSON that cannot be parsed', { kind: 'malformed-json' }, useless, spoilt),
  fault('events without identifiers', { kind: 'shape' }, shapeless, { spoils: showEvents, claimsSuccess: true }),
  fault('a `next` link to the same page', { kind: 'next', to: 'loop' }, astray, { spoils: ['list'] }),
  {
    name: 'a `next` link to another host',
    effects: ({ foreign }) => [{ kind: 'next', to: foreign }],
    ending: astray,
    spoils: ['list'],
  },
  fault('half a body, then a closed connection', { kind: 'truncated' }, cut, spoilt),
  fault('half a body, then a connection reset', { kind: 'reset', at: 'after headers' }, cut, spoilt),
  fault('half a body, then silence', { kind: 'stall' }, late, { saysStatus: true }),
  fault('a connection reset', { kind: 'reset' }, broken),
  {
    name: 'connection refused',
    effects: () => [],
    unreachable: true,
    ending: { ...broken, outcome: 'not applied', harmless: true },
    beforeOnly,
  },
  fault('no response', { kind: 'no-answer' }, late),
]
