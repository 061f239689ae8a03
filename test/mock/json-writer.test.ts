import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textOf, utf8 } from '../../mock-server/text/bytes.ts'
import { JsonWriter, sign } from '../../mock-server/text/json-writer.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ maxLength: 80 }),
  // As long as one that is gone through by hand may be, and one longer.
  fc.constantFrom('', 'x'.repeat(32), 'x'.repeat(33), 'é'.repeat(32), `"${'\n'.repeat(40)}`, '\u007f', '🚲'.repeat(20)),
  fc.constantFrom('\ud83d', `${'x'.repeat(50)}\udeb2`, '\u2028', '<script>'),
)

test('a text is written as JSON.stringify writes it, whatever is in it, and stays as it was when more is written', () => {
  const json = new JsonWriter()
  fc.assert(
    fc.property(fc.array(text, { maxLength: 30 }), (texts) => {
      const taken = texts.map((each) => {
        json.string(each)
        return json.take()
      })
      expect(taken.map(textOf)).toEqual(texts.map((each) => JSON.stringify(each)))
    }),
    { numRuns: 500 },
  )
})

test('pieces stand one behind the other, where a slab ends in between as well', () => {
  const json = new JsonWriter()
  const piece = fc.oneof(
    text.map((value) => ({ kind: 'string' as const, value })),
    fc.nat(70_000).map((length) => ({ kind: 'json' as const, value: '7'.repeat(length) })),
    fc.integer().map((number) => ({ kind: 'ascii' as const, value: String(number) })),
    fc
      .constantFrom(...Object.values(sign))
      .map((code) => ({ kind: 'sign' as const, value: String.fromCharCode(code) })),
    fc.nat().map((from) => ({ kind: 'again' as const, value: String(from) })),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      let whole = Buffer.alloc(0)
      for (const { kind, value } of pieces) {
        const before = json.length
        if (kind === 'string') json.string(value)
        if (kind === 'json') json.bytes(utf8(value))
        if (kind === 'ascii') json.ascii(value)
        if (kind === 'sign') json.sign(value.charCodeAt(0))
        const from = kind === 'again' ? Number(value) % (before + 1) : 0
        if (kind === 'again') json.again(from, before)
        const more = kind === 'again' ? whole.subarray(from) : utf8(kind === 'string' ? JSON.stringify(value) : value)
        whole = Buffer.concat([whole, more])
        expect(json.length).toBe(whole.length)
      }
      expect(Buffer.compare(json.take(), whole)).toBe(0)
    }),
  )
})

test('what was dropped is gone, and what was taken before is not', () => {
  const json = new JsonWriter()
  json.string('taken')
  const taken = json.take()
  json.string('dropped')
  json.drop()
  json.string('left')
  expect([textOf(taken), textOf(json.take()), json.length]).toEqual(['"taken"', '"left"', 0])
})

test('something long makes memory for itself alone, taken or dropped', () => {
  const json = new JsonWriter()
  const usual = json.take().buffer.byteLength
  for (const isTaken of [true, false]) {
    json.string('x'.repeat(1_000_000))
    if (isTaken) expect(json.take().buffer.byteLength).toBe(1_000_002)
    else json.drop()
    json.string('short')
    expect(json.take().buffer.byteLength).toBe(usual)
  }
})
