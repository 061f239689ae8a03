import { idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../support/versions.ts'

// error.field begins with the argument's name only for mistakes of the program. A page may show the other errors to the visitor who filled in its form.

const untyped = (value: unknown) => value as never
const ada = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }
const withMail = (address: unknown) => ({ person: { email_addresses: [{ address }] } })
const like = 'write the clock at the place of the event, such as 2026-05-01T18:00:00'

type Case = readonly [what: string, call: (client: AnyClient) => unknown, field: string, message?: string]

for (const { version, names, least } of versions) {
  const event = eventOf(version, 'e1', {
    _links: {
      self: { href: address(version, 'events/e1') },
      [version === 'v1' ? 'osdi:attendance' : 'osdi:attendances']: { href: address(version, 'events/e1/attendances') },
    },
  })
  const { title, start } = names
  const create =
    (fields: object, options = {}) =>
    (client: AnyClient) =>
      client.create({ ...least, ...fields }, options)
  const update = (changes: unknown) => (client: AnyClient) => client.update('e1', untyped(changes))
  const record =
    (attendance: unknown, options = {}) =>
    (client: AnyClient) =>
      client.recordAttendance(event, attendance, options)

  /** Mistakes that a visitor can make in a form. */
  const ofVisitors: readonly Case[] = [
    ['a missing title', create({ [title]: undefined }), title, 'is missing'],
    ['a title of null', create({ [title]: null }), title],
    ['an empty title', create({ [title]: ' ' }), title, 'must not be empty'],
    ['an empty title in a change', update({ [title]: '' }), title, 'must not be empty'],
    ['a start of other text', create({ [start]: 'next Friday' }), start, `is not a date-time; ${like}`],
    [
      'a start on a day that does not exist',
      create({ [start]: '2026-02-30T18:00' }),
      start,
      `is not a date-time; ${like}`,
    ],
    ['a start with an offset', update({ [start]: '2026-05-01T18:00:00+02:00' }), start],
    ['a number as a postal code', create({ location: { postal_code: 20009 } }), 'location.postal_code'],
    ['NaN as a coordinate', create({ location: { location: { latitude: Number.NaN } } }), 'location.location.latitude'],
    ['null in a location', create({ location: { venue: null } }), 'location.venue'],
    ['an identifier without a system', create({ identifiers: ['42'] }), 'identifiers[0]'],
    ['a person without e-mail address and number', record({ person: { given_name: 'Ada' } }), 'person.email_addresses'],
    ['a missing e-mail address', record(withMail(undefined)), 'person.email_addresses[0].address', 'is missing'],
    ['an empty e-mail address', record(withMail('')), 'person.email_addresses[0].address'],
    [
      'an e-mail address without @',
      record(withMail('ada')),
      'person.email_addresses[0].address',
      'must be an e-mail address',
    ],
    [
      'a phone number of six digits',
      record({ person: { phone_numbers: [{ number: '555-010' }] } }),
      'person.phone_numbers[0].number',
    ],
    ['a name of null', record({ person: { ...ada, given_name: null } }), 'person.given_name'],
    ['an empty status', record({ person: ada, status: '' }), 'status'],
  ]

  class Fields {}

  /** Mistakes that only a program can make. */
  const ofPrograms: readonly Case[] = [
    ['a missing event', (client) => client.create(untyped(undefined)), 'event', 'is missing'],
    ['an event of a class', (client) => client.create(new Fields()), 'event'],
    ['a promise of an event', (client) => client.create(Promise.resolve(least)), 'event'],
    ['null as changes', update(null), 'changes'],
    ['an unknown field of an event', create({ titel: 'Picnic' }), 'event.titel'],
    ['a field of the other version', create({ [names.ofTheOther]: 'x' }), `event.${names.ofTheOther}`],
    ['a field that the service sets', update({ total_accepted: 4 }), 'changes.total_accepted'],
    ['an unknown field of a location', create({ location: { city: 'x' } }), 'event.location.city'],
    ['a location as text', update({ location: 'Hall' }), 'changes.location'],
    ['identifiers as text', create({ identifiers: 'a:1' }), 'event.identifiers'],
    ['a Date as start', create({ [start]: new Date(0) }), `event.${start}`],
    ['a file as a description', create({ description: new Blob(['x']) }), 'event.description'],
    ['a function as title', update({ [title]: () => 'x' }), `changes.${title}`],
    ['an upsert without identifiers', (client) => client.upsert(least), 'event.identifiers'],
    ['an unknown option', create({}, { titel: 'x' }), 'titel'],
    ['an option of another type', create({}, { timeout: 'x' }), 'timeout'],
    ['a number as options', create({}, 5 as never), 'options'],
    ['an e-mail address as creator', create({}, { creator: 'ada@example.org' }), 'creator'],
    ['a documented field in extra', create({}, { extra: { [title]: 'x' } }), `extra.${title}`],
    ['a function in extra', record({ person: ada }, { extra: { person_name: [() => {}] } }), 'extra.person_name[0]'],
    ['a person in extra', record({ person: ada }, { extra: { person: ada } }), 'extra.person.given_name'],
    ['a missing attendance', record(undefined), 'attendance'],
    ['a missing person', record({}), 'attendance.person', 'is missing'],
    ['a person as a number', record({ person: 5 }), 'attendance.person'],
    ['an e-mail address as a person', record({ person: 'ada@example.org' }), 'attendance.person'],
    ['a person id with a slash', record({ person: 'a/b' }), 'attendance.person'],
    ['a link to a person elsewhere', record({ person: { href: 'https://x.example.org/' } }), 'attendance.person'],
    [
      'an unknown field of a person',
      record({ person: { ...ada, email: 'ada@example.org' } }),
      'attendance.person.email',
    ],
    [
      'an unknown field of an address',
      record({ person: { email_addresses: [{ mail: 'x' }] } }),
      'attendance.person.email_addresses[0].mail',
    ],
    [
      'addresses as text',
      record({ person: { email_addresses: 'ada@example.org' } }),
      'attendance.person.email_addresses',
    ],
    ['an address as text', record({ person: { email_addresses: ['x'] } }), 'attendance.person.email_addresses[0]'],
    ['an unknown field of an attendance', record({ person: ada, tickets: 2 }), 'attendance.tickets'],
    ['an empty id', (client) => client.get(''), 'id'],
    ['an RSVP to an empty id', (client) => client.recordAttendance('', { person: ada }), 'id'],
    [
      'an RSVP to a promise of an event',
      (client) => client.recordAttendance(Promise.resolve(event), { person: ada }),
      'event',
    ],
    ['an event without id and links', (client) => client.get({}), 'event'],
    ['a filter by an unknown field', (client) => client.list({ filter: { person: 'x' } }), 'filter.person'],
    ['a query of another type', (client) => client.get('e1', { query: { person: [] } }), 'query.person'],
    ['an identifier without a system to find', (client) => client.find('42'), 'identifier'],
    ['idOf an object without id', () => idOf({ identifiers: [] }), 'event.identifiers'],
  ]

  /** First names of `error.field` for visitors' mistakes. */
  const fields = [
    'person',
    'status',
    'identifiers',
    'location',
    ...Object.values(names),
    ...Object.keys(least),
    'description',
  ]

  for (const [whose, cases] of Object.entries({ "a visitor's": ofVisitors, "a program's": ofPrograms })) {
    for (const [what, call, field, message] of cases) {
      test(`the InputError for ${what} in ${version} has the field ${field}, which shows ${whose} mistake`, async () => {
        const { client, requests } = clientOver(version, [json(event)])
        const error = await failureOf(() => call(client))
        expect(error).toMatchObject({ code: 'input', field })
        expect('outcome' in error).toBe(false)
        if (message) expect(error.message).toBe(`${field}: ${message}`)
        const [first = ''] = field.split(/[.[]/)
        expect(fields.includes(first)).toBe(cases === ofVisitors)
        expect(requests).toHaveLength(0)
      })
    }
  }

  test(`an InputError of ${version} names a program's mistake before a visitor's`, async () => {
    const { client } = clientOver(version, [])
    expect(await failureOf(() => client.create({ [title]: '', titel: 'x' }))).toMatchObject({
      field: 'event.titel',
      issues: [{ field: 'event.titel' }, { field: title }, { field: names.origin }],
    })
  })

  test(`create, update and recordAttendance of ${version} ignore undefined fields of extra at any depth`, async () => {
    const { client, requests } = clientOver(version, [json(event), json(event), json({ 'platform:event_id': 'e1' })])
    const extra = { add_tags: undefined, [title]: undefined, a: { b: undefined, c: [{ d: undefined, e: 1 }] } }
    const sent = { a: { c: [{ e: 1 }] } }
    await client.create(least, { extra })
    await client.update('e1', {}, { extra: { add_tags: undefined } })
    await client.recordAttendance(event, { person: ada }, { extra: { ...extra, person: undefined } })
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ ...least, ...sent }, {}, { person: ada, ...sent }])
    expect(await failureOf(() => client.create(least, { extra: { a: [undefined] } }))).toMatchObject({
      field: 'extra.a[0]',
    })
  })

  test(`recordAttendance of ${version} ignores undefined fields of a person, in lists too`, async () => {
    const { client, requests } = clientOver(version, [json({ 'platform:event_id': 'e1' })])
    const person = { email_addresses: [{ address: 'ada@example.org', primary: undefined, label: undefined }] }
    await client.recordAttendance(event, { person })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      person: { email_addresses: [{ address: 'ada@example.org' }] },
    })
  })
}
