import { expect, test } from 'vitest'
import { insteadOfJson, unparsed } from '../../src/core/answers/likely.ts'

// What an answer that cannot be read is likely to be.

const login = /login page/
const proxy = /proxy or firewall/
const unknown = /is baseUrl right/

test.each([
  ['<html><input type="password">', login],
  ["<html><input type='password'>", login],
  ['<html><input type=password>', login],
  ['<html>Please log in', login],
  ['<html>Please log-in', login],
  ['<html>Login', login],
  ['<html>Sign in', login],
  ['<html>Single sign-on', login],
  ['<html>the catalogin of type="text"', unknown],
  ['<html>Access denied', proxy],
  ['<html>Bad gateway', proxy],
  ['<html>Hello', unknown],
])('%s stands in for JSON', (page, says) => {
  expect(insteadOfJson(page, 'text/html')).toMatch(says)
  expect(unparsed(page)).toMatch(says)
  if (says === unknown) expect(unparsed(page)).not.toMatch(/looks like/)
})

test.each(['<!DOCTYPE html>', '<html>', '<head>', '<body>', '<script>', '<!-- -->', ' \n<HTML>'])(
  'a body that begins with %s is HTML, whatever it calls itself',
  (start) => {
    expect(unparsed(`${start}log in`)).toMatch(/^with HTML that calls itself JSON .*login page/)
    expect(insteadOfJson(`${start}log in`, 'text/plain')).toMatch(/^with text\/plain instead of JSON .*login page/)
  },
)

test('a text in which HTML stands further down is none', () => {
  expect(unparsed('x<html>log in')).toMatch(/^with a body that is not JSON/)
  expect(insteadOfJson('x<html>log in', 'text/plain')).not.toMatch(/login/)
  expect(insteadOfJson('log in', 'text/html')).toMatch(/login/)
})

test('only the beginning of a page is looked at', () => {
  const page = `<html>${' '.repeat(20_000)}log in, access denied`
  expect(insteadOfJson(page, 'text/html')).not.toMatch(/looks like/)
  expect(unparsed(`${' '.repeat(20_000)}<html>log in`)).not.toMatch(/HTML/)
})

test('a content type that is empty is called so', () => {
  expect(insteadOfJson('hello', ' ')).toMatch(/^with an empty content type instead of JSON/)
})

test.each(['{"a": 1', ' [1, 2', '"text', '{"a": "}'])('%s was cut short', (text) => {
  const expected = text.trim().endsWith('}') ? /not JSON/ : /cut short/
  expect(unparsed(text)).toMatch(expected)
})

test.each(['{"a": 1,} ', '[1 2]\n', 'hello', '', '5x'])('%j is no JSON, and not for being cut', (text) => {
  expect(unparsed(text)).toMatch(/^with a body that is not JSON/)
})
