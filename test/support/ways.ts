import type { MockService } from 'osdi-events/mock'
import { setupMockServer } from 'osdi-events/mock/node'

/** A service as one way reaches it, until it is closed. */
export interface OpenWay {
  readonly fetch: typeof globalThis.fetch
  close(): Promise<void>
}

/** Every way to reach a service from Node, by name. */
export const ways: Readonly<Record<string, (service: MockService) => Promise<OpenWay>>> = {
  'injected fetch': async (service) => ({ fetch: service.fetch, close: async () => {} }),
  'MSW in Node': async (service) => {
    const server = setupMockServer(service)
    server.listen()
    return { fetch: (input, init) => globalThis.fetch(input, init), close: async () => server.close() }
  },
}
