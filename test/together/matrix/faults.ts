import type { FaultEffect } from 'osdi-events/mock'
import type { Operation } from './operations.ts'

/** How an attempt under a fault ends for the client. */
export interface Ending {
  /** Code of the error, if no retry succeeds. */
  readonly code: 'http' | 'network' | 'timeout' | 'content' | 'schema' | 'link'
  /** Outcome of a single attempt at a write. */
  readonly outcome: 'not applied' | 'applied' | 'unknown'
  /** Whether the client retries a request that it may repeat. */
  readonly passes: boolean
  /** Whether the client retries even a create, because it surely had no effect. */
  readonly harmless?: boolean
}

/** One fault of the matrix. */
export interface Fault {
  /** Name in the table. */
  readonly name: string
  /** Effects on an attempt: on its first request, then on each request after a redirect. */
  effects(places: Places): readonly FaultEffect[]
  /** The connection is refused. */
  readonly unreachable?: boolean
  /** Undefined if the response is only late, or comes unharmed. */
  readonly ending?: Ending
  /** Operations whose responses the fault can spoil. @default all operations */
  readonly spoils?: readonly Operation[]
  /** Begins with a redirect, which the client refuses for a delete. */
  readonly forwards?: boolean
  /** A delete accepts the response as a success. */
  readonly deletes?: boolean
  /** The status arrives before the fault applies. For a delete, the status is a refusal: not applied. */
  readonly saysStatus?: boolean
  /** The fault keeps the status. A delete keeps its refusal. */
  readonly leavesStatus?: boolean
  /** Applies only before the service acts: afterwards the response would be a lie, which a client has to believe. */
  readonly beforeOnly?: boolean
  /** A redirect that the client follows, except for a delete; once, it does no harm. */
  readonly followed?: boolean
  /** Responds with a success, which is a lie if the service has not acted. */
  readonly claimsSuccess?: boolean
}

/** Targets of redirects and links. */
export interface Places {
  /** The requested address. */
  readonly inside: string
  /** An address of another server. */
  readonly foreign: string
}

/** `maxResponseBytes` of the clients here. */
export const longestResponse = 100_000

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

/** A redirect before or after the service acts, then an effect without a further action. */
const forwarded = (name: string, then: FaultEffect, ending: Ending): Fault => ({
  name: `status 307 to the same address, then ${name}`,
  effects: ({ inside }) => [{ kind: 'redirect', status: 307, to: inside }, then],
  ending,
  forwards: true,
})

const hal = { 'content-type': 'application/hal+json' }
const success = (body: string): FaultEffect => ({ kind: 'status', status: 200, body, headers: hal })
const tooLong = JSON.stringify({ title: 'A'.repeat(longestResponse) })

/** A refusal after the action would be a lie. */
const beforeOnly = true
/** A useless body behind a right status. */
const spoilt = { leavesStatus: true, claimsSuccess: true } as const
const showEvents: readonly Operation[] = [
  ...(['list', 'page', 'get', 'update', 'create', 'create, recognised', 'create in a campaign'] as const),
]
const lists: readonly Operation[] = [
  ...(['list', 'campaigns', 'people', 'attendances', 'attendances with people', 'attendances of a person'] as const),
]

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
  fault('a `next` link to the same page', { kind: 'next', to: 'loop' }, astray, { spoils: lists }),
  {
    name: 'a `next` link to another host',
    effects: ({ foreign }) => [{ kind: 'next', to: foreign }],
    ending: astray,
    spoils: lists,
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
