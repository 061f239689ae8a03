import fc from 'fast-check'
import { expect, test } from 'vitest'
import { idsFrom, type Kind } from '../../mock-server/ids/ids.ts'

const kinds = ['person', 'group', 'campaign', 'event', 'attendance'] as const satisfies readonly Kind[]
const forms = ['uuid', 'number'] as const
const serial = fc.nat({ max: 2 ** 32 - 1 })

for (const form of forms) {
  test(`every id leads back to its serial number, and to nothing of another kind or seed (${form})`, () => {
    const property = fc.property(fc.string(), serial, fc.constantFrom(...kinds), (seed, number, kind) => {
      const ids = idsFrom(seed, form)
      const id = ids.idOf(kind, number)
      expect(ids.serialOf(kind, id)).toBe(number)
      for (const other of kinds) if (other !== kind) expect(ids.serialOf(other, id)).toBeUndefined()
      if (form === 'uuid') expect(idsFrom(`${seed}.`, form).serialOf(kind, id)).toBeUndefined()
    })
    fc.assert(property, { numRuns: 300 })
  })

  test(`what is no id leads nowhere (${form})`, () => {
    const ids = idsFrom('seed', form)
    const id = ids.idOf('event', 7)
    const property = fc.property(
      fc.oneof(
        fc.string(),
        fc.uuid(),
        fc.nat().map((n) => `0${n}`),
      ),
      (text) => {
        if (form === 'uuid') expect(ids.serialOf('event', text)).toBeUndefined()
        else if (ids.serialOf('event', text) !== undefined) expect(text).toMatch(/^[1-9]\d*$/)
      },
    )
    fc.assert(property)
    for (const text of ['', ` ${id}`, `${id} `, `${id}0`, id.slice(1), '-1', '0', '1.5', '1e3', 'NaN']) {
      expect([text, ids.serialOf('event', text)]).toEqual([text, undefined])
    }
  })

  test(`no two of a hundred thousand ids are the same (${form})`, () => {
    const ids = idsFrom('seed', form)
    const all = kinds.flatMap((kind) => Array.from({ length: 20_000 }, (_, number) => ids.idOf(kind, number)))
    expect(new Set(all).size).toBe(100_000)
  })
}

test('ids are lower-case UUIDs of version 4, or numbers from 1 up', () => {
  const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/
  fc.assert(
    fc.property(serial, fc.constantFrom(...kinds), (number, kind) => {
      expect(idsFrom('seed', 'uuid').idOf(kind, number)).toMatch(uuid)
      expect(idsFrom('seed', 'number').idOf(kind, number)).toMatch(/^[1-9]\d*$/)
    }),
  )
})

test('ids and tokens follow from the seed', () => {
  const [one, same, other] = [idsFrom('a', 'uuid'), idsFrom('a', 'uuid'), idsFrom('b', 'uuid')]
  expect(same.idOf('event', 3)).toBe(one.idOf('event', 3))
  expect(other.idOf('event', 3)).not.toBe(one.idOf('event', 3))
  expect(same.token(3)).toBe(one.token(3))
  expect(new Set([one.token(3), one.token(4), other.token(3)]).size).toBe(3)
  expect(one.token(3)).toMatch(/^[0-9a-f]{32}$/)
})
