import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Redactor } from '../../src/core/base/redact.ts'
import { runs } from '../support/runs.ts'

const key = 'a"k/e+y&\\<=>1\'[x]'

const redactorOf = (...keys: readonly string[]) => {
  const redactor = new Redactor()
  for (const each of keys) redactor.add(each)
  return redactor
}

const inWords = (...texts: readonly string[]) => redactorOf(key).with(texts)

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')

const encodings: Readonly<Record<string, (character: string) => string>> = {
  'as it is': (character) => character,
  'percent-encoded in lower case': (character) => `%${hexOf(character)}`,
  'percent-encoded in upper case': (character) => `%${hexOf(character).toUpperCase()}`,
  'percent-encoded three times': (character) => `%2525${hexOf(character)}`,
  'as JSON escapes it by its point': (character) => `\\u00${hexOf(character)}`,
  'as decimal HTML references with zeros': (character) => `&#00${character.charCodeAt(0)};`,
  'as hexadecimal HTML references': (character) => `&#x${hexOf(character)};`,
  'as hexadecimal HTML references in upper case': (character) => `&#X0${hexOf(character).toUpperCase()};`,
}

const character = fc.integer({ min: 0x21, max: 0x7e }).map((point) => String.fromCharCode(point))

// No encoder mixes ways to write several backslashes in a row, so such keys are left out.
test('redaction replaces a key of any characters in any mixture of encodings', () => {
  const encoded = fc.tuple(character, fc.constantFrom(...Object.values(encodings)))
  fc.assert(
    fc.property(fc.array(encoded, { minLength: 6, maxLength: 40 }), (pairs) => {
      const secret = `${pairs.map(([bare]) => bare).join('')}z`
      fc.pre(!secret.includes('\\\\'))
      const written = `${pairs.map(([bare, encode]) => encode(bare)).join('')}z`
      expect(redactorOf(secret).text(` ${written} `)).toBe(' [redacted] ')
    }),
    { numRuns: runs(30) },
  )
  for (const rest of ['\\', '%', '&', ';;', 'a\\\\\\z', '\\\\"\\']) {
    for (const encode of Object.values(encodings)) {
      const written = [...rest].map(encode).join('')
      expect(redactorOf(`secret${rest}`).text(`secret${written} `)).toBe('[redacted] ')
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
  ['JSON in JSON in JSON', escaped(escaped(escaped(key)))],
  ['JSON with escaped slashes', key.replace('/', '\\/')],
  ['HTML', html(key)],
  ['HTML without semicolons', key.replace('&', '&amp').replace('<', '&lt').replace('>', '&#62').replace('[', '&#x5b')],
  ['hexadecimal', Buffer.from(key).toString('hex')],
  ['hexadecimal in upper case', Buffer.from(key).toString('hex').toUpperCase()],
  ['capitals, as in the name of a header', key.toUpperCase()],
  ['base64', base64(key).replace(/=+$/, '')],
  ['base64 in an address', encodeURIComponent(base64(key).replace(/=+$/, ''))],
])('redaction replaces a key in %s', (_, text) => {
  expect(redactorOf(key).text(`<${text}> and <${text}>`)).toBe('<[redacted]> and <[redacted]>')
})

test('redaction replaces a key inside a base64 text by [redacted], and keeps the text around the key', () => {
  const plus = 'k3y>>>that???nobody'
  expect(base64(plus)).toMatch(/\+.*\//)
  for (const secret of ['k3y-that-nobody', plus]) {
    for (const before of ['', 'a', 'ab']) {
      for (const after of ['', 'y', 'yz', 'xyz']) {
        const bytes = Buffer.from(`${before}${secret}${after}`)
        for (const encoding of ['base64', 'base64url'] as const) {
          const clean = redactorOf(secret).text(bytes.toString(encoding))
          expect(clean).toContain('[redacted]')
          const rest = clean.split('[redacted]').map((part) => Buffer.from(part, 'base64').toString('latin1'))
          expect(`${before}${after}`.startsWith(rest[0] ?? '?')).toBe(true)
          expect(rest.join('')).not.toMatch(/[k3>?-]/)
        }
      }
    }
  }
})

test('redaction does not change text that is not the key', () => {
  expect(redactorOf('event').text('an event')).toBe('an event')
  expect(redactorOf('events').text('all events')).toBe('all [redacted]')
  expect(redactorOf('k.y*key').text('kxyykey')).toBe('kxyykey')
  const secret = 'rest-of-my-key'
  for (const text of ['a\nb\r\n c', 'C:\\new\\rest', '%0d%0a', '\n', 'rest-of\nmine', '&amp;amp; a&amp;k'])
    expect(redactorOf(secret).text(text)).toBe(text)
})

test('redaction is fast for a text that an attacker has made to slow it down', () => {
  const redactor = redactorOf('\\%&"k3y-that-nobody-may-see')
  for (const unit of ['&amp;', '&amp;#0', 'azN5LX \n', '%25', '\\', '&#x0', 'k3y-', '\\u00', '\n', '\\\n']) {
    const text = unit.repeat(16_000 / unit.length)
    expect(redactor.text(text)).toBe(text)
  }
})

// A pattern with two ways to read each unit would take a million steps, longer than the test's time limit.
test.each([
  ['backslashes', '\\', '\\', 20],
  ['semicolons', ';', '&#59;', 20],
  ['backslashes and letters', '\\a', '\\\\\\\\u0061', 8],
  ['backslashes and quotes', '\\"', '\\\\\\"', 20],
  ['backslashes before a code', '\\\\u005c', '\\\\\\u005c', 10],
])('redaction is fast for a key with %s', (_, part, unit, count) => {
  const text = `${unit.repeat(count)} `.repeat(16_000).slice(0, 16_000)
  for (const searched of [redactorOf(`${part.repeat(2 * count)}z`), inWords(`${part.repeat(2 * count)}z`)])
    expect(searched.text(text) === text).toBe(true)
})

test('redaction replaces a long key and all text after it up to a space', () => {
  const digits = Array.from({ length: 900 }, (_, index) => `${index}&/`).join('')
  for (const secret of [digits.slice(0, 129), digits.slice(0, 4096), 'L0ng'.repeat(300)]) {
    const redactor = redactorOf(secret)
    for (const text of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), base64(secret)])
      expect(redactor.text(`<${text}>... <`)).toBe('<[redacted] <')
  }
  expect(redactorOf(digits.slice(0, 128)).text(`<${digits}`)).toBe(`<[redacted]${digits.slice(128)}`)
})

test('redaction replaces each of several keys, and only the latest 64 of many keys', () => {
  expect(redactorOf('first-key', 'second-key', 'first-key').text('first-key, second-key')).toBe(
    '[redacted], [redacted]',
  )
  const keys = Array.from({ length: 66 }, (_, index) => `key-number-${index}.`)
  const redactor = redactorOf(...keys.slice(0, 64), 'key-number-1.', ...keys.slice(64))
  const shown = keys.filter((each) => redactor.text(each) !== '[redacted]')
  expect(shown).toEqual(['key-number-0.', 'key-number-2.'])
})

test('redaction replaces the key in names and values of JSON and headers, and changes nothing else', () => {
  const redactor = redactorOf('secret-key', '1234567890')
  const value = { 'my secret-key': ['secret-key', 1, 1234567890, null, true, { deep: { 'secret-key': 'x' } }] }
  expect(redactor.value(value)).toEqual({
    'my [redacted]': ['[redacted]', 1, '[redacted]', null, true, { deep: { '[redacted]': 'x' } }],
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

const ascii = (text: string) =>
  text.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

test.each([
  ['in plain text', (text: string) => text],
  ['in an address', encodeURIComponent],
  ['in a query', (text: string) => String(new URLSearchParams({ '': text })).slice(1)],
  ['in JSON', escaped],
  ['in JSON of ASCII alone', (text: string) => ascii(escaped(text))],
  ['in JSON with escaped slashes', (text: string) => escaped(text).replaceAll('/', '\\/')],
  ['in HTML', (text: string) => html(text).replace(/[^ -~]/gu, (found) => `&#${found.codePointAt(0)};`)],
])("redaction replaces a person's data %s", (_, write) => {
  const texts = ["José O'Brien", '1/2 "High" Street\nFlat 3', 'a\\b 東京 😀', '+1 202 555 0100', 'j&é@example.org']
  for (const text of texts) {
    expect(inWords(...texts).text(`{"${write(text)}"}`)).toBe('{"[redacted]"}')
    const clean = inWords('Ada', text).text(write(`Ada\n${text} Ada`))
    expect(clean.split('[redacted]')).toEqual(['', write('\n'), write(' '), ''])
  }
})

test("redaction does not replace a person's data inside a word, and reads a long text to its end", () => {
  expect(inWords('Al').text('Al is also in Al')).toBe('[redacted] is also in [redacted]')
  expect(inWords('a', '小明', '李').text('a name, 李小明')).toBe('a name, [redacted][redacted]')
  for (const long of ['12 Way '.repeat(2_000), '東京'.repeat(5_000), '😀'.repeat(3_000), '%\\"&'.repeat(3_000)])
    expect(inWords(long).text(`Ada: ${long.slice(0, 15_000)}.`)).toBe('Ada: [redacted]')
})

test("redaction replaces the beginning of a person's data at the end of a cut text", () => {
  const redactor = inWords('ada@example.org', '東京 😀 1', '😀😀😀😀😀')
  for (const end of ['ada@', 'ada@example.o', 'ada%40ex', '東京 😀', escaped('東京 😀'), '😀😀😀😀'])
    expect(redactor.start(`sent ${end}`, false)).toBe('sent [redacted]')
})

test('redaction replaces the beginning of a key at the end of a cut text', () => {
  const redactor = redactorOf('key-of-old', 'my-key-of-now')
  expect(redactor.start('a key-of-old, my-key-of-n', false)).toBe('a [redacted], [redacted]')
  expect(redactor.start('a key-o', false)).toBe('a [redacted]')
  expect(redactor.start('a key-o')).toBe('a key-o')
  const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
  for (const encoded of [secret, encodeURIComponent(secret), Buffer.from(secret).toString('hex'), base64(secret)]) {
    for (let end = 16; end < encoded.length - 2; end += 5)
      expect(redactorOf(secret).start(`a ${encoded.slice(0, end)}`, false), String(end)).toBe('a [redacted]')
  }
  // Too long to search: the redactor cuts the text.
  const long = `${'a b '.repeat(3_990)}${secret.repeat(9)}`
  for (const text of [redactorOf(secret).text(long.slice(35)), redactorOf(secret).start(long.slice(25))]) {
    expect(text.length).toBe(2000)
    expect(text).not.toContain('k3y')
  }
})
