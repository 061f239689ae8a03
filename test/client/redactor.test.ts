import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Redactor } from '../../src/core/http/redact.ts'
import { runs } from '../support/runs.ts'

const key = 'a"k/e+y&\\<=>1\'[x]'

const redactorOf = (...keys: readonly string[]) => {
  const redactor = new Redactor()
  for (const each of keys) redactor.add(each)
  return redactor
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

test('a key of any characters is found in any mixture of dresses', () => {
  const character = fc.integer({ min: 0x21, max: 0x7e }).map((point) => String.fromCharCode(point))
  const dressed = fc.tuple(character, fc.constantFrom(...Object.values(dresses)))
  fc.assert(
    fc.property(fc.array(dressed, { minLength: 6, maxLength: 40 }), (pairs) => {
      const secret = `${pairs.map(([bare]) => bare).join('')}z`
      const written = `${pairs.map(([bare, dress]) => dress(bare)).join('')}z`
      expect(redactorOf(secret).text(` ${written} `)).toBe(' [redacted] ')
    }),
    { numRuns: runs(30) },
  )
  for (const last of ['\\', '%', '&']) {
    for (const dress of Object.values(dresses)) {
      expect(redactorOf(`secret${last}`).text(`secret${dress(last)} `)).toBe('[redacted] ')
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
])('a key is found as it stands in %s', (_, text) => {
  expect(redactorOf(key).text(`<${text}> and <${text}>`)).toBe('<[redacted]> and <[redacted]>')
})

test('nothing of a key is left in its base64 but what stands around it, broken into lines or not', () => {
  for (const before of ['', 'a', 'ab']) {
    for (const after of ['', 'y', 'yz', 'xyz']) {
      const clean = redactorOf('k3y-that-nobody').text(base64(`${before}k3y-that-nobody${after}`))
      expect(clean).toContain('[redacted]')
      const rest = clean.split('[redacted]').map((part) => Buffer.from(part.replaceAll('=', ''), 'base64').toString())
      expect(`${before}${after}`.startsWith(rest[0] ?? '?')).toBe(true)
      expect(rest.join('')).not.toMatch(/[k3-]/)
    }
    const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
    for (const end of ['\n', '\r\n\t', '\\n', '\\\\r\\\\n', '%0D%0A']) {
      const text = base64(`${before}${secret}`).replace(/(.{20})/g, `$1${end}`)
      expect(redactorOf(secret).text(`<${text}>`), text).toMatch(/^<.{0,8}\[redacted\].{0,8}>$/s)
    }
  }
})

test('what is no key stays as it is', () => {
  expect(redactorOf('event').text('an event')).toBe('an event')
  expect(redactorOf('events').text('all events')).toBe('all [redacted]')
  expect(redactorOf('k.y*key').text('kxyykey')).toBe('kxyykey')
  const secret = 'rest-of-my-key'
  for (const text of ['a\nb\r\n c', 'C:\\new\\rest', '%0d%0a', '\n', 'rest-of\nmine', '&amp;amp; a&amp;k'])
    expect(redactorOf(secret).text(text)).toBe(text)
  expect(redactorOf(secret).text('\nrest-\n of-my-\\r\\nkey\n')).toBe('\n[redacted]\n')
})

test('a text made to slow the search down is searched in time', () => {
  const redactor = redactorOf('\\%&"k3y-that-nobody-may-see')
  for (const unit of ['&amp;', '&amp;#0', 'azN5LX \n', '%25', '\\', '&#x0', 'k3y-', '\\u00', '\\n', '%0a']) {
    const text = unit.repeat(16_000 / unit.length)
    expect(redactor.text(text)).toBe(text)
  }
})

test('of several keys each is taken out, up to a bound the latest ones', () => {
  expect(redactorOf('first-key', 'second-key', 'first-key').text('first-key, second-key')).toBe(
    '[redacted], [redacted]',
  )
  const redactor = new Redactor(2)
  for (const name of ['key-one', 'key-two', 'key-three']) redactor.add(name)
  expect(redactor.text('key-one key-two key-three')).toBe('key-one [redacted] [redacted]')
})

test('JSON and headers lose the key from their texts and their names, and nothing else', () => {
  const redactor = redactorOf('secret-key')
  const value = { 'my secret-key': ['secret-key', 1, null, true, { deep: { 'secret-key': 'x' } }] }
  expect(redactor.value(value)).toEqual({
    'my [redacted]': ['[redacted]', 1, null, true, { deep: { '[redacted]': 'x' } }],
  })
  const headers = new Headers({ 'x-secret-key': 'a secret-key', age: '5' })
  headers.append('set-cookie', 'a=secret-key')
  headers.append('set-cookie', 'b=2')
  expect([...redactor.headers(headers)]).toEqual([
    ['age', '5'],
    ['set-cookie', 'a=[redacted]'],
    ['set-cookie', 'b=2'],
    ['x-redacted', 'a [redacted]'],
  ])
})

test('a text that was cut off in a key loses its beginning, and keys that hold the beginning of another go whole', () => {
  const redactor = new Redactor(16, redactorOf('key-of-old'))
  redactor.add('my-key-of-now')
  expect(redactor.beginning('a key-of-old, my-key-of-n')).toBe('a [redacted], [redacted]')
  expect(redactor.beginning('a key-o')).toBe('a [redacted]')
  const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
  const text = base64(`ab${secret}`).replace(/(.{4})/g, '$1\r\n')
  for (let end = 16; end < text.length - 4; end += 5) {
    expect(redactorOf(secret).beginning(text.slice(0, end)), String(end)).toMatch(/^.{0,3}\[redacted\]$/s)
  }
})

test('a key of digits is found as a number, also where JSON keeps but its first digits', () => {
  const numberOf = (digits: string, text: string) => redactorOf(digits).value({ number: JSON.parse(text) as number })
  const redacted = { number: '[redacted]' }
  for (const digits of ['123456', '0012345678', '12345678901234567890', '123456789012345999999999']) {
    const number = digits.replace(/^0+/, '')
    for (const text of [number, `-${number}`, `${number}.0`]) expect(numberOf(digits, text), text).toEqual(redacted)
  }
  const long = '12345678901234567890'
  for (const text of [`${long}123`, `${long}e9`, `0.${long}`, `-1.${long.slice(1)}E-7`]) {
    expect(numberOf(long, text), text).toEqual(redacted)
  }
  for (const digits of ['100000', '1000000000000000000000', long, `k3y-${long}`, '99999'])
    for (const number of [0, 10, 99_999, 2e6 + 1, -1.5, 1e-9, 12_345_678_902_345_680_000])
      expect(redactorOf(digits).value({ number }), `${number} ${digits}`).toEqual({ number })
})
