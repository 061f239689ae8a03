import { expect, test } from 'vitest'
import { whole } from '../../mock-server/memory/listing.ts'
import { Lists } from '../../mock-server/memory/lists.ts'

test('lists keep their entries in the order of adding, apart from each other and from clones', () => {
  const lists = new Lists(1)
  const [threes, others] = [[3], [4]]
  for (let entry = 0; entry < 1000; entry += 1) lists.add(entry % 3 === 0 ? threes : others, entry)
  const before = lists.clone()
  expect(lists.of(threes).length).toBe(334)
  expect(lists.of(threes).slice(0, 3)).toEqual([0, 3, 6])
  expect(lists.of(threes).slice(332, 999)).toEqual([996, 999])
  expect(lists.of(threes).slice(334, 340)).toEqual([])
  expect(lists.of([2]).length).toBe(0)
  expect(lists.of(others).length).toBe(666)
  lists.add(threes, 7)
  lists.add([5], 8)
  expect(lists.of(threes).slice(333, 999)).toEqual([999, 7])
  expect(lists.of([5]).slice(0, 9)).toEqual([8])
  expect(before.of(threes).slice(332, 999)).toEqual([996, 999])
  expect(before.of([5]).length).toBe(0)
})

test('a list is named by all of its numbers, whatever stands in its neighbours', () => {
  const lists = new Lists(2)
  const highest = 2 ** 32 - 1
  lists.add([highest, highest], 9)
  lists.add([0, 0], highest)
  lists.add([0, 1], 5)
  lists.add([0, 0], 0)
  expect(whole(lists.of([0, 0]))).toEqual([highest, 0])
  expect(whole(lists.of([0, 1]))).toEqual([5])
  expect(whole(lists.of([1, 0]))).toEqual([])
  expect(whole(lists.of([highest, highest]))).toEqual([9])
})

test('what a list began with stays the same while it grows', () => {
  const lists = new Lists(1)
  for (let entry = 0; entry < 10; entry += 1) lists.add([1], entry)
  const begun = lists.begin([1], 4)
  lists.add([1], 99)
  expect(whole(begun)).toEqual([0, 1, 2, 3])
})

test('an entry that is taken out leaves the others in their order, in its own list and in no clone', () => {
  const lists = new Lists(1)
  for (let entry = 0; entry < 3000; entry += 1) lists.add([entry % 3], entry)
  const before = lists.clone()
  const left = whole(lists.of([1])).filter((entry) => entry !== 1 && entry !== 1501 && entry !== 2998)
  for (const entry of [1501, 1, 2998, 5]) lists.remove([1], entry)
  expect(whole(lists.of([1]))).toEqual(left)
  expect(lists.of([1]).length).toBe(997)
  lists.add([1], 7000)
  expect(lists.of([1]).slice(996, 999)).toEqual([2995, 7000])
  expect(lists.of([0]).length + lists.of([2]).length).toBe(2000)
  expect(whole(before.of([1]))).toHaveLength(1000)
})
