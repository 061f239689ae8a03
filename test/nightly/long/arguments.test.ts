import fc from 'fast-check'
import { isEventsError } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../../support/client-answers.ts'
import { scripted } from '../../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../../support/versions.ts'

/** In each of the loops below. */
const runs = 6_000

const shared = ['description', 'identifiers', 'location', 'instructions', 'name']
const documented = {
  v1: [...shared, 'summary', 'originating_system', 'start', 'end'],
  v2: [...shared, 'title', 'origin_system', 'start_date', 'end_date'],
}

const times = ['2026-05-01T12:00:00', '2026-05-01T12:00:00Z', '2026-05-01']
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom(...times, 'calendar:7', '\ud800', '__proto__', 'a\0b', ''),
)
const parts = fc.constantFrom('venue', 'locality', 'address_lines', 'location', 'latitude', 'wat')
const values: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: texts },
  { weight: 1, arbitrary: fc.array(texts, { maxLength: 3 }) },
  { weight: 1, arbitrary: fc.dictionary(parts, texts, { noNullPrototype: true }) },
  { weight: 1, arbitrary: fc.anything({ withDate: true, withMap: true, withBigInt: true, withNullPrototype: true }) },
)

/** Whether JSON keeps a value exactly. */
const isJson = (value: unknown): boolean => {
  if (typeof value === 'number') return Number.isFinite(value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value !== 'object') return false
  if (Array.isArray(value)) return value.every(isJson)
  const prototype = Object.getPrototypeOf(value)
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson)
}

const withoutUndefined = (fields: object) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

for (const { version, least, open } of versions) {
  const over = () => {
    const { fetch, requests } = scripted(() => Response.json(eventOf(version)))
    return { client: open('https://events.example.org', { fetch }), requests }
  }

  const sendsFaithfully = (name: 'create' | 'update', call: (client: AnyClient, fields: object) => Promise<unknown>) =>
    test(`${name} of ${version} sends each of ${runs} random arguments unchanged, or refuses it and sends nothing`, async () => {
      let sent = 0
      const { client, requests } = over()
      const known = fc.constantFrom(...documented[version])
      const names = fc.oneof({ weight: 6, arbitrary: known }, { weight: 1, arbitrary: texts })
      await fc.assert(
        fc.asyncProperty(fc.dictionary(names, values, { maxKeys: 4 }), fc.boolean(), async (random, complete) => {
          const fields = complete ? { ...least, ...random } : random
          const before = requests.length
          try {
            await call(client, fields)
          } catch (error) {
            expect(isEventsError(error) && error.code).toBe('input')
            expect(requests.length).toBe(before)
            return
          }
          sent += 1
          expect(requests.length).toBe(before + 1)
          const given = withoutUndefined(fields)
          expect(isJson(given)).toBe(true)
          expect(JSON.parse(requests.at(-1)?.body ?? '')).toEqual(JSON.parse(JSON.stringify(given)))
        }),
        { numRuns: runs },
      )
      expect(sent).toBeGreaterThan(runs / 50)
      expect(sent).toBeLessThan(runs)
    })

  sendsFaithfully('create', (client, fields) => client.create(fields))
  sendsFaithfully('update', (client, fields) => client.update('e1', fields))

  test(`get of ${version} requests each of ${runs} random ids unchanged, or refuses it and sends nothing`, async () => {
    const { client, requests } = over()
    await fc.assert(
      fc.asyncProperty(fc.oneof(texts, fc.webPath(), fc.uuid(), fc.anything()), async (id) => {
        const before = requests.length
        try {
          await client.get(id)
        } catch (error) {
          expect(isEventsError(error) && error.code).toBe('input')
          expect(requests.length).toBe(before)
          return
        }
        const { pathname, search } = new URL(requests.at(-1)?.url ?? '')
        const root = `/api/${version}/events/`
        expect(pathname.startsWith(root) && search === '').toBe(true)
        const [last, ...more] = pathname.slice(root.length).split('/')
        expect(more).toEqual([])
        const bare = decodeURIComponent(last ?? '')
        expect([bare, `platform:${bare}`]).toContain(id)
      }),
      { numRuns: runs },
    )
  })
}
