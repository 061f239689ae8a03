import { MockServiceError } from '../errors.ts'
import { createInSteps, type ServiceCore } from '../service.ts'
import { randomHex } from '../text/strings.ts'
import type { MockService, MockServiceOptions } from '../types/index.ts'
import { AdminError } from './admin-response.ts'
import { EventFeed } from './stream.ts'
import { runInSlices } from './time-slices.ts'

/** A service, and the path at which the server serves it. */
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

/** Further services of a server, besides the service that the server was started with. Each has its own path. */
export class Sandboxes {
  /** Sandboxes by id, the least recently used first. */
  readonly #mounts = new Map<string, Mount>()
  /** Aborted when the server closes. */
  readonly #closing = new AbortController()
  readonly #max: number

  constructor(max = maxSandboxes) {
    this.#max = max
  }

  /** The sandbox with an id. Counts as a use of the sandbox. */
  get(id: string): Mount | undefined {
    const mount = this.#mounts.get(id)
    if (mount) {
      this.#mounts.delete(id)
      this.#mounts.set(id, mount)
    }
    return mount
  }

  /**
   * Creates a sandbox from the options of `createMockService`. At the maximum number, ends the least recently used sandbox. The server
   * answers other requests during the seeding. If the caller disconnects, the seeding stops.
   */
  async create(options: MockServiceOptions, url: string, disconnected: AbortSignal): Promise<Mount> {
    if (options.baseUrl !== undefined)
      throw new MockServiceError('option', 'baseUrl', 'is set by the server; leave it out')
    const id = randomHex(8)
    const path = `/_mock/sandboxes/${id}`
    // The id makes the seed unique: the generated keys of one sandbox must not open another.
    const steps = createInSteps({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const { service, core } = await runInSlices(steps, AbortSignal.any([disconnected, this.#closing.signal]))
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
