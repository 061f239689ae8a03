import { expect, test } from 'vitest'
import { allRefused, each, refusals } from '../support/verdicts.ts'
import { apiKey, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

for (const subject of versions) {
  const { version, header, otherHeader, least, clauses } = subject

  test(`${version} refuses call options that it does not know (${clauses.key})`, async () => {
    const found = await refusals(subject, /wat/, (client) => ({
      get: () => client.get(id, { wat: 1 }),
      page: () => client.page(1, { wat: 1 }),
      create: () => client.create(least, { wat: 1 }),
      update: () => client.update(id, least, { wat: 1 }),
      delete: () => client.delete(id, { wat: 1 }),
      list: () => {
        client.list({ wat: 1 })
        throw new Error('list did not throw at once')
      },
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses call headers that set a key header, in any case (${clauses.key})`, async () => {
    const found = await refusals(subject, /header/, (client) =>
      each([header, header.toUpperCase(), otherHeader, otherHeader.toUpperCase()], (name) =>
        client.get(id, { headers: { [String(name)]: apiKey } }),
      ),
    )
    expect(found).toEqual(allRefused)
  })
}
