import fc from 'fast-check'
import { eventsOf, idOf, isEventsError, linksOf, rejectedOf, wallClockOf } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { mutation } from '../../support/mutations.ts'
import { shows } from '../../support/shows.ts'
import { type AnyClient, apiKey, versions } from '../../support/versions.ts'

/** In each of the loops below; four of them make 100,000. */
const runs = 25_000

const heads = fc.record({
  status: fc.constantFrom(200, 200, 200, 200, 200, 201, 204, 302, 400, 404, 500),
  type: fc.constantFrom(
    'application/hal+json',
    'application/hal+json',
    'application/json; charset=utf-8',
    '',
    'text/html',
  ),
})

/** Whatever happens is a value or an error of this package. */
const typed = async <Value>(call: () => Value | Promise<Value>): Promise<Value | undefined> => {
  try {
    return await call()
  } catch (error) {
    if (!isEventsError(error)) throw error
    expect(error.message).not.toContain(apiKey)
    return undefined
  }
}

/** Lists whatever came, and looks at it as callers do. */
async function kept(client: AnyClient): Promise<void> {
  const filter = { status: 'confirmed' }
  const pages = client.list({ onInvalid: 'keep', maxPages: 1, prefetch: 0, filter } as object).pages()
  for (let page = await pages.next(); !page.done; page = await pages.next()) {
    expect(rejectedOf(page.value).every(({ issues }) => issues.length > 0)).toBe(true)
    for (const event of eventsOf(page.value)) {
      expect(typeof event).toBe('object')
      await typed(() => idOf(event as never))
      wallClockOf(event as never)
    }
  }
  expect(pages.report.events).toBeGreaterThanOrEqual(0)
  expect(pages.checkpoint).toContain('osdi')
}

for (const { version, header, open } of versions) {
  for (const kind of ['event', 'page'] as const) {
    test(`calls of ${version} with ${runs} mutated responses of one ${kind} end in a result or a typed error`, async () => {
      const service = createMockService({ events: 8, perPage: 3 })
      const url = `${service.baseUrl}/api/${version}/events`
      const headers = { [header]: service.seeded.group.token }
      const page = await (await service.fetch(url, { headers })).json()
      const [first] = page._embedded['osdi:events']
      const original = JSON.stringify(kind === 'page' ? page : first)

      let body = ''
      let init: ResponseInit = {}
      const client = open(service.baseUrl, {
        fetch: async () => new Response(init.status === 204 ? null : body, init),
        onDrift: () => {},
      })
      let results = 0
      let errors = 0
      await fc.assert(
        fc.asyncProperty(mutation, heads, fc.boolean(), async (edit, { status, type }, write) => {
          body = edit(original)
          init = { status, headers: type ? { 'content-type': type } : {} }
          if (kind === 'page' && write) await typed(() => kept(client))
          const call = () => {
            if (kind === 'page') return client.page(1)
            return write ? client.update('e1', { description: 'x' }) : client.get('e1')
          }
          const result = await typed(call)
          if (result === undefined) {
            errors += 1
            return
          }
          results += 1
          // Readers of UTF-8 leave a byte order mark out.
          expect(JSON.stringify(result)).toBe(JSON.stringify(JSON.parse(body.replace(/^\ufeff/, ''))))
          const events = kind === 'page' ? [...eventsOf(result), ...rejectedOf(result)] : [result]
          for (const event of events) {
            await typed(() => idOf(event as never))
            await typed(() => wallClockOf(event as never))
            linksOf(event as never, 'osdi:attendances')
          }
        }),
        { numRuns: runs },
      )
      expect(results + errors).toBe(runs)
      // Neither of the two is what always happens.
      expect(Math.min(results, errors)).toBeGreaterThan(runs / 50)
      expect('polluted' in {}).toBe(false)
    })
  }

  test(`errors of ${version} for mutated error responses that repeat the key never show the key`, async () => {
    let body = ''
    const client = open('https://events.example.org', { fetch: async () => new Response(body, { status: 403 }) })
    const original = JSON.stringify({ error: `No: ${apiKey}`, [apiKey]: [{ deep: { key: apiKey } }] })
    await fc.assert(
      fc.asyncProperty(mutation, async (edit) => {
        body = edit(original)
        const error: unknown = await client.get('e1').catch((thrown: unknown) => thrown)
        expect(isEventsError(error)).toBe(true)
        expect(shows(error, apiKey)).toBe(false)
      }),
      { numRuns: 2_000 },
    )
  })
}
