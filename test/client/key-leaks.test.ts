import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import {
  broken,
  clientOver,
  cutShort,
  failing,
  hang,
  json,
  redirect,
  type Step,
  scripted,
} from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { construct, least } = v2

const failures: Readonly<Record<string, Step>> = {
  http: json({ error: 'no' }, 404),
  network: broken('ECONNRESET'),
  timeout: hang,
  content: cutShort(),
  schema: json({}),
  link: redirect(302, `https://elsewhere.example.org/?key=${apiKey}`),
}
const keys = { 'a key': apiKey, 'a key function': async () => apiKey }

for (const [code, step] of Object.entries(failures)) {
  for (const [kind, key] of Object.entries(keys)) {
    test(`a ${code} error with ${kind} shows no key that stands in the address`, async () => {
      const { client } = clientOver('v2', [step], { apiKey: key, ...(step === hang && { timeout: 20 }) })
      const error = await failureOf(() => client.get('e1', { query: { token: apiKey } }))
      expect(error.code).toBe(code)
      expect(shows(error, apiKey)).toBe(false)
      expect(error.url).toBe(address('v2', 'events/e1?token=[redacted]'))
    })
  }
}

test('a next that holds the key of a function shows it in no error', async () => {
  const next = address('v2', `events?page=2&api_key=${apiKey}`)
  const { client } = clientOver('v2', [json(pageOf('v2', ['e1'], next)), json({ error: 'x' }, 500)], {
    apiKey: () => apiKey,
  })
  expect(shows(await failureOf(() => client.list().toArray({ max: 9 })), apiKey)).toBe(false)
})

test('a key that stands in the base address is shown in no refusal of a creator', async () => {
  const baseUrl = `https://events.example.org/${apiKey}`
  const { fetch } = scripted(json(eventOf('v2')))
  for (const key of [apiKey, () => apiKey]) {
    const client = construct({ baseUrl, apiKey: key, fetch, retry: false })
    await client.get('e1')
    for (const creator of ['https://elsewhere.example.org/', { href: `${baseUrl}/api/v2/events/e1` }]) {
      const error = await failureOf(() => client.create(least, { creator }))
      const people = `https://events.example.org/[redacted]/api/v2/people/`
      const why = `is no person of this service; their addresses begin with ${people}`
      expect(error).toMatchObject({ code: 'input', field: 'creator', message: `creator: ${why}` })
      expect(shows(error, apiKey)).toBe(false)
    }
  }
})

test('a key is shown in no part, however a text is cut', async () => {
  for (let before = 30; before < 80; before += 1) {
    const { client } = clientOver('v2', [json('x', 200, { 'content-type': `text/${'x'.repeat(before)}${apiKey}` })])
    expect((await failureOf(() => client.get('e1'))).message).not.toContain(apiKey.slice(0, -1))
  }
})

test('a header whose name is the key is redacted', async () => {
  const { client } = clientOver('v2', [json({ error: 'no' }, 403, { [apiKey.toUpperCase()]: '1' })])
  expect(shows(await failureOf(() => client.get('e1')), apiKey.toLowerCase())).toBe(false)
})

test('whatever a fetch throws ends in a network error without the key', async () => {
  const hostile = {
    toString() {
      throw new Error(`boom ${apiKey}`)
    },
    get code() {
      throw new Error(`boom ${apiKey}`)
    },
  }
  for (const thrown of [Object.create(null), hostile, null, undefined, apiKey, Symbol('x')]) {
    const { client } = clientOver('v2', [failing(thrown)])
    const error = await failureOf(() => client.get('e1'))
    expect(error.code).toBe('network')
    expect(shows(error, apiKey)).toBe(false)
  }
})

test('whatever a key function throws ends in an InputError, and nothing is sent', async () => {
  for (const thrown of [Object.create(null), null, { toString: () => apiKey }]) {
    const { client, requests } = clientOver('v2', [json({})], {
      apiKey: () => {
        throw thrown
      },
    })
    expect(await failureOf(() => client.update('e1', { description: 'x' }))).toMatchObject({
      code: 'input',
      field: 'apiKey',
      outcome: 'not applied',
    })
    expect(requests).toHaveLength(0)
  }
})
