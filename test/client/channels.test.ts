import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, json, redirect, refusal, scripted } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, versions } from '../support/versions.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const names = ['request', 'response', 'retry', 'error'] as const

const listen = (...which: readonly (typeof names)[number][]) => {
  const told: [unknown, Record<string, unknown>][] = []
  for (const name of which) {
    const on = (message: unknown, channelName: unknown) =>
      void told.push([channelName, message as Record<string, unknown>])
    subscribe(`osdi-events:${name}`, on)
    onTestFinished(() => void unsubscribe(`osdi-events:${name}`, on))
  }
  return told
}

for (const { version, construct, least } of versions) {
  const url = address(version, 'events/e1')
  const event = json(eventOf(version))

  test(`requests of ${version} are published under OpenTelemetry's names`, async () => {
    const told = listen(...names)
    const steps = [redirect(302, address(version, 'events/e2')), event]
    await clientOver(version, steps).client.get('e1')
    const common = {
      'osdi_events.call': expect.any(Number),
      'http.request.method': 'GET',
      'server.address': 'events.example.org',
      'server.port': 443,
    }
    const duration = { 'http.client.request.duration': expect.any(Number) }
    const moved = { 'url.full': address(version, 'events/e2') }
    expect(told).toEqual([
      ['osdi-events:request', { ...common, 'url.full': url }],
      ['osdi-events:response', { ...common, 'url.full': url, 'http.response.status_code': 302, ...duration }],
      ['osdi-events:request', { ...common, ...moved, 'http.request.resend_count': 1 }],
      ['osdi-events:response', { ...common, ...moved, 'http.response.status_code': 200, ...duration }],
    ])
    expect(told.every(([, message]) => Object.isFrozen(message))).toBe(true)
  })

  test(`further attempts and errors of ${version} are published with their kind`, async () => {
    const told = listen('retry', 'error')
    const { client } = clientOver(version, [broken('ECONNRESET'), refusal(503)], { retry: 1 })
    await failureOf(() => client.update('e1', least))
    expect(told).toMatchObject([
      [
        'osdi-events:retry',
        { 'error.type': 'network', 'osdi_events.outcome': 'unknown', 'osdi_events.wait': expect.any(Number) },
      ],
      [
        'osdi-events:error',
        {
          'http.request.method': 'PUT',
          'error.type': '503',
          'http.response.status_code': 503,
          'osdi_events.outcome': 'unknown',
          'osdi_events.attempts': 2,
          'osdi_events.duration': expect.any(Number),
        },
      ],
    ])
    const answers = listen('response')
    await failureOf(() => client.get('e1'))
    expect(answers.at(-1)?.[1]).toMatchObject({ 'error.type': '503' })
  })

  test(`the port and the address of a service of ${version} are told as they are`, async () => {
    const told = listen('request')
    const { fetch } = scripted(event)
    for (const baseUrl of ['http://[::1]:4010', 'http://localhost']) {
      await construct({ baseUrl, apiKey, fetch }).get('e1')
    }
    expect(told.map(([, message]) => [message['server.address'], message['server.port']])).toEqual([
      ['::1', 4010],
      ['localhost', 80],
    ])
  })

  test(`no channel of ${version} carries the key, not even where the address holds it`, async () => {
    const told = listen(...names)
    const answer = json({ error: apiKey }, 503, { 'x-key': apiKey })
    await failureOf(() => clientOver(version, [answer], { retry: 1 }).client.get('e1', { query: { k: apiKey } }))
    const { fetch } = scripted(event)
    await construct({ baseUrl: `https://${apiKey}.example.org`, apiKey, fetch }).get('e1')
    expect(told).toHaveLength(8)
    expect(told.at(-1)?.[1]).not.toHaveProperty('server.address')
    expect(shows(told, apiKey)).toBe(false)
  })

  test(`a client of ${version} does without channels where the runtime has none`, async () => {
    const told = listen('request')
    const runtimes = [
      undefined,
      { ...process, getBuiltinModule: undefined },
      { ...process, getBuiltinModule: () => undefined },
      {
        ...process,
        getBuiltinModule: () => {
          throw new Error('no such module')
        },
      },
    ]
    for (const runtime of runtimes) {
      vi.stubGlobal('process', runtime)
      const { client } = clientOver(version, [event])
      expect(await client.get('e1')).toEqual(eventOf(version))
      vi.unstubAllGlobals()
    }
    expect(told).toEqual([])
  })
}
