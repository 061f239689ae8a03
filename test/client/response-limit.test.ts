import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type Step } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

const asJson = { 'content-type': 'application/json' }
const kilobyte = new Uint8Array(1024).fill(0x20)

/** A body of pieces, and how many of them were asked for before it was cancelled. */
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

test('a body is read up to the limit, and the rest is cancelled', async () => {
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

test('a body is cancelled by a time limit and by an abort, though its fetch ignores the signal', async () => {
  for (const way of ['timeout', 'abort']) {
    const cancelled = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    const step: Step = () => {
      began.resolve()
      return new Response(new ReadableStream({ cancel: () => cancelled.resolve() }), { headers: asJson })
    }
    const stop = new AbortController()
    const { client } = clientOver('v2', [step], way === 'timeout' ? { timeout: 20 } : {})
    const call = client.get('e1', { signal: stop.signal }).catch((error: unknown) => error)
    await began.promise
    if (way === 'abort') stop.abort('enough')
    expect(await call).toEqual(way === 'abort' ? 'enough' : expect.objectContaining({ code: 'timeout' }))
    await cancelled.promise
  }
})

test('the limit is 16 MiB where none is given', async () => {
  const { step, seen } = inPieces(forever(new Uint8Array(2 ** 20)))
  expect((await failureOf(() => clientOver('v2', [step]).client.get('e1'))).message).toContain('16777216 bytes')
  expect(seen).toEqual({ pieces: 17, cancelled: true })
})

test('a body as long as the limit is taken, one byte more is not', async () => {
  const event = eventOf('v2', 'e1', { description: '✊🏽' })
  const bytes = bytesOf(JSON.stringify(event))
  const whole = { maxResponseBytes: bytes.byteLength }
  for (const pieces of [[bytes], [bytes.subarray(0, 9), bytes.subarray(9)], [bytes, new Uint8Array(0)]]) {
    expect(await clientOver('v2', [inPieces(pieces).step], whole).client.get('e1')).toEqual(event)
    const { client } = clientOver('v2', [inPieces([...pieces, bytesOf(' ')]).step], whole)
    expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'content' })
  }
})

test('a write whose answer is too long was applied, and a delete too', async () => {
  const { client } = clientOver('v2', [inPieces(forever()).step], { maxResponseBytes: 99 })
  expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'content', outcome: 'applied' })
  const again = clientOver('v2', [inPieces(forever()).step], { maxResponseBytes: 99 }).client
  expect(await failureOf(() => again.delete('e1'))).toMatchObject({ code: 'content', outcome: 'applied' })
})

test('an error that is too long stays an HttpError, with its beginning', async () => {
  const { step, seen } = inPieces(forever(), { status: 404 })
  const { client } = clientOver('v2', [step], { maxResponseBytes: 5000 })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'http', status: 404, body: ' '.repeat(2000) })
  expect(seen.cancelled).toBe(true)
  const digits = clientOver('v2', [json('12345', 404)], { maxResponseBytes: 3 }).client
  expect(await failureOf(() => digits.get('e1'))).toMatchObject({ code: 'http', body: '123' })
})

test('a limit that cuts the key in two shows none of it, in whatever dress it stands', async () => {
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

test('a limit that cuts the key in two shows none of it in base64', async () => {
  for (const before of ['', 'a', 'ab']) {
    const encoded = btoa(before + apiKey)
    for (let cut = 0; cut < encoded.length; cut += 5) {
      const { client } = clientOver('v2', [json(`{"error":"${encoded}"}`)], { maxResponseBytes: 10 + cut })
      expect(shows(await failureOf(() => client.get('e1')), encoded.slice(4, 10)), `${before} ${cut}`).toBe(false)
    }
  }
})
