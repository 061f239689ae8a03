import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, refusal } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { v2 } from '../support/versions.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const secret = 'k3y-from-the-vault'

const { header, open } = v2

const event = json(eventOf('v2'))

test('a key function may be async and is called for every attempt', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  let number = 0
  const apiKey = async () => `key-number-${++number}`
  const { client, requests } = clientOver('v2', [refusal(503), refusal(503), event], { apiKey, retry: 2 })
  await client.get('e1')
  expect(requests.map(({ headers }) => headers.get(header))).toEqual(['key-number-1', 'key-number-2', 'key-number-3'])
})

test('a key function is not called before a call, nor for a refused argument', async () => {
  const apiKey = vi.fn(() => secret)
  const client = open(base, { apiKey })
  client.list()
  await failureOf(() => client.get('..'))
  expect(apiKey).not.toHaveBeenCalled()
})

test('a key function that gives no key is an InputError with all that is known', async () => {
  const junk = [undefined, null, '', 5, {}, 'a b', 'a\nb', 'ключ-ключ']
  for (const given of junk) {
    const { client, requests } = clientOver('v2', [event], { apiKey: () => given })
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

test('a key function that fails after an attempt leaves the outcome as unknown as it is', async () => {
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

test('keys that a function gave are in no part of an error, the earlier ones neither', async () => {
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const keys = ['first-key-of-two', 'second-key-of-two']
  const echo = json({ error: `neither ${keys[0]} nor ${keys[1]}` }, 503, { 'x-keys': keys.join() })
  let number = 0
  const { client } = clientOver('v2', [echo], { apiKey: () => keys[number++], retry: 1 })
  const error = await failureOf(() => client.get('e1'))
  expect(error.message).toMatch(/answered 503: neither \[redacted\] nor \[redacted\]$/)
  for (const key of keys) expect(shows(error, key)).toBe(false)
})
