import { LinkError } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { type AnyClient, apiKey, v2 } from '../support/versions.ts'

const noQuery = 'must be a plain object of names and values'
const noSignal = 'must be an AbortSignal'

const { header, least } = v2

const calls: Readonly<Record<string, (client: AnyClient, options: object) => unknown>> = {
  get: (client, options) => client.get('e1', options),
  create: (client, options) => client.create(least, options),
  update: (client, options) => client.update('e1', least, options),
  delete: (client, options) => client.delete('e1', options),
  page: (client, options) => client.page(1, options),
  list: (client, options) => client.list(options).toArray({ max: 1 }),
  follow: (client, options) => client.follow('events/e1', options),
}
const answers: Readonly<Record<string, Step>> = { page: json({ page: 1 }), list: json({ page: 1 }) }

for (const [name, call] of Object.entries(calls)) {
  const answer = answers[name] ?? json(eventOf('v2'))
  test(`${name} sends the encoded query and the headers of client and call, and prefers the headers of the call`, async () => {
    const { client, requests } = clientOver('v2', [answer], { headers: { 'X-A': 'client', 'X-B': 'client' } })
    const query = { 'a&b': 'c=d ü', n: 5, yes: true, no: false, empty: '' }
    const headers = new Headers({ 'x-b': 'call', 'x-c': '1' })
    headers.append('x-c', '2')
    await call(client, { headers: [...headers], query })
    const [request] = requests
    const sent = ['x-a', 'x-b', 'x-c', header, 'accept'].map((each) => request?.headers.get(each))
    expect(sent).toEqual(['client', 'call', '1, 2', apiKey, 'application/hal+json, application/json;q=0.9'])
    const { searchParams } = new URL(request?.url ?? '')
    searchParams.delete('page')
    expect(Object.fromEntries(searchParams)).toEqual({ 'a&b': 'c=d ü', n: '5', yes: 'true', no: 'false', empty: '' })
  })

  test(`${name} rejects with the reason of its aborted signal`, async () => {
    const { client, requests } = clientOver('v2', [answer])
    const reason = { code: 'the user left' }
    const options = { signal: AbortSignal.abort(reason) }
    await expect((async () => call(client, options))()).rejects.toBe(reason)
    expect(requests).toHaveLength(0)
  })

  const wrong: readonly (readonly [string, unknown, string])[] = [
    ...[null, 'a=b', 5, ['a']].map((value) => ['query', value, noQuery] as const),
    ...[null, {}, 'x', { aborted: false, addEventListener() {} }, new AbortController()].map(
      (value) => ['signal', value, noSignal] as const,
    ),
    ['timeout', 0, 'must be more than 0 and at most 2147483647 milliseconds'],
    ...['accept', 'API-KEY', 'osdi-api-token'].map(
      (name) => ['headers', { [name]: 'x' }, `must not set ${name.toLowerCase()}; the client sets it itself`] as const,
    ),
    ['perPage', 1, 'is not an option here; put search parameters of the service into query'],
    ['per_page', 1, 'is not an option here; put search parameters of the service into query'],
    ['maxRetries', 1, 'is not an option here; did you mean retry?'],
    ['time_out', 1, 'is not an option here; did you mean timeout?'],
  ]
  test(`${name} refuses invalid options and sends nothing`, async () => {
    const { client, requests } = clientOver('v2', [answer])
    for (const [option, value, message] of wrong) {
      const error = await failureOf(() => call(client, { [option]: value }))
      expect(error, `${option} ${String(value)}`).toMatchObject({ field: option, message: `${option}: ${message}` })
    }
    for (const a of [null, undefined, ['b'], {}, Number.NaN]) {
      const error = await failureOf(() => call(client, { query: { a } }))
      expect(error).toMatchObject({ field: 'query.a', message: 'query.a: must be text, a number or a boolean' })
    }
    const illFormed = await failureOf(() => call(client, { query: { a: 'x\ud800' } }))
    expect(illFormed).toMatchObject({ message: expect.stringContaining('must be well-formed text') })
    if (name === 'page' || name === 'list') {
      expect(await failureOf(() => call(client, { query: { page: 2 } }))).toMatchObject({ field: 'query.page' })
    }
    for (const options of [null, 5, 'x', []]) {
      expect(await failureOf(() => call(client, options as object))).toMatchObject({
        code: 'input',
        field: 'options',
      })
    }
    expect(requests).toHaveLength(0)
  })
}

test('a query given as URLSearchParams or Map is refused with an InputError', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  for (const query of [new URLSearchParams('a=b'), new Map([['a', 'b']])]) {
    expect(await failureOf(() => client.get('e1', { query }))).toMatchObject({ code: 'input', field: 'query' })
  }
  expect(requests).toHaveLength(0)
})

test('list and page refuse an invalid page or campaign at once', async () => {
  const { client } = clientOver('v2', [])
  const refused = (options: object) => {
    expect(() => client.list(options), JSON.stringify(options)).toThrow(
      /^(page: must be a whole number from 1 up|campaign: )/,
    )
  }
  for (const page of [0, -1, 1.5, Number.NaN, '1', null, 2 ** 53]) refused({ page })
  for (const campaign of ['', 'a/b', '..', 5, null]) refused({ campaign })
  expect(() => client.list({ campaign: 5 })).toThrow('campaign: must be an event campaign or its id, not a number')
  expect(() => client.list({ campaign: 'https://c1' })).toThrow(LinkError)
  for (const page of [0, 1.5, '1', undefined, null, 2 ** 53]) {
    expect(await failureOf(() => client.page(page))).toMatchObject({
      field: 'page',
      message: 'page: must be a whole number from 1 up',
    })
  }
})

test('query replaces parameters of the same name in a link, and leaves all other parameters unchanged', async () => {
  const { client, requests } = clientOver('v2', [json(pageOf('v2', []))])
  await client.follow('events?q=a+b%20c&x=%2F;y', { query: { per_page: 5 } })
  await client.follow('events?per_page=25&page=2', { query: { per_page: 5 } })
  expect(requests.map(({ url }) => url)).toEqual([
    address('v2', 'events?q=a+b%20c&x=%2F;y&per_page=5'),
    address('v2', 'events?page=2&per_page=5'),
  ])
})

test('methods refuse the option headers if an entry is not a pair of texts', async () => {
  const { client, requests } = clientOver('v2', [])
  for (const headers of [
    [['x-a', undefined]],
    [['x-a', 5]],
    [['x-a']],
    [['x-a', 'b', 'c']],
    ['ab'],
    new Map([['x-a', 5]]),
  ]) {
    expect(await failureOf(() => client.get('e1', { headers })), String(headers)).toMatchObject({ field: 'headers' })
  }
  expect(requests).toHaveLength(0)
})
