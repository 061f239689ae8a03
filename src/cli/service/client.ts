import type { CallOptions, Collection, CreateOptions, ListOptions, Pager } from 'osdi-events'
import { Problem } from '../problem.ts'
import type { ServiceFlags } from './flags.ts'
import { keyFrom } from './key.ts'

/** A client of either version: what it is handed is checked by the client itself, at run time. */
export interface AnyEvents {
  readonly namespace: string
  readonly baseUrl: string
  list(options?: ListOptions): Pager<object, Collection<object>>
  get(event: string, options?: CallOptions): Promise<object>
  create(event: object, options?: CreateOptions): Promise<object>
  update(event: string, changes: object, options?: CallOptions): Promise<object>
}

/** Makes the client that the flags describe. */
export async function clientOf(flags: ServiceFlags): Promise<AnyEvents> {
  const { api, baseUrl = process.env.EVENTS_BASE_URL, namespace, rateLimit } = flags
  if (!baseUrl)
    throw new Problem(2, 'there is no address of a service: name it with --base-url, or set EVENTS_BASE_URL')
  const options = {
    baseUrl,
    namespace,
    apiKey: keyFrom(flags.keyFile),
    appInfo: { name: 'osdi-events-cli' },
    ...(rateLimit !== undefined && { rateLimit: { perSecond: rateLimit } }),
    ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
  }
  // Loaded here, so that help and other commands do without.
  const { EventsV1, EventsV2 } = await import('osdi-events')
  return api === 'v1' ? new EventsV1(options) : new EventsV2(options)
}
