import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { collection } from '../../src/core/read/response-schema.ts'
import { matchesSchema, object, that } from '../../src/core/values/schema.ts'
import { schemas as schemasV1 } from '../../src/v1/schema.ts'
import { schemas as schemasV2 } from '../../src/v2/schema.ts'
import { answer } from '../support/documents.ts'
import { mutation } from '../support/mutations.ts'
import { runs } from '../support/runs.ts'
import { versions } from '../support/versions.ts'

const times = runs(80)
const schemasOf = { v1: schemasV1, v2: schemasV2 }

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
  /** A page of the mock service, with two events shaped like captured ones. */
  const pageText = async () => {
    const service = createMockService({ events: 8, perPage: 3 })
    const headers = { [header]: service.seeded.group.token }
    const page = await (await service.fetch(`${service.baseUrl}/api/${version}/events`, { headers })).json()
    const captured = ['captured', 'nulls'].map((name) => answer(`event-${version}-${name}`))
    return JSON.stringify({ ...(page as object), _embedded: { 'osdi:events': [...eventsIn(page), ...captured] } })
  }

  test(`what surely matches a schema of ${version} is what zod takes, and as it stands`, async () => {
    const { event } = schemasOf[version]('platform')
    const text = await pageText()
    for (const each of eventsIn(parsed(text))) expect(matchesSchema(event, each)).toBe(true)
    expect(matchesSchema(collection(), parsed(text))).toBe(true)
    fc.assert(
      fc.property(mutation, (edit) => {
        const page = parsed(edit(text))
        for (const [schema, value] of [[collection(), page], ...eventsIn(page).map((each) => [event, each])] as const) {
          if (!matchesSchema(schema as z.ZodMiniType, value)) continue
          const { success, data } = (schema as z.ZodMiniType).safeParse(value)
          expect(success).toBe(true)
          // A member of that name is dropped by zod, and kept by the client like all that is unknown.
          if (!JSON.stringify(value).includes('__proto__')) expect(data).toEqual(value)
        }
      }),
      { numRuns: times },
    )
  })
}

const understood = [
  [z.string(), 'x', 7],
  [z.boolean(), true, 'true'],
  [z.number(), 7.5, Number.POSITIVE_INFINITY],
  [z.nullable(z.string()), null, 7],
  [object({ a: z.string() }), { a: 'x', b: 7 }, { b: 7 }],
  [object({ a: z.string() }), { a: 'x' }, { a: null }],
  [object({ a: z.optional(z.string()) }), {}, { a: null }],
  [object({ a: z.exactOptional(z.string()) }), {}, { a: undefined }],
  [object({}), {}, []],
  [
    object<{ a: number }>(
      { a: z.number() },
      that(({ a }) => a > 7, 'must be more than 7'),
    ),
    { a: 8 },
    { a: 7 },
  ],
  [z.string().check(z.refine((text) => text === 'x')), 'x', 'y'],
] as const

test('it is sure of what zod takes, and of nothing that zod refuses', () => {
  for (const [schema, right, wrong] of understood) {
    expect(matchesSchema(schema, right)).toBe(true)
    expect(matchesSchema(schema, wrong)).toBe(false)
    expect(schema.safeParse(wrong).success).toBe(false)
  }
})

const beyond = [
  [z.pipe(z.string(), z.transform(Number)), '7'],
  [object({ a: z._default(z.string(), 'x') }), { a: 'y' }],
  [z.looseObject({ a: z.string() }), { a: 'x' }],
  [z.object({ a: z.string() }), { a: 'x' }],
  [z.catchall(z.object({}), z.string()), { a: 'x' }],
  [z.email(), 'a@example.org'],
  [z.string().check(z.minLength(1)), 'x'],
  [z.int(), 7],
  [z.int32(), 7],
  [z.array(z.string()), ['x']],
] as const

test('it is never sure where a schema changes a value, or asks what it does not understand', () => {
  for (const [schema, value] of beyond) {
    expect(schema.safeParse(value).success).toBe(true)
    expect(matchesSchema(schema, value)).toBe(false)
  }
})
