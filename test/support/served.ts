import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import {
  createMockService,
  type MockServiceOptions,
  mockAdmin,
  type RequestRow,
  type StreamMessage,
} from 'osdi-events/mock'
import { type ServeOptions, serve } from 'osdi-events/mock/standalone'
import { onTestFinished, vi } from 'vitest'

/** A service on a server, and plain requests to it. Disposal closes the server. */
export async function served(options: ServeOptions = {}, service: MockServiceOptions = { events: 3, perPage: 2 }) {
  const mock = createMockService(service)
  const server = await serve(mock, options)
  return {
    service: mock,
    server,
    url: server.url,
    /** Environment variables for programs that use the service. */
    env: { EVENTS_BASE_URL: server.url, EVENTS_API_KEY: server.keys.group },
    /** A request to the API with the group's key. */
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { ...init, headers: { 'OSDI-API-Token': server.keys.group, ...init.headers } }),
    admin: (request: string, body?: unknown) => adminRequest(server.url, request, body),
    feed: () => feedOf(server.url),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** A served service with a clock that stands still, without events unless the options ask for some, and its admin client. */
export async function steered(options: MockServiceOptions = {}) {
  const at = await served({}, { now: '2026-05-01T12:00:00Z', ...options })
  const { url, keys } = at.server
  return { ...at, url, keys, admin: mockAdmin(url) }
}

interface Begun {
  readonly request: IncomingMessage
  readonly socket: Socket
}

/** Calls `run` as soon as a server of this process has read the head of the next request. */
export function onNextRequest(run: (begun: Begun) => void): void {
  const channel = 'http.server.request.start'
  const begin = (message: unknown) => {
    unsubscribe(channel, begin)
    run(message as Begun)
  }
  subscribe(channel, begin)
}

/**
 * Makes every read of `performance.now` 20 milliseconds later, until the test ends. So each time slice of long work has one step, on a fast
 * machine and on a slow one.
 */
export function everyStepTakesATurn(): void {
  let elapsed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += 20
    return elapsed
  })
  onTestFinished(() => clock.mockRestore())
}

/** Waits until the first fault of a service on a server has applied once. */
export async function faultAppliedAt(url: string): Promise<void> {
  for await (const message of mockAdmin(url).stream())
    if (message.kind === 'faults' && message.rules[0]?.hits === 1) return
  throw new Error('the stream ended before')
}

/** Reads the event feed of a service until its server or its sandbox ends. */
export async function feedOf(url: string) {
  const stream = mockAdmin(url).stream()
  const next = async (isIt: (message: StreamMessage) => boolean): Promise<StreamMessage> => {
    for (;;) {
      const { done, value } = await stream.next()
      if (done) throw new Error('the stream ended before')
      if (isIt(value)) return value
    }
  }
  await next(({ kind }) => kind === 'clock')
  return {
    /** The next request that is logged. */
    request: async (): Promise<RequestRow | undefined> => {
      const message = await next(({ kind }) => kind === 'request')
      return message.kind === 'request' ? message.request : undefined
    },
  }
}

/** A request to an admin route, such as `POST reset`. The body is sent as JSON. */
export async function adminRequest(url: string, request: string, body?: unknown) {
  const [method = '', path = ''] = request.split(' ')
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await fetch(`${url}/_mock${path && `/${path}`}`, { method, ...content })
  const json: unknown = await response.json()
  return { status: response.status, headers: response.headers, json }
}
