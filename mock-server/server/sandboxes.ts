import { randomBytes } from 'node:crypto'
import { MockServiceError } from '../errors.ts'
import { createInSteps, type ServiceCore } from '../service.ts'
import type { MockService, MockServiceOptions } from '../types/index.ts'
import { AdminError } from './admin-response.ts'
import { EventFeed } from './stream.ts'
import { runInSlices } from './time-slices.ts'

/** A service, and the path that it is served at. */
export interface Mount {
  readonly service: MockService
  readonly core: ServiceCore
  /** Empty for the service that the server was started with. */
  readonly path: string
  readonly feed: EventFeed
}

/** Tokens of a service's seeded keys. */
export const keysOf = ({ seeded: { group, individual } }: MockService) => ({
  group: group.token,
  individual: individual.token,
})

/** The error for a sandbox that does not exist, or has ended. */
export const noSandbox = () => new MockServiceError('unknown', 'sandbox', 'is not a sandbox of this server')

/** How many sandboxes there can be at once. */
const maxSandboxes = 1000

/** Services beside the one that the server was started with, each under a path of its own. */
export class Sandboxes {
  /** By id, the one that was unused for longest first. */
  readonly #mounts = new Map<string, Mount>()
  /** Aborted when the server closes. */
  readonly #closing = new AbortController()
  readonly #max: number

  constructor(max = maxSandboxes) {
    this.#max = max
  }

  /** The sandbox that a request is for, which is then the one that was used last. */
  get(id: string): Mount | undefined {
    const mount = this.#mounts.get(id)
    if (mount) {
      this.#mounts.delete(id)
      this.#mounts.set(id, mount)
    }
    return mount
  }

  /**
   * Creates a sandbox from the options of `createMockService`; the one unused for longest makes room for it. Other requests are answered
   * while it is seeded. A caller who goes away ends the seeding.
   */
  async create(options: MockServiceOptions, url: string, gone: AbortSignal): Promise<Mount> {
    if (options.baseUrl !== undefined)
      throw new MockServiceError('option', 'baseUrl', 'is set by the server; leave it out')
    const id = randomBytes(8).toString('hex')
    const path = `/_mock/sandboxes/${id}`
    // A key of one sandbox must not happen to open another.
    const steps = createInSteps({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const { service, core } = await runInSlices(steps, AbortSignal.any([gone, this.#closing.signal]))
    const mount = { service, core, path, feed: new EventFeed(core) }
    const [oldest] = this.#mounts.keys()
    if (oldest !== undefined && this.#mounts.size >= this.#max) this.end(oldest)
    this.#mounts.set(id, mount)
    return mount
  }

  /** Ends a sandbox: its faults, every wait and every stream. */
  end(id: string): void {
    const mount = this.#mounts.get(id)
    if (!mount) throw noSandbox()
    this.#mounts.delete(id)
    mount.service.faults.clear()
    mount.core.endWaits()
    mount.feed.end()
  }

  /** Ends all sandboxes, and those that are being created. */
  endAll(): void {
    this.#closing.abort(new AdminError(503, 'closing', 'The server closes'))
    for (const id of this.#mounts.keys()) this.end(id)
  }
}
