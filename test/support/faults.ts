import type { FaultRule, MockService, MockServiceOptions, Version } from 'osdi-events/mock'
import { type Target, world } from './api.ts'
import { least, names } from './names.ts'
import type { Reach } from './ways.ts'

/** The result of a call, as its caller sees it. */
export interface Seen {
  readonly status?: number
  readonly headers?: Headers
  /** The whole body; absent if the body broke off. */
  readonly text?: string
  /** The error of the call, or of reading its body. */
  readonly error?: unknown
}

/** Calls an address, and reads the whole body. Never rejects: the result has the error. */
export const seen = async (target: Target, path: string, init: RequestInit = {}): Promise<Seen> => {
  const url = path.startsWith('http') ? path : target.baseUrl + path
  let response: Response | undefined
  try {
    response = await target.fetch(url, { redirect: 'manual', ...init })
    return { status: response.status, headers: response.headers, text: await response.text() }
  } catch (error) {
    return response ? { status: response.status, headers: response.headers, error } : { error }
  }
}

/** A service with three events on pages of two, and the calls of its group's key, with one way to the service. */
export const faulty = async (reach: Reach, version: Version, options: MockServiceOptions = {}) => {
  const { service, key, individualKey, member } = world({ perPage: 2, ...options })
  const [first] = [1, 2, 3].map((number) => service.addEvent({ title: `Event ${number}` }, { key }))
  const { close, ...target } = await reach(service)
  const events = `/api/${version}/events`
  const headers = (token: string) => ({ [names[version].key]: token, 'Content-Type': 'application/json' })
  const call = (path: string, init: RequestInit = {}, token = key.token) =>
    seen(target, path, { headers: headers(token), ...init })
  return {
    service,
    key,
    individualKey,
    member,
    target,
    version,
    events,
    /** Path of the first event. */
    eventPath: `${events}/${first?.id}`,
    headers: headers(key.token),
    add: (rule: FaultRule) => service.faults.add(rule),
    get: (path = events, init: RequestInit = {}) => call(path, init),
    getAs: (token: string) => call(events, {}, token),
    post: (init: RequestInit = {}) =>
      call(events, { method: 'POST', body: JSON.stringify(least(version, { identifiers: ['calendar:7'] })), ...init }),
    [Symbol.asyncDispose]: close,
  }
}

/** All codes of an error and its causes. */
export const codesOf = (error: unknown): readonly unknown[] => {
  if (!(error instanceof Error)) return []
  return ['code' in error ? error.code : undefined, ...codesOf(error.cause)].filter((code) => code !== undefined)
}

// Browser pages have no `setImmediate`.
const nextTurn = globalThis.setImmediate ?? ((run: () => void) => setTimeout(run))

/** Lets the event loop turn until a condition is true. */
export const until = async (holds: () => boolean): Promise<void> => {
  for (let turns = 0; !holds(); turns += 1) {
    if (turns > 100_000) throw new Error('it never came to hold')
    await new Promise<void>((resolve) => void nextTurn(resolve))
  }
}

/** All data of a service, as text. */
export const stateOf = (service: MockService): string => JSON.stringify(service.snapshot())
