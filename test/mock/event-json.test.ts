import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { defaultAssumptions } from '../../mock-server/assumptions.ts'
import { eventWriter, type Unset } from '../../mock-server/dialects/project.ts'
import { v1 } from '../../mock-server/dialects/v1.ts'
import { v2 } from '../../mock-server/dialects/v2.ts'
import { engineOf } from '../../mock-server/engine.ts'
import type { EventFacts } from '../../mock-server/facts.ts'
import { noBody } from '../../mock-server/http/incoming.ts'
import { textOf } from '../../mock-server/text/bytes.ts'
import { JsonWriter } from '../../mock-server/text/json-writer.ts'

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom('', '"quoted"', 'two\nlines', '\ud83d', 'São Paulo', '– and 🚲', 'x'.repeat(70_000)),
)
const optional = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined })
const point = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  accuracy: fc.constantFrom('Rooftop' as const, 'Approximate' as const),
})
const points = fc.sample(point, 3)

const facts: fc.Arbitrary<EventFacts> = fc.record({
  identifiers: fc.array(text, { maxLength: 3 }),
  origin_system: text,
  created: text,
  modified: text,
  name: optional(text),
  title: text,
  description: optional(text),
  instructions: optional(text),
  browser_url: optional(text),
  public_url: optional(text),
  featured_image_url: optional(text),
  start: optional(text),
  end: optional(text),
  location: fc.record({
    venue: optional(text),
    address_lines: optional(fc.array(text, { maxLength: 2 })),
    locality: optional(text),
    region: text,
    postal_code: optional(text),
    country: text,
    language: text,
    // Some are the same object, as those of one place are.
    location: fc.oneof(point, fc.constantFrom(...points)),
  }),
  total_accepted: fc.nat(),
  campaign: optional(text),
  status: fc.constant('confirmed' as const),
  transparence: fc.constant('opaque' as const),
  visibility: fc.constantFrom('public' as const, 'private' as const),
  guests_can_invite_others: fc.constant(true as const),
  capacity: optional(fc.maxSafeNat()),
  hidden: fc.boolean(),
  reminders: fc.constantFrom([], [{ method: 'email' as const, minutes: 1440 }]),
  sponsor: optional(fc.record({ title: text, browser_url: text })),
})

const dialects = { v1: v1('platform', defaultAssumptions), v2: v2('"odd"', defaultAssumptions) }

/** The same by way of an object: fields under their names in the order of the table, those without a value left out or `null`. */
function expected(version: 'v1' | 'v2', shown: EventFacts, unset: Unset): string {
  const { sponsor } = shown
  const renamed = version === 'v1' && sponsor ? { summary: sponsor.title, url: sponsor.browser_url } : sponsor
  const values: Readonly<Record<string, unknown>> = { ...shown, sponsor: renamed }
  const members = dialects[version].fields.map(({ wire, fact }) => [wire, values[fact]])
  const orNull = (_name: string, value: unknown) => (value === undefined && unset === 'null' ? null : value)
  const object = JSON.stringify(Object.fromEntries(members), orNull)
  return `${object.slice(1, -1)},`
}

test('events are written as JSON.stringify would write their fields, whatever is in them, one after the other', () => {
  const unsets = fc.constantFrom('absent' as const, 'null' as const)
  const versions = fc.constantFrom('v1' as const, 'v2' as const)
  fc.assert(
    fc.property(versions, unsets, fc.array(facts, { minLength: 1, maxLength: 4 }), (version, unset, events) => {
      const write = eventWriter(dialects[version], unset)
      const json = new JsonWriter()
      for (const event of events) {
        write(event, json)
        const written = textOf(json.take())
        // Compared so, for a difference within 70,000 characters takes minutes to show.
        expect(written === expected(version, event, unset) || written).toBe(true)
      }
    }),
    { numRuns: 300 },
  )
})

test('what is kept of an event holds on to no more than itself, and something long to nothing else either', () => {
  const service = createMockService({ events: 2 })
  const engine = engineOf(service)
  const { token } = service.seeded.group
  const long = service.addEvent({ title: 'Long', description: 'é'.repeat(300_000) }, { key: service.seeded.group })
  const [short] = service.targeting(service.seeded.group)
  const get = (id = '') => {
    const headers = new Map([['osdi-api-token', token]])
    const asked = { method: 'GET', base: service.baseUrl, target: `/api/v2/events/${id}`, headers, ...noBody }
    const delivery = engine?.handle({ ...asked, header: (name) => headers.get(name) })
    if (!delivery || delivery instanceof Promise) throw new Error('A fault has struck')
    return delivery.answer?.parts?.[0]
  }
  for (const [id, isLong] of [[long.id, true] as const, [short?.id, false] as const]) {
    const asked = Array.from({ length: 5 }, () => get(id))
    const [first, last] = [asked[0], asked[4]]
    expect(last).toBe(asked[3])
    expect(last?.buffer.byteLength).toBe(last?.length)
    expect(isLong ? first?.buffer.byteLength : first?.length).toBe(first?.length)
    expect(last).toEqual(first)
  }
})
