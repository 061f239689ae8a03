import { checkMembers, keyOf } from '../add/references.ts'
import { MockServiceError } from '../errors.ts'
import { Snapshot } from '../snapshot.ts'
import { readState } from '../state/read.ts'
import { instantFrom } from '../text/local-time.ts'
import type { MockServiceOptions } from '../types/index.ts'
import { type Call, oneOf } from './admin-call.ts'
import { keysOf } from './mount.ts'
import { Held, inTurns, stateOf } from './send.ts'
import { sign } from './stream.ts'

/** As it came: bodies come from outside, and the members of a service check what they are handed. */
export const unchecked = <Argument>(body: unknown): Argument => body as Argument

const described = ({ service, url }: Call) => ({ url, keys: keysOf(service) })

export function list(call: Call) {
  const addresses = call.routes.map(({ method, path, does }) => ({ method, href: `${call.url}/_mock/${path}`, does }))
  return { ...described(call), addresses }
}

export function reset(call: Call) {
  call.service.reset()
  return described(call)
}

export function requests({ service, query: { status, ...filter } }: Call) {
  const wanted = status === undefined ? filter : { ...filter, status: /^\d+$/.test(status) ? Number(status) : status }
  return service.requests.matching(unchecked(wanted))
}

export function removeFault({ service, id }: Call) {
  if (!service.faults.remove(id)) throw new MockServiceError('unknown', 'fault', 'is none that is active')
}

export const addEvent = ({ members, query, body }: Call) => members.addEvent(unchecked(body), unchecked(query))

export const updateEvent = ({ members, id, body }: Call) => members.updateEvent(id, unchecked(body))

export const cancelEvent = ({ members, id }: Call) => members.cancelEvent(id)

export const removeEvent = ({ members, id }: Call) => members.removeEvent(id)

/** RSVPs of one request: each is answered with a record of its own. */
const mostAtOnce = 10_000

export function attend({ members, id, body }: Call) {
  checkMembers(body, 'body', ['count', 'person'])
  const [name, who] = oneOf(body, 'body', ['count', 'person'])
  const type = name === 'count' ? 'number' : 'string'
  if (typeof who !== type) throw new MockServiceError('argument', `body.${name}`, `must be a ${type}`)
  if (typeof who === 'number' && who > mostAtOnce) {
    throw new MockServiceError('argument', 'body.count', `must be at most ${mostAtOnce}: others wait meanwhile`)
  }
  return members.attend(id, unchecked(who))
}

export function targeting({ members, query }: Call) {
  const [, key] = oneOf(query, 'query', ['key'])
  return members.targeting(unchecked(key))
}

export function dashboard({ members, query }: Call) {
  const [, of] = oneOf(query, 'query', ['key', 'of'])
  return members.dashboard(unchecked(of))
}

export function mailingList({ members, mount, query }: Call) {
  const [name, of] = oneOf(query, 'query', ['key', 'of'])
  if (name === 'of') return members.mailingList(unchecked(of))
  const { owner } = keyOf(mount.core.session.context, of, 'key')
  return members.mailingList(owner.slice(owner.indexOf(':') + 1))
}

export const clock = ({ service }: Call) => ({ now: service.clock.now().toISOString() })

export function advance(call: Call) {
  checkMembers(call.body, 'body', ['advance', 'to'])
  const [name, given] = oneOf(call.body, 'body', ['advance', 'to'])
  call.service.clock.advance(name === 'to' ? untilMoment(call, given) : unchecked(given))
  return clock(call)
}

/** How long it is until a moment, as an ISO 8601 duration. */
function untilMoment({ service }: Call, moment: unknown): string {
  const instant = typeof moment === 'string' ? instantFrom(moment) : undefined
  if (instant === undefined)
    throw new MockServiceError('argument', 'body.to', 'must be an ISO 8601 date-time with a zone')
  const left = instant - service.clock.now().getTime()
  if (left < 0) throw new MockServiceError('argument', 'body.to', 'has passed: the clock never goes back')
  return `PT${left / 1000}S`
}

export const state = ({ service }: Call) => stateOf(service)

export async function restore(call: Call) {
  const { service, body, gone } = call
  // All of it is read before the service has any of it.
  service.restore(new Snapshot(await inTurns(readState(body, service), gone)))
  return described(call)
}

export function stream({ mount, headers }: Call) {
  const last = headers['last-event-id']
  const from = typeof last === 'string' ? last : undefined
  return new Held(sign, (response, fail) => mount.stream.open(response, from, fail))
}

export const clearRequests = ({ service }: Call) => service.requests.clear()

export async function makeSandbox({ sandboxes, body, origin, gone }: Call) {
  const { service, path } = await sandboxes.make(unchecked<MockServiceOptions>(body), origin, gone)
  return { url: origin + path, keys: keysOf(service) }
}

export const endSandbox = ({ sandboxes, id }: Call) => sandboxes.end(id)
