import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pages } from '../../mock-server/memory/pages.ts'
import type { RowPage } from '../../mock-server/memory/row-layout.ts'
import { RowPages } from '../../mock-server/memory/row-pages.ts'
import { type Row, Rows } from '../../mock-server/memory/rows.ts'
import { cloneSteps, played } from '../support/clones.ts'

const highest = 2 ** 32 - 1

const inOrder = (one: Row, two: Row): number => {
  const at = one.findIndex((word, at) => word !== two[at])
  return (one[at] ?? 0) - (two[at] ?? 0)
}

// Words near each other, so that rows share their beginnings, and the highest there are.
const word = fc.oneof(
  { weight: 9, arbitrary: fc.nat(12) },
  { weight: 1, arbitrary: fc.nat(3).map((low) => highest - low) },
)

for (const width of [1, 2, 3, 4]) {
  test(`rows of ${width} stand in order, and no clone sees what another is changed to`, () => {
    const row = fc.array(word, { minLength: width, maxLength: width })
    const change = fc.record({ do: fc.constantFrom('add', 'add', 'delete'), row })
    const property = fc.property(cloneSteps(change), fc.array(row, { maxLength: 9 }), (steps, asked) => {
      const all = played(
        { thing: new Rows(width), model: new Map<string, Row>() },
        steps,
        (model) => new Map(model),
        ({ thing, model }, { do: what, row }) => {
          expect(thing.has(row)).toBe(model.has(`${row}`))
          if (what === 'delete') expect(thing.delete(row)).toBe(model.delete(`${row}`))
          else {
            expect(thing.add(row)).toBe(!model.has(`${row}`))
            model.set(`${row}`, row)
          }
        },
      )
      for (const { thing, model } of all) {
        const sorted = [...model.values()].sort(inOrder)
        expect([...thing.between()]).toEqual(sorted)
        expect(thing.size).toBe(sorted.length)
        for (const from of asked) {
          expect(thing.first(from)).toEqual(sorted.find((row) => inOrder(row, from) >= 0))
          expect(thing.lastBefore(from)).toEqual(sorted.findLast((row) => inOrder(row, from) < 0))
          const [to = from] = asked
          const within = sorted.filter((row) => inOrder(row, from) >= 0 && inOrder(row, to) < 0)
          expect([...thing.between(from, to)]).toEqual(within)
        }
      }
    })
    fc.assert(property)
  })
}

/** The numbers below another in an order in which neighbours lie far apart. */
const shuffled = (count: number): readonly number[] =>
  Array.from({ length: count }, (_, number) => (number * 7919) % count)

/** Rows whose pages can be counted. */
function counted(width: number) {
  const made = { copies: 0, pages: new Pages<RowPage>((page) => page.slice()) }
  made.pages = new Pages((page) => {
    made.copies += 1
    return page.slice()
  })
  return { made, rows: new Rows(width, new RowPages(made.pages)) }
}

test('tens of thousands of rows are found again, whatever order they come and go in', () => {
  const { made, rows } = counted(3)
  const count = 30_011
  for (const number of shuffled(count)) expect(rows.add([number >> 8, number & 255, 1])).toBe(true)
  const pages = made.pages.length
  const before = rows.clone()
  const isOdd = (number: number) => number % 2 === 1
  for (const number of shuffled(count).filter(isOdd)) expect(rows.delete([number >> 8, number & 255, 1])).toBe(true)
  expect(rows.size).toBe(Math.ceil(count / 2))
  for (let number = 0; number < count; number += 1) {
    const row = [number >> 8, number & 255, 1]
    expect([rows.has(row), before.has(row)]).toEqual([!isOdd(number), true])
  }
  const even = Array.from({ length: Math.ceil(count / 2) }, (_, half) => half * 2)
  expect(Array.from(rows.between(), ([high = 0, low = 0]) => high * 256 + low)).toEqual(even)
  for (const number of even) rows.delete([number >> 8, number & 255, 1])
  expect([rows.size, rows.first([]), rows.lastBefore([highest]), [...rows.between()]]).toEqual([
    0,
    undefined,
    undefined,
    [],
  ])
  // Pages that became empty are there for others.
  for (const number of shuffled(count)) rows.add([number >> 8, number & 255, 1])
  expect(made.pages.length).toBeLessThanOrEqual(pages)
  expect([...rows.between()]).toEqual([...before.between()])
})

test('rows that come and go at the ends take no more pages in the long run', () => {
  const { made, rows } = counted(2)
  const window = 2000
  for (let number = 0; number < 100_000; number += 1) {
    rows.add([number, 0])
    if (number >= window) rows.delete([number - window, 0])
  }
  expect(rows.size).toBe(window)
  expect(made.pages.length).toBeLessThan(30)
})

test('rows that come in order fill their pages', () => {
  const { made, rows } = counted(3)
  for (let number = 0; number < 17_000; number += 1) rows.add([number, number, number])
  // 341 rows of three words in four kilobytes, and a page above.
  expect(made.pages.length).toBeLessThan(52)
})

test('a clone copies no page, and a row that is added to it as many as there are levels at the most', () => {
  for (const count of [10, 1000, 100_000]) {
    const { made, rows } = counted(3)
    for (const number of shuffled(count)) rows.add([number, 0, 0])
    expect(made.copies).toBe(0)
    const clone = rows.clone()
    expect(made.copies).toBe(0)
    clone.add([count >> 1, 1, 1])
    expect(made.copies).toBeLessThanOrEqual(3)
    expect([clone.size, rows.size, rows.has([count >> 1, 1, 1])]).toEqual([count + 1, count, false])
  }
})
