import fc from 'fast-check'
import { type Drift, isEventsError } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { surelyFits } from '../../src/core/schema/fast-check.ts'
import { collection } from '../../src/core/schema/response-schema.ts'
import { schemas as schemasV1 } from '../../src/v1/schema.ts'
import { schemas as schemasV2 } from '../../src/v2/schema.ts'
import { answer } from '../support/documents.ts'
import { mutation } from '../support/mutations.ts'
import { runs } from '../support/runs.ts'
import { type AnyClient, apiKey, type VersionUnderTest, versions } from '../support/versions.ts'

const times = runs(80)

const schemasOf = { v1: schemasV1, v2: schemasV2 }

interface Page {
  readonly _embedded: { readonly 'osdi:events': readonly object[] }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A page of the mock service, with two shaped like captured ones. */
async function pageOf({ version, header }: VersionUnderTest): Promise<Page> {
  const service = createMockService({ events: 8, perPage: 3 })
  const headers = { [header]: service.seeded.group.token }
  const page = (await (await service.fetch(`${service.baseUrl}/api/${version}/events`, { headers })).json()) as Page
  const captured = ['captured', 'nulls'].map((name) => answer(`event-${version}-${name}`) as object)
  return { ...page, _embedded: { 'osdi:events': [...page._embedded['osdi:events'], ...captured] } }
}

/** The client as it is, and one that asks the schemas about everything. */
async function clientsOf({ open, version }: VersionUnderTest) {
  vi.resetModules()
  vi.doMock('../../src/core/schemas/fits.ts', () => ({ surelyFits: () => false }))
  const { EventsV1, EventsV2 } = await import('../../src/index.ts')
  vi.doUnmock('../../src/core/schemas/fits.ts')
  const Thorough = version === 'v1' ? EventsV1 : EventsV2
  return {
    quick: open,
    thorough: (baseUrl: string, options: object) =>
      new Thorough({ baseUrl, apiKey, retry: false, ...options }) as AnyClient,
  }
}

for (const under of versions) {
  const { version } = under

  test(`what surely fits a schema of ${version} is what zod takes, and as it stands`, async () => {
    const { event } = schemasOf[version]('platform')
    const page = await pageOf(under)
    const text = JSON.stringify(page)
    let yes = 0
    fc.assert(
      fc.property(mutation, (edit) => {
        const changed = parsed(edit(text))
        const events = (changed as Partial<Page> | undefined)?._embedded?.['osdi:events']
        const values = [
          [collection(), changed] as const,
          ...(Array.isArray(events) ? events : []).map((each) => [event, each] as const),
        ]
        for (const [schema, value] of values) {
          if (!surelyFits(schema, value)) continue
          yes += 1
          const { success, data } = schema.safeParse(value)
          expect(success).toBe(true)
          // A member of that name is dropped by zod, and kept by the client like all that is unknown.
          if (!JSON.stringify(value).includes('__proto__')) expect(data).toEqual(value)
        }
      }),
      { numRuns: times },
    )
    expect(yes).toBeGreaterThan(times)
  })

  test(`everything in a page of ${version} surely fits, so that zod is not asked`, async () => {
    const { event } = schemasOf[version]('platform')
    const page = await pageOf(under)
    expect(surelyFits(collection(), page)).toBe(true)
    for (const each of page._embedded['osdi:events']) expect(surelyFits(event, each)).toBe(true)
  })

  test(`a client of ${version} that asks zod about everything gives, rejects, refuses and reports the same`, async () => {
    const clients = await clientsOf(under)
    const text = JSON.stringify(await pageOf(under))
    const outcome = async (open: (baseUrl: string, options: object) => AnyClient, body: string, onInvalid: string) => {
      const drift: Drift[] = []
      const client = open('https://events.example.org', {
        fetch: async () => new Response(body, { headers: { 'content-type': 'application/json' } }),
        onDrift: (found: Drift) => drift.push(found),
      })
      const walk = client.list({ onInvalid, maxPages: 1 }).pages()
      const page = await walk.next().then(
        ({ value }): unknown => JSON.stringify(value),
        (error: unknown) =>
          isEventsError(error) ? [error.code, error.message, { ...error, attempts: 1 }] : String(error),
      )
      return { page, report: walk.report, drift: drift.map((found) => ({ ...found })) }
    }
    await fc.assert(
      fc.asyncProperty(mutation, fc.constantFrom('throw', 'report'), async (edit, onInvalid) => {
        const body = edit(text)
        expect(await outcome(clients.quick, body, onInvalid)).toEqual(await outcome(clients.thorough, body, onInvalid))
      }),
      { numRuns: times / 4 },
    )
  })
}

const understood = {
  'a text': [z.string(), 'x', 7],
  'a flag': [z.boolean(), true, 'true'],
  'a whole number': [z.int(), 7, 7.5],
  'a number': [z.number(), 7.5, Number.POSITIVE_INFINITY],
  'what may be null': [z.nullable(z.string()), null, 7],
  'an object': [z.looseObject({ a: z.string() }), { a: 'x', b: 7 }, { b: 7 }],
  'what may be absent': [z.looseObject({ a: z.exactOptional(z.string()) }), {}, { a: undefined }],
  'a refinement': [z.string().check(z.refine((text) => text === 'x')), 'x', 'y'],
} as const

for (const [what, [schema, right, wrong]] of Object.entries(understood)) {
  test(`of ${what} it is sure where zod takes it`, () => {
    expect(surelyFits(schema, right)).toBe(true)
    expect(surelyFits(schema, wrong)).toBe(false)
    expect(schema.safeParse(wrong).success).toBe(false)
  })
}

const beyond = {
  'a schema that changes what it takes': [z.pipe(z.string(), z.transform(Number)), '7'],
  'a default': [z.looseObject({ a: z._default(z.string(), 'x') }), { a: 'y' }],
  'an object that drops what it does not know': [z.object({ a: z.string() }), { a: 'x' }],
  'an object whose other members have a type': [z.catchall(z.object({}), z.string()), { a: 'x' }],
  'a format of text': [z.email(), 'a@example.org'],
  'another check': [z.string().check(z.minLength(1)), 'x'],
  'a check that is a function': [z.string().check(() => {}), 'x'],
  'a whole number of 32 bits': [z.int32(), 7],
  'an array of zod': [z.array(z.string()), ['x']],
} as const

for (const [what, [schema, value]] of Object.entries(beyond)) {
  test(`of ${what} it is never sure`, () => {
    expect(schema.safeParse(value).success).toBe(true)
    expect(surelyFits(schema, value)).toBe(false)
  })
}
