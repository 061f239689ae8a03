import { expect, test } from 'vitest'
import { allRefused, each, refusals } from '../support/verdicts.ts'
import { versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

for (const subject of versions) {
  const { version, names, least, clauses } = subject
  for (const field of [names.title, names.origin]) {
    test(`create of ${version} without a proper ${field} sends nothing (${clauses.required})`, async () => {
      const { [field]: _gone, ...rest } = least
      const found = await refusals(subject, new RegExp(field), (client) => ({
        missing: () => client.create(rest),
        ...each(['', '  ', null, undefined, 5, ['a'], {}], (bad) => client.create({ ...least, [field]: bad })),
      }))
      expect(found).toEqual(allRefused)
    })

    test(`update of ${version} that empties ${field} sends nothing (${clauses.required})`, async () => {
      const found = await refusals(subject, new RegExp(field), (client) =>
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
      const found = await refusals(subject, new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, [field]: 'x' }),
        'in update': () => client.update(id, { [field]: 'x' }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
  })

  test(`${version} refuses fields of a wrong type, by their names (${clauses.write})`, async () => {
    for (const [field, bad] of Object.entries({ description: 5, location: 'Town hall', identifiers: 'a:1' })) {
      const found = await refusals(subject, new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, [field]: bad }),
        'in update': () => client.update(id, { [field]: bad }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
    const inside = { venue: 5, address_lines: 'Main Street', postal_code: 20003, elevation: 3 }
    for (const [field, bad] of Object.entries(inside)) {
      const found = await refusals(subject, new RegExp(field), (client) => ({
        'in create': () => client.create({ ...least, location: { [field]: bad } }),
      }))
      expect({ field, ...found }).toEqual({ field, ...allRefused })
    }
  })

  test(`${version} refuses identifiers that are not <system>:<id> (${clauses.write})`, async () => {
    const bad = ['nocolon', ':1', 'a:', '', 5, null]
    const found = await refusals(subject, /identifiers/, (client) => ({
      ...each(bad, (identifier) => client.create({ ...least, identifiers: ['a:1', identifier] })),
      'in update': () => client.update(id, { identifiers: ['nocolon'] }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a start that is no date-time (${clauses.clock})`, async () => {
    const bad = ['tomorrow', '', '2026-13-01T10:00:00', '2026-02-30T10:00:00', '2026-06-20T25:00:00', 1781949600000]
    const found = await refusals(subject, new RegExp(names.start), (client) => ({
      ...each(bad, (start) => client.create({ ...least, [names.start]: start })),
      'in update': () => client.update(id, { [names.start]: 'tomorrow' }),
    }))
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses a Date and a numeric offset as start and says why (${clauses.clock})`, async () => {
    const bad = [new Date(0), '2026-06-20T11:00:00+02:00', '2026-06-20T11:00:00-0500', '2026-06-20T11:00:00+00:00']
    const found = await refusals(subject, /local/, (client) =>
      each(bad, (start) => client.create({ ...least, [names.start]: start })),
    )
    expect(found).toEqual(allRefused)
  })

  test(`${version} refuses fields that are no object (${clauses.write})`, async () => {
    const found = await refusals(subject, /./, (client) => ({
      ...each([null, [], 'Picnic', 5], (bad) => Reflect.apply(client.create, client, [bad])),
      ...each([undefined, new Date(0)], (bad) => Reflect.apply(client.update, client, [id, bad])),
    }))
    expect(found).toEqual(allRefused)
  })
}
