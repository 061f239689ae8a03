import { afterEach, expect, test, vi } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, hang, json, redirect, refusal, type Step, scripted } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

afterEach(() => void vi.restoreAllMocks())

const secret = 'k3y-from-the-vault'
const { header, construct, least, open } = v2
const event = json(eventOf('v2'))

test('apiKey can have 4096 characters, and the error for a longer key shows no part of the key', async () => {
  const longest = 'Kq7'.repeat(1366).slice(0, 4096)
  expect(construct({ baseUrl: base, apiKey: longest })).toBeInstanceOf(Object)
  expect(() => construct({ baseUrl: base, apiKey: `${longest}x` })).toThrow(
    /^apiKey: has more than 4096 characters; [^Kq]*$/,
  )
})

test('a client calls a key function for every attempt, and the function can be async', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let number = 0
  const apiKey = async () => `key-number-${++number}`
  const { client, requests } = clientOver('v2', [refusal(503), refusal(503), event], { apiKey, retry: 2 })
  await client.get('e1')
  expect(requests.map(({ headers }) => headers.get(header))).toEqual(['key-number-1', 'key-number-2', 'key-number-3'])
})

test('a client does not call its key function before the first request, nor for a refused argument', async () => {
  const apiKey = vi.fn(() => secret)
  const client = open(base, { apiKey })
  client.list()
  await failureOf(() => client.get('..'))
  expect(apiKey).not.toHaveBeenCalled()
})

test('a call throws an InputError for apiKey when the key function throws or returns no valid key', async () => {
  const junk = [undefined, null, '', 5, {}, 'a b', 'a\nb', 'ключ-ключ']
  const thrower = (thrown: unknown) => () => {
    throw thrown
  }
  const throwing = [Object.create(null), null, { toString: () => secret }].map(thrower)
  for (const apiKey of [...junk.map((given) => () => given), ...throwing]) {
    const { client, requests } = clientOver('v2', [event], { apiKey })
    const error = await failureOf(() => client.get('e1'))
    expect(error).toMatchObject({
      code: 'input',
      field: 'apiKey',
      method: 'GET',
      url: `${base}/api/v2/events/e1`,
      attempts: [{ cause: 'input', wait: 0 }],
    })
    expect(error.message).toMatch(new RegExp(`^GET ${base}/api/v2/events/e1 could not be sent: apiKey: `))
    expect(error).not.toHaveProperty('status')
    expect(requests).toHaveLength(0)
  }
})

test('error.outcome is unknown when the key function fails after an attempt with status 503', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  for (const [earlier, outcome] of [
    [[], 'not applied'],
    [[503], 'unknown'],
    [[429], 'not applied'],
  ] as const) {
    const keys = earlier.map(() => secret)
    const apiKey = () => {
      const key = keys.pop()
      if (key === undefined) throw new Error('the vault is closed')
      return key
    }
    const { client, requests } = clientOver(
      'v2',
      earlier.map((status) => refusal(status, { 'retry-after': '0' })),
      { apiKey, retry: 1 },
    )
    const error = await failureOf(() => client.update('e1', { description: 'x' }))
    expect(error).toMatchObject({
      code: 'input',
      field: 'apiKey',
      outcome,
      cause: { message: 'the vault is closed' },
    })
    expect(error.attempts).toMatchObject([...earlier.map((status) => ({ status })), { cause: 'input' }])
    expect(requests).toHaveLength(earlier.length)
  }
})

test('errors show no key that a key function has returned, even in an earlier call', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const keys = ['first-key-of-two', 'second-key-of-two']
  const echo = json({ error: `neither ${keys[0]} nor ${keys[1]}` }, 503, { 'x-keys': keys.join() })
  let number = 0
  const { client } = clientOver('v2', [echo], { apiKey: () => keys[number++], retry: 1 })
  const error = await failureOf(() => client.get('e1'))
  expect(error.message).toMatch(/answered 503: neither \[redacted\] nor \[redacted\]$/)
  for (const key of keys) expect(shows(error, key)).toBe(false)
})

const echo = `not with ${apiKey}, nor ${encodeURIComponent(apiKey)}, nor ${btoa(apiKey)}`

/** A step that causes each error; responses repeat the key wherever they can. */
const failures: Readonly<Record<string, Step>> = {
  http: json({ error: echo, [apiKey]: [echo] }, 403, { 'x-echo': echo, location: `/?${apiKey}` }),
  network: () => Promise.reject(new TypeError(echo, { cause: new Error(echo) })),
  timeout: hang,
  content: json(echo, 200, { 'content-type': `text/plain; a=${apiKey}` }),
  schema: json({ error: echo, identifiers: apiKey, [apiKey]: 1 }),
  link: redirect(302, `https://elsewhere.example.org/?key=${apiKey}`),
}

for (const [code, step] of Object.entries(failures)) {
  test(`the ${code} error shows no key from the address or the response, with apiKey as text or function`, async () => {
    for (const key of [apiKey, async () => apiKey]) {
      const { client } = clientOver('v2', [step], { apiKey: key, ...(step === hang && { timeout: 20 }) })
      const error = await failureOf(() => client.get('e1', { query: { token: apiKey } }))
      expect(error.code).toBe(code)
      for (const form of [apiKey, btoa(apiKey).slice(2, -4)]) expect(shows(error, form)).toBe(false)
      expect(error.url).toBe(address('v2', 'events/e1?token=[redacted]'))
    }
  })
}

test('the InputError of a creator shows no key that is part of baseUrl', async () => {
  const baseUrl = `https://events.example.org/${apiKey}`
  const { fetch } = scripted(json(eventOf('v2')))
  for (const key of [apiKey, () => apiKey]) {
    const client = construct({ baseUrl, apiKey: key, fetch, retry: false })
    await client.get('e1')
    for (const creator of ['https://elsewhere.example.org/', { href: `${baseUrl}/api/v2/events/e1` }]) {
      const error = await failureOf(() => client.create(least, { creator }))
      const people = `https://events.example.org/[redacted]/api/v2/people/`
      const why = `is not a person of this service; addresses of people begin with ${people}`
      expect(error).toMatchObject({ code: 'input', field: 'creator', message: `creator: ${why}` })
      expect(shows(error, apiKey)).toBe(false)
    }
  }
})

test('error.message shows no part of a key at the end of a cut text', async () => {
  for (let before = 30; before < 80; before += 1) {
    const { client } = clientOver('v2', [json('x', 200, { 'content-type': `text/${'x'.repeat(before)}${apiKey}` })])
    expect((await failureOf(() => client.get('e1'))).message).not.toContain(apiKey.slice(0, -1))
  }
})
