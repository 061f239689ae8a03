import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { broken, clientOver, hang, json, redirect, refusal } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

beforeEach(() => void vi.spyOn(Math, 'random').mockReturnValue(0))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const names = ['onRequest', 'onResponse', 'onRetry', 'onError'] as const

/** Hooks that record their calls. */
const recorder = () => {
  const told: [string, Record<string, unknown>][] = []
  const hooks = Object.fromEntries(
    names.map((name) => [name, (seen: Record<string, unknown>) => void told.push([name, seen])]),
  )
  return { told, hooks }
}

const { least } = v2

const url = address('v2', 'events/e1')
const event = json(eventOf('v2'), 200, { 'x-trace': 't1' })
const redirected = redirect(302, address('v2', 'events/e2'))

test('onRequest and onResponse are called for each request in order, even for redirects', async () => {
  const { told, hooks } = recorder()
  await clientOver('v2', [redirected, event], { hooks }).client.get('e1')
  const moved = address('v2', 'events/e2')
  expect(told).toMatchObject([
    ['onRequest', { method: 'GET', url, attempt: 1, resend: 0 }],
    ['onResponse', { method: 'GET', url, attempt: 1, status: 302, headers: { location: moved } }],
    ['onRequest', { method: 'GET', url: moved, attempt: 1, resend: 1 }],
    ['onResponse', { method: 'GET', url: moved, attempt: 1, status: 200, headers: { 'x-trace': 't1' } }],
  ])
  expect(new Set(told.map(([, { call }]) => call)).size).toBe(1)
  expect(told[3]?.[1].duration).toBeGreaterThanOrEqual(0)
})

test('onRetry is called before a retry, and onError once at the end', async () => {
  const { told, hooks } = recorder()
  const { client } = clientOver('v2', [broken('ECONNRESET'), refusal(503)], { hooks, retry: 1 })
  const error = await failureOf(() => client.update('e1', least))
  expect(told.map(([name, { attempt }]) => [name, attempt])).toEqual([
    ['onRequest', 1],
    ['onRetry', 1],
    ['onRequest', 2],
    ['onResponse', 2],
    ['onError', 2],
  ])
  expect(told[1]?.[1]).toMatchObject({ code: 'network', outcome: 'unknown', method: 'PUT', url })
  expect(told[1]?.[1].wait).toBe(error.attempts?.[1]?.wait)
  expect(told[4]?.[1]).toMatchObject({
    code: 'http',
    status: 503,
    outcome: 'unknown',
    message: error.message,
    attempts: error.attempts,
  })
})

test('onRetry is called once for a retry that is redirected', async () => {
  const { told, hooks } = recorder()
  await clientOver('v2', [refusal(503), redirected, event], { hooks, retry: 1 }).client.get('e1')
  const steps = told.map(([name, { attempt, resend }]) => [name, attempt, resend])
  expect(steps.filter(([name]) => name !== 'onResponse')).toEqual([
    ['onRequest', 1, 0],
    ['onRetry', 1, undefined],
    ['onRequest', 2, 1],
    ['onRequest', 2, 2],
  ])
})

test('onError has the number of the attempt whose key function failed', async () => {
  const { told, hooks } = recorder()
  const keys = [apiKey]
  const { client } = clientOver('v2', [refusal(503)], { hooks, retry: 1, apiKey: () => keys.pop() ?? '' })
  await failureOf(() => client.get('e1'))
  expect(told.at(-1)).toMatchObject(['onError', { code: 'input', attempt: 2 }])
})

test('onError is called for an invalid response, a failing key function, a refused redirect and a timeout', async () => {
  const cases = [
    [json('<p>', 200, { 'content-type': 'text/html' }), {}, { code: 'content', status: 200 }],
    [json({}), {}, { code: 'schema', status: 200 }],
    [redirect(302, 'https://elsewhere.example.org/'), {}, { code: 'link', status: 302 }],
    [hang, { timeout: 5 }, { code: 'timeout' }],
    [event, { apiKey: () => '' }, { code: 'input' }],
  ] as const
  for (const [step, options, seen] of cases) {
    const { told, hooks } = recorder()
    await failureOf(() => clientOver('v2', [step], { hooks, ...options }).client.get('e1'))
    expect(told.filter(([name]) => name === 'onError')).toMatchObject([['onError', seen]])
  }
})

test("onError is called for an abort, without the caller's reason", async () => {
  const { told, hooks } = recorder()
  const stop = new AbortController()
  const call = clientOver('v2', [hang], { hooks }).client.get('e1', { signal: stop.signal })
  stop.abort(new Error('a-reason-of-mine'))
  await expect(call).rejects.toThrow('a-reason-of-mine')
  expect(told.at(-1)).toMatchObject(['onError', { code: 'abort', message: `GET ${url} was aborted` }])
  expect(shows(told, 'a-reason-of-mine')).toBe(false)
})

test('a hook that aborts the call stops the next request', async () => {
  for (const [name, sent] of [
    ['onRequest', 0],
    ['onResponse', 1],
    ['onRetry', 1],
  ] as const) {
    const stop = new AbortController()
    const hooks = { [name]: () => stop.abort(new Error('enough')) }
    const steps = name === 'onResponse' ? [redirected, event] : [refusal(503), event]
    const { client, requests } = clientOver('v2', steps, { hooks, retry: 1 })
    await expect(client.get('e1', { signal: stop.signal })).rejects.toThrow('enough')
    await nextTurn()
    expect(requests, name).toHaveLength(sent)
  }
})

test('hooks never get the key, even if the service repeats the key in a response', async () => {
  const { told, hooks } = recorder()
  const echo = {
    'x-key': apiKey,
    'x-basic': `Basic ${btoa(`user:${apiKey}`)}`,
    'x-hex': Buffer.from(apiKey).toString('hex'),
    [apiKey]: encodeURIComponent(apiKey),
  }
  const steps = [refusal(503, echo), redirect(302, `?key=${apiKey}`), json({ error: `No ${apiKey}` }, 403, echo)]
  for (const key of [apiKey, () => apiKey]) {
    const { client } = clientOver('v2', steps, { hooks, retry: 1, apiKey: key })
    await failureOf(() => client.get('e1', { query: { token: apiKey } }))
  }
  expect(told.map(([name]) => name)).toEqual(expect.arrayContaining([...names]))
  for (const form of [apiKey, btoa(apiKey), btoa(`user:${apiKey}`), Buffer.from(apiKey).toString('hex')]) {
    expect(shows(told, form)).toBe(false)
  }
})

test('hooks that throw or reject break no call and leave no unhandled rejection', async () => {
  const hostile = Object.defineProperty({}, 'then', {
    get() {
      throw new Error('no')
    },
  })
  const thrower = () => {
    throw new Error('a hook failed')
  }
  const ways = [thrower, async () => thrower(), () => hostile, () => Promise.reject(Object.create(null))]
  for (const way of ways) {
    const hooks = Object.fromEntries(names.map((name) => [name, way]))
    const { client } = clientOver('v2', [refusal(503), redirected, event, refusal(404)], { hooks, retry: 1 })
    expect(await client.get('e1')).toEqual(eventOf('v2'))
    expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'http', status: 404 })
  }
  // An unhandled rejection fails the run.
  await nextTurn()
})

test('hooks that never settle delay no call', async () => {
  const hooks = Object.fromEntries(names.map((name) => [name, () => new Promise(() => {})]))
  const { client } = clientOver('v2', [refusal(503), event], { hooks, retry: 1 })
  expect(await client.get('e1')).toEqual(eventOf('v2'))
})

test('hooks cannot change the objects that they get', async () => {
  const changed: string[] = []
  const spoil = (value: object, path = ''): void => {
    for (const name of Reflect.ownKeys(value)) {
      const member: unknown = Reflect.get(value, name)
      if (typeof member === 'object' && member !== null) spoil(member, `${path}.${String(name)}`)
      if (Reflect.set(value, name, 'spoilt') || Reflect.deleteProperty(value, name))
        changed.push(`${path}.${String(name)}`)
    }
    if (Reflect.set(value, 'more', 1)) changed.push(`${path}.more`)
  }
  const hooks = Object.fromEntries(names.map((name) => [name, (seen: object) => spoil(seen)]))
  const steps = [refusal(503), event, refusal(503)]
  const { client, requests } = clientOver('v2', steps, { hooks, retry: 1 })
  expect(await client.get('e1')).toEqual(eventOf('v2'))
  const error = await failureOf(() => client.get('e1', { retry: 0 }))
  expect(changed).toEqual([])
  expect(error.headers?.get('content-type')).toBe('application/hal+json')
  expect(error.attempts).toMatchObject([{ status: 503 }])
  expect(requests.map((each) => each.url)).toEqual([url, url, url])
})
