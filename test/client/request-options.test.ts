import { expect, test } from 'vitest'
import { each, notRefused } from '../support/verdicts.ts'
import { apiKey, versions } from '../support/versions.ts'

const baseUrl = 'https://events.example.org'

for (const { version, header, otherHeader, clauses, construct } of versions) {
  test(`a client of ${version} without a proper key is refused (${clauses.key})`, async () => {
    const bad = ['', ' ', 'a\nb', 'a\r\nX-Injected: 1', 'a\u0000b', 'a\u007fb', 'ключ', 5, null, undefined]
    const found = await notRefused(/apiKey/, {
      missing: () => construct({ baseUrl }),
      ...each(bad, (key) => construct({ baseUrl, apiKey: key })),
    })
    expect(found).toEqual({})
  })

  test(`a client of ${version} refuses an option that it does not know, by its name`, async () => {
    const found = await notRefused(/wat/, { unknown: () => construct({ baseUrl, apiKey, wat: true }) })
    expect(found).toEqual({})
  })

  test(`a client of ${version} refuses headers that set a key header, in any case (${clauses.key})`, async () => {
    const found = await notRefused(
      /headers/,
      each([header, header.toUpperCase(), otherHeader, otherHeader.toUpperCase()], (name) =>
        construct({ baseUrl, apiKey, headers: { [String(name)]: 'other' } }),
      ),
    )
    expect(found).toEqual({})
  })

  test(`a client of ${version} that is refused shows neither its key nor the credentials of its address`, () => {
    const secret = 'hunter2-and-more'
    const messages = [
      { baseUrl: `https://user:${secret}@events.example.org`, apiKey },
      { baseUrl, apiKey: `${secret}\n` },
      { baseUrl, apiKey, headers: { [header]: secret } },
    ].map((options) => {
      try {
        construct(options)
        return 'accepted'
      } catch (error) {
        return `${String(error)} ${JSON.stringify(error)}`
      }
    })
    for (const message of messages) {
      expect(message).not.toBe('accepted')
      expect(message).not.toContain(secret)
    }
  })
}
