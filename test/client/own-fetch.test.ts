import { Response as NodeFetchResponse } from 'node-fetch'
import { responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, scripted, systemError } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'
import { run, virtualTime } from '../support/virtual-time.ts'

const { least, open } = v2
const event = eventOf('v2')
const url = `${base}/api/v2/events/e1`

virtualTime(0.5)

type Fetch = typeof globalThis.fetch

/** A `fetch` that resolves with this value. */
const giving = (value: unknown) => (() => Promise.resolve(value)) as unknown as Fetch

const found = () => new Response(JSON.stringify(event), { headers: { 'content-type': 'application/hal+json' } })

test('a client calls the fetch option once per request, with the address as text and all else in init', async () => {
  const calls: unknown[][] = []
  const fetch = async (...args: unknown[]) => {
    calls.push(args)
    return found()
  }
  const client = open(base, { fetch, headers: { 'X-Trace': '7' } })
  await client.get('e1')
  await client.create(least)

  const headers = {
    accept: 'application/hal+json, application/json;q=0.9',
    'OSDI-API-Token': apiKey,
    'user-agent': expect.stringContaining('osdi-events/'),
    'x-trace': '7',
  }
  const signal = expect.any(AbortSignal)
  expect(calls).toEqual([
    [url, { method: 'GET', headers, signal, redirect: 'manual' }],
    [
      `${base}/api/v2/events`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(least),
        signal,
        redirect: 'manual',
      },
    ],
  ])
})

test('a client calls globalThis.fetch with the address as text', async () => {
  const own = globalThis.fetch
  const calls: unknown[] = []
  globalThis.fetch = (async (input: unknown, init?: RequestInit) => {
    calls.push([input, init?.method])
    return found()
  }) as Fetch
  try {
    await open(base).get('e1')
  } finally {
    globalThis.fetch = own
  }
  expect(calls).toEqual([[url, 'GET']])
})

test('a fetch wrapper that adds a header to init keeps the key', async () => {
  const { fetch, requests } = scripted(found)
  const adding: Fetch = (input, init) => fetch(input, { ...init, headers: { ...init?.headers, 'X-Tenant': '9' } })
  await open(base, { fetch: adding }).get('e1')
  expect(requests[0]?.headers.get('osdi-api-token')).toBe(apiKey)
  expect(requests[0]?.headers.get('x-tenant')).toBe('9')
})

const text = JSON.stringify(event)
const read = found()
await read.text()
const locked = found()
locked.body?.getReader()
const words = new ReadableStream({
  start(controller) {
    controller.enqueue(text)
    controller.close()
  },
})
const throwing = {
  get status(): number {
    throw new Error('not for you')
  },
}

/** Values that a `fetch` may return in place of a fresh response, and the problem that the error names. */
const given: Readonly<Record<string, readonly [value: unknown, problem: string]>> = {
  nothing: [undefined, 'it is undefined'],
  null: [null, 'it is null'],
  'a text': [text, 'it is text'],
  'a parsed body': [event, 'it has no status'],
  'a status as text': [{ status: '200', headers: new Headers(), text: () => text }, 'it has no status'],
  'a stub without headers': [{ ok: true, status: 200, json: async () => event }, 'it has no headers'],
  'a stub without a body': [{ ok: true, status: 200, headers: new Headers() }, 'it has no body that can be read'],
  'a response that cannot be looked at': [throwing, 'it cannot be read'],
  'a network error': [Response.error(), 'it has no status'],
  'a response that was read': [read, 'its body was read already'],
  'a response that is being read': [locked, 'its body was read already'],
  'a stream of text': [
    { status: 200, headers: new Headers({ 'content-type': 'application/json' }), body: words },
    'its body is not a stream of bytes',
  ],
  'a text that is none': [
    { status: 200, headers: new Headers(), text: async () => event },
    'its text() did not return text',
  ],
}

const thrower = () => {
  throw new TypeError('not for you')
}
const headersWith = (get: unknown) => Object.assign(new Headers({ 'content-type': 'application/json' }), { get })
const broken = (parts: object) => ({ status: 200, headers: new Headers(), text: async () => text, ...parts })
const withGetter = (...names: string[]) =>
  names.reduce((parts, name) => Object.defineProperty(parts, name, { get: thrower }), broken({}))

/** Responses with one part that throws or has a wrong type, as stubs of tests have them. */
const brokenParts: Readonly<Record<string, () => unknown>> = {
  'headers.get that throws': () => broken({ headers: { get: thrower } }),
  'headers.get that throws, of the platform': () => broken({ headers: headersWith(thrower) }),
  'headers.get that throws, in a Response': () =>
    Object.defineProperty(found(), 'headers', { value: headersWith(thrower) }),
  'headers.get that gives a number': () => broken({ headers: { get: () => 5 } }),
  'headers.get that gives an object': () => broken({ headers: { get: () => ({}) } }),
  'headers.get that throws later': () => {
    let reads = 0
    return broken({ headers: { get: () => (reads++ > 4 ? thrower() : 'text/html') } })
  },
  'headers whose entries throw': () => broken({ headers: { get: () => null, [Symbol.iterator]: thrower } }),
  'headers whose entries are no pairs': () =>
    broken({ headers: { get: () => null, [Symbol.iterator]: () => [5][Symbol.iterator]() } }),
  ...Object.fromEntries(
    ['status', 'headers', 'body', 'bodyUsed', 'type', 'redirected', 'arrayBuffer'].map((name) => [
      `a getter of ${name} that throws`,
      () => withGetter(name),
    ]),
  ),
  'a getter of url that throws': () => Object.defineProperty(broken({ redirected: true }), 'url', { get: thrower }),
  'a number as url': () => broken({ redirected: true, url: 5 }),
  'NaN as status': () => broken({ status: Number.NaN }),
  'a fraction as status': () => broken({ status: 200.5 }),
  'a body whose lock throws later': () => {
    let reads = 0
    const body = { getReader: thrower, cancel: thrower }
    return broken({ body: Object.defineProperty(body, 'locked', { get: () => (reads++ > 0 ? thrower() : false) }) })
  },
  'a reader that throws': () =>
    broken({ body: { getReader: () => ({ read: thrower, cancel: thrower }), cancel: thrower } }),
  'a reader that gives nothing': () =>
    broken({ body: { getReader: () => ({ read: async () => undefined, cancel() {} }) } }),
  'text() that throws': () => broken({ text: thrower }),
  'arrayBuffer() that gives a number': () => broken({ arrayBuffer: async () => -1 }),
  'arrayBuffer() that gives null': () => broken({ arrayBuffer: async () => null }),
}

test.each(Object.entries(brokenParts))(
  'a call ends in an error of this package with an outcome when a response has %s',
  async (_, make) => {
    const client = () => open(base, { fetch: giving(make()), retry: 0 })
    const error = await failureOf(() => client().create(least))
    expect(error).toMatchObject({ method: 'POST', outcome: expect.stringMatching(/^(?:unknown|applied)$/) })
    expect(await failureOf(() => client().get('e1'))).toMatchObject({ method: 'GET', code: expect.any(String) })
  },
)

for (const [name, [value, problem]] of Object.entries(given)) {
  test(`a call throws a NetworkError without a retry when fetch returns ${name}`, async () => {
    let calls = 0
    const fetch = (...args: Parameters<Fetch>) => {
      calls += 1
      return giving(value)(...args)
    }
    const client = open(base, { fetch, retry: 2 })
    const message = `GET ${url} got no response: the fetch option did not return an unread Response: ${problem}`
    expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'network', message })
    expect(calls).toBe(1)
    expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'network', outcome: 'unknown' })
  })
}

test('a response of a custom fetch needs only status, headers and text()', async () => {
  const headers = new Map([['content-type', 'application/json']])
  expect(await open(base, { fetch: giving({ status: 200, headers, text: async () => text }) }).get('e1')).toEqual(event)
  const other = new NodeFetchResponse(text, { headers: { 'content-type': 'application/json' } })
  expect(await open(base, { fetch: giving(other) }).get('e1')).toEqual(event)
})

test('get throws ContentError for a response of node-fetch whose bytes are not UTF-8', async () => {
  const headers = { 'content-type': 'application/json' }
  for (const end of [[0xe9, 0x22], [0xc3]]) {
    const wrong = new NodeFetchResponse(Buffer.from([...Buffer.from(text), ...end]), { headers })
    const error = await failureOf(() => open(base, { fetch: giving(wrong), retry: false }).get('e1'))
    expect(error).toMatchObject({ code: 'content', message: expect.stringContaining('bytes that are not UTF-8') })
  }
})

test('a client reads each part of a response once, and leaves out headers that HTTP does not allow', async () => {
  const names = [
    ['a b', 'c'],
    ['x', '\0'],
    ['y', '東京'],
    ['content-type', 'application/json'],
  ] as const
  let reads = 0
  const parts = broken({ headers: new Map(names) })
  Object.defineProperty(parts, 'body', { get: () => (reads++ > 0 ? thrower() : null) })
  const read = await open(base, { fetch: giving(parts) }).get('e1')
  expect(read).toEqual(event)
  expect([...(responseOf(read)?.headers ?? [])].map(([name]) => name)).toEqual(['content-type', 'y'])
})

test('create is retried when fetch throws before it sends, and the outcome of its error is not applied', async () => {
  const failure = new TypeError('input.url is not a function')
  let calls = 0
  const fetch = () => {
    calls += 1
    throw failure
  }
  const error = await run(failureOf(() => open(base, { fetch, retry: 2 }).create(least)))
  expect(error).toMatchObject({ code: 'network', outcome: 'not applied', attempts: [{}, {}, {}] })
  expect(error.message).toBe(`POST ${base}/api/v2/events got no response: ${failure.message}`)
  expect(calls).toBe(3)
})

/** Errors by which runtimes say that nothing was sent, or that something may have been sent. */
const codes: Readonly<Record<string, readonly [outcome: string, error: unknown]>> = {
  'a certificate of its own making': ['not applied', systemError('DEPTH_ZERO_SELF_SIGNED_CERT')],
  'an expired certificate': ['not applied', systemError('CERT_HAS_EXPIRED')],
  'a certificate of an unknown issuer': ['not applied', systemError('UNABLE_TO_GET_ISSUER_CERT_LOCALLY')],
  'a certificate for another host': ['not applied', systemError('ERR_TLS_CERT_ALTNAME_INVALID')],
  'a port without TLS': ['not applied', systemError('ERR_SSL_WRONG_VERSION_NUMBER')],
  'too many open files': ['not applied', systemError('EMFILE')],
  'an unreachable host': ['not applied', Object.assign(systemError('EHOSTUNREACH'), { syscall: 'connect' })],
  'an unreachable network': ['not applied', Object.assign(systemError('ENETUNREACH'), { syscall: 'connect' })],
  'a connection that took too long': ['not applied', systemError('UND_ERR_CONNECT_TIMEOUT')],
  'a connection that the system gave up': [
    'not applied',
    Object.assign(systemError('ETIMEDOUT'), { syscall: 'connect' }),
  ],
  'a name that is not found, as node-fetch says it': [
    'not applied',
    Object.assign(systemError('ESERVFAIL'), { erroredSysCall: 'getaddrinfo' }),
  ],
  'an address that is none': ['not applied', systemError('ERR_INVALID_URL')],
  'an argument that is refused': ['not applied', systemError('UND_ERR_INVALID_ARG')],
  'a blocked port': ['not applied', new Error('bad port')],
  'a host that became unreachable': ['unknown', Object.assign(systemError('EHOSTUNREACH'), { syscall: 'read' })],
  'a connection that timed out': ['unknown', Object.assign(systemError('ETIMEDOUT'), { syscall: 'read' })],
  'a handshake that broke': ['unknown', systemError('ECONNRESET')],
}

for (const [name, [outcome, cause]] of Object.entries(codes)) {
  test(`a create that fails with ${name} has the outcome ${outcome}`, async () => {
    const { client, requests } = clientOver('v2', [() => Promise.reject(new TypeError('fetch failed', { cause }))], {
      retry: 1,
    })
    expect(await run(failureOf(() => client.create(least)))).toMatchObject({ code: 'network', outcome })
    expect(requests).toHaveLength(outcome === 'unknown' ? 1 : 2)
  })
}

test("NetworkError shows the message of another library's error that is also named NetworkError", async () => {
  const fetch = () => Promise.reject(new DOMException('The network changed', 'NetworkError'))
  const error = await failureOf(() => open(base, { fetch }).get('e1'))
  expect(error.message).toBe(`GET ${url} got no response: The network changed`)
  expect(error.cause).toMatchObject({ name: 'NetworkError', message: 'The network changed' })
})
