import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { EventsV2 } from 'osdi-events'
import { type Assumptions, createMockService, type FaultEffect, type NewMockEvent } from 'osdi-events/mock'
import { expect, onTestFinished, test } from 'vitest'
import { type AppOptions, appOf, type PublicEvent } from '../../examples/cached-route/app.ts'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/cli.ts'

const second = 1_000
const minute = 60 * second
const hour = 60 * minute

function opened(...all: NewMockEvent[]) {
  return openedWith({}, {}, ...all)
}

function openedWith(assumptions: Partial<Assumptions>, options: AppOptions, ...all: NewMockEvent[]) {
  const service = createMockService({ perPage: all.length > 100 ? 100 : 2, assumptions })
  const key = service.seeded.group
  for (const event of all) service.addEvent(event, { key })
  const clock = { ms: Date.parse('2026-05-01T12:00:00Z') }
  const heard: string[] = []
  const signals: AbortSignal[] = []
  const answers: Promise<Response>[] = []
  const events = new EventsV2({
    baseUrl: service.baseUrl,
    apiKey: key.token,
    retry: false,
    fetch: (input, init) => {
      const request = new Request(input, init)
      signals.push(request.signal)
      const answer = service.fetch(request)
      answers.push(answer)
      return answer
    },
  })
  const app = appOf(events, { now: () => clock.ms, onError: (message) => void heard.push(message), ...options })
  const ask = async (init: RequestInit = {}) => {
    const answer = await app.request('/events', init)
    const text = await answer.text()
    const titles = () => (JSON.parse(text) as { events: PublicEvent[] }).events.map(({ title }) => title)
    return { answer, text, titles, age: answer.headers.get('age') }
  }
  /** Waits for the background work of the route: the responses of the service and their effects. */
  const loaded = async () => {
    for (let count = 0; count < answers.length; count += 1) await answers[count]
    await nextTurn()
  }
  return { service, key, clock, heard, signals, ask, loaded }
}

const picnic = { title: 'Picnic', start_date: '2026-06-20T12:00:00' }
const walk = { title: 'Walk', start_date: '2026-06-19T12:00:00' }
const down: FaultEffect = { kind: 'status', status: 503 }

test('the cached route answers with the public events of all pages, in order, and only with their public fields', async () => {
  const { ask } = opened(
    { ...picnic, location: { venue: 'Band shell', locality: 'Chicago', region: 'IL' } },
    walk,
    { ...walk, title: 'Hidden', hidden: true },
    { ...walk, title: 'Private', visibility: 'private' },
    { ...walk, title: 'Run', start_date: '2026-06-21T12:00:00', browser_url: 'javascript:alert(1)' },
  )
  const { answer, text, titles } = await ask()
  expect(titles()).toEqual(['Walk', 'Picnic', 'Run'])
  const { events } = JSON.parse(text) as { events: PublicEvent[] }
  expect(events[1]).toEqual({
    id: expect.any(String),
    title: 'Picnic',
    start: '2026-06-20T12:00:00',
    end: null,
    place: 'Band shell, Chicago, IL',
    url: expect.stringMatching(/^https:/),
  })
  expect(events[2]?.url).toBeNull()
  expect(answer.headers.get('content-type')).toContain('application/json')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=30, stale-while-revalidate=300')
})

test.for(['honoured', 'ignored'] as const)(
  'the cached route leaves out past events and events without a start, with the assumption filter "%s"',
  async (filter) => {
    const past = Array.from({ length: 1_200 }, (_, day) => ({
      title: `Past ${day}`,
      start_date: new Date(Date.UTC(2023, 0, day)).toISOString().slice(0, 19),
    }))
    const { service, ask } = openedWith({ filter }, {}, ...past, picnic, { title: 'Some day' }, walk)
    expect((await ask()).titles()).toEqual(['Walk', 'Picnic'])
    expect(service.requests).toHaveLength(filter === 'honoured' ? 1 : 13)
  },
)

test.for([
  // Noon in UTC is eight o'clock in New York, and midnight in the last zone of the day.
  ['America/New_York', ['Nine', 'Noon']],
  ['Europe/Berlin', []],
  [undefined, ['Midnight', 'Nine', 'Noon']],
] as const)('the cached route leaves out events that have started by the local time of %s', async ([zone, titles]) => {
  const at = (title: string, time: string) => ({ title, start_date: `2026-05-01T${time}` })
  const all = [at('Midnight', '00:00:01'), at('Nine', '09:00:00'), at('Noon', '12:00:00')]
  const { ask } = openedWith({}, zone ? { zone } : {}, ...all)
  expect((await ask()).titles()).toEqual(titles)
})

test('the cached route throws for an unknown time zone when it is created', () => {
  expect(() => openedWith({}, { zone: 'America/Gotham' })).toThrow('America/Gotham')
})

test('the example cached-route leaves out cached events that have started meanwhile', async () => {
  const { service, clock, ask } = openedWith(
    {},
    { zone: 'UTC' },
    { ...walk, start_date: '2026-05-01T13:00:00' },
    picnic,
  )
  expect((await ask()).titles()).toEqual(['Walk', 'Picnic'])
  service.faults.add({ effect: down })
  clock.ms += hour
  expect((await ask()).titles()).toEqual(['Picnic'])
})

test('the cached route keeps its old list when a new list is incomplete, and logs this', async () => {
  const { service, clock, heard, ask, loaded } = opened(picnic, walk, { ...walk, title: 'Run' })
  const cut = {
    operation: 'events.list',
    query: { page: '2' },
    effect: { kind: 'status', status: 200, body: {} },
  } as const
  service.faults.add(cut)
  expect((await ask()).answer.status).toBe(503)
  service.faults.clear()
  expect((await ask()).titles()).toEqual(['Walk', 'Run', 'Picnic'])
  service.faults.add(cut)
  clock.ms += 2 * minute
  expect((await ask()).titles()).toHaveLength(3)
  await loaded()
  expect((await ask()).titles()).toHaveLength(3)
  expect(heard).toEqual(Array(2).fill('Error: the list of events ended early, after 2 events'))
})

test('the cached route requests events from the service once a minute, and answers from its cache meanwhile', async () => {
  const { service, key, clock, signals, ask, loaded } = opened(picnic)
  await Promise.all([ask(), ask(), ask()])
  clock.ms += 59 * second
  expect((await ask()).age).toBe('59')
  expect(service.requests).toHaveLength(1)
  service.addEvent(walk, { key })
  clock.ms += hour
  // A visitor who got the cached list and left does not stop the load.
  const leaving = new AbortController()
  const stale = await ask({ signal: leaving.signal })
  leaving.abort()
  expect([stale.titles(), stale.age]).toEqual([['Picnic'], '3659'])
  await loaded()
  const fresh = await ask()
  expect([fresh.titles(), fresh.age]).toEqual([['Walk', 'Picnic'], '0'])
  expect(signals.map(({ aborted }) => aborted)).toEqual([false, false])
})

test('the cached route answers from its cache while the service is down, and does not send a request for every visitor', async () => {
  const { service, clock, heard, ask, loaded } = opened(picnic)
  await ask()
  service.faults.add({ effect: down })
  clock.ms += 2 * minute
  expect((await ask()).titles()).toEqual(['Picnic'])
  await loaded()
  expect(heard).toEqual([expect.stringMatching(/^GET \S+ answered 503/)])
  for (let times = 0; times < 5; times += 1) expect((await ask()).titles()).toEqual(['Picnic'])
  clock.ms += 10 * second
  await ask()
  await loaded()
  expect(heard).toHaveLength(2)
  expect(service.requests).toHaveLength(3)
  service.faults.clear()
  clock.ms += 10 * second
  await ask()
  await loaded()
  expect((await ask()).age).toBe('0')
})

test('the cached route answers 503 until it has a complete list', async () => {
  const { service, clock, ask } = opened(picnic, walk, { ...walk, title: 'Run' })
  service.faults.add({ operation: 'events.list', nth: 2, effect: down })
  const { answer, text } = await ask()
  expect([answer.status, text]).toEqual([503, '{"error":"The events cannot be read right now."}'])
  expect([answer.headers.get('retry-after'), answer.headers.get('cache-control')]).toEqual(['30', 'no-store'])
  service.faults.clear()
  expect((await ask()).titles()).toHaveLength(3)
  service.faults.add({ effect: down })
  clock.ms += 25 * hour
  expect((await ask()).answer.status).toBe(503)
})

test('the cached route leaves out an event that does not match the API, and logs it', async () => {
  const { service, heard, ask } = opened(picnic, walk, { ...walk, title: 'Fair' })
  service.faults.add({ nth: 2, effect: { kind: 'shape', set: { title: 7 } } })
  const { answer, titles } = await ask()
  expect([answer.status, titles()]).toEqual([200, ['Walk', 'Picnic']])
  expect(heard).toEqual(['left out 1 events that are not what the API describes'])
})

test.for<FaultEffect>([
  { kind: 'echo-key' },
  { kind: 'html' },
  { kind: 'shape' },
  { kind: 'reset' },
  { kind: 'redirect', to: 'https://elsewhere.example/' },
])(
  'the cached route shows visitors neither the key nor the address of the service when it fails with $kind',
  async (effect) => {
    const { service, key, heard, ask } = opened(picnic)
    service.faults.add({ effect })
    const { answer, text } = await ask()
    const told = `${text} ${JSON.stringify([...answer.headers])}`
    expect(answer.status).toBe(503)
    expect(told).not.toContain(key.token)
    expect(told).not.toContain(new URL(service.baseUrl).hostname)
    expect(heard).toHaveLength(1)
    expect(heard.join()).not.toContain(key.token)
  },
)

/** The folder of the example with what it needs, and its server behind a socket. */
async function startServer(env: Readonly<Record<string, string>>) {
  const installed = install('ky', 'zod', 'hono', '@hono/node-server')
  const { folder } = installed
  cpSync(join(root, 'examples/cached-route'), folder, { recursive: true })
  const program = start(process.execPath, ['server.ts'], { ...env, PORT: '0' }, folder)
  onTestFinished(async () => {
    program.process.kill('SIGKILL')
    await program.ended
    installed[Symbol.dispose]()
  })
  const [, url = ''] = await program.until('stdout', /^(.+)\n/)
  return { ...program, url }
}

test('the server of the cached route answers without the key, cancels the requests of visitors who leave, and ends on a signal', async () => {
  await using served = await servedService({ events: 60, now: 'system' })
  const rule = served.service.faults.add({ times: 1, effect: { kind: 'stall' } })
  const server = await startServer(served.env)
  const leaving = new AbortController()
  const asked = fetch(server.url, { signal: leaving.signal }).catch((error: unknown) => error)
  await rule.hit()
  leaving.abort()
  expect(await asked).toMatchObject({ name: 'AbortError' })
  // If the first request were still open, this one would wait for it.
  const answer = await fetch(server.url)
  const text = await answer.text()
  expect(answer.status).toBe(200)
  expect(JSON.parse(text).events.length).toBeGreaterThan(5)
  expect(text).not.toContain(served.env.EVENTS_API_KEY)
  await (await fetch(server.url)).text()
  expect(served.service.requests).toHaveLength(4)
  server.process.kill('SIGTERM')
  expect(await server.ended).toMatchObject({ code: 0, stderr: '' })
})
