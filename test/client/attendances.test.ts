import { inspect } from 'node:util'
import { EventsV2, embeddedOf, idOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { filterOf } from '../support/filtered-list.ts'
import { base, broken, clientOver, cutShort, json, refusal, type Step } from '../support/scripted-fetch.ts'
import { type AnyClient, apiKey, versions } from '../support/versions.ts'

type Version = 'v1' | 'v2'

const at = (minute: number) => `2026-05-01T12:0${minute}:00Z`

/** The relation of an event's attendances, and its path. */
const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' }
const path = (version: Version) => `events/e1/${relations[version].replace('osdi:', '')}`

const eventWith = (version: Version, links: object = {}) =>
  eventOf(version, 'e1', {
    _links: {
      self: { href: address(version, 'events/e1') },
      [relations[version]]: { href: address(version, path(version)) },
      ...links,
    },
  })

/** An attendance in the shape of public fixtures. */
const attendance = (version: Version, id: string, more: object = {}) => ({
  identifiers: [`platform:${id}`],
  [version === 'v1' ? 'created_at' : 'created_date']: at(1),
  [version === 'v1' ? 'modified_at' : 'modified_date']: at(1),
  status: 'accepted',
  'platform:person_id': 'p1',
  'platform:event_id': 'e1',
  _links: {
    self: { href: address(version, `${path(version)}/${id}`) },
    'osdi:event': { href: address(version, 'events/e1') },
    'osdi:person': { href: address(version, 'people/p1') },
  },
  ...more,
})

/** A page in the shape of public fixtures: the relation of its links is singular, that of the embedded RSVPs plural. */
const pageOf = (version: Version, ids: readonly string[], more: object = {}, relation = 'osdi:attendances') => ({
  page: 1,
  _links: {
    self: { href: address(version, path(version)) },
    'osdi:attendance': ids.map((id) => ({ href: address(version, id) })),
  },
  _embedded: { [relation]: ids.map((id) => attendance(version, id)) },
  ...more,
})

const next = (version: Version, page: number) => ({
  _links: { next: { href: address(version, `${path(version)}?page=${page}`) } },
})

const idsIn = (attendances: readonly object[]) => attendances.map((each) => idOf(each as never)).join(' ')

for (const { version } of versions) {
  const pages: Step[] = [
    json(pageOf(version, ['a1', 'a2'], { ...next(version, 2), total_records: 3, total_pages: 2, per_page: 2 })),
    json(pageOf(version, ['a3'], { page: 2, total_records: 3, total_pages: 2, per_page: 2 })),
  ]

  test(`attendances(event) of ${version} reads RSVPs page by page from the address in the event's link`, async () => {
    const { client, requests } = clientOver(version, pages)
    const pager = client.attendances(eventWith(version))
    expect(requests).toEqual([])
    const all = await collect(pager)
    expect(all).toEqual(['a1', 'a2', 'a3'].map((id) => attendance(version, id)))
    expect(requests.map(({ url }) => url)).toEqual([
      address(version, path(version)),
      address(version, `${path(version)}?page=2`),
    ])
    expect(pager.report).toMatchObject({ pages: 2, events: 3, complete: true, certain: true })
  })

  test(`attendances(id) of ${version} requests the event, and then follows the event's link to its attendances`, async () => {
    const elsewhere = address(version, 'rsvps?event=e1')
    const event = eventWith(version, { [relations[version]]: { href: elsewhere } })
    const { client, requests } = clientOver(version, [json(event), json(pageOf(version, ['a1']))])
    expect(idsIn(await collect(client.attendances('e1', { filter: { status: 'accepted' } })))).toBe('a1')
    expect(idsIn(await collect(client.attendances(event, { filter: { status: 'accepted' } })))).toBe('a1')
    const listed = `${elsewhere}&filter=status+eq+%27accepted%27`
    expect(requests.map(({ url }) => url)).toEqual([address(version, 'events/e1'), listed, listed])
  })

  test.each(['osdi:attendances', 'osdi:attendance'])(
    `attendances of ${version} reads RSVPs that a page embeds as %s`,
    async (relation) => {
      const { client } = clientOver(version, [json(pageOf(version, ['a1', 'a2'], {}, relation))])
      expect(idsIn(await collect(client.attendances(eventWith(version))))).toBe('a1 a2')
      for await (const page of client.attendances(eventWith(version)).pages()) {
        expect(embeddedOf(page, relation)).toHaveLength(2)
      }
    },
  )

  test(`attendances of ${version} sends a filter by the names of its version, and leaves out RSVPs that do not match`, async () => {
    const modified = version === 'v1' ? 'modified_at' : 'modified_date'
    const list = pageOf(version, [], {
      _links: {},
      _embedded: {
        'osdi:attendances': [1, 2, 3].map((minute) => attendance(version, `a${minute}`, { [modified]: at(minute) })),
      },
    })
    const { client, requests } = clientOver(version, [json(list)])
    const pager = client.attendances(eventWith(version), { filter: { [modified]: { gt: at(1) } } })
    expect(idsIn(await collect(pager))).toBe('a2 a3')
    expect(pager.report?.filter).toBe('ignored')
    expect(requests.map(filterOf)).toEqual([`${modified} gt '${at(1)}'`])
    expect(await failureOf(() => client.attendances('e1', { filter: { title: 'x' } }))).toMatchObject({
      field: 'filter.title',
    })
  })

  test(`attendances of ${version} resumes from a checkpoint, by id or by event`, async () => {
    const begun = clientOver(version, pages).client.attendances(eventWith(version)).pages()
    await begun.next()
    const { client, requests } = clientOver(version, pages.slice(1))
    expect(idsIn(await collect(client.attendances('e1', { resume: begun.checkpoint })))).toBe('a3')
    expect(requests).toHaveLength(1)
    const other = await failureOf(() => client.attendances('e2', { resume: begun.checkpoint }))
    expect(other).toMatchObject({ field: 'resume' })
    await begun.return()
  })

  test(`attendances of ${version} keeps undocumented fields and refuses fields of a wrong type`, async () => {
    const odd = attendance(version, 'a1', { tickets: [{ title: 'Adult' }], status: 'waitlisted', person: null })
    const { client } = clientOver(version, [
      json(pageOf(version, [], { _links: {}, _embedded: { 'osdi:attendances': [odd] } })),
    ])
    expect(await collect(client.attendances(eventWith(version)))).toEqual([odd])
    const wrong = json(
      pageOf(version, [], {
        _links: {},
        _embedded: { 'osdi:attendances': [attendance(version, 'a1', { identifiers: 5 })] },
      }),
    )
    const over = () => clientOver(version, [wrong]).client
    expect(await failureOf(() => collect(over().attendances(eventWith(version))))).toMatchObject({
      code: 'schema',
      issues: [{ field: '_embedded.osdi:attendances[0].identifiers' }],
    })
    const pager = over().attendances(eventWith(version), { onInvalid: 'report' })
    expect([await collect(pager), pager.report?.rejected]).toEqual([[], 1])
  })

  test(`attendances of ${version} refuses a page that links RSVPs but embeds none`, async () => {
    const bare = json({ ...pageOf(version, ['a1']), _embedded: {} })
    const call = () => collect(clientOver(version, [bare]).client.attendances(eventWith(version)))
    expect(await failureOf(call)).toMatchObject({ code: 'schema', issues: [{ field: '_embedded.osdi:attendance' }] })
  })

  test(`attendances of ${version} throws LinkError when the event has no link to its attendances, or a link to another host`, async () => {
    const { client, requests } = clientOver(version, [json(eventOf(version, 'e1'))])
    expect(await failureOf(() => collect(client.attendances(eventOf(version, 'e1'))))).toMatchObject({ code: 'link' })
    const away = eventWith(version, { [relations[version]]: { href: 'https://elsewhere.example.org/' } })
    expect(await failureOf(() => collect(client.attendances(away)))).toMatchObject({ code: 'link' })
    expect(requests).toEqual([])
    expect(await failureOf(() => collect(client.attendances('e1')))).toMatchObject({ code: 'link' })
    for (const event of [5, null, {}, { title: 'x' }]) {
      expect(await failureOf(() => client.attendances(event))).toMatchObject({ code: 'input' })
    }
    expect(await failureOf(() => client.attendances('e1', { campaign: 'c1' }))).toMatchObject({ field: 'campaign' })
  })
}

const ada = {
  given_name: 'Ada',
  family_name: 'Lovelace-King',
  email_addresses: [{ address: 'ada@example.org' }],
  phone_numbers: [{ number: '+1 202 555 0100' }],
  postal_addresses: [{ postal_code: '20009', address_lines: ['12 Analytical Way'] }],
  languages_spoken: ['en'],
}

for (const { version } of versions) {
  const recorded = json(attendance(version, 'a1', { person: ada }))
  const helper = address(version, `${path(version)}/record`)
  const event = eventWith(version, { 'osdi:record_attendance_helper': { href: helper } })

  test(`recordAttendance of ${version} posts person, status and extra to the address in the event's link`, async () => {
    const { client, requests } = clientOver(version, [recorded])
    const rsvp = await client.recordAttendance(event, { person: ada, status: 'tentative' }, { extra: { tickets: 2 } })
    expect(rsvp).toEqual(attendance(version, 'a1', { person: ada }))
    expect(idOf(rsvp as never)).toBe('a1')
    // Version 1 has no helper link: the POST goes to the attendances.
    expect(requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', version === 'v2' ? helper : address(version, path(version))],
    ])
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ person: ada, status: 'tentative', tickets: 2 })
  })

  test(`the option query of recordAttendance and attendances of ${version} is not for the event that they first get`, async () => {
    const { client, requests } = clientOver(version, [
      json(eventWith(version)),
      recorded,
      json(eventWith(version)),
      json(pageOf(version, ['a1'])),
    ])
    await client.recordAttendance('e1', { person: ada }, { query: { lang: 'fr' } })
    await collect(client.attendances('e1', { query: { lang: 'fr' }, max: 1 }))
    const [one, list] = [address(version, 'events/e1'), `${address(version, path(version))}?lang=fr`]
    expect(requests.slice(0, 4).map(({ url }) => url)).toEqual([one, list, one, list])
  })

  test(`recordAttendance of ${version} uses the attendances link if the event has no helper link, and first gets the event of an id`, async () => {
    const { client, requests } = clientOver(version, [json(eventWith(version)), recorded])
    await client.recordAttendance('platform:e1', { person: ada })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${address(version, 'events/e1')}`,
      `POST ${address(version, path(version))}`,
    ])
  })

  test.each<[string, unknown, string]>([
    ['an id', 'p1', 'p1'],
    ['an id with its prefix', 'platform:p1', 'p1'],
    ['an address', `${base}/api/${version}/people/p1`, 'p1'],
    ['a link', { href: `${base}/api/${version}/people/p1` }, 'p1'],
  ])(`recordAttendance of ${version} takes %s as the person`, async (_, person, id) => {
    const { client, requests } = clientOver(version, [recorded])
    await client.recordAttendance(event, { person })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      _links: { 'osdi:person': { href: address(version, `people/${id}`) } },
    })
  })

  test.each<[string, unknown, string]>([
    ['a missing attendance', undefined, 'attendance'],
    ['a missing person', {}, 'attendance.person'],
    ['a person without data', { person: {} }, 'person.email_addresses'],
    ['a person with only a name', { person: { given_name: 'Ada' } }, 'person.email_addresses'],
    ['a person with an empty list of addresses', { person: { email_addresses: [] } }, 'person.email_addresses'],
    [
      'an e-mail address without @',
      { person: { email_addresses: [{ address: 'ada' }] } },
      'person.email_addresses[0].address',
    ],
    [
      'an empty object as an e-mail address',
      { person: { email_addresses: [{}] } },
      'person.email_addresses[0].address',
    ],
    [
      'a text as an entry of email_addresses',
      { person: { email_addresses: ['ada@example.org'] } },
      'attendance.person.email_addresses[0]',
    ],
    ['a blank phone number alone', { person: { phone_numbers: [{ number: ' ' }] } }, 'person.email_addresses'],
    ...['abc', '12', 'call me', '123456', '+1 (2) 3-4.5x6', '1.5e6'].map((number): [string, unknown, string] => [
      `${number} as a phone number`,
      { person: { ...ada, phone_numbers: [{ number: '' }, { number }] } },
      'person.phone_numbers[1].number',
    ]),
    [
      'a number as a phone number',
      { person: { phone_numbers: [{ number: 5551234 }] } },
      'person.phone_numbers[0].number',
    ],
    ['a phone entry without a number', { person: { ...ada, phone_numbers: [{}] } }, 'person.phone_numbers[0].number'],
    ...[true, false, null, Number.NaN, Number.POSITIVE_INFINITY].map((diet): [string, unknown, string] => [
      `${diet} as a custom field`,
      { person: { ...ada, custom_fields: { shirt: 'M', diet } } },
      'person.custom_fields.diet',
    ]),
    ...[[], ['vegan'], {}, new Date(0), 5n, Symbol('x'), () => 'x'].map((diet): [string, unknown, string] => [
      `a ${typeof diet} as a custom field`,
      { person: { ...ada, custom_fields: { diet } } },
      'attendance.person.custom_fields.diet',
    ]),
    ['text as custom_fields', { person: { ...ada, custom_fields: 'vegan' } }, 'attendance.person.custom_fields'],
    ['a list as custom_fields', { person: { ...ada, custom_fields: ['vegan'] } }, 'attendance.person.custom_fields'],
    ['an unknown field of the person', { person: { ...ada, email: 'ada@example.org' } }, 'attendance.person.email'],
    ['a number as given_name', { person: { ...ada, given_name: 5 } }, 'person.given_name'],
    ['an identifier without a system', { person: { identifiers: ['x'] } }, 'person.identifiers[0]'],
    ['an e-mail address as the person', { person: 'ada@example.org' }, 'attendance.person'],
    ['a person of another service', { person: 'https://elsewhere.example.org/people/p1' }, 'attendance.person'],
    ['an empty status', { person: ada, status: '' }, 'status'],
    ['a number as status', { person: ada, status: 5 }, 'status'],
    ['an unknown field of the attendance', { person: ada, tickets: 2 }, 'attendance.tickets'],
  ])(
    `recordAttendance of ${version} refuses %s with an InputError that names the field, and sends nothing`,
    async (_, given, field) => {
      const { client, requests } = clientOver(version, [recorded])
      const error = await failureOf(() => client.recordAttendance(event, given))
      expect(error).toMatchObject({ code: 'input', field })
      expect(error.message).not.toContain('ada@example.org')
      expect(requests).toEqual([])
      expect(
        await failureOf(() => client.recordAttendance(event, { person: ada }, { extra: { person: 1 } })),
      ).toMatchObject({ field: 'extra.person' })
    },
  )

  test(`recordAttendance of ${version} leaves out blank phone numbers, and sends numbers of seven digits in any script`, async () => {
    const numbers = [
      '',
      '555-0101',
      '  ',
      '\u0660\u0661\u0662\u0663\u0664\u0665\u0666',
      '+1 (202) 555-0111 x9',
      '1/5/5/5/0/1/0/1',
    ]
    const { client, requests } = clientOver(version, [recorded])
    const phone_numbers = numbers.map((number) => ({ number, number_type: 'Mobile' }))
    await client.recordAttendance(event, { person: { ...ada, phone_numbers } })
    await client.recordAttendance(event, { person: { ...ada, phone_numbers: phone_numbers.slice(0, 1) } })
    const [sent, without] = requests.map(({ body }) => JSON.parse(body).person)
    expect(sent.phone_numbers).toEqual(phone_numbers.filter(({ number }) => number.trim() !== ''))
    expect(without).toEqual({ ...ada, phone_numbers: undefined })
  })

  test(`recordAttendance of ${version} sends text and numbers as custom fields, and advises to send text for true and false`, async () => {
    const custom_fields = { diet: 'vegan', none: '', guests: 2, rate: -0.5, age: undefined }
    const { client, requests } = clientOver(version, [recorded])
    await client.recordAttendance(event, { person: { ...ada, custom_fields } })
    expect(JSON.parse(requests[0]?.body ?? '').person.custom_fields).toEqual({
      diet: 'vegan',
      none: '',
      guests: 2,
      rate: -0.5,
    })
    const error = await failureOf(() =>
      client.recordAttendance(event, { person: { ...ada, custom_fields: { news: true } } }),
    )
    expect(error.message).toBe(
      'person.custom_fields.news: must be text or a finite number, not true or false; send the text that the form stores for it',
    )
  })

  test.each<[string, readonly Step[], string, string]>([
    ['status 400', [refusal(400)], 'http', 'not applied'],
    ['status 500', [refusal(500)], 'http', 'unknown'],
    ['a connection reset', [broken('ECONNRESET')], 'network', 'unknown'],
    ['a response that is cut short', [cutShort()], 'content', 'applied'],
    ['an empty object', [json({})], 'schema', 'unknown'],
    ['a response of another type', [json(attendance(version, 'a1', { status: 5 }))], 'schema', 'applied'],
  ])(
    `recordAttendance of ${version} sends a failed request only once, and its error has the outcome: %s`,
    async (_, steps, code, outcome) => {
      const { client, requests } = clientOver(version, steps, { retry: 2 })
      const call = () => client.recordAttendance(event, { person: ada })
      expect(await failureOf(call)).toMatchObject({ code, outcome, method: 'POST' })
      expect(requests).toHaveLength(1)
    },
  )

  /** A person, as the service returns one for a POST to its people. */
  const answered = {
    identifiers: ['platform:p1'],
    given_name: 'Ada',
    email_addresses: [{ address: 'ada@example.org', primary: true }],
    _links: { self: { href: address(version, 'people/p1') } },
  }
  const others: readonly (readonly [string, object, string, string])[] = [
    ['a person', answered, 'is a person', 'applied'],
    ['a person without a name', { ...answered, given_name: undefined, email_addresses: [] }, 'is a person', 'applied'],
    ['a person that has a self link alone', { _links: answered._links }, 'is a person', 'applied'],
    ['a person without links', { given_name: 'Ada', phone_numbers: [] }, 'is a person', 'applied'],
    ['an event', eventWith(version), 'is an event', 'applied'],
    ['a page', pageOf(version, []), 'is a collection', 'applied'],
    ['an error with status 200', { error: 'not today' }, 'is an error', 'unknown'],
    ['an error of OSDI with status 200', { 'osdi:error': { error_description: 'x' } }, 'is an error', 'unknown'],
    ['an event with a status', { ...eventWith(version), status: 'confirmed' }, 'is an event', 'applied'],
    ['an event beside the links of an RSVP', attendance(version, 'a1', { title: 'Picnic' }), 'is an event', 'applied'],
    ['a list of errors', { errors: [{ title: 'no' }] }, 'is an error', 'unknown'],
    ['a failure', { success: false }, 'is an error', 'unknown'],
    ['an error beside a person', { error: 'no', person: {} }, 'is an error', 'unknown'],
    ['an RSVP with an error', attendance(version, 'a1', { errors: { email: 'taken' } }), 'is an error', 'unknown'],
  ]
  test.each(others)(
    `recordAttendance of ${version} throws SchemaError with the outcome when the response is %s`,
    async (_, body, what, outcome) => {
      const { client } = clientOver(version, [json(body)])
      const error = await failureOf(() => client.recordAttendance(event, { person: ada }))
      expect(error).toMatchObject({
        code: 'schema',
        outcome,
        issues: [{ field: '', message: `${what}, not an attendance` }],
      })
      expect(inspect(error, { depth: 9 })).not.toContain('ada@example.org')
    },
  )

  test.each<[string, object]>([
    ['the id of the person alone', { 'platform:person_id': 'p1' }],
    ['the id of the event under another prefix', { 'other:event_id': 'e1', tickets: [] }],
    ['a link to the event alone', { _links: { 'osdi:event': { href: address(version, 'events/e1') } } }],
    ['a list of links to the person', { _links: { 'osdi:person': [{ href: '/people/p1' }] } }],
    ['a self link alone', { _links: { self: { href: address(version, 'people/p1/attendances/a1') } } }],
    ['the self link of version 1', { _links: { self: { href: address(version, 'events/e1/attendance/a1') } } }],
    ['the names of the person, and the person’s id', { given_name: 'Ada', 'other:person_id': 'p1' }],
    ['members for errors that are empty', { 'platform:person_id': 'p1', error: null, errors: [], success: true }],
  ])(`recordAttendance of ${version} accepts a response with %s`, async (_, body) => {
    const { client } = clientOver(version, [json(body)])
    expect(await client.recordAttendance(event, { person: ada })).toEqual(body)
  })

  test.each<[string, object]>([
    ['a status alone', { status: 'accepted' }],
    ['an identifier alone', { identifiers: ['platform:a1'] }],
    ['a date alone', { modified_date: at(1) }],
    ['an unknown field alone', { tickets: [] }],
    ['the person embedded', { person: ada }],
    ['the status of a failure', { status: 'error', message: 'no' }],
    ['a problem', { title: 'Unprocessable', status: 422 }],
    ['an empty id', { 'platform:person_id': null, 'platform:event_id': '' }],
  ])(`recordAttendance, updateAttendance and attendance of ${version} refuse a response with %s`, async (_, body) => {
    const { client } = clientOver(version, [json(body)])
    const issues = [{ field: '', message: 'shows nothing of an attendance' }]
    const rsvp = attendance(version, 'a1')
    for (const write of [
      () => client.recordAttendance(event, { person: ada }),
      () => client.updateAttendance(rsvp, { status: 'attended' }),
    ])
      expect(await failureOf(write)).toMatchObject({ code: 'schema', outcome: 'unknown', issues })
    expect(await failureOf(() => client.attendance(event, rsvp))).toMatchObject({ code: 'schema', issues })
    expect(await client.recordAttendance(event, { person: ada }, { background: true })).toBeUndefined()
  })

  test(`attendances of ${version} leaves out what is not an RSVP, also with onInvalid keep, and keeps RSVPs that show little`, async () => {
    const lean = [{ status: 'accepted' }, { identifiers: ['platform:a2'] }, { person: { given_name: 'Ada' } }]
    const others = [
      { ...eventWith(version), status: 'confirmed' },
      ...[{ errors: [{ title: 'no' }] }, { success: false }, { error: 'no', person: {} }, answered],
      attendance(version, 'a1', { start_date: at(1) }),
    ]
    const list = { page: 1, _embedded: { 'osdi:attendances': [...others, ...lean] } }
    for (const onInvalid of ['report', 'keep'] as const) {
      const { client } = clientOver(version, [json(list)])
      expect(await collect(client.attendances(event, { onInvalid })), onInvalid).toEqual(lean)
    }
    const error = await failureOf(() => collect(clientOver(version, [json(list)]).client.attendances(event)))
    expect(error).toMatchObject({
      code: 'schema',
      issues: others.map((_, index) => expect.objectContaining({ field: `_embedded.osdi:attendances[${index}]` })),
    })
  })

  test(`entryPoint, embed, person, campaign and writes of ${version} refuse an error with status 200, and other resources`, async () => {
    const errors = [
      { error: 'no' },
      { errors: [{ title: 'no' }] },
      { success: false },
      { 'osdi:error': { request_type: 'x' } },
    ]
    const calls: readonly (readonly [string, (client: AnyClient) => unknown, readonly object[]])[] = [
      [
        'entryPoint',
        (client) => client.entryPoint(),
        [eventWith(version), pageOf(version, ['a1']), answered, attendance(version, 'a1'), {}, { ok: true }],
      ],
      [
        'embed',
        (client) => client.embed('e1'),
        [eventWith(version), pageOf(version, []), answered, {}, { html: '<p>' }],
      ],
      ['person', (client) => client.person('p1'), [eventWith(version), attendance(version, 'a1'), {}, { ok: true }]],
      ['campaign', (client) => client.campaign('c1'), [{}, { ok: true }]],
      [
        'create',
        (client) =>
          client.create(
            version === 'v1' ? { summary: 'x', originating_system: 'y' } : { title: 'x', origin_system: 'y' },
          ),
        [],
      ],
      ['update', (client) => client.update('e1', {}), []],
    ]
    for (const [name, call, others] of calls) {
      for (const body of [...errors, ...others]) {
        const error = await failureOf(() => call(clientOver(version, [json(body)]).client))
        expect([name, body, error.code, error.outcome]).toEqual([
          name,
          body,
          'schema',
          name.endsWith('ate') ? 'unknown' : undefined,
        ])
      }
    }
    const links = { 'osdi:events': { href: address(version, 'events') } }
    for (const entry of [{ _links: links }, { osdi_version: '1.2.0', errors: [] }, { motd: 'Hello', title: 'API' }])
      expect(await clientOver(version, [json(entry)]).client.entryPoint()).toEqual(entry)
    const event = { ...eventWith(version), errors: ['the map is slow'] }
    expect(await clientOver(version, [json(event)]).client.get('e1')).toEqual(event)
  })

  test(`attendances of ${version} throws SchemaError for a person in the list of RSVPs, and onInvalid report leaves the person out`, async () => {
    const list = { page: 1, _embedded: { 'osdi:attendances': [attendance(version, 'a1'), answered] } }
    const { client } = clientOver(version, [json(list)])
    expect(await failureOf(() => collect(client.attendances(event)))).toMatchObject({
      code: 'schema',
      issues: [{ field: '_embedded.osdi:attendances[1]', message: 'is a person, not an attendance' }],
    })
    expect(idsIn(await collect(client.attendances(event, { onInvalid: 'report' })))).toBe('a1')
  })

  test(`recordAttendance of ${version} sends no RSVP when the request for the event fails`, async () => {
    const { client, requests } = clientOver(version, [refusal(404)])
    const call = () => client.recordAttendance('e1', { person: ada })
    expect(await failureOf(call)).toMatchObject({ code: 'http', outcome: 'not applied', method: 'GET' })
    expect(requests).toHaveLength(1)
  })
}

test('error.body hides e-mail addresses, phone numbers and postal addresses in every call', async () => {
  const people = {
    people: [{ email_addresses: [{ address: 'x@example.org' }], phone_numbers: ['1'], postal_addresses: {} }],
  }
  const { client } = clientOver('v2', [json(people, 400)])
  expect((await failureOf(() => client.get('e1'))).body).toEqual({
    people: [{ email_addresses: '[redacted]', phone_numbers: '[redacted]', postal_addresses: '[redacted]' }],
  })
})

test('the type of an RSVP follows the version and the namespace of the client', () => {
  const client = new EventsV2({ baseUrl: base, apiKey, namespace: 'action_network' })
  const read = async () => {
    for await (const rsvp of client.attendances('e1')) {
      const texts: (string | null | undefined)[] = [
        rsvp['action_network:person_id'],
        rsvp.modified_date,
        rsvp.person?.given_name,
      ]
      // @ts-expect-error Another service's prefix.
      rsvp['platform:person_id']
      // @ts-expect-error A word of version 1.
      rsvp.modified_at
      return texts
    }
  }
  expect(typeof read).toBe('function')
})
