import { expect, test } from 'vitest'
import { checkpointAt, placeOf, type Scope } from '../../src/core/pages/checkpoint.ts'
import type { Place } from '../../src/core/pages/place.ts'
import { isTellable, keepOnly, placeIn, positionsOf } from '../../src/core/pages/positions.ts'
import { allRejected, rememberRejected } from '../../src/core/resources/rejected.ts'

const collection = 'https://events.example.org/api/v2/events'
const scope: Scope = { collection, clean: (text) => text.replaceAll('secret', '[redacted]') }
const start: Place = { from: collection, passed: 0, met: 0, certain: true }
const written = (place: Place) => JSON.parse(checkpointAt(place, scope))

const places: Readonly<Record<string, readonly [Place, object]>> = {
  'the end of a list': [start, {}],
  'the next page': [{ ...start, link: { href: '?page=2' } }, { next: `${collection}?page=2` }],
  'a template': [
    { ...start, link: { href: `${collection}{?page}`, templated: true } },
    { next: `${collection}%7B?page}`, templated: true },
  ],
  'the middle of a page': [{ ...start, passed: 7 }, { passed: 7 }],
  'a page whose last event is known': [
    { ...start, at: `${collection}?page=3`, last: 'e75', perPage: 25, total: 100, fewest: 99, met: 75 },
    { at: `${collection}?page=3`, last: 'e75', per: 25, total: 100, fewest: 99, met: 75 },
  ],
  'a list of nothing': [{ ...start, total: 0 }, { total: 0 }],
  'a walk that is not certain': [{ ...start, certain: false }, { uncertain: true }],
}

for (const [name, [place, members]] of Object.entries(places)) {
  test(`a checkpoint of ${name} says that and nothing else, and leads back`, () => {
    expect(written(place)).toEqual({ osdi: 1, of: collection, ...members })
    const back = placeOf(checkpointAt(place, scope), scope)
    const { link } = place
    expect(back).toEqual({
      link: link && { ...link, href: (members as { readonly next?: string }).next },
      from: place.at ?? collection,
      at: place.at,
      passed: place.passed,
      last: place.last,
      perPage: place.perPage,
      total: place.total,
      fewest: place.fewest,
      met: place.met,
      certain: place.certain,
    })
  })
}

test.each([
  ['the next page', { link: { href: '?page=2&key=secret' } }],
  ['the page of the last event', { at: `${collection}?key=secret` }],
])('a checkpoint is of no use where the address of %s holds the key', (_, place) => {
  const text = checkpointAt({ ...start, ...place }, scope)
  expect(text).not.toContain('secret')
  expect(JSON.parse(text)).toMatchObject({ unclean: true })
  expect(() => placeOf(text, scope)).toThrow('resume: has lost its place')
})

test('a link that is no address is kept as it is', () => {
  expect(written({ ...start, link: { href: 'http://[' } })).toMatchObject({ next: 'http://[' })
})

test.each(['', '{', 'null', '5', '{}', '{"osdi":2,"of":"x"}', '{"osdi":1,"of":"x","passed":-1}'])(
  '%j is no checkpoint',
  (text) => {
    expect(() => placeOf(text, scope)).toThrow('resume: is no checkpoint of a walk')
  },
)

const native = (id: string) => ({ identifiers: [`platform:${id}`] })
const pageWith = (...events: unknown[]) => ({ _embedded: { 'osdi:events': events } })

test('an event is told from others by its id, or by how it begins', () => {
  const [byId, bySelf, byText, long] = positionsOf(
    pageWith(native('e1'), { _links: { self: { href: '/events/e2' } } }, { title: 'x' }, { title: 'y'.repeat(400) }),
  )
  expect([byId?.id, bySelf?.id, byText?.id]).toEqual(['e1', 'e2', '{"title":"x"}'])
  expect(long?.id).toHaveLength(300)
})

test('nothing is told from others that cannot be written down', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  const positions = positionsOf(pageWith(circle, native('e1')))
  expect(positions.map(({ id }) => id)).toEqual(['', 'e1'])
  expect(positions.map(isTellable)).toEqual([false, true])
  expect(placeIn(positions, '')).toBe(-1)
  expect(placeIn(positions, undefined)).toBe(-1)
  expect(placeIn(positions, 'e1')).toBe(1)
})

test('rejected events stand at their places, are never known again, and leave a page like others', () => {
  const page = pageWith(native('e0'), native('e2'), native('e4'))
  const rejected = (index: number) => ({ index, value: native(`e${index}`), issues: [] })
  rememberRejected(page, [rejected(1), rejected(3)])
  const positions = positionsOf(page)
  expect(positions.map(({ id, rejected: isRejected }) => [id, isRejected])).toEqual([
    ['e0', false],
    ['e1', true],
    ['e2', false],
    ['e3', true],
    ['e4', false],
  ])
  expect(placeIn(positions, 'e1')).toBe(-1)
  keepOnly(page, positions, new Set([2, 3]))
  expect(page._embedded['osdi:events']).toEqual([native('e2')])
  expect(allRejected(page)).toEqual([rejected(3)])
})

test('a page without events keeps none, and one without rejected ones is told of none', () => {
  const page = {}
  keepOnly(page, [], new Set())
  expect(page).toEqual({})
  const other = pageWith(native('e0'), native('e1'))
  keepOnly(other, positionsOf(other), new Set([1]))
  expect(other._embedded['osdi:events']).toEqual([native('e1')])
  expect(allRejected(other)).toEqual([])
})
