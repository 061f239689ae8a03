import { expect, test } from 'vitest'
import { codeOf, neverLeft, reasonOf } from '../../src/core/errors/foreign.ts'
import { kindOf } from '../../src/core/errors/kind.ts'
import { oneLine, saidBy } from '../../src/core/errors/say.ts'

const coded = (code: unknown, more: object = {}) => Object.assign(new Error('no luck'), { code, ...more })

/** An error that caused another, and so on. */
const chain = (length: number, end: unknown): unknown => (length === 0 ? end : { cause: chain(length - 1, end) })

test('what is no error has no code and no reason', () => {
  for (const thrown of [undefined, null, 'ECONNRESET', 5, {}, []]) {
    expect(codeOf(thrown)).toBe(undefined)
    expect(reasonOf(thrown)).toBe(undefined)
    expect(neverLeft(thrown)).toBe(false)
  }
})

test('a code that is no text, or an empty one, gives way to that of the cause', () => {
  expect(codeOf(coded(5, { cause: coded('ECONNRESET') }))).toBe('ECONNRESET')
  expect(codeOf(coded('', { cause: coded('ECONNRESET') }))).toBe('ECONNRESET')
})

test('a code is found among the errors of an AggregateError, and errors that are no list do no harm', () => {
  expect(codeOf({ errors: [{}, coded('ETIMEDOUT')] })).toBe('ETIMEDOUT')
  expect(codeOf({ errors: 'many', cause: coded('EPIPE') })).toBe('EPIPE')
  expect(codeOf({ errors: null })).toBe(undefined)
})

test('causes are looked through to the fifth error and no further', () => {
  expect(codeOf(chain(4, coded('EPIPE')))).toBe('EPIPE')
  expect(codeOf(chain(5, coded('EPIPE')))).toBe(undefined)
  expect(neverLeft(chain(4, coded('ECONNREFUSED')))).toBe(true)
  expect(neverLeft(chain(5, coded('ECONNREFUSED')))).toBe(false)
})

test('an error that is its own cause, and one that cannot be read, say nothing', () => {
  const circle: { cause?: unknown } = {}
  circle.cause = circle
  const closed = new Proxy(
    {},
    {
      get: () => {
        throw new Error('not for you')
      },
    },
  )
  for (const thrown of [circle, closed]) {
    expect(codeOf(thrown)).toBe(undefined)
    expect(reasonOf(thrown)).toBe(undefined)
    expect(neverLeft(thrown)).toBe(false)
  }
})

test('the reason is the innermost message', () => {
  expect(reasonOf(new Error('fetch failed', { cause: new Error('no route') }))).toBe('no route')
  expect(reasonOf(new Error('fetch failed'))).toBe('fetch failed')
})

test.each(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ConnectionRefused'])(
  'a request that ended in %s never left',
  (code) => {
    expect(neverLeft(coded(code))).toBe(true)
    expect(neverLeft(new Error('fetch failed', { cause: coded(code) }))).toBe(true)
  },
)

test('a request may have left where the code says so, whatever caused it', () => {
  expect(neverLeft(coded('ECONNRESET', { cause: coded('ECONNREFUSED') }))).toBe(false)
  expect(neverLeft(new Error('fetch failed'))).toBe(false)
})

test('where several addresses were tried, each of them has to say that the request never left', () => {
  expect(neverLeft({ errors: [coded('ECONNREFUSED'), coded('ENOTFOUND')] })).toBe(true)
  expect(neverLeft({ errors: [coded('ECONNREFUSED'), coded('ECONNRESET')] })).toBe(false)
  expect(neverLeft({ errors: [], cause: coded('ECONNREFUSED') })).toBe(true)
  expect(neverLeft({ errors: [], code: 'ECONNRESET' })).toBe(false)
})

test('an error that stands in several places is judged once, and by what it says', () => {
  const refused = coded('ECONNREFUSED')
  expect(neverLeft({ errors: [refused, refused] })).toBe(true)
})

test('Deno says by a message that a request never left', () => {
  expect(neverLeft(new TypeError('error sending request: client error (Connect): tcp connect error'))).toBe(true)
})

test.each([
  [null, 'null'],
  [[], 'an array'],
  [new Date(0), 'a Date'],
  [Promise.resolve(), 'a promise; await it first'],
  [Object.fromEntries([['then', 1]]), 'an object'],
  [5, 'a number'],
  [Number.NaN, 'NaN'],
  ['5', 'text'],
  [true, 'true or false'],
  [undefined, 'undefined'],
  [() => 5, 'function'],
])('%o is called by its kind', (value, kind) => {
  expect(kindOf(value)).toBe(kind)
})

test('a line is cut behind as many characters as fit, and says so', () => {
  expect(oneLine('abcde', 5)).toBe('abcde')
  expect(oneLine('abcdef', 5)).toBe('abcde…')
  expect(oneLine('  a\n\tb\u202e c ', 5)).toBe('a b c')
  expect(oneLine(`${' '.repeat(19)}a${'b'.repeat(9)}`, 5)).toBe('a')
})

test('an error body speaks by its error, its message, or the error object of OSDI', () => {
  expect(saidBy('  no\nevents ')).toBe('no events')
  expect(saidBy({ error: 5, message: 'no events' })).toBe('no events')
  expect(saidBy({ 'osdi:error': { error_description: 'no events' } })).toBe('no events')
  for (const body of [null, undefined, 5]) expect(saidBy(body)).toBe('')
})
