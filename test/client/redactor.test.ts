import fc from 'fast-check'
import { expect, test } from 'vitest'
import { piecesOf, startOf } from '../../src/core/secrecy/dresses.ts'
import { lineBreak } from '../../src/core/secrecy/lines.ts'
import { Redactor } from '../../src/core/secrecy/secret.ts'
import { stepsOf } from '../support/regexp-steps.ts'
import { shows } from '../support/shows.ts'

const key = 'a"k/e+y&\\<=>1\'[x]'

const redactorOf = (...keys: readonly string[]) => {
  const redactor = new Redactor()
  for (const each of keys) redactor.add(each)
  return redactor
}

const hexOf = (character: string) => character.charCodeAt(0).toString(16).padStart(2, '0')
const each = (text: string, dress: (character: string) => string) => [...text].map(dress).join('')

const dresses: Readonly<Record<string, (character: string) => string>> = {
  'as it is': (character) => character,
  'percent-encoded in lower case': (character) => `%${hexOf(character)}`,
  'percent-encoded in upper case': (character) => `%${hexOf(character).toUpperCase()}`,
  'as JSON escapes it by its point': (character) => `\\u00${hexOf(character)}`,
  'as JSON escapes it by its point in upper case': (character) => `\\u00${hexOf(character).toUpperCase()}`,
  'as decimal HTML references': (character) => `&#${character.charCodeAt(0)};`,
  'as decimal HTML references with zeros': (character) => `&#00${character.charCodeAt(0)};`,
  'as hexadecimal HTML references': (character) => `&#x${hexOf(character)};`,
  'as hexadecimal HTML references in upper case': (character) => `&#X0${hexOf(character).toUpperCase()};`,
}

for (const [name, dress] of Object.entries(dresses)) {
  test(`a key written ${name} is taken out of a text`, () => {
    expect(redactorOf(key).text(`<${each(key, dress)}> and ${each(key, dress)}!`)).toBe('<[redacted]> and [redacted]!')
  })
}

test('a key is found as the usual encoders write it', () => {
  const html = key.replace(
    /[&<>"']/g,
    (found) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[found] ?? '&apos;',
  )
  const redactor = redactorOf(key)
  for (const encoded of [encodeURIComponent(key), JSON.stringify(key).slice(1, -1), html, key.replace('/', '\\/')]) {
    expect(redactor.text(`(${encoded})`)).toBe('([redacted])')
  }
})

test('a key of any characters is found in any mixture of dresses', () => {
  const character = fc.integer({ min: 0x21, max: 0x7e }).map((point) => String.fromCharCode(point))
  const dressed = fc.tuple(character, fc.constantFrom(...Object.values(dresses)))
  fc.assert(
    fc.property(fc.array(dressed, { minLength: 6, maxLength: 40 }), (pairs) => {
      const secret = `${pairs.map(([bare]) => bare).join('')}z`
      const written = `${pairs.map(([bare, dress]) => dress(bare)).join('')}z`
      expect(redactorOf(secret).text(` ${written} `)).toBe(' [redacted] ')
    }),
    { seed: 20260501, numRuns: 200 },
  )
})

test('nothing is left of the last character of a key, in whatever dress it stands', () => {
  for (const last of ['\\', '%', '&']) {
    for (const dress of Object.values(dresses)) {
      expect(redactorOf(`secret${last}`).text(`secret${dress(last)} `)).toBe('[redacted] ')
    }
  }
})

const base64 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('base64')

for (const offset of [0, 1, 2]) {
  test(`a key in base64 is taken out where it starts ${offset} bytes after a group of three`, () => {
    // Neighbours of opposite bits: the characters that both texts share belong to the key alone.
    const texts = ['\x55', '\xaa'].map((byte) => base64(`${byte.repeat(offset)}k?~>3y?>~that${byte.repeat(3)}`))
    const [one = '', other = ''] = texts
    const shared = [...one].map((character, at) => character === other[at])
    const start = shared.indexOf(true)
    const end = shared.indexOf(false, start)
    // What it shares with them holds bits of both, and goes too.
    const before = offset === 0 ? start : start - 1
    const after = ((offset + 13) * 8) % 6 === 0 ? end : end + 1
    const clean = `${one.slice(0, before)}[redacted]${one.slice(after)}`
    const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_')
    const redactor = redactorOf('k?~>3y?>~that')
    expect(end - start).toBeGreaterThan(14)
    expect(redactor.text(one)).toBe(clean)
    expect(redactor.text(urlSafe(one))).toBe(urlSafe(clean))
  })
}

test('nothing of a key is left in its base64 but what stands around it', () => {
  for (const before of ['', 'a', 'ab']) {
    for (const after of ['', 'y', 'yz', 'xyz']) {
      const clean = redactorOf('k3y-that-nobody').text(base64(`${before}k3y-that-nobody${after}`))
      expect(clean).toContain('[redacted]')
      const rest = clean.split('[redacted]').map((part) => Buffer.from(part.replaceAll('=', ''), 'base64').toString())
      expect(`${before}${after}`.startsWith(rest[0] ?? '?')).toBe(true)
      expect(rest.join('')).not.toMatch(/[k3-]/)
    }
  }
})

test('a key in base64 is found where JSON or an address escapes it', () => {
  const secret = '?>?>?>~~~???'
  const encoded = base64(secret)
  expect(encoded).toMatch(/\/.*\+|\+.*\//)
  for (const text of [
    encodeURIComponent(encoded),
    encoded.replaceAll('/', '\\/'),
    encoded.replaceAll('+', '\\u002b'),
  ]) {
    expect(redactorOf(secret).text(`<${text}>`)).toBe('<[redacted]>')
  }
})

test('a key in hexadecimal is taken out, in either case', () => {
  const hex = Buffer.from('k3y-that?').toString('hex')
  expect(redactorOf('k3y-that?').text(`0x${hex} ${hex.toUpperCase()}`)).toBe('0x[redacted] [redacted]')
})

test('a key that is escaped as JSON in JSON is found, and one that JavaScript escapes', () => {
  const secret = 'a"k\\/e<y>'
  const once = JSON.stringify(secret).slice(1, -1)
  const twice = JSON.stringify(once).slice(1, -1)
  const script = [...secret].map((character) => `\\x${hexOf(character)}`).join('')
  for (const text of [once, twice, script]) expect(redactorOf(secret).text(`(${text})`)).toBe('([redacted])')
})

test('HTML references need no semicolon to be read, and none to be found', () => {
  const secret = 'a&k<e>y"_'
  for (const text of ['a&ampk&lte&gty&quot&#95', 'a&AMP;k&LT;e&GT;y&QUOT;&lowbar;', 'a&#38k&#x3Ce&#62y&#34&#x5f']) {
    expect(redactorOf(secret).text(`(${text})`)).toBe('([redacted])')
  }
})

test('every printable character of a key is found under its HTML name', () => {
  const names = {
    '!': 'excl',
    '#': 'num',
    $: 'dollar',
    '%': 'percnt',
    '(': 'lpar',
    ')': 'rpar',
    '*': 'ast',
    '+': 'plus',
    ',': 'comma',
    '.': 'period',
    '/': 'sol',
    ':': 'colon',
    ';': 'semi',
    '=': 'equals',
    '?': 'quest',
    '@': 'commat',
    '[': 'lsqb',
    '\\': 'bsol',
    ']': 'rbrack',
    '^': 'Hat',
    _: 'lowbar',
    '`': 'grave',
    '{': 'lcub',
    '|': 'verbar',
    '}': 'rbrace',
    '&': 'amp',
    '<': 'lt',
    '>': 'gt',
    '"': 'quot',
    "'": 'apos',
  }
  for (const [character, name] of Object.entries(names)) {
    expect(redactorOf(`secret${character}key`).text(`<secret&${name};key>`)).toBe('<[redacted]>')
  }
})

const slowing = [
  '&amp;',
  '&amp;#0',
  'azN5LX \n',
  '%25',
  '\\',
  '&#0',
  '%',
  '&#x0',
  'k3y-',
  '%2525',
  '\\u00',
  '\\n',
  '%0a',
]

test('a text made to slow the search down stays as it is where no key is in it', () => {
  const redactor = redactorOf('\\%&"k3y-that-nobody-may-see')
  for (const unit of slowing) {
    const text = unit.repeat(50_000)
    expect(redactor.text(text)).toBe(text)
    expect(redactor.text(`${unit[0]}${unit.slice(1).repeat(50_000)}`)).not.toContain('[redacted]')
  }
})

/** How many times as long a text takes to search that is twice as long. */
const growth = (pattern: RegExp, text: (times: number) => string) =>
  stepsOf(pattern, text(400)) / stepsOf(pattern, text(200))

test('a search takes no more than twice as long in a text that is twice as long, whatever is made to slow it down', () => {
  expect(growth(/%(?:25)*(?:25)*x/gi, (times) => `%${'25'.repeat(times)}`)).toBeGreaterThan(3)
  const key = '\\%&"k3y-that-nobody-may-see'
  for (const pattern of [...piecesOf(key).map((piece) => piece.pattern), startOf(key), lineBreak]) {
    if (!pattern) throw new Error('a key of this length is searched for')
    for (const unit of slowing) {
      expect(growth(pattern, (times) => unit.repeat(times))).toBeLessThan(2.1)
      for (const start of ['', '\n', key.slice(0, 1), key.slice(0, 4)]) {
        const text = (times: number) => `${start}${unit[0]}${unit.slice(1).repeat(times)}`
        expect(growth(pattern, text)).toBeLessThan(2.1)
      }
    }
  }
})

test('the base64 of a basic authorization shows no key', () => {
  const header = `Basic ${base64('user:k3y-that-nobody-may-see')}`
  expect(redactorOf('k3y-that-nobody-may-see').text(header)).toMatch(/^Basic \S{1,8}\[redacted\]\S{0,4}$/)
})

test('a key shorter than six characters is not searched for, one of six is', () => {
  expect(redactorOf('event').text('an event')).toBe('an event')
  expect(redactorOf('events').text('all events')).toBe('all [redacted]')
})

test('what is not the key stays as it is; in capitals it is the key still, as in the name of a header', () => {
  expect(redactorOf('k.y*key').text('kxyykey K.Y*KEY k.y*ke')).toBe('kxyykey [redacted] k.y*ke')
})

test('every key that was added is taken out, and adding one twice changes nothing', () => {
  expect(redactorOf('first-key', 'second-key', 'first-key').text('first-key, second-key')).toBe(
    '[redacted], [redacted]',
  )
})

test('a redactor with a bound keeps the latest keys in mind', () => {
  const redactor = new Redactor(2)
  for (const name of ['key-one', 'key-two', 'key-three']) redactor.add(name)
  expect(redactor.text('key-one key-two key-three')).toBe('key-one [redacted] [redacted]')
})

test('a JSON value loses the key from its texts and its names, at any depth, and nothing else', () => {
  const value = { 'my secret-key': ['secret-key', 1, null, true, { deep: { 'secret-key': 'x' } }] }
  expect(redactorOf('secret-key').value(value)).toEqual({
    'my [redacted]': ['[redacted]', 1, null, true, { deep: { '[redacted]': 'x' } }],
  })
})

test('headers lose the key from their values and their names', () => {
  const headers = new Headers({ 'x-secret-key': 'a secret-key', 'www-authenticate': 'Key secret-key', age: '5' })
  headers.append('set-cookie', 'a=secret-key')
  headers.append('set-cookie', 'b=2')
  expect([...redactorOf('secret-key').headers(headers)]).toEqual([
    ['age', '5'],
    ['set-cookie', 'a=[redacted]'],
    ['set-cookie', 'b=2'],
    ['www-authenticate', 'Key [redacted]'],
    ['x-redacted', 'a [redacted]'],
  ])
})

test('a text that was cut off in a key loses its beginning, and keys that hold the beginning of another go whole', () => {
  const redactor = new Redactor(16, redactorOf('key-of-old'))
  redactor.add('my-key-of-now')
  expect(redactor.beginning('a key-of-old, my-key-of-now')).toBe('a [redacted], [redacted]')
  expect(redactor.beginning('a key-of-old, my-key-of-n')).toBe('a [redacted], [redacted]')
  expect(redactor.beginning('a key-o')).toBe('a [redacted]')
})

const numberOf = (key: string, text: string) => redactorOf(key).value({ number: JSON.parse(text) as number })

test('a key of digits is found as a number, also where JSON keeps but its first digits', () => {
  const redacted = { number: '[redacted]' }
  const keys = ['123456', '0012345678', '1234567890123456', '12345678901234567890', '123456789012345999999999']
  for (const key of keys) {
    const number = key.replace(/^0+/, '')
    for (const text of [number, `-${number}`, `${number}.0`]) expect(numberOf(key, text), text).toEqual(redacted)
  }
  const long = '12345678901234567890'
  for (const text of [`${long}123`, `${long}e9`, `0.${long}`, `-1.${long.slice(1)}E-7`, '12345678901234500000']) {
    expect(numberOf(long, text), text).toEqual(redacted)
  }
})

test('a number that is no key of digits stays a number', () => {
  for (const key of ['100000', '1000000000000000000000', '123456', '12345678901234567890', 'k3y-12345678901234567890'])
    for (const number of [0, 1, 10, 1e6 + 1, -1.5, 1e-9, 12_345, 12_345_678_901, 12_345_678_902_345_680_000])
      if (String(number) !== key && !String(number).includes(key))
        expect(redactorOf(key).value({ number }), `${number} ${key}`).toEqual({ number })
})

test('a key is found where HTML stands in HTML, however often', () => {
  const secret = 'a&k<e>y"_'
  const again = (text: string) => text.replaceAll('&', '&amp;')
  const html = 'a&amp;k&lt;e&gt;y&quot;_'
  const points = [...secret].map((character) => `&#${character.charCodeAt(0)};`).join('')
  for (const text of [again(html), again(again(html)), again(points), points.replaceAll('&', '&#38;')]) {
    expect(redactorOf(secret).text(`(${text})`)).toBe('([redacted])')
  }
  expect(redactorOf(secret).text('&amp;amp;amp; a&amp;amp;k')).toBe('&amp;amp;amp; a&amp;amp;k')
})

test('a key is found in base64 that is broken into lines, by whatever breaks them', () => {
  const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
  for (const end of ['\n', '\r\n', '\n ', '\r\n\t', '\\n', '\\r\\n', '\\\\r\\\\n', '%0D%0A']) {
    for (const width of [4, 11, 20, 64, 76]) {
      for (const before of ['', 'a', 'ab']) {
        const text = base64(`${before}${secret}`).replace(new RegExp(`(.{${width}})`, 'g'), `$1${end}`)
        const clean = redactorOf(secret).text(`<${text}>`)
        expect(clean, JSON.stringify(text)).toMatch(/^<.{0,8}\[redacted\].{0,8}>$/s)
      }
    }
  }
})

test('a key in base64 of many lines that is cut off shows nothing but what stands before it', () => {
  const secret = 'k3y/that+nobody=may&see-for-it-is-a-long-one'
  const text = base64(`ab${secret}`).replace(/(.{4})/g, '$1\r\n')
  for (let end = 16; end < text.length - 4; end += 1) {
    expect(redactorOf(secret).beginning(text.slice(0, end)), String(end)).toMatch(/^.{0,3}\[redacted\]$/s)
  }
})

test('line breaks that stand in no key stay where they are, as does a text that looks like one', () => {
  const secret = 'rest-of-my-key'
  for (const text of ['a\nb\r\n c', 'C:\\new\\rest', '%0d%0a', '\n', 'rest-of\nmine'])
    expect(redactorOf(secret).text(text)).toBe(text)
  expect(redactorOf(secret).text('\nrest-\n of-my-\\r\\nkey\n')).toBe('\n[redacted]\n')
  expect(redactorOf(secret).text('C:\\rest-of-my-key\n')).toBe('C:\\[redacted]\n')
  expect(redactorOf(secret, 'my-key-of-now').text('rest-of-\nmy-key-of-now')).toBe('rest-of-\n[redacted]')
  expect(redactorOf(secret, 'my-key-of-now').text('rest-of-my-\nkey-of-now')).toBe('[redacted]')
})

test('a key as long as a header may be is found in every dress, whole and in the middle of a text, and quickly enough to wait for', () => {
  for (const length of [127, 128, 129, 1000, 4096]) {
    const long = Array.from({ length }, (_, index) =>
      String.fromCharCode(0x21 + ((index * 7 + (index >> 5)) % 94)),
    ).join('')
    const redactor = redactorOf(long)
    for (const dress of Object.values(dresses)) {
      expect(redactor.text(`<${each(long, dress)}> and more`)).toBe('<[redacted]> and more')
    }
    const inside = redactor.text(`(${btoa(`id:${long}:x`)})`)
    expect(inside).toContain('[redacted]')
    expect(shows(inside, long)).toBe(false)
    expect(shows(redactor.beginning(`begins: ${long.slice(0, -1)}`), long.slice(0, 40))).toBe(false)
  }
})
