import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { collectionSchema } from '../../src/core/schema/collection.ts'
import { fits } from '../../src/core/schema/fit.ts'
import * as parts from '../../src/core/schema/schemas.ts'
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
    const event = resourcesOf[version]('platform').event.schema()
    const collection = collectionSchema()
    const text = await pageText()
    for (const each of eventsIn(parsed(text))) expect(fits(event, each)).toBe(true)
    expect(fits(collection, parsed(text))).toBe(true)
    fc.assert(
      fc.property(mutation, (edit) => {
        const page = parsed(edit(text))
        if (fits(collection, page)) expect(collection.safeParse(page).success).toBe(true)
        for (const each of eventsIn(page)) if (fits(event, each)) expect(event.safeParse(each).success).toBe(true)
      }),
      { numRuns: times },
    )
  })
}

const withText = z.object({ a: parts.text })

/** Schemas, each with values that match or do not match. Zod says which; the last ones are of types that the fast check does not know. */
const schemas: readonly (readonly [schema: z.ZodMiniType, ...values: unknown[]])[] = [
  [parts.text, 'x', 7, null, undefined],
  [parts.flag, true, 'true'],
  [parts.number, 7.5, Number.POSITIVE_INFINITY, Number.NaN, '7'],
  [parts.integer, -7, 7.5, 2 ** 53, Number.NaN],
  [parts.identifiers, ['x'], 'x', [7], []],
  [parts.members, {}, { a: [7] }, [], 'x', null],
  [parts.openEnum(['x']), 'x', 'y', 7, ['x']],
  [parts.oneOrMany(withText), [{ a: 'x' }], [{ a: 7 }], [], { a: 'x' }, { a: 7 }, 'x', null],
  [parts.oneOrMany(withText, z.array(withText).check(z.minLength(1))), [], [{ a: 'x' }], { a: 'x' }],
  [withText, { a: 'x', b: 7 }, { b: 7 }, { a: null }, [], JSON.parse('{"__proto__":7}')],
  [z.object({ a: parts.maybe(parts.text) }), {}, { a: null }, { a: undefined }, { a: 7 }, 'x'],
  [z.object({ a: parts.lenient(parts.text) }), {}, { a: null }, { a: 7 }, 'x', []],
  [z.object({ a: z.unknown() }), {}, { a: undefined }, { a: 7 }],
  [z.strictObject({ a: parts.text }), { a: 'x' }, { a: 'x', b: 7 }],
  [z.object({ a: z.exactOptional(parts.text) }), {}, { a: 'x' }, { a: undefined }],
  [z.string().check(z.minLength(2)), 'x', 'xx'],
  [z.array(parts.text).check(z.maxLength(1)), [], ['x', 'y']],
  [z.array(parts.text).check(z.minLength(1), z.maxLength(1)), [], ['x'], ['x', 'y']],
  [z.email(), 'ada@example.org', 'ada'],
  [z.int32(), 7, 2 ** 40],
  [z.coerce.number(), '7', 'x'],
  [z.xor([parts.text, z.literal('x')]), 'x', 'y', 7],
  [z.record(z.string(), parts.number), { a: 7 }, { a: 'x' }],
  [z.literal('x'), 'x', 'y'],
]

test('the fast check agrees with zod on values of each type, and leaves types that it does not know to zod', () => {
  for (const [schema, ...values] of schemas) {
    const verdicts = values.map((value) => schema.safeParse(value).success)
    expect(
      values.map((value) => fits(schema, value)),
      schema._zod.def.type,
    ).toEqual(verdicts)
  }
})

/** Values that match a schema; about one in thirty members is any other value. */
function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 30, arbitrary: rightValuesOf(schema) }, { weight: 1, arbitrary: other })
}

const other = fc.oneof(fc.constantFrom(null, undefined, [], {}, '', 0, -1, 7.5, 2 ** 53), fc.jsonValue({ maxDepth: 1 }))

function rightValuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  if (def.type === 'string') return fc.string({ maxLength: 3 })
  if (def.type === 'boolean') return fc.boolean()
  if (def.type === 'number') return fc.constantFrom(0, -7, 2 ** 53 - 1)
  if (def.type === 'literal') return fc.constantFrom(...def.values)
  if ('innerType' in def) return fc.oneof(valuesOf(def.innerType), fc.constant(null))
  if (def.type === 'array') return fc.array(valuesOf(def.element), { maxLength: 2 })
  if (def.type === 'union') return fc.oneof(...def.options.map(valuesOf))
  if (def.type !== 'object') return other
  const { shape } = def
  const members = Object.entries(shape).map(([name, member]) => [name, valuesOf(member)] as const)
  const requiredKeys = Object.keys(shape).filter((name) => shape[name]?._zod.optin === undefined)
  return fc.record<Record<string, unknown>>({ ...Object.fromEntries(members), unheard_of: other }, { requiredKeys })
}

const random = {
  'an event of v1': resourcesV1('platform').event.schema(),
  'an event of v2': resourcesV2('platform').event.schema(),
  'an attendance': resourcesV2('platform').attendance.schema(),
  'a collection': collectionSchema(),
} satisfies Readonly<Record<string, z.ZodMiniType>>

test.for(Object.entries(random))('the fast check and zod agree on random values of %s', ([, schema]) => {
  const verdicts = new Map([true, false].map((verdict) => [verdict, 0]))
  fc.assert(
    fc.property(rightValuesOf(schema), (value) => {
      const { success } = schema.safeParse(value)
      verdicts.set(success, Number(verdicts.get(success)) + 1)
      expect(fits(schema, value)).toBe(success)
    }),
    { numRuns: process.env.SEED === 'random' ? 25_000 : 250 },
  )
  for (const [verdict, count] of verdicts) expect(count, String(verdict)).toBeGreaterThan(10)
})
