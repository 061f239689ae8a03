import { expect, test } from 'vitest'
import { readHeaders } from '../../src/core/arguments/headers.ts'
import { isJson, isPlainObject } from '../../src/core/arguments/json.ts'
import { isAppInfo } from '../../src/core/arguments/user-agent.ts'
import { InputError } from '../../src/core/errors/errors.ts'

const nested = (depth: number, inner: unknown): unknown => (depth === 0 ? inner : [nested(depth - 1, inner)])

test('one entry that JSON does not take is enough to refuse the rest', () => {
  expect(isJson([1, 'two', null, true, { three: [3] }])).toBe(true)
  for (const other of [() => 1, undefined, Number.NaN, new Date(0), new Map(), Symbol('s'), 1n]) {
    expect(isJson([1, other])).toBe(false)
    expect(isJson({ one: 1, other })).toBe(false)
  }
})

test('a value is taken as deep as a hundred levels, and no deeper', () => {
  expect(isJson(nested(99, {}))).toBe(true)
  expect(isJson(nested(100, {}))).toBe(false)
  expect(isJson(nested(100, 1))).toBe(true)
  const circle: unknown[] = []
  circle.push(circle)
  expect(isJson(circle)).toBe(false)
})

test('an object is plain by its prototype', () => {
  expect(isPlainObject({})).toBe(true)
  expect(isPlainObject(Object.create(null))).toBe(true)
  for (const other of [null, [], new Date(0), new (class Event {})(), 'text']) expect(isPlainObject(other)).toBe(false)
})

test('headers are taken in every form of the platform', () => {
  const base = new Headers({ 'x-base': '1' })
  for (const given of [{ 'X-One': 'a' }, [['X-One', 'a']] as [string, string][], new Headers({ 'X-One': 'a' })]) {
    expect([...readHeaders(given, base)]).toEqual([
      ['x-base', '1'],
      ['x-one', 'a'],
    ])
  }
  expect([...readHeaders(undefined, base)]).toEqual([['x-base', '1']])
})

test('one header that is no text is enough to refuse the rest', () => {
  for (const given of [{ 'X-One': 'a', 'X-Two': 5 }, { 'X-One': undefined }, null, 'X-One: a', { 'no name': 'a' }]) {
    expect(() => readHeaders(given as never, new Headers())).toThrow(InputError)
  }
})

test.each([
  { name: 'Mirror' },
  { name: 'Mirror', version: '1.4.0' },
  { name: 'Mirror', url: 'https://mirror.example.org/?a=b' },
  { name: 'Mirror', url: 'http://mirror.example.org' },
  { name: 'Mirror', url: 'mailto:us@example.org' },
])('%o names an application', (info) => {
  expect(isAppInfo(info)).toBe(true)
})

test.each([
  ['Mirror'],
  [['Mirror']],
  [Object.assign(['x'], { name: 'Mirror' })],
  [null],
  [{}],
  [{ name: '' }],
  [{ name: 'My mirror' }],
  [{ name: 'Mirror', version: '1 4' }],
  [{ name: 'Mirror', version: 1 }],
  [{ name: 'Mirror', url: 5 }],
  [{ name: 'Mirror', url: 'mirror.example.org' }],
  [{ name: 'Mirror', url: 'https://' }],
  [{ name: 'Mirror', url: 'ftp://mirror.example.org' }],
  [{ name: 'Mirror', url: 'see https://mirror.example.org' }],
  [{ name: 'Mirror', url: 'https://mirror.example.org/(1)' }],
  [{ name: 'Mirror', url: 'https://mirror.example.org/ü' }],
  [{ name: 'Mirror', other: 1 }],
])('%o names no application', (info) => {
  expect(isAppInfo(info)).toBe(false)
})
