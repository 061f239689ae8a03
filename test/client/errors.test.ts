import {
  ContentError,
  EventsError,
  EventsV1,
  EventsV2,
  HttpError,
  isEventsError,
  LinkError,
  NetworkError,
  SchemaError,
  TimeoutError,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, hang, json, redirect, refusal, type Step } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const echo = `not with ${apiKey}, nor ${encodeURIComponent(apiKey)}, nor ${btoa(apiKey)}`

/** Every error there is, by how to come by it; answers repeat the key wherever they can. */
const kinds: Readonly<Record<string, readonly [new (...given: never[]) => EventsError, Step]>> = {
  http: [HttpError, json({ error: echo, [apiKey]: [echo] }, 403, { 'x-echo': echo, location: `/?${apiKey}` })],
  network: [NetworkError, () => Promise.reject(new TypeError(echo, { cause: new Error(echo) }))],
  timeout: [TimeoutError, hang],
  content: [ContentError, () => new Response(echo, { headers: { 'content-type': `text/plain; a=${apiKey}` } })],
  schema: [SchemaError, json({ error: echo, identifiers: apiKey, [apiKey]: 1 })],
  link: [LinkError, redirect(302, `https://elsewhere.example.org/?key=${apiKey}`)],
}

const { least } = v2

const url = address('v2', 'events/e1')

for (const [code, [kind, step]] of Object.entries(kinds)) {
  const fail = () => {
    const { client } = clientOver('v2', [step], step === hang ? { timeout: 20 } : {})
    return failureOf(() => client.update('e1', least))
  }

  test(`the ${code} error tells its kind in every way (v2 §4h)`, async () => {
    const error = await fail()
    expect(error).toBeInstanceOf(kind)
    expect(error).toBeInstanceOf(EventsError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({ code, name: kind.name, method: 'PUT', url })
    expect(String(error)).toBe(`${kind.name}: ${error.message}`)
    expect(error.message.startsWith(`PUT ${url} `)).toBe(true)
    expect(error.attempts).toHaveLength(1)
    expect(Object.prototype.propertyIsEnumerable.call(error, 'name')).toBe(false)
  })

  test(`the ${code} error becomes JSON that says the same`, async () => {
    const error = await fail()
    const { name, message, outcome, attempts } = error
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({
      name,
      code,
      message,
      method: 'PUT',
      url,
      outcome,
      attempts,
    })
    expect(JSON.parse(JSON.stringify({ error })).error).toEqual(JSON.parse(JSON.stringify(error.toJSON())))
  })

  test(`the ${code} error shows the key nowhere`, async () => {
    const error = await fail()
    expect(shows(error, apiKey)).toBe(false)
    expect(shows(error, btoa(apiKey).slice(2, -4))).toBe(false)
  })

  test(`the ${code} error is known by isEventsError, from another copy of the package too`, async () => {
    const error = await fail()
    expect(isEventsError(error)).toBe(true)
    const foreign = Object.assign(new Error('x'), { [Symbol.for('osdi-events.error')]: true, code })
    expect(isEventsError(foreign)).toBe(true)
  })
}

test('a refused key is told by isAuth, and its message names apiKey', async () => {
  const failing = async (status: number, method: 'get' | 'update' | 'delete') => {
    const { client } = clientOver('v2', [refusal(status)])
    return failureOf(() => (method === 'update' ? client.update('e1', least) : client[method]('e1')))
  }
  for (const [status, method] of [
    [401, 'get'],
    [401, 'update'],
    [401, 'delete'],
    [403, 'get'],
    [403, 'update'],
  ] as const) {
    const error = await failing(status, method)
    expect(error).toMatchObject({ code: 'http', isAuth: true })
    expect(error.message).toMatch(/ answered 40[13]: Resting; check apiKey$/)
    expect(error.stack).toContain(error.message)
  }
  for (const [status, method] of [
    [403, 'delete'],
    [400, 'get'],
    [404, 'update'],
    [405, 'delete'],
    [407, 'get'],
  ] as const) {
    const error = await failing(status, method)
    expect(error).toMatchObject({ code: 'http', isAuth: false })
    expect(error.message).not.toContain('apiKey')
  }
  const silent = clientOver('v2', [() => new Response(null, { status: 401 })])
  expect((await failureOf(() => silent.client.get('e1'))).message).toBe(`GET ${url} answered 401; check apiKey`)
})

test('what a service says in an error is found in each shape that is known', async () => {
  const said = async (body: unknown, status = 404) => {
    const { client } = clientOver('v2', [json(body, status)])
    return (await failureOf(() => client.get('e1'))).message.replace(`GET ${url} answered `, '')
  }
  expect(await said({ error: 'No such event' })).toBe('404: No such event')
  expect(await said({ message: 'No such event' }, 410)).toBe('410: No such event')
  expect(await said({ error: { code: 5 }, message: 'No' })).toBe('404: No')
  expect(await said({ 'osdi:error': { error_description: 'OSDI says no' } })).toBe('404: OSDI says no')
  expect(await said({ 'osdi:error': null, status: 404 })).toBe('404: {"osdi:error":null,"status":404}')
  expect(await said({ 'osdi:error': 'text' })).toBe('404: {"osdi:error":"text"}')
  expect(await said([1, 2])).toBe('404: [1,2]')
  expect(await said('Not <b>here</b>')).toBe('404: Not <b>here</b>')
  expect(await said('"quoted"')).toBe('404: quoted')
  expect(await said('')).toBe('404')
  expect(await said('5')).toBe('404')
  expect(await said({ error: '' })).toBe('404')
})

test('isEventsError knows no foreign thing', () => {
  const foreign = [new Error('x'), new TypeError('x'), { code: 'http' }, {}, [], null, undefined, 'http', 5, () => 'x']
  for (const value of foreign) expect(isEventsError(value)).toBe(false)
})

test('a client of each version shows its address and namespace alone', () => {
  for (const client of [
    new EventsV1({ baseUrl: base, apiKey }),
    new EventsV2({ baseUrl: base, apiKey: () => apiKey }),
  ]) {
    expect(JSON.stringify(client)).toBe('{}')
    expect(shows(client, apiKey)).toBe(false)
  }
})
