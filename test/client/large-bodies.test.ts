import type { ResponseSeen } from 'osdi-events'
import { expect, test, vi } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, cutShort, failing, json, systemError } from '../support/scripted-fetch.ts'
import { searchedBy } from '../support/searched.ts'
import { shows } from '../support/shows.ts'
import { apiKey, versions } from '../support/versions.ts'

const large = 2 ** 22

/** More than enough for addresses and headers, and for what an error may keep of a body; a small part of the body itself. */
const enough = 400_000

const html = { 'content-type': 'text/html' }

for (const { version } of versions) {
  const refusals = {
    'plain text': 'x'.repeat(large),
    'JSON of many texts': JSON.stringify(new Array(large / 16).fill('not this one!')),
    'JSON of one text': JSON.stringify({ error: 'x'.repeat(large) }),
    backslashes: '\\'.repeat(large),
    'white space': ' '.repeat(large),
  }

  for (const [kind, body] of Object.entries(refusals)) {
    test(`a refusal of ${version} with much ${kind} is neither parsed nor searched but for its beginning`, async () => {
      for (const apiKey of [undefined, () => 'a-key-of-a-function']) {
        const { client } = clientOver(version, [json(body, 503, { 'retry-after': '0' })], {
          retry: 2,
          ...(apiKey && { apiKey }),
        })
        const { searched, parsed } = await searchedBy(async () => {
          const error = await failureOf(() => client.get('e1'))
          expect(error).toMatchObject({ code: 'http', status: 503, attempts: [{}, {}, {}] })
          expect(error.body).toBe(body.slice(0, 2000))
        })
        expect(parsed).toBe(0)
        expect(searched).toBeLessThan(enough)
      }
    })
  }

  test(`a web page of ${version} is looked at only where it begins, however long it is`, async () => {
    for (const page of [`${' '.repeat(large)}<html>`, `<html>${'sign '.repeat(large / 5)}`]) {
      for (const type of [html, {}]) {
        const { client } = clientOver(version, [json(page, 200, type)])
        const { searched } = await searchedBy(async () => {
          expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'content' })
        })
        expect(searched).toBeLessThan(enough)
      }
    }
  })

  test(`an answer of ${version} that is not what was asked for is searched only where it begins, however long it is`, async () => {
    const odd = JSON.stringify({ odd: 'x'.repeat(large) })
    const { client } = clientOver(version, [json(odd)])
    const { searched, parsed } = await searchedBy(async () => {
      const error = await failureOf(() => client.get('e1'))
      expect(error).toMatchObject({ code: 'schema', body: odd.slice(0, 2000) })
    })
    expect(searched).toBeLessThan(enough)
    expect(parsed).toBe(odd.length)
  })

  test(`long addresses in an answer of ${version} are searched only where they begin`, async () => {
    const far = `https://elsewhere.example.org/${'x'.repeat(large)}`
    const near = address(version, `events?${'x'.repeat(large)}`)
    const bad = { ...eventOf(version), identifiers: 7, _links: { self: { href: far } } }
    const spoilt = { ...pageOf(version, []), _embedded: { 'osdi:events': [bad] } }
    const { searched } = await searchedBy(async () => {
      const { client } = clientOver(version, [json(spoilt)])
      const { issues } = (await failureOf(() => client.page(1))) as unknown as { readonly issues: readonly object[] }
      expect(issues).toMatchObject([{ address: far.slice(0, 2000) }])
      for (const next of [far, near]) {
        const walking = clientOver(version, [json(pageOf(version, ['e1'], next))]).client
        const error = await failureOf(() => walking.list().toArray({ max: 9 }))
        expect(error).toMatchObject({ code: 'link', link: next.slice(0, 2000) })
      }
    })
    expect(searched).toBeLessThan(enough)
  })

  test(`a long name of ${version} that is drift is searched only where it begins`, async () => {
    const told: unknown[] = []
    const { client } = clientOver(version, [json({ ...eventOf(version), ['x'.repeat(large)]: 1 })], {
      onDrift: (drift: unknown) => told.push(drift),
    })
    const { searched } = await searchedBy(() => client.get('e1'))
    expect(told).toContainEqual(expect.objectContaining({ field: `${'x'.repeat(200)}…` }))
    expect(searched).toBeLessThan(enough)
  })

  test(`a key of ${version} that is cut in two where a body is too long for an error shows in no part of it`, async () => {
    const hexOf = (character: string) => character.charCodeAt(0).toString(16)
    const dresses = [(c: string) => c, (c: string) => `%25${hexOf(c)}`, (c: string) => `&#x${hexOf(c)};`]
    for (const dress of dresses) {
      const written = [...apiKey].map(dress).join('')
      const start = written.slice(0, dress('x').length * 4)
      for (const edge of [2000, 16_000]) {
        for (let before = edge - written.length - 1; before <= edge; before += 1) {
          const text = `${'-'.repeat(before)}${written}${'-'.repeat(20_000)}`
          for (const status of [200, 403]) {
            const error = await failureOf(() => clientOver(version, [json(text, status)]).client.get('e1'))
            expect(shows(error, start), `${start} at ${before}`).toBe(false)
            expect(String(error.body).length).toBeLessThanOrEqual(2000)
          }
        }
      }
    }
  })

  test(`a JSON refusal of ${version} of at most 16,000 characters is kept as a value, a longer one as text`, async () => {
    const refusalOf = (length: number) => JSON.stringify({ error: 'x'.repeat(length - 12) })
    const bodyOf = async (text: string) =>
      (await failureOf(() => clientOver(version, [json(text, 404)]).client.get('e1'))).body
    expect(await bodyOf(refusalOf(16_000))).toEqual({ error: 'x'.repeat(15_988) })
    expect(await bodyOf(refusalOf(16_001))).toBe(refusalOf(16_001).slice(0, 2000))
  })
}

const foreign: Readonly<Record<string, unknown>> = {
  'an error with a long message': new Error('x'.repeat(large)),
  'an error with a long code': systemError('E'.repeat(large)),
  'a long text': 'x'.repeat(large),
}

for (const [what, thrown] of Object.entries(foreign)) {
  test(`a fetch that fails with ${what} is searched only where the text begins`, async () => {
    const { client } = clientOver('v2', [failing(thrown)])
    const { searched } = await searchedBy(async () => {
      expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'network' })
    })
    expect(searched).toBeLessThan(enough)
  })

  test(`a body that breaks off with ${what} is searched only where the text begins`, async () => {
    const { client } = clientOver('v2', [cutShort(200, thrown)])
    const { searched } = await searchedBy(async () => {
      expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'content' })
    })
    expect(searched).toBeLessThan(enough)
  })

  test(`hooks that throw ${what} are written to the logger, which is told only how it begins`, async () => {
    const warnings: string[] = []
    const fail = () => {
      throw thrown
    }
    const { client } = clientOver('v2', [json({ ...eventOf('v2'), new_field: 1 })], {
      hooks: { onRequest: fail },
      onDrift: vi.fn(() => {}).mockImplementationOnce(fail),
      logger: { warn: (message: string) => warnings.push(message) },
    })
    const { searched } = await searchedBy(() => client.get('e1'))
    expect(warnings).toEqual([
      expect.stringMatching(/^The hook onRequest failed: .{190,201}$/),
      expect.stringMatching(/^The hook onDrift failed: .{190,201}$/),
    ])
    expect(searched).toBeLessThan(enough)
  })
}

test('long headers of an answer are searched only where they begin', async () => {
  const headers = { 'x-long': 'x'.repeat(large), 'content-type': 'text/plain' }
  const seen: ResponseSeen[] = []
  const { client } = clientOver('v2', [json('{}', 404, headers), json('{}', 200, headers)], {
    hooks: { onResponse: (response: ResponseSeen) => seen.push(response) },
  })
  const { searched } = await searchedBy(async () => {
    expect((await failureOf(() => client.get('e1'))).headers?.get('x-long')).toBe('x'.repeat(2000))
    expect((await failureOf(() => client.get('e1'))).code).toBe('content')
  })
  expect(seen.map((response) => response.headers['x-long']?.length)).toEqual([2000, 2000])
  expect(searched).toBeLessThan(enough)
})
