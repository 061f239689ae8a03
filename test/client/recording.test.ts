import { inspect } from 'node:util'
import { EventsV2, unappliedOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, broken, clientOver, json, refusal, type SentRequest, type Step } from '../support/scripted-fetch.ts'
import { apiKey, versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'

const paths = { v1: 'events/e1/attendance', v2: 'events/e1/attendances' }
const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' }
type Version = 'v1' | 'v2'

const eventWith = (version: Version, href = address(version, paths[version])) =>
  eventOf(version, 'e1', { _links: { self: { href: address(version, 'events/e1') }, [relations[version]]: { href } } })

const rsvp = (version: Version, more: object = {}) => ({
  identifiers: ['platform:a1'],
  status: 'accepted',
  _links: {
    self: { href: address(version, `${paths[version]}/a1`) },
    'osdi:event': { href: address(version, 'events/e1') },
    'osdi:person': { href: address(version, 'people/p1') },
  },
  ...more,
})

/** A person with every field of OSDI. */
const ada = {
  identifiers: ['form:7'],
  origin_system: 'Form',
  given_name: 'Ada',
  family_name: 'Lovelace-King',
  additional_name: 'Augusta',
  honorific_prefix: 'Countess',
  honorific_suffix: 'FRS',
  gender: 'Female',
  gender_identity: 'Woman',
  party_identification: 'Whig',
  source: 'poster-12',
  birthdate: { month: 12, day: 10, year: 1815 },
  ethnicities: ['English'],
  languages_spoken: ['en'],
  employer: 'Babbage & Sons',
  email_addresses: [{ address: 'ada@example.org', address_type: 'Work', primary: true, status: 'subscribed' }],
  phone_numbers: [
    {
      number: '12025550100',
      extension: '0815',
      number_type: 'Mobile',
      primary: true,
      sms_capable: true,
      do_not_call: false,
      status: 'subscribed',
    },
  ],
  postal_addresses: [
    { venue: 'Attic', address_lines: ['12 Analytical Way'], postal_code: '20009', address_type: 'Home', primary: true },
  ],
  profiles: [{ provider: 'Mastodon', id: '99x', url: 'https://social.example.org/@ada', handle: '@ada' }],
  custom_fields: {
    'T-shirt size': 'XXL-slim',
    allergies: 'peanuts: severe-reaction',
    seats: 2718,
    ok: 'ok-1',
  },
}

const bodyOf = (requests: readonly SentRequest[]) => JSON.parse(requests.at(-1)?.body ?? '')

for (const { version, names } of versions) {
  const created = names.created
  const event = eventWith(version)

  test(`recordAttendance of ${version} sends the fields of an RSVP and of a person, and referrer_data under the service's prefix`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version))], { namespace: 'action_network' })
    const { referrer_data, ...fields } = {
      person: ada,
      status: 'accepted',
      identifiers: ['form:42'],
      [created]: '2026-05-01T12:00:00Z',
      add_tags: ['volunteer'],
      remove_tags: ['lapsed'],
      triggers: { autoresponse: { enabled: false } },
      referrer_data: { source: 'poster', referrer: 'Park friends', website: 'https://example.org' },
    }
    await client.recordAttendance(event, { ...fields, referrer_data })
    expect(bodyOf(requests)).toEqual({ ...fields, 'action_network:referrer_data': referrer_data })
    await client.recordAttendance(event, { person: 'p1', add_tags: ['volunteer'], referrer_data: { source: 'x' } })
    expect(bodyOf(requests)).toEqual({
      add_tags: ['volunteer'],
      'action_network:referrer_data': { source: 'x' },
      _links: { 'osdi:person': { href: address(version, 'people/p1') } },
    })
  })

  const person = { email_addresses: [{ address: 'ada@example.org' }] }
  test.each<[string, object, string]>([
    [
      'custom_fields that are a list',
      { person: { ...person, custom_fields: ['x'] } },
      'attendance.person.custom_fields',
    ],
    [
      'a Date in custom_fields',
      { person: { ...person, custom_fields: { day: new Date(0) } } },
      'attendance.person.custom_fields.day',
    ],
    [
      'a function in custom_fields',
      { person: { ...person, custom_fields: { a: [() => 'x'] } } },
      'attendance.person.custom_fields.a',
    ],
    [
      'NaN in custom_fields',
      { person: { ...person, custom_fields: { seats: Number.NaN } } },
      'person.custom_fields.seats',
    ],
    [
      'a number as the status of an e-mail address',
      { person: { email_addresses: [{ address: 'a@b', status: 1 }] } },
      'person.email_addresses[0].status',
    ],
    ['a text as a birthdate', { person: { ...person, birthdate: '1815-12-10' } }, 'attendance.person.birthdate'],
    ['half a month', { person: { ...person, birthdate: { month: 1.5 } } }, 'person.birthdate.month'],
    ['a time without a zone', { person, [created]: '2026-05-01T12:00:00' }, created],
    ['a text as tags', { person, add_tags: 'volunteer' }, 'attendance.add_tags'],
    ['an identifier without a system', { person, identifiers: ['42'] }, 'identifiers[0]'],
    ['a number as a referrer', { person, referrer_data: { referrer: 5 } }, 'referrer_data.referrer'],
    ['an unknown part of the referrer', { person, referrer_data: { colour: 'x' } }, 'attendance.referrer_data.colour'],
    ['an unknown trigger', { person, triggers: { mail: true } }, 'attendance.triggers.mail'],
    [
      'a text as a trigger',
      { person, triggers: { autoresponse: { enabled: 'yes' } } },
      'triggers.autoresponse.enabled',
    ],
    [
      'the other version’s name',
      { person, [version === 'v1' ? 'created_date' : 'created_at']: 'x' },
      `attendance.${version === 'v1' ? 'created_date' : 'created_at'}`,
    ],
    ['a field that the service sets', { person, 'platform:person_id': 'p1' }, 'attendance.platform:person_id'],
  ])(
    `recordAttendance of ${version} refuses %s with an InputError that names the field, and sends nothing`,
    async (_, given, field) => {
      const { client, requests } = clientOver(version, [json(rsvp(version))])
      const error = await failureOf(() => client.recordAttendance(event, given))
      expect(error).toMatchObject({ code: 'input', field })
      expect(error.message).not.toContain('ada@')
      expect(requests).toEqual([])
    },
  )

  test(`recordAttendance of ${version} refuses referrer_data under its prefixed name, and names the fields of an RSVP`, async () => {
    const { client } = clientOver(version, [])
    const call = () => client.recordAttendance(event, { person, 'platform:referrer_data': { source: 'x' } })
    const { message } = await failureOf(call)
    expect(message).toMatch(
      /^attendance\.platform:referrer_data: is not a field of an attendance in v\d; there are person, /,
    )
    expect(message).toMatch(/ referrer_data\b/)
    expect(message.slice(40)).not.toContain('platform:')
  })

  const empty: Step = () => new Response('', { status: 202 })
  test.each<[string, Step]>([
    ['{}', json({})],
    ['nothing', empty],
    ['an RSVP', json(rsvp(version))],
  ])(
    `recordAttendance of ${version} with background resolves to undefined when the service answers %s`,
    async (_, step) => {
      const { client, requests } = clientOver(version, [step])
      expect(await client.recordAttendance(event, { person }, { background: true, query: { a: 1 } })).toBeUndefined()
      expect(await client.updateAttendance(rsvp(version), { status: 'attended' }, { background: true })).toBeUndefined()
      expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
        `POST ${address(version, `${paths[version]}?a=1&background_request=true`)}`,
        `PUT ${address(version, `${paths[version]}/a1?background_request=true`)}`,
      ])
    },
  )

  test(`recordAttendance of ${version} with background rejects when the response is a refusal, an error with status 200 or a login page`, async () => {
    const page: Step = () => new Response('<html>Sign in</html>', { headers: { 'content-type': 'text/html' } })
    for (const [step, failure] of [
      [refusal(400), { code: 'http', outcome: 'not applied' }],
      [json({ error: 'Resting' }), { code: 'schema', outcome: 'unknown' }],
      [page, { code: 'content', outcome: 'unknown' }],
    ] as const) {
      const { client } = clientOver(version, [step])
      const call = () => client.recordAttendance(event, { person }, { background: true })
      expect(await failureOf(call)).toMatchObject(failure)
    }
    const { client, requests } = clientOver(version, [json({})])
    for (const background of [false, undefined]) {
      const error = await failureOf(() => client.recordAttendance(event, { person }, { background }))
      expect(error).toMatchObject({ code: 'schema', outcome: 'unknown' })
    }
    expect(requests.some(({ url }) => url.includes('background'))).toBe(false)
    expect(await failureOf(() => client.recordAttendance(event, { person }, { background: 1 }))).toMatchObject({
      code: 'input',
      field: 'background',
    })
  })

  test(`unappliedOf(rsvp) in ${version} names the fields of an RSVP that the service changed, and no field of the person`, async () => {
    const shown = {
      identifiers: ['platform:a1', 'form:42'],
      [created]: '2026-05-01T10:00:00Z',
      'platform:referrer_data': { source: 'poster', website: 'api' },
    }
    const { client } = clientOver(version, [json(rsvp(version, shown))])
    const same = {
      person: ada,
      add_tags: ['x'],
      triggers: { autoresponse: { enabled: true } },
      status: 'accepted',
      identifiers: ['form:42'],
      [created]: '2026-05-01T12:00:00+02:00',
      referrer_data: { source: 'poster' },
    }
    expect(unappliedOf(await client.recordAttendance(event, same))).toEqual([])
    const others = {
      person: 'p1',
      status: 'declined',
      identifiers: ['form:43'],
      [created]: '2026-05-02T12:00:00Z',
      referrer_data: { source: 'radio' },
    }
    expect(unappliedOf(await client.recordAttendance(event, others)).toSorted()).toEqual(
      ['identifiers', 'referrer_data', 'status', created].toSorted(),
    )
    const updated = await client.updateAttendance(rsvp(version), { status: 'attended' })
    expect(unappliedOf(updated)).toEqual(['status'])
  })

  test(`attendance(event, id) of ${version} gets one RSVP below the event's link, by id, by prefixed id or by an RSVP object`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version))])
    const own = address(version, 'rsvps/of-e1/')
    for (const id of ['a1', 'platform:a1', rsvp(version)]) {
      expect(await client.attendance(eventWith(version, own), id, { query: { full: true } })).toEqual(rsvp(version))
    }
    expect(new Set(requests.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set([`GET ${own}a1?full=true`]))
    const byId = clientOver(version, [json(event), json(rsvp(version))])
    await byId.client.attendance('e1', 'a1')
    expect(byId.requests.map(({ url }) => url)).toEqual([
      address(version, 'events/e1'),
      address(version, `${paths[version]}/a1`),
    ])
  })

  test(`attendance of ${version} refuses an invalid id before it sends, and throws SchemaError for a response that is not an RSVP`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version))])
    for (const id of ['', '../people', 'a/b', 5, null, {}]) {
      expect(await failureOf(() => client.attendance(event, id))).toMatchObject({ code: 'input' })
    }
    expect(requests).toEqual([])
    for (const answer of [{}, { error: 'gone' }, event]) {
      const other = clientOver(version, [json(answer)])
      const error = await failureOf(() => other.client.attendance(event, 'a1'))
      expect(error).toMatchObject({ code: 'schema', method: 'GET' })
      expect(error.outcome).toBeUndefined()
    }
  })

  test(`updateAttendance of ${version} sends the changes to the address in the RSVP's self link`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version, { status: 'attended' }))])
    const self = address(version, `${paths[version]}/a1`)
    const changes = { status: 'attended', identifiers: ['door:7'], referrer_data: null }
    for (const reference of [rsvp(version), self, { href: self }]) {
      expect(await client.updateAttendance(reference, changes)).toMatchObject({ status: 'attended' })
      expect(bodyOf(requests)).toEqual({ status: 'attended', identifiers: ['door:7'], 'platform:referrer_data': null })
    }
    expect(new Set(requests.map(({ method, url }) => `${method} ${url}`))).toEqual(new Set([`PUT ${self}`]))
  })

  test(`updateAttendance of ${version} sends changes to the event's address for an RSVP that was read from the person's address`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version))])
    const { _links } = rsvp(version)
    const below = rsvp(version, {
      _links: { ..._links, self: { href: address(version, `people/p1/${relations[version].slice(5)}/a1`) } },
    })
    await client.updateAttendance(below, { status: 'attended' })
    await client.updateAttendance(rsvp(version, { _links: { 'osdi:event': _links['osdi:event'] } }), {})
    const self = address(version, `${paths[version]}/a1`)
    expect(requests.map(({ url }) => url)).toEqual([self, self])
  })

  test.each<[string, unknown, unknown, string]>([
    ['an id alone', 'a1', {}, 'attendance'],
    ['a number', 5, {}, 'attendance'],
    ['a promise', Promise.resolve({}), {}, 'attendance'],
    ['an object without links', { identifiers: ['platform:a1'] }, {}, 'attendance'],
    ['no changes', rsvp(version), undefined, 'changes'],
    ['an unknown change', rsvp(version), { statsu: 'attended' }, 'changes.statsu'],
    ['a person', rsvp(version), { person: ada }, 'changes.person'],
    ['an empty status', rsvp(version), { status: '' }, 'status'],
  ])(`updateAttendance of ${version} refuses %s, and sends nothing`, async (_, reference, changes, field) => {
    const { client, requests } = clientOver(version, [json(rsvp(version))])
    const error = await failureOf(() => client.updateAttendance(reference, changes))
    expect(error).toMatchObject({ code: 'input', field })
    expect(requests).toEqual([])
  })

  test(`updateAttendance of ${version} throws LinkError for an RSVP of another host`, async () => {
    const { client, requests } = clientOver(version, [json(rsvp(version))])
    const away = { _links: { self: { href: 'https://elsewhere.example.org/api/v2/events/e1/attendances/a1' } } }
    expect(await failureOf(() => client.updateAttendance(away, {}))).toMatchObject({ code: 'link' })
    expect(requests).toEqual([])
  })

  test.each<[string, readonly Step[], string, string, number]>([
    ['status 400', [refusal(400)], 'http', 'not applied', 1],
    ['status 500', [refusal(500)], 'http', 'unknown', 3],
    ['a connection reset', [broken('ECONNRESET')], 'network', 'unknown', 3],
    ['an empty object', [json({})], 'schema', 'unknown', 1],
    ['a person', [json({ given_name: 'Ada' })], 'schema', 'applied', 1],
  ])(
    `updateAttendance of ${version} is retried like update, and its error has the outcome: %s`,
    async (_, steps, code, outcome, count) => {
      using _time = flyingTime()
      const { client, requests } = clientOver(version, steps, { retry: 2 })
      const call = () => client.updateAttendance(rsvp(version), { status: 'attended' })
      expect(await failureOf(call)).toMatchObject({ code, outcome, method: 'PUT' })
      expect(requests).toHaveLength(count)
    },
  )
}

/** Texts of Ada that no error, hook or log may show. */
const secrets = [
  ...[
    'form:7',
    'ada@example',
    'Lovelace',
    'Augusta',
    'Countess',
    'Babbage',
    '1815',
    'poster-12',
    '12025550100',
    '0815',
  ],
  ...[
    'Analytical',
    '20009',
    '@ada',
    'XXL-slim',
    'peanuts',
    'severe-reaction',
    '2718',
    'secret-tag',
    'she/her-form',
    apiKey,
  ],
]

test('the InputError of recordAttendance for a wrong custom field shows no custom field', async () => {
  const { client } = clientOver('v2', [])
  const person = { ...ada, custom_fields: { ...ada.custom_fields, day: new Date(0) } }
  const error = await failureOf(() => client.recordAttendance(eventWith('v2'), { person }))
  const seen = inspect(error, { depth: 12, showHidden: true })
  for (const text of secrets) expect(seen).not.toContain(text)
})

test('recordAttendance keeps no sent data of the person in memory except its result', async () => {
  const { client } = clientOver('v2', [json(rsvp('v2'))])
  const recorded = await client.recordAttendance(eventWith('v2'), { person: ada })
  expect(inspect(recorded, { depth: 12, showHidden: true })).not.toContain('Lovelace')
})

test('the types of recordAttendance follow the version and the option background', () => {
  const client = new EventsV2({ baseUrl: base, apiKey, namespace: 'action_network' })
  const record = async () => {
    const person = { phone_numbers: [{ number: '1', number_type: 'Mobile' }], custom_fields: { seats: 2 } }
    const recorded = await client.recordAttendance('e1', { person, created_date: '2026-05-01T12:00:00Z' })
    const nothing: undefined = await client.recordAttendance('e1', { person }, { background: true })
    // @ts-expect-error A word of version 1.
    await client.recordAttendance('e1', { person, created_at: '2026-05-01T12:00:00Z' })
    // @ts-expect-error The person is missing.
    await client.recordAttendance('e1', { status: 'accepted' })
    // @ts-expect-error The number is missing.
    await client.recordAttendance('e1', { person: { phone_numbers: [{ status: 'subscribed' }] } })
    // @ts-expect-error A person cannot be changed.
    await client.updateAttendance(recorded, { person })
    return [recorded['action_network:referrer_data']?.source, nothing]
  }
  expect(typeof record).toBe('function')
})
