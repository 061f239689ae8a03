import { execFile } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { engineOf } from '../../../mock-server/engine.ts'
import { codesOf, faulty, until } from '../../support/faults.ts'
import { inProcess } from '../../support/ways.ts'

const open = () => faulty(inProcess, 'v2')
const hour = 3_600_000

/** Counts the timers that are set from now on, until the test ends; none of them runs out by itself. */
const countTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (count: number) => expect.poll(() => vi.getTimerCount()).toBe(count)
}

for (const effect of [{ kind: 'latency', ms: hour }, { kind: 'no-answer' }, { kind: 'stall' }] as const) {
  test(`an abort of a request that meets a ${effect.kind} leaves no timer behind`, async () => {
    await using opened = await open()
    opened.add({ effect })
    const timers = countTimers()
    const controller = new AbortController()
    const answer = opened.get(undefined, { signal: controller.signal })
    await timers(1)
    controller.abort(new Error('enough'))
    expect((await answer).error).toEqual(new Error('enough'))
    expect(vi.getTimerCount()).toBe(0)
  })

  test(`a reset leaves no timer of a ${effect.kind} behind`, async () => {
    await using opened = await open()
    opened.add({ effect })
    const timers = countTimers()
    const answer = opened.get()
    await timers(1)
    opened.service.reset()
    await answer
    expect(vi.getTimerCount()).toBe(0)
  })
}

test('a latency ends by itself, and leaves no timer behind', async () => {
  await using opened = await open()
  opened.add({ effect: { kind: 'latency', ms: hour } })
  const timers = countTimers()
  const answer = opened.get()
  await timers(1)
  await vi.advanceTimersByTimeAsync(hour)
  expect((await answer).status).toBe(200)
  expect(vi.getTimerCount()).toBe(0)
})

test('a stalled body ends with its reader', async () => {
  await using opened = await open()
  const { add, target, events, headers, service } = opened
  add({ effect: { kind: 'stall' } })
  const timers = countTimers()
  const answer = await target.fetch(target.baseUrl + events, { headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  const rest = reader?.read()
  await timers(1)
  await reader?.cancel()
  expect(await rest).toEqual({ done: true, value: undefined })
  await timers(0)
  service.faults.clear()
})

test('a clone of an answer breaks off as the answer does', async () => {
  await using opened = await open()
  const { add, target, events, headers } = opened
  add({ effect: { kind: 'truncated' } })
  const answer = await target.fetch(target.baseUrl + events, { headers })
  const clone = answer.clone()
  expect(clone.url).toBe(target.baseUrl + events)
  await expect(answer.text()).rejects.toThrow('terminated')
  await expect(clone.text()).rejects.toThrow('terminated')
})

test('a redirect is followed, refused or shown, as the request says', async () => {
  await using opened = await open()
  const { add, target, events, eventPath, headers, service } = opened
  add({ path: '/elsewhere', effect: { kind: 'redirect', to: target.baseUrl + eventPath } })
  const followed = await target.fetch(`${target.baseUrl}/elsewhere`, { headers })
  expect([followed.status, followed.redirected, followed.url]).toEqual([200, true, target.baseUrl + eventPath])
  const shown = await target.fetch(`${target.baseUrl}/elsewhere`, { headers, redirect: 'manual' })
  expect([shown.status, shown.redirected]).toEqual([302, false])
  const refused = target.fetch(`${target.baseUrl}/elsewhere`, { headers, redirect: 'error' })
  await expect(refused).rejects.toMatchObject({ message: 'fetch failed', cause: { message: 'unexpected redirect' } })
  add({ path: '/lost', effect: { kind: 'redirect', to: 'https://elsewhere.invalid/' } })
  const lost = await target.fetch(`${target.baseUrl}/lost`, { headers }).catch((error: unknown) => error)
  expect(codesOf(lost)).toEqual(['ENOTFOUND'])
  service.faults.clear()
  add({ effect: { kind: 'redirect', to: target.baseUrl + events } })
  await expect(target.fetch(target.baseUrl + events, { headers })).rejects.toMatchObject({
    cause: { message: 'redirect count exceeded' },
  })
})

test('a write that is redirected keeps its method and body where the status says so', async () => {
  for (const [status, method] of [
    [301, 'GET'],
    [302, 'GET'],
    [303, 'GET'],
    [307, 'POST'],
    [308, 'POST'],
  ] as const) {
    await using opened = await open()
    const { add, target, events, post, service } = opened
    add({ operation: 'events.create', nth: 1, effect: { kind: 'redirect', to: target.baseUrl + events, status } })
    expect((await post({ redirect: 'follow' })).status).toBe(200)
    expect(service.requests.map((entry) => entry.method)).toEqual(['POST', method])
    expect(service.requests[1]?.body !== undefined).toBe(method === 'POST')
  }
})

/** Runs a program of its own, and says how it ended. */
const run = (code: string): Promise<{ readonly code: unknown; readonly output: string }> =>
  new Promise((resolve) => {
    const program = `
      import { createMockService } from '${new URL('../../../mock-server/index.ts', import.meta.url)}'
      const service = createMockService()
      const url = service.baseUrl + '/api/v2/events'
      ${code}`
    const options = { timeout: 60_000, killSignal: 'SIGKILL' } as const
    execFile(process.execPath, ['--input-type=module', '-e', program], options, (error, stdout, stderr) => {
      resolve({ code: error ? (error.code ?? error.signal) : 0, output: stdout + stderr })
    })
  })

// A program of its own takes its time to start where the machine has other things to do.
const patience = { timeout: 20_000 }

for (const effect of ["{ kind: 'no-answer' }", "{ kind: 'stall' }", `{ kind: 'latency', ms: ${hour} }`]) {
  test(`a program that meets ${effect} waits until its own signal ends that, and no longer`, patience, async () => {
    const ended = await run(`
      service.faults.add({ effect: ${effect} })
      try {
        const answer = await service.fetch(url, { signal: AbortSignal.timeout(50) })
        await answer.text()
      } catch ({ name }) {
        console.log(name)
      }`)
    expect(ended).toEqual({ code: 0, output: 'TimeoutError\n' })
  })
}

test('a program does not wait for a stalled body that it never reads', patience, async () => {
  const ended = await run(`
    service.faults.add({ effect: { kind: 'stall' } })
    const answer = await service.fetch(url)
    console.log(answer.status)`)
  expect(ended).toEqual({ code: 0, output: '403\n' })
})

/** A service's engine, and a request without any platform's objects. */
const atEngine = (options: MockServiceOptions = {}) => {
  const service = createMockService(options)
  const engine = engineOf(service)
  if (!engine) throw new Error('a service without an engine')
  const headers = new Map([
    ['osdi-api-token', service.seeded.group.token],
    ['content-type', 'application/json'],
  ])
  const header = (name: string) => headers.get(name)
  const incoming = { base: service.baseUrl, target: '/api/v2/events', headers, header, isUtf8: true, isTooLong: false }
  const body = '{"title":"Picnic","origin_system":"Calendar"}'
  return {
    service,
    engine,
    handle: (signal?: AbortSignal) => engine.handle({ ...incoming, method: 'GET', body: '' }, signal),
    create: () => engine.handle({ ...incoming, method: 'POST', body }),
  }
}

test('a request that no rule strikes is answered at once, without a promise', () => {
  const { service, handle } = atEngine()
  expect(handle()).toMatchObject({ answer: { status: 200 }, ending: 'whole' })
  service.faults.add({ path: '/nowhere', effect: { kind: 'no-answer' } })
  service.faults.add({ nth: 3, effect: { kind: 'no-answer' } })
  expect(handle()).toMatchObject({ answer: { status: 200 }, ending: 'whole' })
  service.faults.add({ effect: { kind: 'status', status: 503 } })
  expect(handle()).toBeInstanceOf(Promise)
})

test('a signal that outlives its requests is not listened to any more', async () => {
  const { service, handle } = atEngine()
  const { signal } = new AbortController()
  service.faults.add({ effect: { kind: 'latency', ms: 1 } })
  service.faults.add({ nth: 2, effect: { kind: 'no-answer' } })
  await handle(signal)
  const waiting = handle(signal)
  await until(() => service.requests.length === 2)
  expect(getEventListeners(signal, 'abort')).toHaveLength(1)
  service.faults.clear()
  await waiting
  expect(getEventListeners(signal, 'abort')).toHaveLength(0)
})

test('whoever keeps the state is told of a fault that changes it, and of none that does not', async () => {
  const { service, engine, handle, create } = atEngine()
  let changes = 0
  const stop = engine.watch(() => {
    changes += 1
  })
  service.faults.add({ nth: 1, effect: { kind: 'status', status: 503 } })
  await create()
  expect(changes).toBe(0)
  service.faults.add({ times: 1, when: 'after', effect: { kind: 'status', status: 503 } })
  await create()
  expect(changes).toBe(1)
  service.faults.add({ effect: { kind: 'new-events' } })
  await handle()
  expect(changes).toBe(2)
  stop()
})
