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

/** A service behind a socket, until it is disposed of, and plain requests to it. */
export async function served(options: ServeOptions = {}, service: MockServiceOptions = { events: 3, perPage: 2 }) {
  const mock = createMockService(service)
  const server = await serve(mock, options)
  return {
    service: mock,
    server,
    url: server.url,
    /** The environment that leads programs there. */
    env: { EVENTS_BASE_URL: server.url, EVENTS_API_KEY: server.keys.group },
    /** A request to the interface with the group's key. */
    ask: (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, { ...init, headers: { 'OSDI-API-Token': server.keys.group, ...init.headers } }),
    admin: (request: string, body?: unknown) => adminRequest(server.url, request, body),
    feed: () => feedOf(server.url),
    [Symbol.asyncDispose]: () => server.close(),
  }
}

/** A served service without events, but for those that are asked for, by a clock that stands, and the client that steers it. */
export async function steered(options: MockServiceOptions = {}) {
  const at = await served({}, { now: '2026-05-01T12:00:00Z', ...options })
  const { url, keys } = at.server
  return { ...at, url, keys, admin: mockAdmin(url) }
}

interface Begun {
  readonly request: IncomingMessage
  readonly socket: Socket
}

/** Calls back as soon as the head of the next request to a server of this process is read. */
export function onNextRequest(run: (begun: Begun) => void): void {
  const channel = 'http.server.request.start'
  const begin = (message: unknown) => {
    unsubscribe(channel, begin)
    run(message as Begun)
  }
  subscribe(channel, begin)
}

/** Lets the clock by which long work takes turns go on with each look at it, until the test ends: a quick machine takes as many turns as a slow one. */
export function everyStepTakesATurn(): void {
  let elapsed = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsed += 20
    return elapsed
  })
  onTestFinished(() => clock.mockRestore())
}

/** Waits until the first fault rule of a service on a server has struck. */
export async function struckAt(url: string): Promise<void> {
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

/** A request to an admin route, such as `POST reset`; the body goes out as JSON. */
export async function adminRequest(url: string, request: string, body?: unknown) {
  const [method = '', path = ''] = request.split(' ')
  const content =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
  const response = await fetch(`${url}/_mock${path && `/${path}`}`, { method, ...content })
  const json: unknown = await response.json()
  return { status: response.status, headers: response.headers, json }
}
