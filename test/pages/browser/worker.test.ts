import { HttpResponse, http } from 'msw'
import { createMockService } from 'osdi-events/mock'
import { type MockWorkerOptions, setupMockWorker } from 'osdi-events/mock/browser'
import { expect, onTestFinished, test, vi } from 'vitest'

async function started(options: MockWorkerOptions = {}) {
  const service = createMockService({ events: 3, baseUrl: 'https://events.example.org/osdi' })
  const worker = setupMockWorker(service, options)
  const { start, stop } = worker
  await start()
  onTestFinished(stop)
  const list = () =>
    fetch(`${service.baseUrl}/api/v2/events`, { headers: { 'OSDI-API-Token': service.seeded.group.token } })
  return { service, worker, list }
}

const methods = ['log', 'warn', 'groupCollapsed'] as const

/** What MSW writes to the console, which shows nothing meanwhile. */
const printed = () => {
  const lines: unknown[] = []
  const first = Promise.withResolvers<string>()
  for (const method of methods) {
    vi.spyOn(console, method).mockImplementation((...line: unknown[]) => {
      lines.push(...line)
      first.resolve(line.join())
    })
  }
  onTestFinished(() => void vi.restoreAllMocks())
  return { lines, first: first.promise }
}

test('requests of a page reach the service from start() to stop() of setupMockWorker, and the console stays empty', async () => {
  const { lines } = printed()
  const { service, worker, list } = await started()
  expect(await (await list()).json()).toMatchObject({ total_records: 3 })
  expect(service.requests).toMatchObject([{ operation: 'events.list', status: 200 }])
  await worker.stop()
  await expect(list()).rejects.toThrow(TypeError)
  expect(service.requests).toHaveLength(1)
  expect(lines).toEqual([])
})

test('setupMockWorker lets requests to other addresses go out', async () => {
  const { lines } = printed()
  await started()
  const asset = await fetch('/asset.txt')
  expect([asset.status, await asset.text()]).toEqual([200, expect.stringContaining('Permission')])
  expect(lines).toEqual([])
})

test('setupMockWorker with onUnhandled "error" fails requests to other addresses, unless an added handler answers them', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => void vi.restoreAllMocks())
  const handlers = [http.get('https://beside.example.org/', () => HttpResponse.text('hello'))]
  const { list } = await started({ onUnhandled: 'error', handlers })
  const outcome = await fetch('https://elsewhere.example.org/').then(
    ({ status }) => status,
    () => 'failed',
  )
  expect(outcome).not.toBe(200)
  expect(await (await fetch('https://beside.example.org/')).text()).toBe('hello')
  expect((await list()).status).toBe(200)
})

test('reset of setupMockWorker removes added handlers and resets the service, and resetHandlers only removes the handlers', async () => {
  const { service, worker, list } = await started()
  const down = () => worker.use(http.all(`${service.baseUrl}/*`, () => HttpResponse.text('down', { status: 503 })))
  service.addEvent({ title: 'Picnic' }, { key: service.seeded.group })
  down()
  expect((await list()).status).toBe(503)
  worker.resetHandlers()
  expect(await (await list()).json()).toMatchObject({ total_records: 4 })
  down()
  const { reset } = worker
  reset()
  expect(await (await list()).json()).toMatchObject({ total_records: 3 })
})

test('setupMockWorker with quiet: false lets MSW print to the console', async () => {
  const { first } = printed()
  const { list } = await started({ quiet: false })
  await list()
  expect(await first).toContain('[MSW]')
})

test('fetch rejects in the page when service.fetch throws a TypeError', async () => {
  const { baseUrl } = createMockService()
  const fetch: typeof globalThis.fetch = async () => {
    throw new TypeError('fetch failed')
  }
  const { start, stop } = setupMockWorker({ ...createMockService(), baseUrl, fetch })
  onTestFinished(stop)
  await start()
  await expect(globalThis.fetch(`${baseUrl}/api/v2/events`)).rejects.toThrow(TypeError)
})

test('a request without a response does not block other requests of the page', async () => {
  const { service, worker, list } = await started()
  const asked = Promise.withResolvers<void>()
  worker.use(
    http.all(`${service.baseUrl}/*`, () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }),
  )
  list().catch(() => {})
  await asked.promise
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const stopped = worker.stop()
  await vi.advanceTimersByTimeAsync(5_000)
  await stopped
})
