import type { FaultEffect } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { codesOf, faulty, type Seen, stateOf, until } from '../../support/faults.ts'
import { least, names, versions } from '../../support/names.ts'
import { inProcess } from '../../support/ways.ts'

type World = Awaited<ReturnType<typeof faulty>>

/** Every effect that replaces or cuts the response of the service. */
const effects: readonly FaultEffect[] = [
  { kind: 'status', status: 502 },
  { kind: 'rate-limit' },
  { kind: 'html' },
  { kind: 'malformed-json' },
  { kind: 'truncated' },
  { kind: 'reset' },
  { kind: 'reset', at: 'after headers' },
  { kind: 'redirect', to: 'https://elsewhere.invalid/' },
  { kind: 'echo-key' },
]

/** Every kind of write, on the first event. */
const writes = {
  POST: { operation: 'events.create', write: ({ post }: World) => post() },
  PUT: {
    operation: 'events.update',
    write: ({ get, version, eventPath }: World) =>
      get(eventPath, { method: 'PUT', body: JSON.stringify({ [names[version].title]: 'Moved' }) }),
  },
  RSVP: {
    operation: 'attendances.record',
    write: ({ get, version, eventPath, target, member }: World) => {
      const person = { href: `${target.baseUrl}/api/${version}/people/${member.id}` }
      const body = JSON.stringify({ _links: { 'osdi:person': person } })
      return get(`${eventPath}/${names[version].attendancesPath}`, { method: 'POST', body })
    },
  },
} as const

const isWhole = ({ status, text }: Seen) => status === 200 && text !== undefined && /^\{.*[^,]\}$/s.test(text)

for (const version of versions) {
  for (const [name, { operation, write }] of Object.entries(writes)) {
    test(`a fault with when "before" on a ${name} changes no data (${version})`, async () => {
      await using opened = await faulty(inProcess, version)
      const { service, add } = opened
      const before = stateOf(service)
      for (const effect of effects) {
        const { id } = add({ operation, effect })
        expect(isWhole(await write(opened)), effect.kind).toBe(false)
        expect(stateOf(service), effect.kind).toBe(before)
        service.faults.remove(id)
      }
      expect(isWhole(await write(opened))).toBe(true)
      expect(stateOf(service)).not.toBe(before)
    })

    test(`a fault with when "after" on a ${name} loses only the response (${version})`, async () => {
      // The same service after the write without a fault.
      const intact = await (async () => {
        await using opened = await faulty(inProcess, version)
        await write(opened)
        return stateOf(opened.service)
      })()
      for (const effect of effects) {
        await using opened = await faulty(inProcess, version)
        opened.add({ operation, when: 'after', effect })
        expect(isWhole(await write(opened)), effect.kind).toBe(false)
        expect(stateOf(opened.service), effect.kind).toBe(intact)
      }
    })
  }
}

test('a shape fault before a POST answers with a complete event that is not stored', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const { service, add, post, target, headers, events } = opened
  add({ operation: 'events.create', times: 1, effect: { kind: 'shape', set: { capacity: -1 } } })
  const answer = JSON.parse((await post()).text ?? '')
  expect(answer).toMatchObject({ title: 'Picnic', capacity: -1, identifiers: [expect.any(String), 'calendar:7'] })
  const self = answer._links.self.href
  expect((await target.fetch(self, { headers })).status).toBe(404)
  const made = await target.fetch(target.baseUrl + events, {
    method: 'POST',
    headers,
    body: JSON.stringify(least('v2', { identifiers: ['calendar:7'] })),
  })
  expect((await made.json())._links.self.href).toBe(self)
  expect(service.requests.map(({ status }) => status)).toEqual([200, 404, 200])
})

test('a header of a status fault replaces the usual header of that name, in any letter case', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const headers = { 'content-TYPE': 'text/csv', 'X-Tea': 'yes' }
  for (const more of [{}, { body: 'a,b' }, { body: ['a'] }]) {
    const { id } = opened.add({ effect: { kind: 'status', status: 500, headers, ...more } })
    const answer = await opened.get()
    expect([answer.headers?.get('content-type'), answer.headers?.get('x-tea')]).toEqual(['text/csv', 'yes'])
    opened.service.faults.remove(id)
  }
})

test.for([
  [{ status: 200 }, '', null],
  [{ status: 302 }, '', null],
  [{ status: 200, body: '{"a"' }, '{"a"', 'text/plain; charset=utf-8'],
  [{ status: 500, body: null }, 'null', 'application/json'],
] as const)('a status fault answers with its body and nothing else: %j', async ([more, text, type]) => {
  await using opened = await faulty(inProcess, 'v2')
  opened.add({ effect: { kind: 'status', ...more } })
  const answer = await opened.get()
  expect([answer.text, answer.headers?.get('content-type')]).toEqual([text, type])
})

test.for([
  [400, 'The request was refused'],
  [404, 'Not found'],
  [499, 'The request was refused'],
  [500, 'Something went wrong'],
  [503, 'The service is down for maintenance'],
] as const)('a status fault of %d without a body says what is wrong as the service does', async ([status, error]) => {
  await using opened = await faulty(inProcess, 'v2')
  opened.add({ effect: { kind: 'status', status } })
  expect(JSON.parse((await opened.get()).text ?? '')).toEqual({ error })
})

test('malformed JSON differs from the JSON of the service in a comma before its end', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const { text = '' } = await opened.get()
  opened.add({ effect: { kind: 'malformed-json' } })
  expect((await opened.get()).text).toBe(text.replace(/\}$/, ',}'))
})

test('a malformed response after a write has the event that is stored', async () => {
  await using opened = await faulty(inProcess, 'v2')
  opened.add({ when: 'after', effect: { kind: 'malformed-json' } })
  const { text = '' } = await opened.post({ body: JSON.stringify(least('v2')) })
  opened.service.faults.clear()
  const self: string = JSON.parse(text.replace(/,\}$/, '}'))._links.self.href
  expect(JSON.parse((await opened.get(self)).text ?? '')).toMatchObject(least('v2'))
})

test('a latency fault waits exactly as long as it says', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  await using opened = await faulty(inProcess, 'v2')
  const fault = opened.add({ effect: { kind: 'latency', ms: 5000 } })
  let answered = false
  const answer = opened.get().then(() => {
    answered = true
  })
  await fault.hit()
  await vi.advanceTimersByTimeAsync(4999)
  expect(answered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  await answer
})

test('a geocoder that throws during a new-events fault makes the request answer 500', async () => {
  const place = { region: '', country: 'DE', latitude: 0, longitude: 0, timeZone: 'UTC', accuracy: 'Rooftop' } as const
  let isUp = true
  const geocode = () => {
    if (!isUp) throw new Error('no map today')
    return place
  }
  await using opened = await faulty(inProcess, 'v2', { geocode })
  isUp = false
  opened.add({ effect: { kind: 'new-events', count: 20 } })
  expect((await opened.get()).status).toBe(500)
  expect(opened.service.requests).toMatchObject([{ status: 500, fault: 'new-events' }])
})

/** Effects that change the response of the service; the last cannot change the response with a single event. */
const changing: readonly FaultEffect[] = [
  { kind: 'malformed-json' },
  { kind: 'truncated' },
  { kind: 'shape' },
  { kind: 'reset', at: 'after headers' },
  { kind: 'next', to: 'loop' },
]

for (const when of ['before', 'after'] as const) {
  test(`a request with a fault ${when} the service acts counts once for the assumption rateLimit`, async () => {
    for (const effect of changing) {
      await using opened = await faulty(inProcess, 'v2', { assumptions: { rateLimit: 2 } })
      const { service, add, get, eventPath } = opened
      const fault = add({ when, effect })
      const asked = async () => (await get(eventPath)).status
      for (let second = 0; second < 2; second += 1) {
        expect([await asked(), await asked(), await asked(), await asked()], effect.kind).toEqual([200, 200, 429, 429])
        service.clock.advance('PT1S')
      }
      service.faults.remove(fault)
      expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
    }
  })
}

test('a request with a shape fault that cannot change the response counts once for the assumption rateLimit', async () => {
  await using opened = await faulty(inProcess, 'v2', { assumptions: { rateLimit: 2 } })
  const { add, events, get } = opened
  add({ when: 'before', effect: { kind: 'shape' } })
  const asked = async () => (await get(`${events}?page=9`)).status
  expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
})

const open = () => faulty(inProcess, 'v2')
const hour = 3_600_000

/** Counts the timers that are set from now on, until the test ends; none of them runs out by itself. */
const countTimers = () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  return (count: number) => until(() => vi.getTimerCount() === count)
}

for (const effect of [{ kind: 'latency', ms: hour }, { kind: 'no-answer' }, { kind: 'stall' }] as const) {
  test(`a request with a ${effect.kind} fault leaves no timer behind, however it ends`, async () => {
    for (const how of ['abort', 'reset', ...(effect.kind === 'latency' ? ['end'] : [])]) {
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

test('service.fetch follows, returns or refuses a redirect as the option redirect says', async () => {
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
