import { expect, test } from 'vitest'
import { nothing } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { each, notRefused } from '../support/verdicts.ts'
import { apiKey, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const badIds = ['', 5, null, undefined, true, '.', '..', 'a/b', 'a?b', 'a#b', 'a%20b', 'a b', ' ', 'platform:', {}, []]

for (const { version, header, otherHeader, names, least, clauses, open } of versions) {
  /** Makes the calls against a server that must not be asked. */
  const refusals = async (
    name: RegExp,
    calls: (client: ReturnType<typeof open>, url: string) => Record<string, () => unknown>,
  ) => {
    await using server = await rawServer(nothing)
    const found = await notRefused(name, calls(open(server.url), server.url))
    return { found, connections: server.connections() }
  }
  const allRefused = { found: {}, connections: 0 }

  test(`${version} refuses an id that names no event, in every method (${clauses.ids})`, async () => {
    const found = await refusals(/\bid\b|identifier/i, (client) => ({
      ...each([...badIds, 'platform:..', 'platform:a/b'], (bad) => client.get(bad)),
      'in update': () => client.update('a/b', least),
      'in delete': () => client.delete('..'),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a campaign that is none, at once (${clauses.campaign})`, async () => {
    const thrown = (client: ReturnType<typeof open>, campaign: unknown) => {
      client.list({ campaign })
      throw new Error('list did not throw at once')
    }
    const bad = ['', 5, null, '.', '..', 'a/b', 'a?b', 'a%20b', 'a b']
    const found = await refusals(/campaign/, (client) => ({
      ...each(bad, (campaign) => thrown(client, campaign)),
      'in page': () => client.page(1, { campaign: '' }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a page that is no positive whole number (${clauses.paging})`, async () => {
    const bad = [0, 1.5, -1, Number.NaN, Number.POSITIVE_INFINITY, '2', null, undefined]
    expect(await refusals(/page/, (client) => each(bad, (page) => client.page(page)))).toEqual(allRefused)
  })

  for (const field of [names.title, names.origin]) {
    test(`create of ${version} without a proper ${field} sends nothing (${clauses.required})`, async () => {
      const { [field]: _gone, ...rest } = least
      const found = await refusals(new RegExp(field), (client) => ({
        missing: () => client.create(rest),
        ...each(['', '  ', null, undefined, 5, ['a'], {}], (bad) => client.create({ ...least, [field]: bad })),
      }))
      expect(found).toEqual(allRefused)
    })

    test(`update of ${version} that empties ${field} sends nothing (${clauses.required})`, async () => {
      const found = await refusals(new RegExp(field), (client) =>
        each(['', null, 5], (bad) => client.update(id, { [field]: bad })),
      )
      expect(found).toEqual(allRefused)
    })
  }

  test(`${version} refuses a field of the other version and one that nobody may set (${clauses.write})`, async () => {
    const unknown = [
      names.ofTheOther,
      names.notEditable,
      'total_accepted',
      'status',
      'location_',
      '_links',
      names.created,
    ]
    for (const field of unknown) {
      const found = await refusals(new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, [field]: 'x' }),
        'in update': () => client.update(id, { [field]: 'x' }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
  })

  test(`${version} refuses fields of a wrong type, by their names (${clauses.write})`, async () => {
    for (const [field, bad] of Object.entries({ description: 5, location: 'Town hall', identifiers: 'a:1' })) {
      const found = await refusals(new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, [field]: bad }),
        'in update': () => client.update(id, { [field]: bad }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
    const inside = { venue: 5, address_lines: 'Main Street', postal_code: 20003, elevation: 3 }
    for (const [field, bad] of Object.entries(inside)) {
      const found = await refusals(new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, location: { [field]: bad } }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
  })

  test(`${version} refuses identifiers that are not <system>:<id> (${clauses.write})`, async () => {
    const bad = ['nocolon', ':1', 'a:', '', 5, null]
    const found = await refusals(/identifiers/, (client) => ({
      ...each(bad, (identifier) => client.create({ ...least, identifiers: ['a:1', identifier] })),
      'in update': () => client.update(id, { identifiers: ['nocolon'] }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a start that is no date-time (${clauses.clock})`, async () => {
    const bad = ['tomorrow', '', '2026-13-01T10:00:00', '2026-02-30T10:00:00', '2026-06-20T25:00:00', 1781949600000]
    const found = await refusals(new RegExp(names.start), (client) => ({
      ...each(bad, (start) => client.create({ ...least, [names.start]: start })),
      'in update': () => client.update(id, { [names.start]: 'tomorrow' }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a Date and a numeric offset as start and says why (${clauses.clock})`, async () => {
    const bad = [new Date(0), '2026-06-20T11:00:00+02:00', '2026-06-20T11:00:00-0500', '2026-06-20T11:00:00+00:00']
    const found = await refusals(/local/, (client) =>
      each(bad, (start) => client.create({ ...least, [names.start]: start })),
    )
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses fields that are no object (${clauses.write})`, async () => {
    const found = await refusals(/./, (client) => ({
      ...each([null, [], 'Picnic', 5], (bad) => Reflect.apply(client.create, client, [bad])),
      ...each([undefined, new Date(0)], (bad) => Reflect.apply(client.update, client, [id, bad])),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a creator that is no person (${clauses.write})`, async () => {
    const found = await refusals(/creator/, (client, url) =>
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
    const found = await refusals(/wat/, (client) => ({
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
    const found = await refusals(/header/, (client) =>
      each([header, header.toUpperCase(), otherHeader, otherHeader.toUpperCase()], (name) =>
        client.get(id, { headers: { [String(name)]: apiKey } }),
      ),
    )
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a documented field as extra (${clauses.write})`, async () => {
    const found = await refusals(/extra/, (client) =>
      each([names.title, names.notEditable, '_links', 'identifiers'], (field) =>
        client.create(least, { extra: { [String(field)]: 'x' } }),
      ),
    )
    expect(found).toEqual(allRefused)
  })
}
