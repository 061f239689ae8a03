import fc from 'fast-check'
import { expect, test } from 'vitest'
import { HttpError } from '../../mock-server/rules/http-error.ts'
import { parseFilter } from '../../mock-server/rules/odata.ts'

const is = (field: string, operator: string, value: unknown, at = 1) => ({ field, operator, value, at })

test.for([
  ["modified_date gt '2026-05-01T00:00:00Z'", is('modified_date', 'gt', '2026-05-01T00:00:00Z')],
  ["identifier eq 'calendar:42'", is('identifier', 'eq', 'calendar:42')],
  ["origin_system eq 'O''Brien'", is('origin_system', 'eq', "O'Brien")],
  ["name eq ''", is('name', 'eq', '')],
  ["name eq ''''", is('name', 'eq', "'")],
  ["name eq ') or (and'", is('name', 'eq', ') or (and')],
  ["name eq 'Grüße 🌳 日本'", is('name', 'eq', 'Grüße 🌳 日本')],
  ['name ne null', is('name', 'ne', null)],
  ['platform:hidden eq true', is('platform:hidden', 'eq', true)],
  ['platform:hidden ne false', is('platform:hidden', 'ne', false)],
  ['capacity ge 10', is('capacity', 'ge', 10)],
  ['capacity le -2.5', is('capacity', 'le', -2.5)],
  ['\t capacity \n lt  007 ', is('capacity', 'lt', 7, 3)],
  ['((capacity eq 1))', is('capacity', 'eq', 1, 3)],
] as const)('a filter parses the comparison %s', ([text, expected]) => {
  expect(parseFilter(text)).toEqual(expected)
})

test('a filter gives parentheses precedence over "and", and "and" precedence over "or"', () => {
  const [a, b, c] = ['a eq 1', 'b eq 2', 'c eq 3']
  const shape = (text: string): unknown => shapeOf(parseFilter(text))
  expect(shape(`${a} or ${b} and ${c}`)).toEqual(['or', 'a', ['and', 'b', 'c']])
  expect(shape(`${a} and ${b} or ${c}`)).toEqual(['or', ['and', 'a', 'b'], 'c'])
  expect(shape(`(${a} or ${b})and(${c})`)).toEqual(['and', ['or', 'a', 'b'], 'c'])
  expect(shape(`${a} or ${b} or ${c}`)).toEqual(['or', 'a', 'b', 'c'])
  expect(shape(`${a} or (${b} or ${c})`)).toEqual(['or', 'a', ['or', 'b', 'c']])
})

type Parsed = ReturnType<typeof parseFilter>

const shapeOf = (one: Parsed): unknown => ('join' in one ? [one.join, ...one.parts.map(shapeOf)] : one.field)

/** The error message for an invalid filter; any other error fails the test. */
const refusalOf = (text: string): string => {
  try {
    parseFilter(text)
  } catch (error) {
    if (error instanceof HttpError && error.status === 400 && error.message.startsWith('filter: ')) return error.message
    throw error
  }
  return 'it was accepted'
}

test.for([
  ['', 'at character 1: a field'],
  ['   ', 'at character 4: a field'],
  ['title', 'at character 6: one of eq, ne'],
  ['title eq', 'at character 9: a text'],
  ['title eq Picnic', 'at character 10: a text or a date in quotes'],
  ["title EQ 'Picnic'", 'at character 7: one of eq, ne'],
  ["title = 'Picnic'", 'at character 7: one of eq, ne'],
  ["'Picnic' eq title", 'at character 1: a field'],
  ['modified_date gt 2026-05-01T00:00:00Z', 'at character 18: a text or a date in quotes'],
  ["modified_date gt datetime'2026-05-01'", 'at character 18: a quote'],
  ["title eq 'Picnic", 'at character 10: a quote'],
  ["title eq 'O''Brien", 'at character 10: a quote'],
  ["title eq 'O'Brien'", 'at character 10: a quote'],
  ["title eq'Picnic'", 'at character 7: a quote'],
  ["title eq 'a'or title eq 'b'", 'at character 10: a quote'],
  ["title eq 'a' title eq 'b'", 'at character 14: and, or or the end'],
  ["title eq 'a' or", 'at character 16: a field'],
  ["title eq 'a' )", 'at character 14: and, or or the end'],
  ["(title eq 'a'", 'at character 14: and, or or ) is'],
  ['()', 'at character 2: a field'],
  ["not (title eq 'a')", 'at character 5: one of eq, ne'],
  ["contains(title, 'a')", 'at character 9: one of eq, ne'],
  ['capacity add 1 eq 2', 'at character 10: one of eq, ne'],
  ['capacity eq 1e5', 'at character 13: a text'],
] as const)('the error of an invalid filter says where and why: %s', ([text, problem]) => {
  expect(refusalOf(text)).toContain(problem)
})

test('a filter that is too long or nested too deeply is refused', () => {
  const nested = (depth: number) => `${'('.repeat(depth)}a eq 1${')'.repeat(depth)}`
  expect(shapeOf(parseFilter(nested(50)))).toBe('a')
  expect(refusalOf(nested(51))).toContain('at character 51: no more than 50')
  expect(refusalOf(nested(10_000))).toContain('is longer than 8192')
  const longest = `a eq '${'x'.repeat(8192 - 7)}'`
  expect(shapeOf(parseFilter(longest))).toBe('a')
  expect(refusalOf(`${longest} `)).toContain('is longer than 8192')
  for (const part of ['x', "'", '(', ')', ' ', 'a eq 1 or ', "a eq '' "]) {
    expect(refusalOf(part.repeat(1_000_000 / part.length)), part).toContain('is longer than 8192')
    expect(refusalOf(part.repeat(8000 / part.length)), part).toMatch(/^filter: at character \d+: /)
  }
  const many = Array.from({ length: 800 }, () => 'a eq 1').join(' or ')
  expect(shapeOf(parseFilter(many))).toHaveLength(801)
})

test('a filter of any text is parsed or refused, and the error does not repeat the text', () => {
  const piece = fc.constantFrom(
    ..."' '' ( ) and or eq gt a null true 1 -1 secret7 : \\ %".split(' '),
    ' ',
    ' ',
    '\u0000',
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary-ascii', maxLength: 60 }),
    fc.array(piece, { maxLength: 30 }).map((all) => all.join('')),
  )
  fc.assert(fc.property(text, (one) => !refusalOf(one).includes('secret7')))
})

/** The text of a filter, and the expected result of the parser. */
interface Written {
  readonly text: string
  readonly expected: unknown
}

const space = fc.constantFrom(' ', '  ', '\t')
const value = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((one) => [`'${one.split("'").join("''")}'`, one] as const),
  fc.integer().map((one) => [String(one), one] as const),
  fc.constantFrom(['null', null] as const, ['true', true] as const, ['false', false] as const),
)
const written = fc.letrec<{ any: Written; single: Written }>((tie) => ({
  single: fc
    .tuple(fc.stringMatching(/^[a-z][a-z_:]{0,12}$/), space, fc.constantFrom('eq', 'ne', 'gt', 'ge', 'lt', 'le'), value)
    .map(([field, gap, operator, [literal, meant]]) => ({
      text: [field, operator, literal].join(gap),
      expected: expect.objectContaining({ field, operator, value: meant }),
    })),
  any: fc.oneof(
    { maxDepth: 4 },
    tie('single'),
    fc
      .tuple(fc.constantFrom('and', 'or'), fc.array(tie('any'), { minLength: 2, maxLength: 3 }), space)
      .map(([join, parts, gap]) => ({
        text: parts.map(({ text }) => `(${text})`).join(`${gap}${join}${gap}`),
        expected: { join, parts: parts.map(({ expected }) => expected) },
      })),
  ),
}))

test('a filter parses to the same fields, operators and values with any additional spaces and parentheses', () => {
  fc.assert(
    fc.property(written.any, ({ text, expected }) => {
      expect(parseFilter(text)).toEqual(expected)
    }),
  )
})
