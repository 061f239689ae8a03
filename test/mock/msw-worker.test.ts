import { createMockService } from 'osdi-events/mock'
import { type MockWorkerOptions, setupMockWorker } from 'osdi-events/mock/browser'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// Node cannot start MSW's worker, so these tests check the options that MSW gets. test/pages/browser/ starts a real worker.
const { told, fake } = vi.hoisted(() => {
  const told: unknown[] = []
  const note = (name: string) => async (options?: unknown) => void told.push(options === undefined ? name : options)
  return { told, fake: { start: note('start'), stop: note('stop'), use: () => {}, resetHandlers: () => {} } }
})

vi.mock('msw/browser', () => ({ setupWorker: () => fake }))

const script = (status: number, type: string) =>
  vi.stubGlobal('fetch', async () => new Response('', { status, headers: { 'Content-Type': type } }))

beforeEach(() => {
  told.length = 0
  vi.stubGlobal('navigator', { serviceWorker: {} })
  vi.stubGlobal('location', { protocol: 'http:' })
  script(200, 'text/javascript')
})

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('setupMockWorker lets other requests through, prints nothing and loads /mockServiceWorker.js, unless options say otherwise', async () => {
  await setupMockWorker(createMockService()).start()
  const serviceWorker = { url: '/app/mockServiceWorker.js', options: { scope: '/app/' } }
  await setupMockWorker(createMockService(), { onUnhandled: 'warn', quiet: false, serviceWorker }).start()
  // MSW 2 and MSW 3 call the option differently.
  const unhandled = (what: string) => ({ onUnhandledRequest: what, onUnhandledFrame: what })
  expect(told).toEqual([
    { ...unhandled('bypass'), quiet: true, serviceWorker: { url: '/mockServiceWorker.js' } },
    { ...unhandled('warn'), quiet: false, serviceWorker },
  ])
})

test('repeated calls of start and stop of setupMockWorker start and stop the worker once, in the order of the calls', async () => {
  const { start, stop } = setupMockWorker(createMockService())
  await stop()
  await Promise.all([start(), start(), stop(), stop(), start()])
  expect(told.map((entry) => (entry === 'stop' ? entry : 'start'))).toEqual(['start', 'stop', 'start'])
})

test.for([
  [404, 'text/javascript', 'the server answered 404 at /mockServiceWorker.js'],
  [200, 'text/html; charset=utf-8', 'the server answered text/html; charset=utf-8 at /mockServiceWorker.js'],
] as const)(
  'start() of a worker whose script is missing (%s, %s) throws an error with the command to run, and can be called again',
  async ([status, type, message]) => {
    script(status, type)
    const { start } = setupMockWorker(createMockService())
    const error: unknown = await start().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'MockServiceError', code: 'option', field: 'serviceWorker.url' })
    expect(String(error)).toContain(message)
    expect(String(error)).toContain('`npx msw init public`')
    expect(told).toEqual([])
    script(200, 'application/javascript')
    await start()
    expect(told).toHaveLength(1)
  },
)

test('start() throws after 30 seconds when the script is not the service worker of MSW', async () => {
  vi.useFakeTimers()
  vi.spyOn(fake, 'start').mockReturnValue(new Promise(() => {}))
  const outcome = expect(setupMockWorker(createMockService()).start()).rejects.toThrow('answered within 30 seconds')
  await vi.advanceTimersByTimeAsync(30_000)
  await outcome
  expect(vi.getTimerCount()).toBe(0)
})

test('setupMockWorker refuses a wrong or unknown option by name', () => {
  const wrong = {
    options: 'quiet',
    onUnhandled: { onUnhandled: 'fail' },
    onUnhandledRequest: { onUnhandledRequest: 'bypass' },
    serviceWorker: { serviceWorker: '/mockServiceWorker.js' },
    'serviceWorker.url': { serviceWorker: { url: '' } },
  }
  for (const [field, options] of Object.entries(wrong)) {
    expect(() => setupMockWorker(createMockService(), options as MockWorkerOptions)).toThrow(
      expect.objectContaining({ name: 'MockServiceError', code: 'option', field }),
    )
  }
})
