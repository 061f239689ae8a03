import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { collect, failureOf } from '../support/failure.ts'
import { broken, hal, http, redirect, refusal, silent } from '../support/raw-answers.ts'
import { type RawAnswer, rawServer } from '../support/raw-server.ts'
import { apiKey, v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

/** Every text that can be reached from a value: own properties, hidden ones, symbols, causes, headers and maps. */
const textsOf = (value: unknown, seen = new Set<unknown>()): string[] => {
  if (typeof value === 'string') return [value]
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || seen.has(value)) return []
  seen.add(value)
  const entries = value instanceof Headers || value instanceof Map || value instanceof Set ? [...value] : []
  const members = Reflect.ownKeys(value).map((name) => Reflect.get(value, name) as unknown)
  return [...entries, ...members].flatMap((member) => textsOf(member, seen))
}

const everywhere = (value: unknown): string =>
  [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true }),
    JSON.stringify(value) ?? '',
    String(value),
    ...textsOf(value),
  ].join('\n')

const { least, open, header } = v2

const echo = `Your key ${apiKey} is not welcome`
const answers: Readonly<Record<string, () => RawAnswer>> = {
  'a broken connection': broken,
  'a server that says nothing': silent,
  'a refusal that repeats it': () => refusal(403, echo),
  'a refusal as text that repeats it': () => http(403, { 'Content-Type': 'text/plain' }, echo),
  'a refusal that repeats it in its headers': () => http(403, { 'X-Key': apiKey, 'WWW-Authenticate': echo }, ''),
  'a refusal that repeats it as a member name': () =>
    http(403, { 'Content-Type': 'application/json' }, JSON.stringify({ [apiKey]: { [echo]: [apiKey] } })),
  'HTML that repeats it': () => http(200, { 'Content-Type': 'text/html' }, `<p>${echo}</p>`),
  'half a document that repeats it': () => hal(`{"error":"${echo}"`),
  'an error object with status 200 that repeats it': () => hal(JSON.stringify({ error: echo })),
  'an event that is none and repeats it': () => hal(JSON.stringify({ identifiers: apiKey, [apiKey]: [apiKey] })),
  'a redirect that repeats it': () => redirect(302, `https://elsewhere.example.org/?key=${apiKey}`),
}

for (const [name, answer] of Object.entries(answers)) {
  test(`${name} puts the key into no part of the error`, async () => {
    await using server = await rawServer(answer)
    const client = open(server.url, answer === silent ? { timeout: 80 } : {})
    for (const call of [() => client.get(id), () => client.create(least), () => collect(client.list())]) {
      const error = await failureOf(call)
      expect(everywhere(error)).not.toContain(apiKey)
      expect(error.message.length).toBeGreaterThan(10)
    }
    for (const request of server.requests) expect(request.header(header)).toEqual([apiKey])
  })
}
