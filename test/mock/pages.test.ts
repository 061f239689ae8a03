import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Pages } from '../../mock-server/memory/pages.ts'
import { Vector } from '../../mock-server/memory/vector.ts'
import { cloneSteps, played } from '../support/clones.ts'

const change = fc.oneof(
  fc.record({ do: fc.constant('add' as const), value: fc.nat() }),
  fc.record({ do: fc.constant('write' as const), at: fc.nat(200), value: fc.nat() }),
)

test('pages hold what was written to them, and no clone sees what another is changed to', () => {
  const property = fc.property(fc.nat(70), cloneSteps(change), (length, steps) => {
    const pages = new Pages<number[]>((page) => page.slice())
    const model = Array.from({ length }, (_, value) => value)
    for (const value of model) pages.add([value])
    const all = played(
      { thing: pages, model },
      steps,
      (values) => values.slice(),
      ({ thing, model }, change) => {
        if (change.do === 'add') {
          expect(thing.add([change.value])).toBe(model.length)
          model.push(change.value)
        } else if (model.length > 0) {
          const number = change.at % model.length
          const page = thing.write(number)
          if (page) page[0] = change.value
          model[number] = change.value
        }
      },
    )
    for (const { thing, model } of all) {
      expect(Array.from({ length: thing.length }, (_, number) => thing.read(number)?.[0])).toEqual(model)
    }
  })
  fc.assert(property)
})

test('a clone copies no page, and a change after it one, however many there are', () => {
  for (const count of [1, 32, 33, 1025, 40_000]) {
    let copies = 0
    const pages = new Pages<{ value: number }>(({ value }) => {
      copies += 1
      return { value }
    })
    for (let value = 0; value < count; value += 1) pages.add({ value })
    const clone = pages.clone()
    expect(copies).toBe(0)
    for (const one of [clone, pages, clone, pages]) {
      const page = one.write(count >> 1)
      if (page) page.value += 1
    }
    // One for each of the two: none knows whether the other is still there.
    expect(copies).toBe(2)
    expect([pages, clone].map((one) => one.read(count >> 1))).toEqual(Array(2).fill({ value: (count >> 1) + 2 }))
    clone.add({ value: 7 })
    expect([copies, clone.length, pages.length, pages.read(count)]).toEqual([2, count + 1, count, undefined])
  }
})

const kinds = {
  'of items': { make: () => Vector.ofItems<number>(), number: fc.double({ noNaN: true }) },
  'of counts': { make: () => Vector.ofCounts(), number: fc.nat(2 ** 32 - 1) },
  'of numbers': { make: () => Vector.ofNumbers(), number: fc.double({ noNaN: true }) },
}

for (const [kind, { make, number }] of Object.entries(kinds)) {
  test(`a vector ${kind} is what an array would be, its clones apart`, () => {
    const change = fc.record({ at: fc.nat(700), number, isNew: fc.boolean() })
    const property = fc.property(fc.nat(600), cloneSteps(change), (length, steps) => {
      const vector = make()
      const model = Array.from({ length }, (_, value) => value)
      for (const value of model) vector.push(value)
      const all = played(
        { thing: vector, model },
        steps,
        (values) => values.slice(),
        ({ thing, model }, { at, number, isNew }) => {
          const position = isNew || model.length === 0 ? model.length : at % model.length
          model[position] = number
          if (isNew) thing.push(number)
          else thing.set(position, number)
        },
      )
      for (const { thing, model } of all) {
        expect(thing.length).toBe(model.length)
        expect(thing.slice(0, thing.length)).toEqual(model)
        expect(thing.slice(510, 514)).toEqual(model.slice(510, 514))
        expect([thing.at(-1), thing.at(model.length)]).toEqual([undefined, undefined])
      }
    })
    fc.assert(property, { numRuns: 50 })
  })
}

test('between the end of a vector and what is set beyond it nothing stands', () => {
  const [items, counts] = [Vector.ofItems<string | undefined>(), Vector.ofCounts()]
  items.set(9000, 'far')
  counts.set(9000, 2 ** 32 - 1)
  expect([items.length, items.at(9000), items.at(8999), items.at(0)]).toEqual([9001, 'far', undefined, undefined])
  expect([counts.length, counts.at(9000), counts.at(8999), counts.at(0)]).toEqual([9001, 2 ** 32 - 1, 0, 0])
})
