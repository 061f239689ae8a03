import { expect, test } from 'vitest'
import { codeOf, neverLeft, reasonOf } from '../../src/core/errors/foreign.ts'
import { Redactor } from '../../src/core/secrecy/secret.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, failing, systemError } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey } from '../support/versions.ts'

const redactor = new Redactor()
redactor.add(apiKey)

const copyOf = (error: unknown) => redactor.cause(error) as Error & Readonly<Record<string, unknown>>

test('the copy of a foreign error keeps its name, message, stack, code and cause', () => {
  const original = Object.assign(new TypeError('no luck', { cause: systemError('ECONNRESET') }), { code: 'E_LUCK' })
  const copy = copyOf(original)
  expect(copy).toBeInstanceOf(Error)
  expect(copy).not.toBe(original)
  expect(copy).toMatchObject({ name: 'TypeError', message: 'no luck', stack: original.stack, code: 'E_LUCK' })
  expect(copy.cause).toMatchObject({ name: 'Error', message: 'socket: ECONNRESET', code: 'ECONNRESET' })
  expect(copy.cause).not.toBe(original.cause)
})

test('the copy of a foreign error leaves out everything else, such as the request with its headers', () => {
  const request = new Request(base, { headers: { 'osdi-api-token': apiKey } })
  const copy = copyOf(Object.assign(new Error('no luck'), { request, options: { headers: [apiKey] }, code: 20 }))
  expect(Object.keys(copy)).toEqual(['code'])
  expect(copy.code).toBe(20)
  expect(shows(copy, apiKey)).toBe(false)
})

test('the copy of a foreign error shows the key in none of its parts', () => {
  const original = Object.assign(new Error(`in the message: ${apiKey}`, { cause: `in the cause: ${apiKey}` }), {
    name: `in the name: ${apiKey}`,
    code: `in the code: ${apiKey}`,
  })
  const copy = copyOf(original)
  expect(original.stack).toContain(apiKey)
  expect(shows(copy, apiKey)).toBe(false)
  expect(copy).toMatchObject({
    message: 'in the message: [redacted]',
    name: 'in the name: [redacted]',
    code: 'in the code: [redacted]',
    cause: 'in the cause: [redacted]',
  })
})

test('an AggregateError is copied with the errors that it holds', () => {
  const copy = copyOf(new AggregateError([systemError('ECONNREFUSED'), new Error(`for ${apiKey}`)], 'all failed'))
  expect(copy.message).toBe('all failed')
  expect(copy.errors).toMatchObject([{ code: 'ECONNREFUSED' }, { message: 'for [redacted]' }])
})

test('an error without a stack, cause or code is copied without one', () => {
  const original = new Error('bare')
  Reflect.deleteProperty(original, 'stack')
  const copy = copyOf(original)
  expect(Object.hasOwn(copy, 'code')).toBe(false)
  expect(Object.hasOwn(copy, 'cause')).toBe(false)
  expect(Object.hasOwn(copy, 'errors')).toBe(false)
})

test('causes that go in a circle are copied to a depth that ends', () => {
  const one = new Error('one')
  const two = new AggregateError([one], 'two', { cause: one })
  one.cause = two
  let depth = 0
  for (let error: unknown = copyOf(one); error instanceof Error; error = error.cause) depth += 1
  expect(depth).toBe(5)
})

test('a thrown value that is no error is kept as text or value, without the key', () => {
  expect(redactor.cause(`just ${apiKey}`)).toBe('just [redacted]')
  expect(redactor.cause(5)).toBe(5)
  expect(redactor.cause(undefined)).toBe(undefined)
  expect(redactor.cause(null)).toBe('null')
  expect(redactor.cause({ toString: () => `object with ${apiKey}` })).toBe('object with [redacted]')
})

test('a fetch that rejects with what is no error ends in a NetworkError that says it', async () => {
  const { client } = clientOver('v2', [failing(`no luck with ${apiKey}`)])
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'network', cause: 'no luck with [redacted]' })
  expect(error.message).toBe(`GET ${base}/api/v2/events/e1 got no answer: no luck with [redacted]`)
})

test('a fetch that rejects with something that has no text still ends in a NetworkError', async () => {
  const odd = Object.assign(new Error('odd'), { stack: [{ file: 'a.js' }] })
  for (const thrown of [Object.create(null), undefined, odd]) {
    const { client } = clientOver('v2', [failing(thrown)])
    expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'network', attempts: [{}] })
  }
})

test('a code that repeats the key shows it in no part of the error, however long it is', async () => {
  const { client } = clientOver('v2', [failing(systemError(`${'E'.repeat(190)}_${apiKey}`))])
  expect(shows(await failureOf(() => client.get('e1')), apiKey.slice(0, 8))).toBe(false)
})

/** Errors that hold each other so often that walking all ways between them would never end, and how often they are looked at. */
const tangle = () => {
  const seen = { looks: 0 }
  const errors = Array.from({ length: 24 }, () => new AggregateError([], 'tangled'))
  for (const error of errors) {
    Object.defineProperty(error, 'errors', {
      get: () => {
        seen.looks += 1
        return errors
      },
    })
  }
  return { error: errors[0], seen }
}

test('errors that hold each other are looked through a few times at most', () => {
  for (const look of [codeOf, reasonOf, neverLeft, (thrown: unknown) => redactor.cause(thrown)]) {
    const { error, seen } = tangle()
    look(error)
    expect(seen.looks).toBeLessThan(60)
  }
})

test('of very many errors in one, the first ten are copied', () => {
  const many = new AggregateError(
    Array.from({ length: 10_000 }, (_, at) => new Error(`no. ${at}`)),
    'many',
  )
  const { errors } = copyOf(many) as unknown as AggregateError
  expect(errors.map(({ message }: Error) => message)).toEqual(Array.from({ length: 10 }, (_, at) => `no. ${at}`))
})

test('an error that stands twice among several is one and the same failure', () => {
  const refused = systemError('ECONNREFUSED')
  const again = new AggregateError([refused, refused], 'all failed')
  expect(neverLeft(again)).toBe(true)
  expect(neverLeft(new AggregateError([again, again]))).toBe(true)
  expect(neverLeft(new AggregateError([again, systemError('ECONNRESET')]))).toBe(false)
  again.errors.push(again)
  expect(neverLeft(again)).toBe(false)
})

test('of the long texts of a foreign error the beginning is copied', () => {
  const long = new Error('x'.repeat(1_000_000))
  const copy = copyOf(long)
  expect([copy.message.length, copy.stack?.length]).toEqual([2000, 2000])
})
