import type { ResponseHook } from 'osdi-events'
import { expect, test, vi } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, cutShort, failing, json, type Step, systemError } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey } from '../support/versions.ts'
import { searchedBy } from './searched.ts'

const large = 2 ** 20

/** More than enough for addresses and headers, and for what an error may keep of a body; a part of the body itself. */
const enough = 900_000

const clientOf = (step: Step, options: object = {}) => clientOver('v2', [step], options).client
const html = { 'content-type': 'text/html' }

test.for([
  ['plain text', 'x'.repeat(large)],
  ['JSON of many texts', JSON.stringify(new Array(large / 16).fill('not this one!'))],
  ['JSON of one text', JSON.stringify({ error: 'x'.repeat(large) })],
  ['backslashes', '\\'.repeat(large)],
  ['white space', ' '.repeat(large)],
])('a refusal with much %s is neither parsed nor searched but for its beginning', async ([, body = '']) => {
  const client = clientOf(json(body, 503, { 'retry-after': '0' }), { retry: 2, apiKey: () => 'a-key-of-a-function' })
  const { searched, parsed } = await searchedBy(async () => {
    const error = await failureOf(() => client.get('e1'))
    expect(error).toMatchObject({ code: 'http', status: 503, attempts: [{}, {}, {}] })
    expect(error.body).toBe(body.slice(0, 2000))
  })
  expect(parsed).toBe(0)
  expect(searched).toBeLessThan(enough)
})

test('a web page is looked at only where it begins, however long it is', async () => {
  for (const page of [`${' '.repeat(large)}<html>`, `<html>${'sign '.repeat(large / 5)}`]) {
    for (const type of [html, {}]) {
      const { searched } = await searchedBy(async () => {
        expect(await failureOf(() => clientOf(json(page, 200, type)).get('e1'))).toMatchObject({ code: 'content' })
      })
      expect(searched).toBeLessThan(enough)
    }
  }
})

test('long values, addresses and names in an answer are searched only where they begin', async () => {
  const odd = JSON.stringify({ odd: 'x'.repeat(large) })
  const far = `https://elsewhere.example.org/${'x'.repeat(large)}`
  const near = address('v2', `events?${'x'.repeat(large)}`)
  const bad = { ...eventOf('v2'), identifiers: 7, _links: { self: { href: far } } }
  const told: unknown[] = []
  const drifting = clientOf(json({ ...eventOf('v2'), ['x'.repeat(large)]: 1 }), {
    onDrift: (drift: unknown) => told.push(drift),
  })
  const { searched } = await searchedBy(async () => {
    expect(await failureOf(() => clientOf(json(odd)).get('e1'))).toMatchObject({ body: odd.slice(0, 2000) })
    const spoilt = clientOf(json({ ...pageOf('v2', []), _embedded: { 'osdi:events': [bad] } }))
    expect(await failureOf(() => spoilt.page(1))).toMatchObject({ issues: [{ address: far.slice(0, 2000) }] })
    for (const next of [far, near]) {
      const error = await failureOf(() =>
        clientOf(json(pageOf('v2', ['e1'], next)))
          .list()
          .toArray({ max: 9 }),
      )
      expect(error).toMatchObject({ code: 'link', link: next.slice(0, 2000) })
    }
    await drifting.get('e1')
  })
  expect(told).toContainEqual(expect.objectContaining({ field: `${'x'.repeat(200)}…` }))
  expect(searched).toBeLessThan(enough)
})

test('a key that is cut in two where a body is too long for an error shows in no part of it', async () => {
  const hexOf = (character: string) => character.charCodeAt(0).toString(16)
  for (const dress of [(c: string) => c, (c: string) => `%25${hexOf(c)}`, (c: string) => `&#x${hexOf(c)};`]) {
    const written = [...apiKey].map(dress).join('')
    const start = written.slice(0, dress('x').length * 4)
    for (const edge of [2000, 16_000]) {
      for (let before = edge - written.length - 1; before <= edge; before += 13) {
        const text = `${'-'.repeat(before)}${written}${'-'.repeat(20_000)}`
        const error = await failureOf(() => clientOf(json(text, 403)).get('e1'))
        expect(shows(error, start), `${start} at ${before}`).toBe(false)
        expect(String(error.body).length).toBeLessThanOrEqual(2000)
      }
    }
  }
})

test('a JSON refusal of at most 16,000 characters is kept as a value, a longer one as text', async () => {
  const refusalOf = (length: number) => JSON.stringify({ error: 'x'.repeat(length - 12) })
  const bodyOf = async (text: string) => (await failureOf(() => clientOf(json(text, 404)).get('e1'))).body
  expect(await bodyOf(refusalOf(16_000))).toEqual({ error: 'x'.repeat(15_988) })
  expect(await bodyOf(refusalOf(16_001))).toBe(refusalOf(16_001).slice(0, 2000))
})

test.each([
  ['an error with a long message', new Error('x'.repeat(large))],
  ['an error with a long code', systemError('E'.repeat(large))],
  ['a long text', 'x'.repeat(large)],
])('a fetch, a body and hooks that fail with %s are searched only where the text begins', async (_, thrown) => {
  const warnings: string[] = []
  const fail = () => {
    throw thrown
  }
  const hooked = clientOf(json({ ...eventOf('v2'), new_field: 1 }), {
    hooks: { onRequest: fail },
    onDrift: vi.fn(() => {}).mockImplementationOnce(fail),
    logger: { warn: (message: string) => warnings.push(message) },
  })
  const { searched } = await searchedBy(async () => {
    expect(await failureOf(() => clientOf(failing(thrown)).get('e1'))).toMatchObject({ code: 'network' })
    expect(await failureOf(() => clientOf(cutShort(200, thrown)).get('e1'))).toMatchObject({ code: 'content' })
    await hooked.get('e1')
  })
  expect(warnings).toEqual([
    expect.stringMatching(/^The hook onRequest failed: .{190,201}$/),
    expect.stringMatching(/^The hook onDrift failed: .{190,201}$/),
  ])
  expect(searched).toBeLessThan(enough)
})

test('long headers of an answer are searched only where they begin', async () => {
  const headers = { 'x-long': 'x'.repeat(large), 'content-type': 'text/plain' }
  const seen: ResponseHook[] = []
  const client = clientOf(json('{}', 404, headers), { hooks: { onResponse: (each: ResponseHook) => seen.push(each) } })
  const { searched } = await searchedBy(async () => {
    expect((await failureOf(() => client.get('e1'))).headers?.get('x-long')).toBe('x'.repeat(2000))
  })
  expect(seen.map((response) => response.headers['x-long']?.length)).toEqual([2000])
  expect(searched).toBeLessThan(enough)
})
