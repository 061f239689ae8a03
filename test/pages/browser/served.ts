import type { BrowserCommand } from 'vitest/node'
import { createMockService } from '../../../mock-server/index.ts'
import { type MockHttpServer, type ServeOptions, serve } from '../../../mock-server/standalone.ts'

/** What a page needs to reach a server that Node holds. */
export interface Served {
  readonly url: string
  readonly keys: MockHttpServer['keys']
}

declare module 'vitest/internal/browser' {
  interface BrowserCommands {
    /** Serves a service of three seeded events, two on a page, in Node. */
    serve: (options: Pick<ServeOptions, 'cors'>) => Promise<Served>
    /** Closes what `serve` opened at this address. */
    closeServed: (url: string) => Promise<void>
  }
}

const open = new Map<string, MockHttpServer>()

const serveFor: BrowserCommand<[Pick<ServeOptions, 'cors'>]> = async (_, options): Promise<Served> => {
  const server = await serve(createMockService({ events: 3, perPage: 2 }), options)
  open.set(server.url, server)
  return { url: server.url, keys: server.keys }
}

const closeServed: BrowserCommand<[string]> = async (_, url): Promise<void> => {
  await open.get(url)?.close()
  open.delete(url)
}

/** Commands that pages of the tests can have Node do. */
export const commands = { serve: serveFor, closeServed }
