import { expect, test, vi } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, cutShort, failing, json, type Step, systemError } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const asJson = { 'content-type': 'application/json' }
const kilobyte = new Uint8Array(1024).fill(0x20)

/** A body in pieces; `seen` counts the pieces that were read before the body was cancelled. */
const inPieces = (pieces: Iterable<Uint8Array>, init: ResponseInit = {}) => {
  const seen = { pieces: 0, cancelled: false }
  const source = pieces[Symbol.iterator]()
  const step: Step = () => {
    const body = new ReadableStream<Uint8Array>(
      {
        pull: (controller) => {
          const { done, value } = source.next()
          if (done) return controller.close()
          seen.pieces += 1
          controller.enqueue(value)
        },
        cancel: () => {
          seen.cancelled = true
        },
      },
      { highWaterMark: 0 },
    )
    return new Response(body, { headers: asJson, ...init })
  }
  return { step, seen }
}

function* forever(piece = kilobyte): Generator<Uint8Array> {
  for (;;) yield piece
}

const bytesOf = (text: string) => new TextEncoder().encode(text)
const { least } = v2
const url = address('v2', 'events/e1')

test('a call throws ContentError for a body longer than maxResponseBytes, and cancels the rest of the body', async () => {
  const { step, seen } = inPieces(forever())
  const { client, requests } = clientOver('v2', [step], { maxResponseBytes: 10 * 1024, retry: 2 })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'content', status: 200, attempts: [{ status: 200 }] })
  expect(error.message).toBe(
    `GET ${url} answered 200 with more than 10240 bytes (is baseUrl right? if so, raise maxResponseBytes)`,
  )
  expect(seen).toEqual({ pieces: 11, cancelled: true })
  expect(requests).toHaveLength(1)
})

test('maxResponseBytes is 16 MiB by default', async () => {
  const { step, seen } = inPieces(forever(new Uint8Array(2 ** 20)))
  expect((await failureOf(() => clientOver('v2', [step]).client.get('e1'))).message).toContain('16777216 bytes')
  expect(seen).toEqual({ pieces: 17, cancelled: true })
})

test('a call reads a body of exactly maxResponseBytes, and throws ContentError for one byte more, in any chunks', async () => {
  const event = eventOf('v2', 'e1', { description: '✊🏽' })
  const bytes = bytesOf(JSON.stringify(event))
  const whole = { maxResponseBytes: bytes.byteLength }
  const within = bytes.indexOf(0xe2) + 1
  for (const pieces of [[bytes], [bytes.subarray(0, within), bytes.subarray(within)], [bytes, new Uint8Array(0)]]) {
    expect(await clientOver('v2', [inPieces(pieces).step], whole).client.get('e1')).toEqual(event)
    const { client } = clientOver('v2', [inPieces([...pieces, bytesOf(' ')]).step], whole)
    expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'content' })
  }
})

test('a create or delete whose response exceeds maxResponseBytes has the outcome applied', async () => {
  const { client } = clientOver('v2', [inPieces(forever()).step], { maxResponseBytes: 99 })
  expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'content', outcome: 'applied' })
  const again = clientOver('v2', [inPieces(forever()).step], { maxResponseBytes: 99 }).client
  expect(await failureOf(() => again.delete('e1'))).toMatchObject({ code: 'content', outcome: 'applied' })
})

test('an error response longer than maxResponseBytes stays an HttpError, with the start of its body', async () => {
  const { step, seen } = inPieces(forever(), { status: 404 })
  const { client } = clientOver('v2', [step], { maxResponseBytes: 5000 })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'http', status: 404, body: ' '.repeat(2000) })
  expect(seen.cancelled).toBe(true)
  const digits = clientOver('v2', [json('12345', 404)], { maxResponseBytes: 3 }).client
  expect(await failureOf(() => digits.get('e1'))).toMatchObject({ code: 'http', body: '123' })
})

test('an error shows no part of a key that maxResponseBytes cuts in two, in any encoding', async () => {
  const hexOf = (character: string) => character.charCodeAt(0).toString(16)
  const dresses = [(character: string) => character, (c: string) => `%${hexOf(c)}`, (c: string) => `&#x${hexOf(c)};`]
  for (const dress of dresses) {
    const dressed = [...apiKey].map(dress)
    const start = dressed.slice(0, 4).join('')
    for (let cut = 0; cut <= dressed.join('').length; cut += 11) {
      for (const status of [200, 403]) {
        const body = json(`{"error":"The key ${dressed.join('')} is wrong"}`, status)
        const { client } = clientOver('v2', [body], { maxResponseBytes: 18 + cut })
        const error = await failureOf(() => client.get('e1'))
        expect(shows(error, start), `${start} cut at ${cut}`).toBe(false)
        expect(JSON.stringify(error)).toContain('The key ')
      }
    }
  }
})

test('an error shows no part of a base64 key that maxResponseBytes cuts in two', async () => {
  for (const before of ['', 'a', 'ab']) {
    const encoded = btoa(before + apiKey)
    for (let cut = 0; cut < encoded.length; cut += 5) {
      const { client } = clientOver('v2', [json(`{"error":"${encoded}"}`)], { maxResponseBytes: 10 + cut })
      expect(shows(await failureOf(() => client.get('e1')), encoded.slice(4, 10)), `${before} ${cut}`).toBe(false)
    }
  }
})

test('maxResponseBytes limits a response without a stream, as a custom fetch may return', async () => {
  const text = JSON.stringify(eventOf('v2', 'e1', { description: 'é✊🏽' }))
  const size = new TextEncoder().encode(text).byteLength
  const headers = new Headers({ 'content-type': 'application/json' })
  const readers = [{ text: async () => text }, { arrayBuffer: async () => new TextEncoder().encode(text).buffer }]
  for (const reader of readers) {
    const step = () => ({ status: 200, headers, body: { pipe: () => {} }, ...reader }) as unknown as Response
    const get = (maxResponseBytes: number) => clientOver('v2', [step], { maxResponseBytes }).client.get('e1')
    for (const limit of [size, size + 1, size * 3]) expect(await get(limit)).toEqual(JSON.parse(text))
    expect(await failureOf(() => get(size - 1))).toMatchObject({ code: 'content', body: text.slice(0, -1) })
  }
})

/** Counts the characters that patterns and the JSON parser read during a run; every pattern search calls `exec`. */
async function searchedBy(run: () => unknown): Promise<{ readonly searched: number; readonly parsed: number }> {
  const { exec } = RegExp.prototype
  const { parse } = JSON
  let [searched, parsed] = [0, 0]
  const patterns = vi.spyOn(RegExp.prototype, 'exec').mockImplementation(function (this: RegExp, text: string) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    searched += (found ? found.index + found[0].length : String(text).length) - from
    return found
  })
  const parser = vi.spyOn(JSON, 'parse').mockImplementation((text: string) => {
    parsed += text.length
    return parse(text)
  })
  try {
    await run()
  } finally {
    patterns.mockRestore()
    parser.mockRestore()
  }
  return { searched, parsed }
}

const large = 2 ** 20

/** A bound in characters: enough for addresses, headers and the kept start of a body, and less than the whole body. */
const enough = 900_000
const clientOf = (step: Step, options: object = {}) => clientOver('v2', [step], options).client
const html = { 'content-type': 'text/html' }

test.for([
  ['plain text', 'x'.repeat(large)],
  ['JSON of many texts', JSON.stringify(new Array(large / 16).fill('not this one!'))],
  ['JSON of one text', JSON.stringify({ error: 'x'.repeat(large) })],
  ['backslashes', '\\'.repeat(large)],
  ['white space', ' '.repeat(large)],
])('HttpError does not parse a long body of %s, and searches only its start', async ([, body = '']) => {
  const client = clientOf(json(body, 503, { 'retry-after': '0' }), { retry: 2, apiKey: () => 'a-key-of-a-function' })
  const { searched, parsed } = await searchedBy(async () => {
    const error = await failureOf(() => client.get('e1'))
    expect(error).toMatchObject({ code: 'http', status: 503, attempts: [{}, {}, {}] })
    expect(error.body).toBe(body.slice(0, 2000))
  })
  expect(parsed).toBe(0)
  expect(searched).toBeLessThan(enough)
})

test('ContentError searches only the start of a long web page', async () => {
  for (const page of [`${' '.repeat(large)}<html>`, `<html>${'sign '.repeat(large / 5)}`]) {
    for (const type of [html, {}]) {
      const { searched } = await searchedBy(async () => {
        expect(await failureOf(() => clientOf(json(page, 200, type)).get('e1'))).toMatchObject({ code: 'content' })
      })
      expect(searched).toBeLessThan(enough)
    }
  }
})

test('errors and drift search only the start of long values, addresses and names', async () => {
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

test('error.body shows no part of a key at the place where a long body is cut', async () => {
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

test('error.body is a parsed value for JSON of at most 16,000 characters, else text', async () => {
  const refusalOf = (length: number) => JSON.stringify({ error: 'x'.repeat(length - 12) })
  const bodyOf = async (text: string) => (await failureOf(() => clientOf(json(text, 404)).get('e1'))).body
  expect(await bodyOf(refusalOf(16_000))).toEqual({ error: 'x'.repeat(15_988) })
  expect(await bodyOf(refusalOf(16_001))).toBe(refusalOf(16_001).slice(0, 2000))
})

test.each([
  ['an error with a long message', new Error('x'.repeat(large))],
  ['an error with a long code', systemError('E'.repeat(large))],
  ['a long text', 'x'.repeat(large)],
])(
  'the errors of a fetch, a body or a hook that fails with %s search only the start of its text',
  async (_, thrown) => {
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
  },
)
