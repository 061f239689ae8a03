import { tracingChannel } from 'node:diagnostics_channel'
import { context, ROOT_CONTEXT, type Span, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { EventsV2 } from 'osdi-events'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { traceCalls } from '../../examples/opentelemetry.ts'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, hang, json, redirect, refusal, scripted } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey } from '../support/versions.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const events = ['start', 'end', 'asyncStart', 'asyncEnd', 'error'] as const
type Told = readonly [name: (typeof events)[number], context: { attributes: Record<string, unknown>; error?: unknown }]

/** Records the messages of the channel, with their attributes at that moment. */
function listen(): Told[] {
  const told: Told[] = []
  const subscribers = Object.fromEntries(
    events.map((name) => [
      name,
      (message: Told[1]) => void told.push([name, { ...message, attributes: { ...message.attributes } }]),
    ]),
  ) as unknown as Parameters<ReturnType<typeof tracingChannel>['subscribe']>[0]
  const channel = tracingChannel('osdi-events:call')
  channel.subscribe(subscribers)
  onTestFinished(() => void channel.unsubscribe(subscribers))
  return told
}

const url = address('v2', 'events/e1')
const event = json(eventOf('v2'))

test('the tracing channel gets start and end of a call, with attributes named as in OpenTelemetry', async () => {
  const told = listen()
  const steps = [redirect(302, address('v2', 'events/e2')), event]
  expect(await clientOver('v2', steps).client.get('e1')).toEqual(eventOf('v2'))
  const begin = {
    'osdi_events.call': expect.any(Number),
    'http.request.method': 'GET',
    'url.full': url,
    'server.address': 'events.example.org',
    'server.port': 443,
  }
  const done = { ...begin, 'http.request.resend_count': 1, 'http.response.status_code': 200 }
  expect(told.map(([name, { attributes }]) => [name, attributes])).toEqual([
    ['start', begin],
    ['end', begin],
    ['asyncStart', done],
    ['asyncEnd', done],
  ])
})

test('the tracing channel gets no data of events or people', async () => {
  const told = listen()
  await clientOver('v2', [json({ ...eventOf('v2'), title: 'A secret meeting' })]).client.get('e1')
  expect(shows(told, 'A secret meeting')).toBe(false)
})

test('the tracing channel gets the error, outcome and number of resends of a failed call', async () => {
  const told = listen()
  const { client } = clientOver('v2', [broken('ECONNRESET'), refusal(503)], { retry: 1 })
  const thrown = await failureOf(() => client.update('e1', { title: 'Picnic' }))
  expect(told.map(([name]) => name)).toEqual(['start', 'end', 'error', 'asyncStart', 'asyncEnd'])
  const [, last] = told.at(-1) ?? []
  expect(last?.error).toBe(thrown)
  expect(last?.attributes).toMatchObject({
    'http.request.method': 'PUT',
    'http.request.resend_count': 1,
    'http.response.status_code': 503,
    'error.type': '503',
    'osdi_events.outcome': 'unknown',
  })
})

test('the tracing channel gets the attribute error.type with the value abort for an aborted call', async () => {
  const told = listen()
  const stop = new AbortController()
  const call = clientOver('v2', [hang]).client.get('e1', { signal: stop.signal })
  stop.abort('the user left')
  await expect(call).rejects.toBe('the user left')
  expect(told.at(-1)?.[1].attributes).toMatchObject({ 'error.type': 'abort' })
})

test('the tracing channel gets host and port of the service, even for IPv6 and default ports', async () => {
  const told = listen()
  const { fetch } = scripted(event)
  for (const baseUrl of ['http://[::1]:4010', 'http://localhost'])
    await new EventsV2({ baseUrl, apiKey, fetch }).get('e1')
  const started = told.filter(([name]) => name === 'start').map(([, { attributes }]) => attributes)
  expect(started).toMatchObject([
    { 'server.address': '::1', 'server.port': 4010 },
    { 'server.address': 'localhost', 'server.port': 80 },
  ])
})

test('the tracing channel gets no key, even if the host name contains the key', async () => {
  const told = listen()
  const answer = json({ error: apiKey }, 503, { 'x-key': apiKey })
  await failureOf(() => clientOver('v2', [answer], { retry: 1 }).client.get('e1', { query: { k: apiKey } }))
  const { fetch } = scripted(event)
  await new EventsV2({ baseUrl: `https://${apiKey}.example.org`, apiKey, fetch }).get('e1')
  expect(told).toHaveLength(9)
  expect(told.at(-1)?.[1].attributes).not.toHaveProperty('server.address')
  expect(shows(told, apiKey)).toBe(false)
})

test('a client works without tracing where the runtime has no diagnostics_channel', async () => {
  const told = listen()
  const missing = () => {
    throw new Error('no such module')
  }
  for (const getBuiltinModule of [undefined, () => undefined, missing]) {
    vi.stubGlobal('process', { ...process, getBuiltinModule })
    expect(await clientOver('v2', [event]).client.get('e1')).toEqual(eventOf('v2'))
  }
  vi.stubGlobal('process', undefined)
  expect(await clientOver('v2', [event]).client.get('e1')).toEqual(eventOf('v2'))
  vi.unstubAllGlobals()
  expect(told).toEqual([])
})

test("the OpenTelemetry example makes one span per call, under the caller's span", async () => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] })
  trace.setGlobalTracerProvider(provider)
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  const stop = traceCalls()
  onTestFinished(() => {
    stop()
    trace.disable()
    context.disable()
  })
  const { client } = clientOver('v2', [refusal(503), event, refusal(404)], { retry: 1 })
  const tracer = trace.getTracer('application')
  await tracer.startActiveSpan('handle', { root: true }, ROOT_CONTEXT, async (parent: Span) => {
    await client.get('e1')
    await failureOf(() => client.get('e2'))
    parent.end()
  })
  const [first, second, parent] = exporter.getFinishedSpans()
  expect([first, second].map((span) => span?.parentSpanContext?.spanId)).toEqual(
    Array(2).fill(parent?.spanContext().spanId),
  )
  expect(first).toMatchObject({ name: 'GET', attributes: { 'url.full': url, 'http.response.status_code': 200 } })
  expect(first?.attributes).toMatchObject({ 'http.request.resend_count': 1 })
  expect(second?.status).toMatchObject({ code: 2, message: expect.stringContaining('answered 404') })
})
