import type { MockService } from 'osdi-events/mock'
import { setupMockServer } from 'osdi-events/mock/node'
import { serve } from 'osdi-events/mock/standalone'
import type { Target } from './api.ts'

/** A service that is reached in one way, until it is closed. */
export interface OpenWay extends Target {
  close(): Promise<void>
}

/** Opens a way to a service. */
export type Reach = (service: MockService) => Promise<OpenWay>

/** The service's own `fetch`. */
export const inProcess: Reach = async ({ baseUrl, fetch }) => ({ baseUrl, fetch, close: async () => {} })

/** The platform's `fetch`, to a server. */
export const overSocket: Reach = async (service) => {
  const { url, close } = await serve(service)
  return { baseUrl: url, fetch: (input, init) => globalThis.fetch(input, init), close }
}

/** Every way to reach a service from Node, by name. */
export const ways: Readonly<Record<string, Reach>> = {
  'injected fetch': inProcess,
  'MSW in Node': async (service) => {
    const { listen, close } = setupMockServer(service)
    listen()
    return {
      baseUrl: service.baseUrl,
      fetch: (input, init) => globalThis.fetch(input, init),
      close: async () => close(),
    }
  },
  'an HTTP server': overSocket,
}
