import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, failing, systemError } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey } from '../support/versions.ts'

/** What an update ends in whose fetch throws this. */
const errorOf = (thrown: unknown) => failureOf(() => clientOver('v2', [failing(thrown)]).client.update('e1', {}))
const causeOf = async (thrown: unknown) => (await errorOf(thrown)).cause as Error & Record<string, unknown>
const coded = (code: unknown, more: object = {}) => Object.assign(new Error('no luck'), { code, ...more })

/** An error that caused another, and so on. */
const chain = (length: number, end: Error): Error =>
  length === 0 ? end : new Error('no luck', { cause: chain(length - 1, end) })

test('the cause of a NetworkError is a copy of what fetch threw, with its name, message, stack, code and cause', async () => {
  const original = Object.assign(new TypeError('no luck', { cause: systemError('ECONNRESET') }), { code: 'E_LUCK' })
  const copy = await causeOf(original)
  expect(copy).toBeInstanceOf(Error)
  expect(copy).not.toBe(original)
  expect(copy).toMatchObject({ name: 'TypeError', message: 'no luck', stack: original.stack, code: 'E_LUCK' })
  expect(copy.cause).toMatchObject({ name: 'Error', message: 'socket: ECONNRESET', code: 'ECONNRESET' })
  expect(await causeOf(new AggregateError([systemError('ECONNREFUSED')], 'all failed'))).toMatchObject({
    message: 'all failed',
    errors: [{ code: 'ECONNREFUSED' }],
  })
})

test('the cause of a NetworkError leaves out everything else, and shows the key in none of its parts', async () => {
  const request = new Request(base, { headers: { 'osdi-api-token': apiKey } })
  const plain = await causeOf(
    Object.assign(new Error('no luck'), { request, options: { headers: [apiKey] }, code: 20 }),
  )
  expect(Object.keys(plain)).toEqual(['code'])
  const named = { name: `in the name: ${apiKey}`, code: `in the code: ${apiKey}` }
  const copy = await causeOf(Object.assign(new Error(`in it: ${apiKey}`, { cause: `in the cause: ${apiKey}` }), named))
  expect(copy).toMatchObject({
    message: 'in it: [redacted]',
    name: 'in the name: [redacted]',
    code: 'in the code: [redacted]',
    cause: 'in the cause: [redacted]',
  })
  for (const thrown of [plain, copy, await errorOf(coded(`${'E'.repeat(190)}_${apiKey}`))])
    expect(shows(thrown, apiKey.slice(0, 8))).toBe(false)
})

test('what is long, many, deep or goes in a circle is copied as far as it is of use', async () => {
  const long = await causeOf(new Error('x'.repeat(100_000)))
  expect([long.message.length, long.stack?.length]).toEqual([2000, 2000])
  const many = await causeOf(
    new AggregateError(
      Array.from({ length: 1000 }, () => new Error('one')),
      'many',
    ),
  )
  expect(many.errors).toHaveLength(10)
  const one = new Error('one')
  one.cause = new AggregateError([one], 'two', { cause: one })
  let depth = 0
  for (let error: unknown = await causeOf(one); error instanceof Error; error = error.cause) depth += 1
  expect(depth).toBe(5)
})

test('errors that hold each other are looked through a few times at most', async () => {
  let looks = 0
  const errors = Array.from({ length: 24 }, () => new AggregateError([], 'tangled'))
  const get = () => {
    looks += 1
    return errors
  }
  for (const error of errors) Object.defineProperty(error, 'errors', { get })
  expect(await errorOf(errors[0])).toMatchObject({ code: 'network' })
  expect(looks).toBeLessThan(300)
})

test('a fetch that throws what is no error, or cannot be read, still ends in a NetworkError', async () => {
  expect(await errorOf(`no luck with ${apiKey}`)).toMatchObject({
    code: 'network',
    cause: 'no luck with [redacted]',
    message: expect.stringContaining('/api/v2/events/e1 got no answer: no luck with [redacted]'),
  })
  const closed = new Proxy({}, { get: () => expect.unreachable() })
  const odd = Object.assign(new Error('odd'), { stack: [{ file: 'a.js' }] })
  for (const thrown of [undefined, null, 5, {}, [], Object.create(null), odd, closed])
    expect(await errorOf(thrown)).toMatchObject({ code: 'network', outcome: 'unknown', attempts: [{}] })
})

test.each([
  ['a reset connection', coded('ECONNRESET', { cause: coded('ECONNREFUSED') }), 'unknown'],
  ['several addresses', new AggregateError([coded('ECONNREFUSED'), coded('ENOTFOUND')]), 'not applied'],
  ['several, one of which was reached', new AggregateError([coded('ECONNREFUSED'), coded('EPIPE')]), 'unknown'],
  ['a fifth error', chain(4, coded('ECONNREFUSED')), 'not applied'],
  ['a sixth error', chain(5, coded('ECONNREFUSED')), 'unknown'],
])('after %s the outcome of a write is told by what surely never left', async (_, thrown, outcome) => {
  expect(await errorOf(thrown)).toMatchObject({ code: 'network', outcome })
})

test('an attempt and a message tell the first code and the innermost reason', async () => {
  const wordOf = async (thrown: unknown) => (await errorOf(thrown)).attempts?.[0]?.cause
  expect(await wordOf(coded(5, { cause: coded('EPIPE') }))).toBe('EPIPE')
  expect(await wordOf(coded('', { cause: coded('EPIPE') }))).toBe('EPIPE')
  expect(await wordOf(new AggregateError([new Error('one'), coded('ETIMEDOUT')]))).toBe('ETIMEDOUT')
  expect(await wordOf(chain(5, coded('EPIPE')))).toBe('network failure')
  expect((await errorOf(new Error('fetch failed', { cause: new Error('no route') }))).message).toMatch(/: no route$/)
})
