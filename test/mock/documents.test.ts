import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Documents } from '../../mock-server/memory/documents.ts'
import { cloneSteps, played } from '../support/clones.ts'

const odd = ['\ud800', 'a\udfffb', '\u0000', '\ufeffBOM', '🚲 Büchertisch', '"\\\n', '\u2028', '']
const text = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 4, arbitrary: fc.constantFrom(...odd) },
  { weight: 1, arbitrary: fc.nat(70_000).map((length) => 'ü'.repeat(length)) },
)
const number = fc.constantFrom(0, -1, 0.1, Number.MAX_SAFE_INTEGER, Number.MIN_VALUE, Number.MAX_VALUE)
const document = fc.array(fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.array(text, { maxLength: 2 })), {
  maxLength: 4,
})

test('documents come back as they were set, whatever stands in them, and no clone sees what another is changed to', () => {
  const change = fc.record({ serial: fc.nat(30), document })
  const property = fc.property(cloneSteps(change, 200), (steps) => {
    const all = played(
      { thing: new Documents(), model: new Map<number, unknown>() },
      steps,
      (model) => new Map(model),
      ({ thing, model }, { serial, document }) => {
        thing.set(serial, document)
        model.set(serial, document)
      },
    )
    for (const { thing, model } of all) {
      for (let serial = 0; serial <= 31; serial += 1) expect(thing.at(serial)).toEqual(model.get(serial))
    }
  })
  fc.assert(property)
})

const slack = 2 ** 20
const filler = (bytes: number, letter = 'a') => [letter.repeat(bytes - 12)]

test('what is replaced is given up in the end: no more than twice what is in use is held, and some more', () => {
  const documents = new Documents()
  const [count, bytes] = [2000, 1000]
  for (let serial = 0; serial < count; serial += 1) documents.set(serial, filler(bytes))
  let most = 0
  for (let turn = 0; turn < 60_000; turn += 1) {
    // First all of them in turns, then a few again and again, then far-flung ones.
    const serial = turn < 20_000 ? turn % count : turn < 40_000 ? turn % 7 : (turn * 7919) % count
    documents.set(serial, filler(bytes, 'abcdefgh'[turn % 8]))
    most = Math.max(most, documents.held)
  }
  expect(most).toBeLessThan(2 * count * bytes * 1.1 + slack)
  expect(documents.at(1999)).toHaveLength(1)
  expect(Array.from({ length: count }, (_, serial) => documents.at(serial))).not.toContain(undefined)
})

test('a clone holds no more for what others wrote behind it, nor do they for what it wrote', () => {
  let documents = new Documents()
  for (let serial = 0; serial < 50; serial += 1) documents.set(serial, filler(1000))
  for (let turn = 0; turn < 400; turn += 1) {
    // Much is written that is forgotten again, and a little that stays.
    const discarded = documents.clone()
    for (let serial = 0; serial < 70; serial += 1) discarded.set(serial, filler(1000, 'b'))
    documents = documents.clone()
    documents.set(turn % 50, filler(1000, 'c'))
  }
  expect(documents.held).toBeLessThan(2 * slack)
  for (let serial = 0; serial < 50; serial += 1) expect(documents.at(serial)).toEqual(filler(1000, 'c'))
})

test('a document that is larger than others may be takes what it needs, and gives it back', () => {
  const documents = new Documents()
  documents.set(0, filler(3_000_000))
  expect(documents.held).toBeGreaterThanOrEqual(3_000_000)
  documents.set(1, filler(2_000_000))
  documents.set(0, ['small'])
  documents.set(1, ['small too'])
  expect(documents.held).toBeLessThan(2 * slack)
  expect([documents.at(0), documents.at(1), documents.at(2)]).toEqual([['small'], ['small too'], undefined])
})
