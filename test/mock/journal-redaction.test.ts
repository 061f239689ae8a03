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
    { numRuns: 40 },
  )
})

test('a key added after somebody looked is redacted for whoever looks again, in every part', async () => {
  const service = createMockService()
  const late = 'added-later'
  const init = {
    method: late,
    headers: { 'X-Note': `my ${late}` },
    body: JSON.stringify({ [late]: [late, '[redacted]'] }),
  }
  await service.fetch(`${service.baseUrl}/${late}?${late}=${late}`, init)
  const before = service.requests
  expect(before[0]?.path).toBe('/added-later')
  service.addKey({ token: late })
  const [after] = service.requests
  expect(JSON.stringify(after)).not.toMatch(/added/i)
  expect(after).toMatchObject({ number: 1, status: 404, body: { '[redacted]': ['[redacted]', '[redacted]'] } })
  expect(before[0]?.path).toBe('/added-later')
  expect(Object.isFrozen(after) && Object.isFrozen(after?.headers) && Object.isFrozen(after?.body)).toBe(true)
})

test('what was redacted once stays so, whatever keys are added', async () => {
  const service = createMockService()
  const send = () =>
    service.fetch(service.baseUrl, { headers: { 'api-key': 'no-key-of-ours', 'x-note': 'no-key-of-ours' } })
  await send()
  expect(service.requests[0]?.headers).toMatchObject({ 'x-note': '[redacted]' })
  for (const token of ['redacted', 'acted]', '[redacted]']) service.addKey({ token })
  expect(service.requests[0]?.headers).toMatchObject({ 'api-key': '[redacted]', 'x-note': '[redacted]' })
})

for (const looks of ['before', 'not before'] as const) {
  test(`an unknown key is redacted in requests that came before it stood in a header, looked at or not (${looks})`, async () => {
    const service = createMockService()
    await service.fetch(`${service.baseUrl}/?a=no-key-of-ours`)
    if (looks === 'before') expect(service.requests[0]?.query).toEqual({ a: 'no-key-of-ours' })
    await service.fetch(service.baseUrl, { headers: { 'api-key': 'no-key-of-ours' } })
    expect(service.requests[0]?.query).toEqual({ a: '[redacted]' })
  })
}
