import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { broken, hal, http, redirect, refusal, served, serving, silent } from '../support/raw-answers.ts'
import { type RawAnswer, rawServer } from '../support/raw-server.ts'
import { apiKey, versions } from '../support/versions.ts'
import { withNext } from '../support/with-next.ts'

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

for (const { version, least, open, header } of versions) {
  const pageTo = (href: string) => withNext(document(`${version}/collection-first`), href)
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
    test(`${name} puts the key of ${version} into no part of the error`, async () => {
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

  test(`a next that repeats the key of ${version} puts it into no part of the error`, async () => {
    await using server = await rawServer(serving(pageTo(`https://elsewhere.example.org/?key=${apiKey}`)))
    const error = await failureOf(() => collect(open(server.url).list()))
    expect(error.code).toBe('link')
    expect(everywhere(error)).not.toContain(apiKey)
  })

  test(`a key with characters that JSON and addresses escape stays out of an error of ${version} too`, async () => {
    const odd = 'a"k/e+y&\\=1'
    const escaped = [odd, JSON.stringify(odd).slice(1, -1), encodeURIComponent(odd)]
    await using server = await rawServer(() =>
      http(403, { 'Content-Type': 'application/json' }, JSON.stringify({ error: `No: ${escaped.join(' ')}` })),
    )
    const error = await failureOf(() => open(server.url, { apiKey: odd }).get(id))
    const texts = textsOf(error).join('\n')
    for (const form of escaped) expect(texts).not.toContain(form)
  })

  test(`the key of ${version} shows in no client, pager or result`, async () => {
    await using server = await rawServer((request) => hal(served(document(`${version}/event-least`), request)))
    const client = open(server.url)
    const event = await client.get(id)
    for (const each of [client, client.list(), client.list().pages(), event]) {
      expect(everywhere(each)).not.toContain(apiKey)
    }
  })

  test(`a key function that fails stays out of sight: ${version} sends nothing and rejects`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    const client = open(server.url, { apiKey: () => '' })
    expect(await failureOf(() => client.get(id))).toMatchObject({ code: 'input' })
    expect(server.connections()).toBe(0)
  })
}
