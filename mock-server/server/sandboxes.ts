import { MockServiceError } from '../errors.ts'
import { createInSteps, type ServiceCore } from '../service.ts'
import { randomHex } from '../text/strings.ts'
import type { MockService, MockServiceOptions } from '../types/index.ts'
import { filledText, validate } from '../validate.ts'
import { AdminError } from './admin-response.ts'
import { EventFeed } from './stream.ts'
import { runInSlices } from './time-slices.ts'

/** A service that a server serves, and its path on the server. */
export interface MountedService {
  readonly service: MockService
  readonly core: ServiceCore
  /** Empty for the service that was passed to `serve`. */
  readonly path: string
  readonly feed: EventFeed
}

/** A sandbox. */
interface MountedSandbox extends MountedService {
  readonly id: string
  readonly name: string
}

/** Tokens of a service's seeded keys. */
export const keysOf = ({ seeded: { group, individual } }: MockService) => ({
  group: group.token,
  individual: individual.token,
})

/** The error for an unknown or ended sandbox. */
export const noSandbox = () => new MockServiceError('unknown', 'sandbox', 'is not a sandbox of this server')

/** Options of `createMockService`, and a name for people. */
interface NamedOptions extends MockServiceOptions {
  readonly name?: string
}

/** Maximum number of sandboxes at the same time. */
const maxSandboxes = 1000

/** The sandboxes of a server: further services besides the one that was passed to `serve`. Each has its own path and data. */
export class Sandboxes {
  /** Sandboxes by id, the least recently used sandbox first. */
  readonly #mounts = new Map<string, MountedSandbox>()
  /** Aborted when the server closes. */
  readonly #closing = new AbortController()
  readonly #max: number

  constructor(max = maxSandboxes) {
    this.#max = max
  }

  /** Finds a sandbox by its id, and marks it as the most recently used sandbox. */
  get(id: string): MountedService | undefined {
    const mount = this.#mounts.get(id)
    if (mount) {
      this.#mounts.delete(id)
      this.#mounts.set(id, mount)
    }
    return mount
  }

  /** The sandboxes, the most recently used one first. */
  list(): readonly MountedSandbox[] {
    return [...this.#mounts.values()].reverse()
  }

  /**
   * Creates a sandbox with options of `createMockService`. If there are too many sandboxes, ends the least recently used one. The server
   * answers other requests while the service is being created. If the caller disconnects, the creation stops.
   */
  async create({ name, ...options }: NamedOptions, url: string, disconnected: AbortSignal): Promise<MountedSandbox> {
    if (options.baseUrl !== undefined)
      throw new MockServiceError('option', 'baseUrl', 'is set by the server; leave it out')
    if (name !== undefined) validate(filledText, name, 'name', 'option')
    const id = randomHex(8)
    const path = `/_mock/sandboxes/${id}`
    // The id makes the seed unique, so that no two sandboxes generate the same API keys.
    const steps = createInSteps({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const { service, core } = await runInSlices(steps, AbortSignal.any([disconnected, this.#closing.signal]))
    const mount = { id, name: name ?? id, service, core, path, feed: new EventFeed(core) }
    const [oldest] = this.#mounts.keys()
    if (oldest !== undefined && this.#mounts.size >= this.#max) this.end(oldest)
    this.#mounts.set(id, mount)
    return mount
  }

  /** Ends a sandbox, with its faults, waiting requests and event feeds. */
  end(id: string): void {
    const mount = this.#mounts.get(id)
    if (!mount) throw noSandbox()
    this.#mounts.delete(id)
    mount.service.faults.clear()
    mount.core.endWaits()
    mount.feed.end()
  }

  /** Ends all sandboxes, and stops the creation of new ones. */
  endAll(): void {
    this.#closing.abort(new AdminError(503, 'closing', 'The server closes'))
    for (const id of this.#mounts.keys()) this.end(id)
  }
}
