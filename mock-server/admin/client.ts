import { MockServiceError } from '../errors.ts'
import { at, isPlain } from '../text/json.ts'
import type { EventReference, MockAttendance, MockEvent } from '../types/index.ts'
import { checkAdminOptions, type Sending, send, textOf } from './send.ts'
import { stream } from './stream.ts'
import type { MockAdmin, MockAdminOptions, Sandbox, SandboxOptions, ServiceInfo } from './types.ts'

/**
 * Steers a mock service that a server serves, or one of its sandboxes, from wherever there is a `fetch`: the members of the
 * service, each as a request to its admin API.
 *
 * @param url Address of the server or of the sandbox, as `serve` or `sandbox` gave it.
 * @throws `MockServiceError` for an address that is none or has more to it, and for an option that is unknown or wrong.
 *
 * @example
 * ```ts
 * import { createMockService, mockAdmin } from 'osdi-events/mock'
 * import { serve } from 'osdi-events/mock/standalone'
 *
 * const server = await serve(createMockService())
 * const admin = mockAdmin(server.url)
 * const picnic = await admin.addEvent({ title: 'Picnic' }, { key: server.keys.group })
 * await admin.attend(picnic, 3)
 * console.log(await admin.outbox())
 * await server.close()
 * ```
 */
export function mockAdmin(url: string, options: MockAdminOptions = {}): MockAdmin {
  const { fetch, timeout = 30_000 } = checkAdminOptions(options)
  // The platform's is looked up for every request: a test may have put another in its place.
  const sending: Sending = {
    url: addressOf(url),
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout,
  }
  const get = <Answer>(path: string, query?: object) =>
    send<Answer>(sending, { method: 'GET', path, ...(query && { query }) })
  const post = <Answer>(path: string, body: unknown, query?: object) =>
    send<Answer>(sending, { method: 'POST', path, body, ...(query && { query }) })
  const remove = async (path: string) => void (await send(sending, { method: 'DELETE', path }))
  const sandbox = async (options: SandboxOptions = {}): Promise<Sandbox> => {
    if (typeof at(options, 'geocode') === 'function')
      throw new MockServiceError('option', 'geocode', 'is no data that could be sent to a server')
    const place = await post<ServiceInfo>('sandboxes', options)
    const end = () => remove(`sandboxes/${place.url.slice(place.url.lastIndexOf('/') + 1)}`)
    const admin = mockAdmin(place.url, { timeout, ...(fetch && { fetch }) })
    return { ...place, admin, end, [Symbol.asyncDispose]: async () => void (await removed(end())) }
  }
  return {
    info: async () => infoOf(await get('')),
    addPerson: (person = {}) => post('people', person),
    addGroup: (group) => post('groups', group),
    addKey: (key = {}) => post('keys', key),
    addCampaign: (campaign) => post('campaigns', campaign),
    addEvent: async (event, how = {}) => {
      if (!isPlain(how)) throw new MockServiceError('argument', 'options', 'must be an object, of key, via')
      return post('events', event, { ...how, key: tokenOf(how.key) })
    },
    updateEvent: (event, changes) =>
      ofEvent(event, (path) => send<MockEvent>(sending, { method: 'PUT', path, body: changes })),
    cancelEvent: (event) => ofEvent(event, (path) => post<MockEvent>(`${path}/cancel`, undefined)),
    removeEvent: async (event) =>
      void (await ofEvent(event, (path) => send<object>(sending, { method: 'DELETE', path }))),
    people: async (query = {}) => {
      if (!isPlain(query)) throw new MockServiceError('argument', 'query', 'must be an object')
      return get('people', { ...query, event: idOf(query.event), list: idOf(query.list) })
    },
    person: async (person) => {
      const id = idOf(person)
      if (id === undefined || !canStandInPath(id)) throw new MockServiceError('unknown', 'person', noPerson)
      return get(`people/${encodeURIComponent(id)}`)
    },
    groups: () => get('groups'),
    keys: () => get('keys'),
    campaigns: (key) => get('campaigns', { key: tokenOf(key) }),
    events: async (query = {}) => {
      if (!isPlain(query)) throw new MockServiceError('argument', 'query', 'must be an object')
      return get('events', { ...query, owner: idOf(query.owner), person: idOf(query.person) })
    },
    event: async (event) => {
      const id = idOf(event)
      if (id === undefined || !canStandInPath(id)) throw new MockServiceError('unknown', 'event', noEvent)
      return get(`events/${encodeURIComponent(id)}`)
    },
    look: (path, of) => get('look', { path, of: of === undefined ? undefined : idOf(of) }),
    attend: (event, who) => {
      const whom = typeof who === 'number' ? { count: who } : { person: idOf(who) }
      return ofEvent(event, (path) => post<readonly MockAttendance[]>(`${path}/attendances`, whom))
    },
    overview: () => get('overview'),
    lists: () => get('lists'),
    targeting: (key) => get('targeting', { key: tokenOf(key) }),
    dashboard: (of) => get('dashboard', { of: textOf(at(of, 'token')) ?? idOf(of) }),
    mailingList: (of) => get('mailing-list', { of: idOf(of) }),
    outbox: () => get('outbox'),
    messages: async (query = {}) => {
      if (!isPlain(query)) throw new MockServiceError('argument', 'query', 'must be an object')
      return get('messages', { ...query, event: query.event === undefined ? undefined : (idOf(query.event) ?? '') })
    },
    message: async (message) => {
      const name = textOf(at(message, 'number') ?? message) ?? ''
      if (!canStandInPath(name)) throw new MockServiceError('unknown', 'message', 'is none that was sent')
      return get(`messages/${encodeURIComponent(name)}`)
    },
    reminders: async (query = {}) => {
      if (!isPlain(query)) throw new MockServiceError('argument', 'query', 'must be an object')
      return get('reminders', query)
    },
    requests: async (filter = {}) => {
      if (!isPlain(filter)) throw new MockServiceError('argument', 'filter', 'must be an object')
      return get('requests', filter)
    },
    stream: (options) => stream(sending, options),
    clearRequests: () => remove('requests'),
    faults: {
      list: () => get('faults'),
      add: (rule) => post('faults', rule),
      remove: async (fault) => {
        const id = at(fault, 'id') ?? fault
        if (typeof id !== 'string') throw new MockServiceError('argument', 'fault', 'must be a fault or its id')
        return canStandInPath(id) && removed(remove(`faults/${encodeURIComponent(id)}`))
      },
      clear: () => remove('faults'),
    },
    clock: {
      now: async () => momentOf(await get('clock')),
      advance: async (duration) => momentOf(await post('clock', { advance: duration })),
      advanceTo: async (moment) => momentOf(await post('clock', { to: moment })),
    },
    state: () => get('state'),
    restore: (state) => send(sending, { method: 'PUT', path: 'state', body: state }),
    reset: () => post('reset', undefined),
    sandbox,
  }
}

const noPerson = 'is no person that this service knows'
const noEvent = 'is no event that this service knows'

/** Asks for an event by one of its names after the other, until the service knows one. */
async function ofEvent<Answer>(event: EventReference, ask: (path: string) => Promise<Answer>): Promise<Answer> {
  for (const name of namesOf(event)) {
    const known = await ask(`events/${encodeURIComponent(name)}`).catch(unless('event'))
    if (known !== undefined) return known
  }
  throw new MockServiceError('unknown', 'event', noEvent)
}

function addressOf(url: string): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol))
    throw new MockServiceError('argument', 'url', 'must be the http or https address of a server')
  if (/[?#]/.test(url) || parsed.username !== '' || parsed.password !== '')
    throw new MockServiceError('argument', 'url', 'must be without a query, a fragment, a user and a password')
  return url.replace(/\/+$/, '')
}

const infoOf = ({ url, keys }: ServiceInfo): ServiceInfo => ({ url, keys })
const momentOf = ({ now }: { readonly now: string }): Date => new Date(now)

/** The service looks at what is sent: a wrong argument goes there as it is, and comes back as the error that names it. */
const tokenOf = (key: unknown): string | undefined => textOf(at(key, 'token') ?? key)
const idOf = (reference: unknown): string | undefined => textOf(at(reference, 'id') ?? reference)

/** The names of an event that can stand in an address, the way in which the service looks for them. */
function namesOf(event: EventReference): readonly string[] {
  const id = at(event, 'id') ?? event
  const identifiers = at(event, 'identifiers')
  const names: readonly unknown[] = typeof id === 'string' ? [id] : Array.isArray(identifiers) ? identifiers : []
  return names.filter((name) => typeof name === 'string').filter(canStandInPath)
}

/** Nothing has such a name, and addresses lead elsewhere by it. */
const canStandInPath = (name: string): boolean => !/^\.{0,2}$/.test(name)

/** Passes over an error that says that something is not known, and no other. */
const unless = (field: string) => (error: unknown) => {
  if (error instanceof MockServiceError && error.code === 'unknown' && error.field === field) return undefined
  throw error
}

/** Whether there was something to remove. */
async function removed(removing: Promise<void>): Promise<boolean> {
  try {
    await removing
    return true
  } catch (error) {
    if (error instanceof MockServiceError && error.code === 'unknown') return false
    throw error
  }
}
