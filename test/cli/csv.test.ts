import { expect, test } from 'vitest'
import { csv } from '../../src/cli/read/formats.ts'

/** The CSV row with one value. */
const cell = (title: unknown) => csv(['title']).textOf([{ title }], true)

test('a CSV file begins with a byte order mark and the column names, and every line ends with CR LF (RFC 4180 §2)', () => {
  const table = csv(['title', 'location.locality'])
  expect(table.header).toBe('\ufeff"title","location.locality"\r\n')
  expect(table.textOf([{ title: 'Picnic', location: { locality: 'Boston' } }, { title: 'Hike' }], true)).toBe(
    '"Picnic","Boston"\r\n"Hike",\r\n',
  )
  expect(table.footer(2)).toBe('')
  expect(table.textOf([], true)).toBe('')
})

test.for([
  ['a quotation mark', 'a "b" c', '"a ""b"" c"\r\n'],
  ['separators of any country', 'a,b;c\td', '"a,b;c\td"\r\n'],
  ['line breaks inside HTML', '<p>\r\n<b>\nx</b>', '"<p>\r\n<b>\nx</b>"\r\n'],
  ['a list', ['a:1', 'b:2'], '"a:1; b:2"\r\n'],
  ['an object', { a: [1] }, '"{""a"":[1]}"\r\n'],
  ['a yes', true, '"true"\r\n'],
  ['a no', false, '"false"\r\n'],
  ['a zero', 0, '0\r\n'],
  ['a negative number', -71.0589, '-71.0589\r\n'],
] as const)('a CSV cell holds %s as documented', ([, value, text]) => {
  expect(cell(value)).toBe(text)
})

test.for([undefined, null, ''])('a CSV cell of %s is empty', (value) => {
  expect(csv(['a', 'b']).textOf([{ a: 1, b: value }], true)).toBe('1,\r\n')
})

test.for(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠a'])(
  'a CSV cell that a spreadsheet may run as a formula, %j, gets an apostrophe in front',
  (value) => {
    expect(cell(value)).toBe(`"'${value}"\r\n`)
  },
)

test.for([
  [['a', 'b c'], 'a; b c'],
  [['=1', 'b'], "'=1; b"],
  [['a;b', 'c'], '["a;b","c"]'],
  [['a\nb'], '["a\\nb"]'],
  [['a\rb'], '["a\\rb"]'],
  [[' a'], '[" a"]'],
  [['a', ''], '["a",""]'],
  [['\t=1', 'x'], '["\\t=1","x"]'],
  [['["a"]'], '["[\\"a\\"]"]'],
  [[1, 2], '[1,2]'],
] as const)(
  'a CSV cell of a list has semicolons if these read back as the same list, else JSON: %j',
  ([list, text]) => {
    expect(cell(list)).toBe(`"${text.replaceAll('"', '""')}"\r\n`)
  },
)

test.for(["'=1", "''+1"])(
  'a CSV cell with an apostrophe before what looks like a formula, %s, gets another one',
  (value) => {
    expect(cell(value)).toBe(`"'${value}"\r\n`)
  },
)

test.for([
  ['2026-06-20T18:00:00+02:00', '2026-06-20 18:00'],
  ['2026-06-20 18:00:00 UTC', '2026-06-20 18:00'],
  ['2026-06-20t18:00:30.5z', '2026-06-20 18:00:30'],
  ['2026-06-20T18:00:00.000-0500', '2026-06-20 18:00'],
  ['2026-06-20', '2026-06-20'],
  ['soon', 'soon'],
] as const)(
  'a CSV cell of a start has the clock at the place of the event, without a zone (v2 §2.1): %s',
  ([time, text]) => {
    expect(csv(['start_date']).textOf([{ start_date: time }], true)).toBe(`"${text}"\r\n`)
  },
)

test('a CSV column name that looks like a formula gets an apostrophe in front', () => {
  expect(csv(['=1+1']).header).toBe(`\ufeff"'=1+1"\r\n`)
})
