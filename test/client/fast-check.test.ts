import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { collection } from '../../src/core/read/response-schema.ts'
import { matches } from '../../src/core/values/fast-check.ts'
import { schemaOf } from '../../src/core/values/schema.ts'
import type { Kind, Member, Shape } from '../../src/core/values/shape.ts'
import { resources as resourcesV1 } from '../../src/v1/resources.ts'
import { resources as resourcesV2 } from '../../src/v2/resources.ts'
import { answer } from '../support/documents.ts'
import { mutation } from '../support/mutations.ts'
import { runs } from '../support/runs.ts'
import { versions } from '../support/versions.ts'

const times = runs(80)
const resourcesOf = { v1: resourcesV1, v2: resourcesV2 }

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const eventsIn = (page: unknown): readonly unknown[] => {
  const events = (page as { readonly _embedded?: { readonly 'osdi:events'?: unknown } } | undefined)?._embedded?.[
    'osdi:events'
  ]
  return Array.isArray(events) ? events : []
}

for (const { version, header } of versions) {
  /** A page of the mock service, plus two captured events. */
  const pageText = async () => {
    const service = createMockService({ events: 8, perPage: 3 })
    const headers = { [header]: service.seeded.group.token }
    const page = await (await service.fetch(`${service.baseUrl}/api/${version}/events`, { headers })).json()
    const captured = ['captured', 'nulls'].map((name) => answer(`event-${version}-${name}`))
    return JSON.stringify({ ...(page as object), _embedded: { 'osdi:events': [...eventsIn(page), ...captured] } })
  }

  test(`the fast check accepts a mutated event or page of ${version} only if zod accepts it`, async () => {
    const { shape: event } = resourcesOf[version]('platform').event
    const text = await pageText()
    for (const each of eventsIn(parsed(text))) expect(matches(event, each)).toBe(true)
    expect(matches(collection, parsed(text))).toBe(true)
    fc.assert(
      fc.property(mutation, (edit) => {
        const page = parsed(edit(text))
        for (const [shape, value] of [[collection, page], ...eventsIn(page).map((each) => [event, each])] as const) {
          if (matches(shape as Shape, value)) expect(schemaOf(shape as Shape).safeParse(value).success).toBe(true)
        }
      }),
      { numRuns: times },
    )
  })
}

const withText: Shape = { fields: { a: { kind: 'text', nullable: false } } }
const overSeven: Shape = {
  fields: { a: { kind: 'number', nullable: false } },
  check: (value) => ('a' in value && Number(value.a) > 7 ? [] : [{ message: 'must be more than 7', path: ['a'] }]),
}
const isEmpty: Shape = {
  fields: {},
  check: (value) => (Object.keys(value).length === 0 ? [] : [{ message: 'must be empty' }]),
}

const understood: readonly (readonly [kind: Kind, right: unknown, ...wrong: unknown[]])[] = [
  ['text', 'x', 7, null, undefined],
  ['moment', 'soon', 7],
  ['localTime', 'soon', 7],
  ['flag', true, 'true'],
  ['number', 7.5, Number.POSITIVE_INFINITY, Number.NaN],
  ['integer', -7, 7.5, 2 ** 53],
  ['count', 7, -7, 7.5],
  ['identifiers', ['x'], 'x', [7]],
  [{ known: ['x'] }, 'y', 7],
  [{ list: 'text' }, ['x'], ['x', 7], 'x', {}],
  [{ relation: withText }, [{ a: 'x' }], [{ a: 7 }], 'x', null],
  [{ relation: withText }, [], 7],
  [{ relation: withText, atLeastOne: true }, { a: 'x' }, {}, []],
  [withText, { a: 'x', b: 7 }, { b: 7 }, { a: null }, []],
  [{ fields: { a: { kind: 'text' } } }, {}, { a: 7 }],
  [{ fields: { a: { kind: 'text' } } }, { a: null }, 'x'],
  [{ fields: {} }, {}, []],
  [{ fields: {}, orEmptyArray: true }, [], [7], 'x'],
  [overSeven, { a: 8 }, { a: 7 }],
  [isEmpty, {}, { a: 7 }, JSON.parse('{"__proto__":7}')],
]

test('the fast check agrees with zod for each kind of field', () => {
  for (const [kind, right, ...others] of understood) {
    expect(matches(kind, right)).toBe(true)
    expect(schemaOf(kind).safeParse(right).success).toBe(true)
    for (const wrong of others) {
      expect(matches(kind, wrong)).toBe(false)
      expect(schemaOf(kind).safeParse(wrong).success).toBe(false)
    }
  }
})

/** Values of this kind; about one in thirty is of another kind. */
function valuesOf(kind: Kind): fc.Arbitrary<unknown> {
  const right = rightValuesOf(kind)
  return fc.oneof({ weight: 30, arbitrary: right }, { weight: 1, arbitrary: other })
}

const other = fc.oneof(fc.constantFrom(null, undefined, [], {}, '', 0, -1, 7.5, 2 ** 53), fc.jsonValue({ maxDepth: 1 }))

const scalars: Readonly<Record<Extract<Kind, string>, fc.Arbitrary<unknown>>> = {
  text: fc.string({ maxLength: 3 }),
  moment: fc.constantFrom('2026-05-01T12:00:00Z', 'soon'),
  localTime: fc.constantFrom('2026-05-01T12:00:00', 'soon'),
  flag: fc.boolean(),
  number: fc.constantFrom(0, -7.5, 1e300),
  integer: fc.constantFrom(0, -7, 2 ** 53 - 1),
  count: fc.nat(),
  identifiers: fc.array(fc.constant('calendar:7'), { maxLength: 2 }),
  email: fc.string(),
  phone: fc.string(),
  members: fc.dictionary(fc.string(), fc.jsonValue()),
  apart: fc.constantFrom(null, 7, {}),
}

function rightValuesOf(kind: Kind): fc.Arbitrary<unknown> {
  if (typeof kind === 'string') return scalars[kind]
  if ('known' in kind) return fc.constantFrom('unheard of', ...kind.known)
  if ('list' in kind) return fc.array(valuesOf(kind.list), { maxLength: 2 })
  if ('relation' in kind) {
    const one = valuesOf(kind.relation)
    return fc.oneof(one, fc.array(one, { maxLength: 2 }))
  }
  const members = Object.entries<Member>(kind.fields).map(([name, member]) => [name, valuesOf(member.kind)] as const)
  const requiredKeys = Object.entries<Member>(kind.fields).flatMap(([name, { nullable }]) =>
    nullable === false ? [name] : [],
  )
  return fc.record<Record<string, unknown>>({ ...Object.fromEntries(members), unheard_of: other }, { requiredKeys })
}

const kinds = {
  'an event of v1': resourcesV1('platform').event.shape,
  'an event of v2': resourcesV2('platform').event.shape,
  'an attendance': resourcesV2('platform').attendance.shape,
  'a collection': collection,
} satisfies Readonly<Record<string, Kind>>

test.for(Object.entries(kinds))('the fast check and zod agree on random values of %s', ([, kind]) => {
  const verdicts = new Map([true, false].map((verdict) => [verdict, 0]))
  fc.assert(
    fc.property(rightValuesOf(kind), (value) => {
      const { success } = schemaOf(kind).safeParse(value)
      verdicts.set(success, Number(verdicts.get(success)) + 1)
      expect(matches(kind, value)).toBe(success)
    }),
    { numRuns: process.env.SEED === 'random' ? 25_000 : 250 },
  )
  for (const [verdict, count] of verdicts) expect(count, String(verdict)).toBeGreaterThan(10)
})
