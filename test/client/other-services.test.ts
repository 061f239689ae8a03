import { inspect } from 'node:util'
import { EventsV1, EventsV2, idOf, linkOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { otherService } from '../support/other-service.ts'
import { base, clientOver, json, redirect, refusal, scripted } from '../support/scripted-fetch.ts'

const key = 'a-key-of-the-service'
const own = { baseUrl: base, key, namespace: 'crm' } as const

/** Services with their own path and their own header of the key, and a client's options for each. */
const kinds = [
  [{ ...own, apiPath: '/dc/osdi', keyHeader: 'OSDI-API-Token' }, { apiPath: '/dc/osdi' }],
  [{ ...own, apiPath: '/api/v1', keyHeader: 'OSDI-API-Token', relativeLinks: true }, { apiPath: '/api/v1' }],
  [{ ...own, apiPath: '/api/v2', keyHeader: 'X-Api-Key' }, { keyHeader: 'X-Api-Key' }],
  [
    { ...own, baseUrl: `${base}/tenant`, apiPath: '/', keyHeader: 'Authorization' },
    { apiPath: '/', keyHeader: 'Authorization' },
  ],
] as const

for (const [kind, options] of kinds) {
  const { baseUrl, apiPath, keyHeader } = kind
  test(`a client of a service at ${apiPath} with the key in ${keyHeader} reads and writes events`, async () => {
    const service = otherService(kind)
    const { fetch, requests, namespace, root } = service
    const events = new EventsV2({ baseUrl, ...options, namespace, apiKey: key, fetch, retry: false })
    expect(await events.checkKey()).toBe(true)
    expect(await events.entryPoint()).toMatchObject({ product_name: 'Other', namespace })
    const list = events.list()
    const { items } = await list.toArray({ max: Number.POSITIVE_INFINITY })
    expect(items.map(({ title }) => title)).toEqual(['Picnic', 'Fair', 'Walk'])
    expect(list.report).toMatchObject({ pages: 2, complete: true })
    const made = await events.create({ title: 'Choir', origin_system: 'Calendar' })
    expect(await events.update(made, { title: 'Choir, indoors' })).toMatchObject({ title: 'Choir, indoors' })
    expect(await events.get(idOf(made))).toMatchObject({ title: 'Choir, indoors' })
    expect(await events.follow(linkOf(made, 'self') ?? '')).toMatchObject({ title: 'Choir, indoors' })
    const rsvps = await failureOf(() => events.attendances(made).toArray({ max: 1 }))
    expect(rsvps.message).toContain(`GET ${root}/events/e4/attendances`)
    expect(requests.filter(({ url }) => !url.startsWith(`${root}/`))).toEqual([])
    expect(requests.filter(({ headers }) => headers.get(keyHeader) !== key)).toEqual([])
    const others = ['api-key', 'osdi-api-token'].filter((name) => name !== keyHeader.toLowerCase())
    expect(requests.filter(({ headers }) => others.some((name) => headers.has(name)))).toEqual([])
  })
}

test('a version 1 client accepts apiPath and keyHeader', async () => {
  const { fetch, requests } = scripted(json(eventOf('v1')))
  const options = { apiPath: '/dc/osdi', keyHeader: 'OSDI-API-Token', fetch }
  await new EventsV1({ baseUrl: base, apiKey: key, ...options }).get('e1')
  expect(requests[0]?.url).toBe(`${base}/dc/osdi/events/e1`)
  expect([...(requests[0]?.headers.keys() ?? [])]).not.toContain('api-key')
  expect(requests[0]?.headers.get('osdi-api-token')).toBe(key)
})

test('a client with a wrong baseUrl, apiPath or keyHeader throws the error that the guide names', async () => {
  const { fetch, namespace } = otherService({ ...own, apiPath: '/dc/osdi', keyHeader: 'X-Api-Key' })
  const right = { baseUrl: base, apiPath: '/dc/osdi', keyHeader: 'X-Api-Key', namespace, apiKey: key, fetch }
  expect((await new EventsV2(right).page(1)).total_records).toBe(3)
  const errorOf = (change: object) => failureOf(() => new EventsV2({ ...right, ...change }).page(1))
  expect(await errorOf({ apiPath: '/osdi' })).toMatchObject({ code: 'http', status: 404 })
  expect(await errorOf({ keyHeader: undefined })).toMatchObject({ code: 'http', status: 401, isAuth: true })
  const unknownPrefix = { code: 'schema', message: expect.stringContaining('set namespace to crm') }
  expect(await errorOf({ namespace: undefined })).toMatchObject(unknownPrefix)
  const otherNames = { code: 'schema', message: expect.stringMatching(/summary: is missing/) }
  expect(await failureOf(() => new EventsV1(right).page(1))).toMatchObject(otherNames)
})

const paths: readonly (readonly [given: string, path: string])[] = [
  ['/api/v1', '/api/v1'],
  ['/dc/osdi/', '/dc/osdi'],
  ['/dc/osdi///', '/dc/osdi'],
  ['/', ''],
  ['///', ''],
  ['/dc;region=1/osdi@2', '/dc;region=1/osdi@2'],
  ['/öffentlich', '/%C3%B6ffentlich'],
  ['/%C3%B6ffentlich', '/%C3%B6ffentlich'],
  ['/v1.2', '/v1.2'],
]

test('a client normalises apiPath, and sends requests only to addresses below it', async () => {
  for (const [given, path] of paths) {
    const { fetch, requests } = scripted(json(eventOf('v2')))
    const client = new EventsV2({ baseUrl: `${base}/tenant/`, apiPath: given, apiKey: key, fetch })
    await client.get('e1')
    expect(client.baseUrl).toBe(`${base}/tenant`)
    expect(requests[0]?.url).toBe(`${base}/tenant${path}/events/e1`)
  }
})

const wrongPaths: Readonly<Record<string, readonly unknown[]>> = {
  'must begin with a slash, like /api/v2; for a service at baseUrl itself write "/"': [
    ...[null, 5, ['/api'], new URL(`${base}/api`), '', 'api/v1', 'https://events.example.org/api/v1', ' /api'],
  ],
  'must be a path alone, without a query, a fragment, white space, a backslash or an empty segment': [
    ...['/api?key=1', '/api?', '/api#', '/?', '//evil.example.org', '/api//v1', '/\ud800'],
    ...['/a b', '/a\tb', '/a\nb', '/a\u0000', '/\\evil.example.org', '/a\\b', '/a\u00a0', '/\u200b'],
  ],
  'must not hold a dot segment, or an encoded dot or slash': [
    ...['/.', '/..', '/a/../b', '/a/./b', '/a/..', '/..;x/a', '/%2e%2e/a', '/a%2fb', '/a%5Cb', '/%252e%252e/a'],
    ...['/a%00', '/a%', '/a%zz', '/%c3'],
  ],
}

for (const [why, given] of Object.entries(wrongPaths)) {
  test(`a client refuses an apiPath with an InputError: it ${why}`, async () => {
    for (const apiPath of given) {
      const error = await failureOf(() => new EventsV2({ baseUrl: base, apiKey: key, apiPath: apiPath as string }))
      expect(error, JSON.stringify(apiPath)).toMatchObject({ code: 'input', field: 'apiPath' })
      expect(error.message).toContain(why)
    }
  })
}

test('a client refuses a baseUrl that already contains the path of the API, and the message names apiPath', async () => {
  const twice = [
    [`${base}/dc/osdi`, '/dc/osdi'],
    [`${base}/tenant/dc/osdi/`, '/dc/osdi/'],
    [`${base}/api/v1`, '/api/v1'],
    [`${base}/api/v1`, '/api/v2'],
    [`${base}/api/v1`, undefined],
    [`${base}/api/v1/events`, undefined],
    [`${base}/%C3%B6ff`, '/öff'],
  ] as const
  for (const [baseUrl, apiPath] of twice) {
    const error = await failureOf(() => new EventsV2({ baseUrl, apiKey: key, apiPath }))
    expect(error.message).toBe('baseUrl: must end before the path of the API, which the client adds itself (apiPath)')
  }
  const fine = [
    [`${base}/api/v1`, '/osdi'],
    [`${base}/dc`, '/osdi'],
    [`${base}/abc/osdi`, '/dc/osdi'],
    [`${base}/api/v1`, '/'],
  ] as const
  for (const [baseUrl, apiPath] of fine)
    expect(new EventsV2({ baseUrl, apiKey: key, apiPath })).toMatchObject({ baseUrl })
})

const outside = [
  `${base}/dc/events`,
  `${base}/dc/osdi`,
  `${base}/dc/osdix/events`,
  `${base}/api/v2/events`,
  `${base}/dc/osdi/../admin`,
  `${base}/dc/osdi/%2e%2e/admin`,
  `${base}/dc/osdi/..%2fadmin`,
  `${base}/DC/osdi/events`,
  'https://elsewhere.example.org/dc/osdi/events',
  '/events',
]

test('a client with apiPath throws LinkError for a link, a next link or a redirect outside of <baseUrl><apiPath>/, and does not send the request', async () => {
  const options = { apiPath: '/dc/osdi' }
  for (const href of outside) {
    const refused = {
      code: 'link',
      base: `${base}/dc/osdi/`,
      message: expect.stringContaining(`${base}/dc/osdi/, the only address this client sends its key to`),
    }
    const { client, requests } = clientOver('v2', [json(eventOf('v2'))], options)
    expect(await failureOf(() => client.follow(href)), href).toMatchObject(refused)
    expect(requests).toHaveLength(0)
    const astray = clientOver('v2', [redirect(302, href), json(eventOf('v2'))], options)
    expect(await failureOf(() => astray.client.get('e1')), href).toMatchObject(refused)
    expect(astray.requests).toHaveLength(1)
    const page = {
      page: 1,
      total_records: 9,
      _links: { next: { href } },
      _embedded: { 'osdi:events': [eventOf('v2')] },
    }
    const paged = clientOver('v2', [json(page)], options)
    expect(await failureOf(() => paged.client.list().toArray({ max: 9 })), href).toMatchObject(refused)
    expect(paged.requests).toHaveLength(1)
  }
})

test('the LinkError for another path of the same service says to set apiPath', async () => {
  const { client } = clientOver('v2', [redirect(301, '/dc/osdi/events/e1')])
  const ownKey = 'the only address this client sends its key to'
  expect((await failureOf(() => client.follow(`${base}/dc/osdi/events`))).message).toBe(
    `The link ${base}/dc/osdi/events is not under ${base}/api/v2/, ${ownKey}; ` +
      'if it is the same service, set apiPath to the path that the service writes into its links',
  )
  expect((await failureOf(() => client.get('e1'))).message).toContain(
    'set apiPath to the path that the service writes to',
  )
  const elsewhere = await failureOf(() => client.follow('https://elsewhere.example.org/dc/osdi/events'))
  expect(elsewhere.message).toContain('set baseUrl to the address that the service writes into its links')
})

test('list and changes refuse a checkpoint and a cursor of another apiPath', async () => {
  const { fetch } = otherService({ ...own, apiPath: '/dc/osdi', keyHeader: 'OSDI-API-Token' })
  const options = { baseUrl: base, apiKey: key, namespace: 'crm', fetch }
  const events = new EventsV2({ ...options, apiPath: '/dc/osdi' })
  const pages = events.list().pages()
  await pages.next()
  const changes = events.changes()
  await changes.toArray({ max: Number.POSITIVE_INFINITY })
  const { cursor = '' } = changes
  const other = new EventsV2({ ...options, apiPath: '/dc/other' })
  const belongs = { code: 'input', message: expect.stringContaining(`belongs to the list ${base}/dc/osdi/events`) }
  const resumed = () => other.list({ resume: pages.checkpoint }).toArray({ max: 1 })
  expect(await failureOf(resumed)).toMatchObject({ ...belongs, field: 'resume' })
  expect(await failureOf(() => other.changes({ since: cursor }))).toMatchObject({ ...belongs, field: 'since' })
  expect((await events.list({ resume: pages.checkpoint }).toArray({ max: 9 })).items).toHaveLength(1)
})

const notOwn = 'must be the name of a header that neither the client nor the platform sets, such as OSDI-API-Token'
const wrongHeaders: readonly (readonly [given: unknown, message: string])[] = [
  ...['', 'a b', 'a:b', 'ä', 'a\n', 'x\u0000', 'a(b)', '__proto__', '-a'].map((name) => [name, notOwn] as const),
  ...['Accept', 'content-type', 'Content-Length', 'HOST', 'connection', 'transfer-encoding', 'te'].map(
    (name) => [name, notOwn] as const,
  ),
  ...['User-Agent', 'Cookie', 'Origin', 'Referer', 'Sec-Fetch-Mode', 'Proxy-Authorization'].map(
    (name) => [name, notOwn] as const,
  ),
  [null, 'must be text, not null'],
  [5, 'must be text, not a number'],
  [['OSDI-API-Token'], 'must be text, not an array'],
]

test('a client throws InputError for a keyHeader that cannot carry the key', async () => {
  for (const [keyHeader, message] of wrongHeaders) {
    const error = await failureOf(() => new EventsV2({ baseUrl: base, apiKey: key, keyHeader: keyHeader as string }))
    expect(error, String(keyHeader)).toMatchObject({ field: 'keyHeader', message: `keyHeader: ${message}` })
  }
  for (const keyHeader of ['authorization', 'X-Api-Key', 'constructor', 'x_key.2']) {
    const { fetch, requests } = scripted(json(eventOf('v2')))
    await new EventsV2({ baseUrl: base, apiKey: key, keyHeader, fetch }).get('e1')
    expect(requests[0]?.headers.get(keyHeader)).toBe(key)
  }
})

test('a client refuses headers with the name of keyHeader or the key header of either version', async () => {
  for (const name of ['x-api-key', 'X-API-KEY', 'api-key', 'OSDI-API-Token']) {
    const message = `headers: must not set ${name.toLowerCase()}; the client sets it itself`
    const options = { baseUrl: base, apiKey: key, keyHeader: 'X-Api-Key' }
    const headers = { [name]: 'another' }
    expect(await failureOf(() => new EventsV2({ ...options, headers }))).toMatchObject({ field: 'headers', message })
    const { fetch, requests } = scripted(json(eventOf('v2')))
    const client = new EventsV2({ ...options, fetch })
    expect(await failureOf(() => client.get('e1', { headers }))).toMatchObject({ field: 'headers', message })
    expect(await failureOf(() => client.list({ headers }))).toMatchObject({ field: 'headers', message })
    expect(await failureOf(() => client.create({ title: 'x', origin_system: 'y' }, { headers }))).toMatchObject({
      message,
    })
    expect(requests).toHaveLength(0)
  }
})

test('retries and redirects send the key in the keyHeader', async () => {
  const steps = [refusal(503), redirect(307, `${base}/dc/osdi/events/e2`), json(eventOf('v2'))]
  const { client, requests } = clientOver('v2', steps, {
    apiPath: '/dc/osdi',
    keyHeader: 'Authorization',
    apiKey: key,
    retry: 1,
  })
  await client.get('e1')
  expect(requests.map(({ headers }) => headers.get('authorization'))).toEqual([key, key, key])
})

test('a custom fetch can add a scheme before the key, and no error shows the key', async () => {
  const error = await failureOf(() => new EventsV2({ baseUrl: base, apiKey: `Bearer ${key}` }))
  expect(error).toMatchObject({ field: 'apiKey' })
  const service = otherService({ ...own, apiPath: '/api/v2', keyHeader: 'Authorization', key: `Bearer ${key}` })
  const bearer = (apiKey: string) =>
    new EventsV2({
      ...{ baseUrl: base, namespace: 'crm', keyHeader: 'Authorization', apiKey, retry: false },
      fetch: (url, init) => {
        const headers = { ...init.headers, Authorization: `Bearer ${init.headers.Authorization}` }
        return service.fetch(url, { ...init, headers })
      },
    })
  expect(await bearer(key).get('e1')).toMatchObject({ title: 'Picnic' })
  const refused = await failureOf(() => bearer('another-secret-key').get('e1'))
  expect(refused.message).toBe(
    `GET ${base}/api/v2/events/e1 answered 401: The key Bearer [redacted] is not known; check apiKey`,
  )
})

test('no error, hook, log line or inspection shows the key of a client with keyHeader', async () => {
  const service = otherService({ ...own, apiPath: '/dc/osdi', keyHeader: 'Authorization' })
  const seen: unknown[] = []
  const log = (...line: unknown[]) => void seen.push(line)
  const secret = 'another-secret-key'
  const client = new EventsV2({
    ...{ baseUrl: base, apiPath: '/dc/osdi', keyHeader: 'Authorization', namespace: 'crm', apiKey: () => secret },
    fetch: async (...request) => {
      const { status, body } = await service.fetch(...request)
      return new Response(body, { status, headers: { authorization: secret, 'x-echo': `Authorization: ${secret}` } })
    },
    logger: { debug: log, info: log, warn: log, error: log },
    hooks: { onRequest: log, onResponse: log, onRetry: log, onError: log },
  })
  const error = await failureOf(() => client.get('e1'))
  seen.push(client, error, error.message, error.stack, [...(Reflect.get(error, 'headers') as Headers)])
  expect(seen.length).toBeGreaterThan(8)
  const shown = inspect(seen, { depth: 20, showHidden: true, maxStringLength: null })
  expect(shown).toContain('[redacted]')
  expect(shown).not.toContain(secret)
})
