import { MockServiceError } from '../errors.ts'
import { at } from '../text/json.ts'
import type { EventReference, KeyReference, Reference } from '../types.ts'
import { type Sending, send } from './send.ts'
import type { MockControl, MockControlOptions, MockPlace, MockWorld, MockWorldOptions } from './types.ts'

/**
 * Steers a mock service that a server serves, or one of its worlds, from wherever there is a `fetch`: the members of the
 * service, each as a request to its control addresses.
 *
 * @param url Address of the server or of the world, as `serve` or `world` gave it.
 * @throws `MockServiceError` for an address that is none.
 *
 * @example
 * ```ts
 * import { controlOf, createMockService } from 'osdi-events/mock'
 * import { serve } from 'osdi-events/mock/standalone'
 *
 * const server = await serve(createMockService())
 * const control = controlOf(server.url)
 * const picnic = await control.addEvent({ title: 'Picnic' }, { key: server.keys.group })
 * await control.attend(picnic, 3)
 * console.log(await control.outbox())
 * await server.close()
 * ```
 */
export function controlOf(url: string, { fetch, timeout = 30_000 }: MockControlOptions = {}): MockControl {
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
  const world = async (options: MockWorldOptions = {}): Promise<MockWorld> => {
    const place = await post<MockPlace>('worlds', options)
    const end = () => remove(`worlds/${place.url.slice(place.url.lastIndexOf('/') + 1)}`)
    const control = controlOf(place.url, { timeout, ...(fetch && { fetch }) })
    return { ...place, control, end, [Symbol.asyncDispose]: async () => void (await removed(end())) }
  }
  return {
    place: async () => placeOf(await get('')),
    addPerson: (person = {}) => post('people', person),
    addGroup: (group) => post('groups', group),
    addKey: (key = {}) => post('keys', key),
    addCampaign: (campaign) => post('campaigns', campaign),
    addEvent: (event, { key, via, ...others }) => post('events', event, { ...others, key: tokenOf(key), via }),
    attend: (event, who) =>
      post(
        `events/${encodeURIComponent(nameOf(event))}/attendances`,
        typeof who === 'number' ? { count: who } : { person: idOf(who) },
      ),
    targeting: (key) => get('targeting', { key: tokenOf(key) }),
    dashboard: (of) => get('dashboard', { of: at(of, 'token') ?? idOf(of) }),
    mailingList: (of) => get('mailing-list', { of: idOf(of) }),
    outbox: () => get('outbox'),
    requests: (filter = {}) => get('requests', filter),
    clearRequests: () => remove('requests'),
    faults: {
      list: () => get('faults'),
      add: (rule) => post('faults', rule),
      remove: (fault) => removed(remove(`faults/${encodeURIComponent(idOf(fault))}`)),
      clear: () => remove('faults'),
    },
    clock: {
      now: async () => momentOf(await get('clock')),
      advance: async (duration) => momentOf(await post('clock', { advance: duration })),
    },
    state: () => get('state'),
    restore: (state) => send(sending, { method: 'PUT', path: 'state', body: state }),
    reset: () => post('reset', undefined),
    world,
  }
}

function addressOf(url: string): string {
  const parsed = typeof url === 'string' ? URL.parse(url) : null
  if (parsed && /^https?:$/.test(parsed.protocol)) return url.replace(/\/+$/, '')
  throw new MockServiceError('argument', 'url', 'must be the http or https address of a server')
}

const placeOf = ({ url, keys }: MockPlace): MockPlace => ({ url, keys })
const momentOf = ({ now }: { readonly now: string }): Date => new Date(now)

/** The service looks at what is sent: a wrong argument goes there as it is, and comes back as the error that names it. */
const tokenOf = (key: KeyReference): unknown => at(key, 'token') ?? key
const idOf = (reference: Reference | KeyReference): string => String(at(reference, 'id') ?? reference)

/** The one of an event's names that stands in an address. */
function nameOf(event: EventReference): string {
  const identifiers = at(event, 'identifiers')
  return at(event, 'id') === undefined && Array.isArray(identifiers) ? String(identifiers[0]) : idOf(event as Reference)
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
