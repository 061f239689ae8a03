import { MockServiceError } from '../errors.ts'
import { getIn } from '../text/json.ts'
import { maxTimeout } from '../time.ts'
import type { EventReference, MockAttendance, MockEvent } from '../types/index.ts'
import { address, type Check, check, object, validate, validateMembers, wholeNumber } from '../validate.ts'
import { type Endpoint, send, stream, textOf } from './send.ts'
import type { MockAdmin, MockAdminOptions, Sandbox, SandboxOptions, ServiceInfo } from './types.ts'

/**
 * Controls a mock service on a server, or a sandbox of the server, from any program that has `fetch`. The returned object has the methods
 * of the service. Each method sends a request to the admin API.
 *
 * @param url Address of the server or the sandbox: the `url` that `serve` or `sandbox` returned.
 * @throws `MockServiceError` for an invalid address, for an address with a query or a fragment, and for an unknown or wrong option.
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
  validateMembers(options, '', optionChecks, 'option', 'options')
  const { fetch, timeout = 30_000 } = options
  // Reads `globalThis.fetch` for every request, because a test may replace it at any time.
  const endpoint: Endpoint = {
    url: validate(address, url, 'url', 'argument').replace(/\/+$/, ''),
    fetch: fetch ?? ((input, init) => globalThis.fetch(input, init)),
    timeout,
  }
  const get = <Result>(path: string, query: object = {}) => send<Result>(endpoint, { method: 'GET', path, query })
  const post = <Result>(path: string, body?: unknown, query: object = {}) =>
    send<Result>(endpoint, { method: 'POST', path, body, query })
  const put = <Result>(path: string, body: unknown) => send<Result>(endpoint, { method: 'PUT', path, body })
  const remove = async (path: string) => void (await send(endpoint, { method: 'DELETE', path }))
  return {
    info: async () => {
      const { url, keys, namespace } = await get<ServiceInfo & { readonly namespace: string }>('')
      return { url, keys, namespace }
    },
    addPerson: (person = {}) => post('people', person),
    updatePerson: async (person, changes) => put(`people/${segment(referenceId(person), 'person', noPerson)}`, changes),
    addGroup: (group) => post('groups', group),
    addKey: (key = {}) => post('keys', key),
    addCampaign: (campaign) => post('campaigns', campaign),
    updateCampaign: async (campaign, changes) =>
      put(`campaigns/${segment(referenceId(campaign), 'campaign', noCampaign)}`, changes),
    addTag: (tag) => post('tags', tag),
    addEvent: async (event, options = {}) =>
      post('events', event, { ...checkObject(options, 'options'), key: tokenOf(options.key) }),
    updateEvent: (event, changes) => forEvent(event, (path) => put<MockEvent>(path, changes)),
    cancelEvent: (event) => forEvent(event, (path) => post<MockEvent>(`${path}/cancel`)),
    removeEvent: (event) => forEvent(event, remove),
    attend: async (event, who, options = {}) => {
      const attendees = typeof who === 'number' ? { count: who } : { person: referenceId(who) }
      const body = { ...checkObject(options, 'options'), ...attendees }
      return forEvent(event, (path) => post<readonly MockAttendance[]>(`${path}/attendances`, body))
    },
    targeting: (key) => get('targeting', { key: tokenOf(key) }),
    dashboard: (of) => get('dashboard', { of: textOf(getIn(of, 'token')) ?? referenceId(of) }),
    mailingList: (of) => get('mailing-list', { of: referenceId(of) }),
    people: async (query = {}) =>
      get('people', {
        ...checkObject(query, 'query'),
        event: referenceId(query.event),
        list: referenceId(query.list),
        tag: referenceId(query.tag),
      }),
    person: async (person) => get(`people/${segment(referenceId(person), 'person', noPerson)}`),
    groups: () => get('groups'),
    keys: () => get('keys'),
    campaigns: (key) => get('campaigns', { key: tokenOf(key) }),
    campaignRows: async (query = {}) => get('campaign-rows', checkObject(query, 'query')),
    campaign: async (campaign) => get(`campaigns/${segment(referenceId(campaign), 'campaign', noCampaign)}`),
    tags: (key) => get('tags', { key: tokenOf(key) }),
    events: async (query = {}) =>
      get('events', {
        ...checkObject(query, 'query'),
        owner: referenceId(query.owner),
        person: referenceId(query.person),
        campaign: referenceId(query.campaign),
      }),
    event: async (event) => get(`events/${segment(referenceId(event), 'event', noEvent)}`),
    preview: (path, of) => get('preview', { path, of: referenceId(of) }),
    overview: () => get('overview'),
    lists: () => get('lists'),
    outbox: () => get('outbox'),
    messages: async (query = {}) =>
      get('messages', {
        ...checkObject(query, 'query'),
        event: referenceId(query.event),
        person: referenceId(query.person),
      }),
    message: async (message) =>
      get(
        `messages/${segment(textOf(getIn(message, 'number') ?? message), 'message', 'is not the number of a sent message')}`,
      ),
    reminders: async (query = {}) => get('reminders', checkObject(query, 'query')),
    requests: async (filter = {}) => get('requests', checkObject(filter, 'filter')),
    requestRows: async (query = {}) => get('request-rows', checkObject(query, 'query')),
    request: async (request) =>
      get(`requests/${segment(textOf(getIn(request, 'number') ?? request), 'request', noRequest)}`),
    clearRequests: () => remove('requests'),
    stream: (options) => stream(endpoint, options),
    faults: {
      list: () => get('faults'),
      add: (rule) => post('faults', rule),
      remove: async (fault) => {
        const id = getIn(fault, 'id') ?? fault
        if (typeof id !== 'string') throw new MockServiceError('argument', 'fault', 'must be a fault or its id')
        return isPathSegment(id) && wasRemoved(remove(`faults/${encodeURIComponent(id)}`))
      },
      clear: () => remove('faults'),
    },
    clock: {
      now: async () => dateOf(await get('clock')),
      advance: async (duration) => dateOf(await post('clock', { advance: duration })),
      advanceTo: async (moment) => dateOf(await post('clock', { to: moment })),
    },
    state: () => get('state'),
    restore: (state) => put('state', state),
    reset: () => post('reset'),
    sandboxes: () => get('sandboxes'),
    sandbox: async (options: SandboxOptions = {}): Promise<Sandbox> => {
      if (typeof getIn(options, 'geocode') === 'function')
        throw new MockServiceError('option', 'geocode', 'cannot be sent to a server; use plain data')
      const info = await post<ServiceInfo>('sandboxes', options)
      const end = () => remove(`sandboxes/${info.url.slice(info.url.lastIndexOf('/') + 1)}`)
      const admin = mockAdmin(info.url, { timeout, ...(fetch && { fetch }) })
      return { ...info, admin, end, [Symbol.asyncDispose]: async () => void (await wasRemoved(end())) }
    },
  }
}

const optionChecks: { readonly [Name in keyof MockAdminOptions]-?: Check<unknown> } = {
  fetch: check('a function', (value) => typeof value === 'function'),
  timeout: wholeNumber(1, maxTimeout),
}

const noPerson = 'is not a person of this service'
const noCampaign = 'is not a campaign of this service'
const noEvent = 'is not an event of this service'
const noRequest = 'is not a request in the log'

/** Sends a request about an event. The path has the event's id. Without an id, tries the identifiers, until the service finds the event. */
async function forEvent<Result>(event: EventReference, request: (path: string) => Promise<Result>): Promise<Result> {
  const id = getIn(event, 'id') ?? event
  const identifiers = getIn(event, 'identifiers')
  const names: readonly unknown[] = typeof id === 'string' ? [id] : Array.isArray(identifiers) ? identifiers : []
  for (const name of names) {
    if (typeof name !== 'string' || !isPathSegment(name)) continue
    try {
      return await request(`events/${encodeURIComponent(name)}`)
    } catch (error) {
      if (!isUnknown(error) || error.field !== 'event') throw error
    }
  }
  throw new MockServiceError('unknown', 'event', noEvent)
}

const checkObject = (value: unknown, field: string) => validate(object, value, field, 'argument')

const dateOf = ({ now }: { readonly now: string }): Date => new Date(now)

/** Does not check the argument, because the service refuses a wrong argument with an error that names it. */
const tokenOf = (key: unknown): string | undefined => textOf(getIn(key, 'token') ?? key)
const referenceId = (reference: unknown): string | undefined => textOf(getIn(reference, 'id') ?? reference)

/** Whether a name can be a path segment. An empty name, `.` and `..` would change the address, and no record has such a name. */
const isPathSegment = (name: string): boolean => !/^\.{0,2}$/.test(name)

function segment(name: string | undefined, field: string, problem: string): string {
  if (name !== undefined && isPathSegment(name)) return encodeURIComponent(name)
  throw new MockServiceError('unknown', field, problem)
}

const isUnknown = (error: unknown): error is MockServiceError =>
  error instanceof MockServiceError && error.code === 'unknown'

/** Awaits a removal. Returns false if the thing to remove does not exist. */
async function wasRemoved(removal: Promise<void>): Promise<boolean> {
  try {
    await removal
    return true
  } catch (error) {
    if (isUnknown(error)) return false
    throw error
  }
}
