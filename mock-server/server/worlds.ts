import { randomBytes } from 'node:crypto'
import { createMockService } from '../create.ts'
import { engineOf } from '../engine.ts'
import { MockServiceError } from '../errors.ts'
import type { MockServiceOptions } from '../types.ts'
import { Problem } from './problem.ts'
import { type Site, siteOf } from './site.ts'

/** How many worlds there may be at once. */
const mostWorlds = 1000

/** Services beside the one that the server was started with, each alone under a path of its own. */
export class Worlds {
  readonly #sites = new Map<string, Site>()

  readonly site = (id: string): Site | undefined => this.#sites.get(id)

  /** Whether it is one that has not ended. */
  has({ path }: Site): boolean {
    return this.#sites.has(path.slice(path.lastIndexOf('/') + 1))
  }

  /** Makes a world from the options of `createMockService`; its address is the path under a server's own. */
  make(options: MockServiceOptions, url: string): Site {
    if (options.baseUrl !== undefined) throw new MockServiceError('option', 'baseUrl', 'is given by the server')
    if (this.#sites.size >= mostWorlds) {
      throw new Problem(507, 'limit', `There are ${mostWorlds} worlds: end some of them first`)
    }
    const id = randomBytes(8).toString('hex')
    const path = `/_mock/worlds/${id}`
    // A key of one world must not happen to open another.
    const service = createMockService({ seed: `world ${id}`, ...options, baseUrl: url + path })
    const engine = engineOf(service)
    if (!engine) throw new Error('A new service has no engine')
    const site = siteOf(service, engine, path)
    this.#sites.set(id, site)
    return site
  }

  /** Ends a world, and every wait and stream in it. */
  end(id: string): void {
    const site = this.#sites.get(id)
    if (!site) throw new MockServiceError('unknown', 'world', 'is none that this server has')
    this.#sites.delete(id)
    site.service.faults.clear()
    site.engine.endWaits()
    site.stream.end()
  }

  endAll(): void {
    for (const id of [...this.#sites.keys()]) this.end(id)
  }
}
