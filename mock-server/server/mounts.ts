import { randomBytes } from 'node:crypto'
import { MockServiceError } from '../errors.ts'
import { createInSteps, type ServiceCore } from '../service.ts'
import type { MockService, MockServiceOptions } from '../types/index.ts'
import { AdminError } from './send.ts'
import { EventFeed } from './stream.ts'
import { runInSlices } from './time-slices.ts'

/** A service and where it stands on the server. */
export interface Mount {
  readonly service: MockService
  readonly core: ServiceCore
  /** Path in front of everything of it; empty for the service that the server was started with. */
  readonly path: string
  readonly feed: EventFeed
}

/** Tokens of a service's seeded keys. */
export const keysOf = ({ seeded: { group, individual } }: MockService) => ({
  group: group.token,
  individual: individual.token,
})

const inSandbox = /^\/_mock\/sandboxes\/([^/?]+)(.*)$/s
const admin = /^\/_mock(?=$|[/?])/

/**
 * Finds the service that a path leads to, undefined where it is a sandbox that is not there; whether its admin API is meant; and the
 * path and query below that.
 */
export function targetOf(method: string, target: string, root: Mount, sandboxes: Sandboxes) {
  if (!target.startsWith('/_mock')) return { mount: root, isAdmin: false, target }
  const [, id, rest = ''] = inSandbox.exec(target) ?? []
  // A sandbox's address as it is handed out is for who reads there; to end it is the server's business.
  const isInside = id !== undefined && (rest.startsWith('/') || method === 'GET' || method === 'HEAD')
  const mount = isInside ? sandboxes.mount(id) : root
  const below = isInside ? rest.replace(/^(?!\/)/, '/') : target
  return { mount, isAdmin: admin.test(below), target: below.replace(admin, '') }
}

/** How many sandboxes there are at once. */
const maxSandboxes = 1000

/** Services beside the one that the server was started with, each alone under a path of its own. */
export class Sandboxes {
  /** By their ids, the one unused for longest first. */
  readonly #mounts = new Map<string, Mount>()
  /** Aborted when the server closes. */
  readonly #closing = new AbortController()
  readonly #max: number

  constructor(most = maxSandboxes) {
    this.#max = most
  }

  /** The sandbox that a request is for, which makes it the one that was used last. */
  mount(id: string): Mount | undefined {
    const mount = this.#mounts.get(id)
    if (mount) {
      this.#mounts.delete(id)
      this.#mounts.set(id, mount)
    }
    return mount
  }

  /** Whether it is one that has not ended. */
  has({ path }: Mount): boolean {
    return this.#mounts.has(path.slice(path.lastIndexOf('/') + 1))
  }

  /**
   * Makes a sandbox from the options of `createMockService`; the one unused for longest makes room for it. Seeding gives way to other
   * requests, and ends where whoever asked for it goes away.
   */
  async make(options: MockServiceOptions, url: string, gone: AbortSignal): Promise<Mount> {
    if (options.baseUrl !== undefined) throw new MockServiceError('option', 'baseUrl', 'is given by the server')
    const id = randomBytes(8).toString('hex')
    const path = `/_mock/sandboxes/${id}`
    // A key of one sandbox must not happen to open another.
    const steps = createInSteps({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const { service, core } = await runInSlices(steps, AbortSignal.any([gone, this.#closing.signal]))
    const mount = { service, core, path, feed: new EventFeed(core) }
    for (const oldest of this.#mounts.keys()) {
      if (this.#mounts.size < this.#max) break
      this.end(oldest)
    }
    this.#mounts.set(id, mount)
    return mount
  }

  /** Ends a sandbox, and every wait and stream in it. */
  end(id: string): void {
    const mount = this.#mounts.get(id)
    if (!mount) throw new MockServiceError('unknown', 'sandbox', 'is none that this server has')
    this.#mounts.delete(id)
    mount.service.faults.clear()
    mount.core.endWaits()
    mount.feed.end()
  }

  /** Ends all of them, and those that are being made. */
  endAll(): void {
    this.#closing.abort(new AdminError(503, 'closing', 'The server closes'))
    for (const id of [...this.#mounts.keys()]) this.end(id)
  }
}
