import fc from 'fast-check'
import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { runs } from '../support/runs.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'

const key = 'a"k/e+y&\\<=>1\'[x]'

/** What an error shows of what a service says to a client with this key, or with these one after the other. */
const redacted = async (said: unknown, ...keys: readonly string[]) => {
  const rest = [...keys]
  const apiKey = keys.length === 1 ? keys[0] : () => rest.shift()
  const { client } = clientOver('v2', [json({ said }, 403)], { apiKey })
  let body: unknown
  for (const _ of keys) body = (await failureOf(() => client.get('e1'))).body
  return (body as { readonly said: unknown }).said
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const each = (text: string, dress: (character: string) => string) => [...text].map(dress).join('')
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')

const dresses: Readonly<Record<string, (character: string) => string>> = {
  'as it is': (character) => character,
  'percent-encoded in lower case': (character) => `%${hexOf(character)}`,
  'percent-encoded in upper case': (character) => `%${hexOf(character).toUpperCase()}`,
  'as JSON escapes it by its point': (character) => `\\u00${hexOf(character)}`,
  'as decimal HTML references with zeros': (character) => `&#00${character.charCodeAt(0)};`,
  'as hexadecimal HTML references': (character) => `&#x${hexOf(character)};`,
  'as hexadecimal HTML references in upper case': (character) => `&#X0${hexOf(character).toUpperCase()};`,
}

test('a key of any characters is found in any mixture of dresses', async () => {
  const character = fc.integer({ min: 0x21, max: 0x7e }).map((point) => String.fromCharCode(point))
  const dressed = fc.tuple(character, fc.constantFrom(...Object.values(dresses)))
  await fc.assert(
    fc.asyncProperty(fc.array(dressed, { minLength: 6, maxLength: 40 }), async (pairs) => {
      const secret = `${pairs.map(([bare]) => bare).join('')}z`
      const written = `${pairs.map(([bare, dress]) => dress(bare)).join('')}z`
      expect(await redacted(` ${written} `, secret)).toBe(' [redacted] ')
    }),
    { numRuns: runs(30) },
  )
  for (const last of ['\\', '%', '&']) {
    for (const dress of Object.values(dresses)) {
      expect(await redacted(`secret${dress(last)} `, `secret${last}`)).toBe('[redacted] ')
    }
  }
})

const html = (text: string) =>
  text.replace(/[&<>"']/g, (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '&apos;')
const escaped = (text: string) => JSON.stringify(text).slice(1, -1)

test.each([
  ['an address', encodeURIComponent(key)],
  ['JSON', escaped(key)],
  ['JSON in JSON', escaped(escaped(key))],
  ['JSON with escaped slashes', key.replace('/', '\\/')],
  ['JavaScript', each(key, (character) => `\\x${hexOf(character)}`)],
  ['HTML', html(key)],
  ['HTML in HTML in HTML', html(html(html(key)))],
  ['HTML in names', 'a&quot;k&sol;e&plus;y&AMP;&bsol;&LT;&equals;&GT;1&apos;&lsqb;x&rsqb;'],
  ['HTML without semicolons', key.replace('&', '&amp').replace('<', '&lt').replace('>', '&#62').replace('[', '&#x5b')],
  ['hexadecimal', Buffer.from(key).toString('hex')],
  ['hexadecimal in upper case', Buffer.from(key).toString('hex').toUpperCase()],
  ['capitals, as in the name of a header', key.toUpperCase()],
  ['base64', base64(key).replace(/=+$/, '')],
  ['base64 in an address', encodeURIComponent(base64(key).replace(/=+$/, ''))],
])('a key is found as it stands in %s', async (_, text) => {
  expect(await redacted(`<${text}> and <${text}>`, key)).toBe('<[redacted]> and <[redacted]>')
})

test('nothing of a key is left in its base64 but what stands around it, broken into lines or not', async () => {
  for (const before of ['', 'a', 'ab']) {
    for (const after of ['', 'y', 'yz', 'xyz']) {
      const clean = String(await redacted(base64(`${before}k3y-that-nobody${after}`), 'k3y-that-nobody'))
      expect(clean).toContain('[redacted]')
      const rest = clean.split('[redacted]').map((part) => Buffer.from(part.replaceAll('=', ''), 'base64').toString())
      expect(`${before}${after}`.startsWith(rest[0] ?? '?')).toBe(true)
      expect(rest.join('')).not.toMatch(/[k3-]/)
    }
    const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
    for (const end of ['\n', '\r\n\t', '\\n', '\\\\r\\\\n', '%0D%0A']) {
      const text = base64(`${before}${secret}`).replace(/(.{20})/g, `$1${end}`)
      expect(await redacted(`<${text}>`, secret), text).toMatch(/^<.{0,8}\[redacted\].{0,8}>$/s)
    }
  }
})

test('what is no key stays as it is', async () => {
  expect(await redacted('an event', 'event')).toBe('an event')
  expect(await redacted('all events', 'events')).toBe('all [redacted]')
  expect(await redacted('kxyykey', 'k.y*key')).toBe('kxyykey')
  const secret = 'rest-of-my-key'
  for (const text of ['a\nb\r\n c', 'C:\\new\\rest', '%0d%0a', '\n', 'rest-of\nmine', '&amp;amp; a&amp;k'])
    expect(await redacted(text, secret)).toBe(text)
  expect(await redacted('\nrest-\n of-my-\\r\\nkey\n', secret)).toBe('\n[redacted]\n')
})

test('a text made to slow the search down is searched in time', async () => {
  for (const unit of ['&amp;', '&amp;#0', 'azN5LX \n', '%25', '\\', '&#x0', 'k3y-', '\\u00', '\\n', '%0a']) {
    const text = unit.repeat(7900 / unit.length)
    expect(await redacted(text, '\\%&"k3y-that-nobody-may-see')).toBe(text)
  }
})

test('of several keys each is taken out, up to a bound the latest ones', async () => {
  expect(await redacted('first-key, second-key', 'first-key', 'second-key', 'first-key')).toBe('[redacted], [redacted]')
  const keys = Array.from({ length: 66 }, (_, at) => `the-key-${at + 10}`)
  const left = String(await redacted(keys.join(' '), ...keys)).split(' ')
  expect(left).toEqual([...keys.slice(0, 2), ...Array(64).fill('[redacted]')])
})

test('JSON and headers lose the key from their texts and their names, and nothing else', async () => {
  const body = { 'my secret-key': ['secret-key', 1, null, true, { deep: { 'secret-key': 'x' } }] }
  const answer = () => {
    const response = Response.json(body, { status: 403, headers: { 'x-secret-key': 'a secret-key', age: '5' } })
    for (const cookie of ['a=secret-key', 'b=2']) response.headers.append('set-cookie', cookie)
    return response
  }
  const error = await failureOf(() => clientOver('v2', [answer], { apiKey: 'secret-key' }).client.get('e1'))
  expect(error.body).toEqual({ 'my [redacted]': ['[redacted]', 1, null, true, { deep: { '[redacted]': 'x' } }] })
  expect([...(error.headers ?? [])]).toEqual([
    ['age', '5'],
    ['content-type', 'application/json'],
    ['set-cookie', 'a=[redacted]'],
    ['set-cookie', 'b=2'],
    ['x-redacted', 'a [redacted]'],
  ])
})

test('a key of digits is found as a number, also where JSON keeps but its first digits', async () => {
  const numberOf = async (digits: string, number: string) => {
    const { client } = clientOver('v2', [json(`{"said":${number}}`, 403)], { apiKey: digits })
    return (await failureOf(() => client.get('e1'))).body
  }
  const found = { said: '[redacted]' }
  for (const digits of ['123456', '0012345678', '12345678901234567890', '123456789012345999999999']) {
    const number = digits.replace(/^0+/, '')
    for (const text of [number, `-${number}`, `${number}.0`]) expect(await numberOf(digits, text), text).toEqual(found)
  }
  const long = '12345678901234567890'
  for (const text of [`${long}123`, `${long}e9`, `0.${long}`, `-1.${long.slice(1)}E-7`])
    expect(await numberOf(long, text), text).toEqual(found)
  for (const digits of ['100000', '1000000000000000000000', long, `k3y-${long}`, '99999'])
    for (const said of [0, 10, 99_999, 2e6 + 1, -1.5, 1e-9, 12_345_678_902_345_680_000])
      expect(await numberOf(digits, String(said)), `${said} ${digits}`).toEqual({ said })
})
