import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Lists } from '../../mock-server/memory/lists.ts'
import { Table } from '../../mock-server/memory/table.ts'

type Step = readonly [what: 'set' | 'delete' | 'clone' | 'switch', key: number]
const steps = fc.array(fc.tuple(fc.constantFrom('set', 'set', 'set', 'delete', 'clone', 'switch'), fc.nat(300)), {
  maxLength: 400,
})

/** Plays steps on tables and on plain maps: a clone is one more of both, and the steps switch between them. */
function played<Key extends string | number>(
  empty: Table<Key, number>,
  keyOf: (number: number) => Key,
  all: readonly Step[],
) {
  const pairs = [{ table: empty, map: new Map<Key, number>() }]
  let current = 0
  for (const [at, [what, number]] of all.entries()) {
    const pair = pairs[current]
    if (!pair) throw new Error('no such pair')
    if (what === 'clone') pairs.push({ table: pair.table.clone(), map: new Map(pair.map) })
    else if (what === 'switch') current = number % pairs.length
    else if (what === 'delete') expect(pair.table.delete(keyOf(number))).toBe(pair.map.delete(keyOf(number)))
    else {
      expect(pair.table.set(keyOf(number), at)).toBe(!pair.map.has(keyOf(number)))
      pair.map.set(keyOf(number), at)
    }
  }
  return pairs
}

test('a table holds what was put into it, in order, and no clone sees what another is changed to', () => {
  const property = fc.property(steps, (all) => {
    for (const { table, map } of played(Table.byNumber<number>(), (number) => number * 2 ** 20, all)) {
      const sorted = [...map].sort(([a], [b]) => a - b)
      expect([...table.keys()]).toEqual(sorted.map(([key]) => key))
      expect([...table.values()]).toEqual(sorted.map(([, value]) => value))
      expect([table.size, table.firstKey, table.lastKey]).toEqual([map.size, sorted[0]?.[0], sorted.at(-1)?.[0]])
      for (const [key, value] of map) expect(table.get(key)).toBe(value)
      const [low, high] = [30 * 2 ** 20, 200 * 2 ** 20]
      const within = sorted.filter(([key]) => key >= low && key < high).map(([, value]) => value)
      expect(table.between(low, high)).toEqual(within)
    }
  })
  fc.assert(property)
})

test('a table by texts holds them as a map would', () => {
  const property = fc.property(steps, (all) => {
    for (const { table, map } of played(Table.byText<number>(), (number) => `key ${number}`, all)) {
      expect([...table.keys()]).toEqual([...map.keys()].sort())
      for (const [key, value] of map) expect([table.has(key), table.get(key)]).toEqual([true, value])
    }
  })
  fc.assert(property)
})

test('lists keep their entries in the order of adding, apart from each other and from copies', () => {
  const lists = Lists.byText()
  for (let entry = 0; entry < 1000; entry += 1) lists.add(entry % 3 === 0 ? 'threes' : 'others', entry)
  const before = lists.clone()
  expect(lists.of('threes').length).toBe(334)
  expect(lists.of('threes').slice(0, 3)).toEqual([0, 3, 6])
  expect(lists.of('threes').slice(332, 999)).toEqual([996, 999])
  expect(lists.of('threes').slice(334, 340)).toEqual([])
  expect(lists.of('none').length).toBe(0)
  expect(lists.of('others').length).toBe(666)
  lists.add('threes', 7)
  lists.add('new', 8)
  expect(lists.of('threes').slice(333, 999)).toEqual([999, 7])
  expect(lists.of('new').slice(0, 9)).toEqual([8])
  expect(before.of('threes').slice(332, 999)).toEqual([996, 999])
})
