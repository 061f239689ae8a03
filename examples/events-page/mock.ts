import { actionNetwork, createMockService } from 'osdi-events/mock'
import { setupMockWorker } from 'osdi-events/mock/browser'

/** Puts the service into the page. Nothing may be asked of it before this has resolved. */
export async function startMock(namespace: string): Promise<{ readonly baseUrl: string; readonly apiKey: string }> {
  const conventions = namespace === actionNetwork.namespace ? actionNetwork : { namespace }
  const service = createMockService({ ...conventions, events: 60 })
  if (new URLSearchParams(location.search).has('fault')) {
    const effect = { kind: 'status', status: 503 } as const
    const down = service.faults.add({ operation: 'events.list', nth: 2, times: 1_000, effect })
    const mend = () => down.hits > 0 && service.faults.remove(down)
    addEventListener('click', mend, { capture: true })
  }
  await setupMockWorker(service).start()
  return { baseUrl: service.baseUrl, apiKey: service.seeded.group.token }
}
