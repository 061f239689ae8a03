import { randomBytes } from 'node:crypto'
import { MockServiceError } from '../errors.ts'
import { coreOf, making } from '../service.ts'
import type { MockServiceOptions } from '../types/index.ts'
import { Problem } from './guard.ts'
import { type Mount, mountOf } from './mount.ts'
import { inTurns } from './send.ts'

/** How many sandboxes there are at once: the one unused for longest makes room for the next. */
const mostSandboxes = 1000

/** Services beside the one that the server was started with, each alone under a path of its own. */
export class Sandboxes {
  /** By their ids, the one unused for longest first. */
  readonly #mounts = new Map<string, Mount>()

  /** Aborted when the server closes. */
  readonly #closing = new AbortController()

  readonly #most: number

  constructor(most = mostSandboxes) {
    this.#most = most
  }

  /** The sandbox that a request is for, which makes it the one that was used last. */
  readonly mount = (id: string): Mount | undefined => {
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
   * Makes a sandbox from the options of `createMockService`; its address is the path under a server's own. Seeding it gives way to
   * requests, and ends where whoever asked for it goes away.
   */
  async make(options: MockServiceOptions, url: string, gone: AbortSignal): Promise<Mount> {
    if (options.baseUrl !== undefined) throw new MockServiceError('option', 'baseUrl', 'is given by the server')
    const id = randomBytes(8).toString('hex')
    const path = `/_mock/sandboxes/${id}`
    // A key of one sandbox must not happen to open another.
    const made = making({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const service = await inTurns(made, AbortSignal.any([gone, this.#closing.signal]))
    const core = coreOf(service)
    if (!core) throw new Error('A new service has no core')
    const mount = mountOf(service, core, path)
    for (const oldest of this.#mounts.keys()) {
      if (this.#mounts.size < this.#most) break
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
    mount.stream.end()
  }

  /** Ends all of them, and those that are being made. */
  endAll(): void {
    this.#closing.abort(new Problem(503, 'closing', 'The server closes'))
    for (const id of [...this.#mounts.keys()]) this.end(id)
  }
}
