import { expect, onTestFinished, test, vi } from 'vitest'
import { codesOf, faulty, until } from '../../support/faults.ts'
import { inProcess } from '../../support/ways.ts'

const open = () => faulty(inProcess, 'v2')
const hour = 3_600_000

/** Counts the timers that are set from now on, until the test ends; none of them runs out by itself. */
const countTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (count: number) => until(() => vi.getTimerCount() === count)
}

for (const effect of [{ kind: 'latency', ms: hour }, { kind: 'no-answer' }, { kind: 'stall' }] as const) {
  test(`no end of a request that meets a ${effect.kind} leaves a timer behind`, async () => {
    for (const how of effect.kind === 'latency'
      ? (['abort', 'reset', 'end'] as const)
      : (['abort', 'reset'] as const)) {
      await using opened = await open()
      opened.add({ effect })
      const timers = countTimers()
      const controller = new AbortController()
      const answer = opened.get(undefined, { signal: controller.signal })
      await timers(1)
      if (how === 'reset') opened.service.reset()
      if (how === 'abort') controller.abort(new Error('enough'))
      if (how === 'end') await vi.advanceTimersByTimeAsync(hour)
      const { error } = await answer
      if (how === 'abort') expect(error).toEqual(new Error('enough'))
      expect(vi.getTimerCount()).toBe(0)
    }
  })
}

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
