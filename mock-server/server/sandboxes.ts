import { randomBytes } from 'node:crypto'
import { MockServiceError } from '../errors.ts'
import { engineOf, making } from '../service.ts'
import type { MockServiceOptions } from '../types/index.ts'
import { Problem } from './guard.ts'
import { inTurns } from './send.ts'
import { type Site, siteOf } from './site.ts'

/** How many sandboxes there are at once: the one unused for longest makes room for the next. */
const mostSandboxes = 1000

/** Services beside the one that the server was started with, each alone under a path of its own. */
export class Sandboxes {
  /** By their ids, the one unused for longest first. */
  readonly #sites = new Map<string, Site>()

  /** Aborted when the server closes. */
  readonly #closing = new AbortController()

  readonly #most: number

  constructor(most = mostSandboxes) {
    this.#most = most
  }

  /** The sandbox that a request is for, which makes it the one that was used last. */
  readonly site = (id: string): Site | undefined => {
    const site = this.#sites.get(id)
    if (site) {
      this.#sites.delete(id)
      this.#sites.set(id, site)
    }
    return site
  }

  /** Whether it is one that has not ended. */
  has({ path }: Site): boolean {
    return this.#sites.has(path.slice(path.lastIndexOf('/') + 1))
  }

  /**
   * Makes a sandbox from the options of `createMockService`; its address is the path under a server's own. Seeding it gives way to
   * requests, and ends where whoever asked for it goes away.
   */
  async make(options: MockServiceOptions, url: string, gone: AbortSignal): Promise<Site> {
    if (options.baseUrl !== undefined) throw new MockServiceError('option', 'baseUrl', 'is given by the server')
    const id = randomBytes(8).toString('hex')
    const path = `/_mock/sandboxes/${id}`
    // A key of one sandbox must not happen to open another.
    const made = making({ seed: `sandbox ${id}`, ...options, baseUrl: url + path })
    const service = await inTurns(made, AbortSignal.any([gone, this.#closing.signal]))
    const engine = engineOf(service)
    if (!engine) throw new Error('A new service has no engine')
    const site = siteOf(service, engine, path)
    for (const oldest of this.#sites.keys()) {
      if (this.#sites.size < this.#most) break
      this.end(oldest)
    }
    this.#sites.set(id, site)
    return site
  }

  /** Ends a sandbox, and every wait and stream in it. */
  end(id: string): void {
    const site = this.#sites.get(id)
    if (!site) throw new MockServiceError('unknown', 'sandbox', 'is none that this server has')
    this.#sites.delete(id)
    site.service.faults.clear()
    site.engine.endWaits()
    site.stream.end()
  }

  /** Ends all of them, and those that are being made. */
  endAll(): void {
    this.#closing.abort(new Problem(503, 'closing', 'The server closes'))
    for (const id of [...this.#sites.keys()]) this.end(id)
  }
}
