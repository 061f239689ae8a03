import { setupMockWorker } from 'osdi-events/mock/browser'
import { testOverWay } from '../../together/every-way.ts'

testOverWay('injected fetch in a page', async ({ baseUrl, fetch }) => ({ baseUrl, fetch, close: async () => {} }))

testOverWay('MSW in a page', async (service) => {
  const { start, stop } = setupMockWorker(service)
  await start()
  return { baseUrl: service.baseUrl, fetch: (input, init) => globalThis.fetch(input, init), close: stop }
})
