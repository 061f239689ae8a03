import fc from 'fast-check'
import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

const escaped = (text: string) =>
  text.replaceAll(/[\s\S]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
const percent = (text: string) => encodeURIComponent(text)

const key = fc
  .string({ unit: fc.constantFrom(...'abcXYZ019-_./+%"\\~:'), minLength: 12, maxLength: 40 })
  // What is left of a key that is an escape through and through may be too short to be looked for.
  .filter((text) => !/^\d+$/.test(text) && (text.match(/[%\\]/g) ?? []).length <= 2)
const spelled = fc.constantFrom<(text: string) => string>(
  (text) => text,
  (text) => text.toUpperCase(),
  percent,
)

test('any key, in any spelling and any place, is redacted when somebody looks', async () => {
  await fc.assert(
    fc.asyncProperty(key, spelled, fc.boolean(), async (token, spell, known) => {
      const service = createMockService()
      if (known) service.addKey({ token })
      const sent = spell(token)
      const headers = { 'api-key': token, 'X-Note': `~${percent(sent)}~` }
      const send = (body: string) =>
        service.fetch(`${service.baseUrl}/a/${percent(sent)}?b=${percent(sent)}`, { method: 'POST', headers, body })
      await send(JSON.stringify({ note: `<${sent}>`, [`<${sent}>`]: [sent] }))
      await send(`no JSON <${sent}> <${escaped(token)}>`)
      await send(`{"note":"<${escaped(token)}>","<${escaped(token)}>":["${escaped(token)}"]}`)
      for (const entry of service.requests) {
        expect(entry).toMatchObject({ path: '/a/[redacted]', query: { b: '[redacted]' } })
        expect(entry.url).toBe(`${service.baseUrl}/a/[redacted]?b=[redacted]`)
        expect(entry.headers).toMatchObject({ 'api-key': '[redacted]', 'x-note': '~[redacted]~' })
      }
      const json = { note: '<[redacted]>', '<[redacted]>': ['[redacted]'] }
      const text = 'no JSON <[redacted]> <[redacted]>'
      expect(service.requests.map(({ body }) => body)).toEqual([json, text, json])
    }),
  )
})

test('when somebody looks makes no difference to which unknown keys are redacted', async () => {
  const stranger = fc.integer({ min: 0, max: 130 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(stranger, stranger), { minLength: 90, maxLength: 260 }), async (pairs) => {
      const [late, early] = [createMockService(), createMockService()]
      for (const [sent, mentioned] of pairs) {
        for (const service of [late, early])
          await service.fetch(`${service.baseUrl}/?a=stranger-${mentioned}.`, {
            headers: { 'api-key': `stranger-${sent}.` },
          })
        expect(early.requests.length).toBeGreaterThan(0)
      }
      expect(late.requests).toEqual(early.requests)
    }),
    { numRuns: 10 },
  )
})

test('a key added after a request is redacted in it where nobody has looked yet', async () => {
  const service = createMockService()
  await service.fetch(`${service.baseUrl}/?a=added-later`)
  service.addKey({ token: 'added-later' })
  expect(service.requests[0]?.query).toEqual({ a: '[redacted]' })
})
