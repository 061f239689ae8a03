import { expect, test } from 'vitest'
import { ServiceAddress } from '../../src/core/addresses/address.ts'
import { LinkGuard } from '../../src/core/addresses/guard.ts'
import { derivedFrom, pageNumberOf } from '../../src/core/addresses/page-number.ts'
import { LinkError } from '../../src/core/errors/errors.ts'
import { Redactor } from '../../src/core/secrecy/secret.ts'
import { Recent } from '../../src/core/walking/recent.ts'

const root = 'https://events.example.org/api/v2/'
const guard = new LinkGuard(new ServiceAddress('https://events.example.org', 'v2'), new Redactor())
/** An address of the service of so many characters. */
const long = (length: number) => root + 'a'.repeat(length - root.length)

test('an address of 16,000 characters is followed, and a longer one is not, as a link and as a redirect', () => {
  expect(guard.resolve(long(16_000)).href).toBe(long(16_000))
  expect(guard.redirect(long(16_000), root).href).toBe(long(16_000))
  const why = /longer than the 16000 characters/
  expect(() => guard.resolve(long(16_001))).toThrow(why)
  expect(() => guard.redirect(long(16_001), root)).toThrow(why)
  expect(() => guard.resolve(long(16_001))).toThrow(LinkError)
})

test('a step up is refused however often it is encoded, also beside what cannot be decoded', () => {
  for (const path of ['%252e%252e%252fadmin', '%252e%252e%252fadmin%25ff', '..%3ba', '%ff']) {
    expect(() => guard.resolve(root + path)).toThrow(LinkError)
  }
  expect(guard.resolve(`${root}a%25ff`).pathname).toBe('/api/v2/a%25ff')
})

test('a link to the next page that is a template is refused as one', () => {
  const next = { href: `${root}events{?page}`, templated: true }
  expect(() => guard.next(next, root)).toThrow(/template and no address: .*events\{\?page\}/)
})

test('the same relative link leads elsewhere from elsewhere', () => {
  const next = { href: '?page=2' }
  expect(guard.next(next, `${root}events`).href).toBe(`${root}events?page=2`)
  expect(guard.next(next, `${root}event_campaigns/7/events`).href).toBe(`${root}event_campaigns/7/events?page=2`)
})

test('a page number is one that stands there once and plainly', () => {
  expect(pageNumberOf(new URL(`${root}events?page=12&per_page=5`))).toBe(12)
  for (const query of ['', '?page=1&page=2', '?page=0', '?page=x', '?per_page=5', '?page=1e3']) {
    expect(pageNumberOf(new URL(`${root}events${query}`))).toBe(undefined)
  }
})

test('addresses of later pages follow from a page that says where it stands, and from no other', () => {
  const next = new URL(`${root}events?page=3`)
  const from = (page: object, most = 10, known = 0, link = next) =>
    derivedFrom(page as never, link, known, most).map(({ search }) => search)
  expect(from({ page: 2, total_pages: 5 })).toEqual(['?page=3', '?page=4', '?page=5'])
  expect(from({ total_pages: 5 })).toEqual(['?page=3', '?page=4', '?page=5'])
  expect(from({ page: 2, total_pages: 5 }, 2)).toEqual(['?page=3', '?page=4'])
  expect(from({ page: 2, total_pages: 5 }, 3, 1)).toEqual(['?page=4', '?page=5'])
  expect(from({ page: 2, total_pages: 5 }, 1, 2)).toEqual([])
  expect(from({ page: 2 })).toEqual([])
  expect(from({ page: 4, total_pages: 5 })).toEqual([])
  expect(from({ page: 2, total_pages: 5 }, 10, 0, new URL(`${root}events?cursor=3`))).toEqual([])
})

test('the latest texts are known, at least as many as asked for and less than twice as many', () => {
  const recent = new Recent(3)
  for (const text of ['a', 'b', 'c', 'd', 'e']) recent.add(text)
  expect(['a', 'b', 'c', 'd', 'e'].map((text) => recent.has(text))).toEqual([true, true, true, true, true])
  recent.add('f')
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((text) => recent.has(text))).toEqual([
    false,
    false,
    false,
    true,
    true,
    true,
  ])
  recent.clear()
  expect(recent.has('f')).toBe(false)
})
