import type { IncomingMessage } from 'node:http'
import type { ServiceCore } from '../service.ts'
import type { MockService } from '../types/index.ts'
import { EventList } from './queries/events.ts'
import { EventFeed } from './stream.ts'

/** A service and where it stands on the server. */
export interface Mount {
  readonly service: MockService
  readonly core: ServiceCore
  /** Path in front of everything of it; empty for the service that the server was started with. */
  readonly path: string
  readonly feed: EventFeed
  /** Its events, for whoever queries them. */
  readonly events: EventList
}

export const mountOf = (service: MockService, core: ServiceCore, path: string): Mount => ({
  service,
  core,
  path,
  feed: new EventFeed(core),
  events: new EventList(core),
})

/** Tokens of a service's seeded keys. */
export const keysOf = ({ seeded: { group, individual } }: MockService) => ({
  group: group.token,
  individual: individual.token,
})

/** What a request is for. */
export interface RequestTarget {
  /** Undefined where it is a sandbox that is not there. */
  readonly mount: Mount | undefined
  readonly isAdmin: boolean
  /** Path and query below the mount, or below its admin API. */
  readonly target: string
}

const inSandbox = /^\/_mock\/sandboxes\/([^/?]+)(\/.*)$/s
// Its address as it is handed out, for who reads there; to end it is the server's business.
const sandboxItself = /^\/_mock\/sandboxes\/([^/?]+)(\?.*)?$/s
const admin = /^\/_mock(?=$|[/?])/

/** Finds the service that a path belongs to: a sandbox, or the service that the server was started with. */
export function targetOf(
  { method }: IncomingMessage,
  target: string,
  root: Mount,
  sandbox: (id: string) => Mount | undefined,
): RequestTarget {
  if (!target.startsWith('/_mock')) return { mount: root, isAdmin: false, target }
  const [, itself, query = ''] = method === 'GET' || method === 'HEAD' ? (sandboxItself.exec(target) ?? []) : []
  if (itself !== undefined) return { mount: sandbox(itself), isAdmin: false, target: `/${query}` }
  const [, id, below = target] = inSandbox.exec(target) ?? []
  const isAdmin = admin.test(below)
  return {
    mount: id === undefined ? root : sandbox(id),
    isAdmin,
    target: isAdmin ? below.replace(admin, '') : below,
  }
}
