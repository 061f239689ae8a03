import { expect, test } from 'vitest'
import { allRefused, each, refusals } from '../support/verdicts.ts'
import { type AnyClient, apiKey, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const badIds = ['', 5, null, undefined, true, '.', '..', 'a/b', 'a?b', 'a#b', 'a%20b', 'a b', ' ', 'platform:', {}, []]

for (const subject of versions) {
  const { version, header, otherHeader, names, least, clauses } = subject
  test(`${version} refuses an id that names no event, in every method (${clauses.ids})`, async () => {
    const found = await refusals(subject, /\bid\b|identifier/i, (client) => ({
      ...each([...badIds, 'platform:..', 'platform:a/b'], (bad) => client.get(bad)),
      'in update': () => client.update('a/b', least),
      'in delete': () => client.delete('..'),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a campaign that is none, at once (${clauses.campaign})`, async () => {
    const thrown = (client: AnyClient, campaign: unknown) => {
      client.list({ campaign })
      throw new Error('list did not throw at once')
    }
    const bad = ['', 5, null, '.', '..', 'a/b', 'a?b', 'a%20b', 'a b']
    const found = await refusals(subject, /campaign/, (client) => ({
      ...each(bad, (campaign) => thrown(client, campaign)),
      'in page': () => client.page(1, { campaign: '' }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a page that is no positive whole number (${clauses.paging})`, async () => {
    const bad = [0, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, '2', null, undefined]
    expect(await refusals(subject, /page/, (client) => each(bad, (page) => client.page(page)))).toEqual(allRefused)
  })

  test(`${version} refuses a creator that is no person (${clauses.write})`, async () => {
    const found = await refusals(subject, /creator/, (client, url) =>
      each(
        [
          '',
          5,
          null,
          {},
          { href: '' },
          'a/b',
          '..',
          'a b',
          `${url}/api/${version}/events/${id}`,
          `${url}/api/${version}/people/`,
          'https://elsewhere.example.org/api/v2/people/1',
        ],
        (creator) => client.create(least, { creator }),
      ),
    )
    expect(found).toEqual(allRefused)
  })

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

  test(`${version} refuses a documented field as extra (${clauses.write})`, async () => {
    const found = await refusals(subject, /extra/, (client) =>
      each([names.title, names.notEditable, '_links', 'identifiers'], (field) =>
        client.create(least, { extra: { [String(field)]: 'x' } }),
      ),
    )
    expect(found).toEqual(allRefused)
  })
}
