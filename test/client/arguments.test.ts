import { EventsV2, type NewEventV2 } from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { apiKey, versions } from '../support/versions.ts'

class Draft {}

const sendable = {
  v1: 'summary, originating_system, identifiers, description, start, platform:event_instructions, location',
  v2: 'title, origin_system, identifiers, name, description, instructions, browser_url, start_date, end_date, location, tag_list',
}
const ofLocation = 'venue, address_lines, locality, region, postal_code, country, language, location'
const inLocation = `there are location.${ofLocation.replaceAll(', ', ', location.')}`

const setByService = 'is set by the service and cannot be sent'
const links = 'is written by the service; use the option creator for a creator'

/** The message for a field that cannot be sent, by version and field. */
const advice: Readonly<Record<'v1' | 'v2', Readonly<Record<string, string>>>> = {
  v1: {
    title: 'is not a field of version 1, which calls it summary',
    origin_system: 'is not a field of version 1, which calls it originating_system',
    created_date: 'is not a field of version 1, which calls it created_at',
    modified_date: 'is not a field of version 1, which calls it modified_at',
    instructions: 'is not a field of version 1, which calls it platform:event_instructions',
    browser_url: 'is not a field of version 1, which calls it url',
    start_date: 'is not a field of version 1, which calls it start',
    guests_can_invite_others: 'is not a field of version 1, which calls it guestsCanInviteOthers',
    created_at: setByService,
    modified_at: setByService,
    url: setByService,
    total_accepted: setByService,
    status: setByService,
    transparence: setByService,
    visibility: setByService,
    guestsCanInviteOthers: setByService,
    reminders: setByService,
    'platform:event_campaign_id': setByService,
    'platform:sponsor': setByService,
    name: 'is not a field of version 1, which has nothing like it',
    end_date: 'is not a field of version 1, which has nothing like it',
    capacity: 'is not a field of version 1, which has nothing like it',
    'platform:hidden': 'is not a field of version 1, which has nothing like it',
    event_instructions: `is not a field of an event in v1; there are ${sendable.v1}`,
    constructor: `is not a field of an event in v1; there are ${sendable.v1}`,
    _links: links,
    _embedded: links,
  },
  v2: {
    summary: 'is not a field of version 2, which calls it title',
    originating_system: 'is not a field of version 2, which calls it origin_system',
    created_at: 'is not a field of version 2, which calls it created_date',
    modified_at: 'is not a field of version 2, which calls it modified_date',
    event_instructions: 'is not a field of version 2, which calls it instructions',
    'platform:event_instructions': 'is not a field of version 2, which calls it instructions',
    url: 'is not a field of version 2, which calls it browser_url',
    start: 'is not a field of version 2, which calls it start_date',
    guestsCanInviteOthers: 'is not a field of version 2, which calls it guests_can_invite_others',
    created_date: setByService,
    modified_date: setByService,
    featured_image_url: setByService,
    total_accepted: setByService,
    status: setByService,
    guests_can_invite_others: setByService,
    capacity: setByService,
    reminders: setByService,
    'platform:event_campaign_id': setByService,
    'platform:hidden': setByService,
    'platform:sponsor': setByService,
    'action_network:sponsor': `is not a field of an event in v2; there are ${sendable.v2}`,
    sponsor: `is not a field of an event in v2; there are ${sendable.v2}`,
    _links: links,
    _embedded: links,
  },
}

for (const { version, names, least, clauses } of versions) {
  const refused = async (fields: unknown, whole = 'event') => {
    const { client, requests } = clientOver(version, [])
    const error = await failureOf(() =>
      whole === 'event' ? client.create(fields as object) : client.update('e1', fields as object),
    )
    expect(requests).toHaveLength(0)
    return error
  }

  for (const [field, message] of Object.entries(advice[version])) {
    test(`create and update of ${version} refuse ${field} and say why (${clauses.write})`, async () => {
      for (const whole of ['event', 'changes']) {
        const named = `${whole}.${field}`
        expect(await refused({ ...least, [field]: 'x' }, whole)).toMatchObject({
          field: named,
          issues: [{ field: named, message }],
          message: `${named}: ${message}`,
        })
      }
    })
  }

  test(`create and update of ${version} ignore a field that is undefined, even if its name is unknown (${clauses.write})`, async () => {
    const { client, requests } = clientOver(version, [json(eventOf(version))])
    const nothing = Object.fromEntries(
      [...Object.keys(advice[version]), ...sendable[version].split(', '), 'nobody’s'].map((name) => [name, undefined]),
    )
    const location = { venue: 'Hall', street: undefined, location: { latitude: 1, altitude: undefined } }
    await client.create({ ...nothing, ...least, location })
    await client.update('e1', { ...nothing, location })
    await client.update('e1', nothing)
    const sent = { venue: 'Hall', location: { latitude: 1 } }
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ ...least, location: sent }, { location: sent }, {}])
    expect(await refused({ ...least, [names.title]: undefined })).toMatchObject({
      message: `${names.title}: is missing`,
    })
    expect(await refused({ ...least, identifiers: ['a:1', undefined] })).toMatchObject({ field: 'identifiers[1]' })
  })

  /** Wrong values and their messages; … stands for the name of the argument. */
  const wrongTypes: readonly (readonly [object, string])[] = [
    [{ description: 5 }, 'description: must be text, not a number'],
    [{ description: Number.NaN }, 'description: must be text, not NaN'],
    [{ description: Number.NEGATIVE_INFINITY }, 'description: must be text, not -Infinity'],
    [{ description: true }, 'description: must be text, not true or false'],
    [{ description: ['x'] }, '….description: must be text, not an array'],
    [{ description: { html: 'x' } }, '….description: must be text, not an object'],
    [{ description: new Date(0) }, '….description: must be text, not a Date'],
    [{ description: () => 'x' }, '….description: must be text, not function'],
    [{ description: 5n }, '….description: must be text, not bigint'],
    [{ identifiers: 'a:1' }, '….identifiers: must be an array, not text'],
    [{ identifiers: ['a:1', 5] }, 'identifiers[1]: must be text, not a number'],
    [{ identifiers: ['a:1', 'b'] }, 'identifiers[1]: is not an identifier of the form <system>:<id>'],
    [{ location: 'Boston' }, `….location: must be an object, not text; ${inLocation}`],
    [{ location: new Draft() }, '….location: must be a plain object of fields'],
    [{ location: { venue: 5 } }, 'location.venue: must be text, not a number'],
    [{ location: { city: 'Boston' } }, `….location.city: is not a known field; there are ${ofLocation}`],
    [{ location: { address_lines: 'Main St' } }, '….location.address_lines: must be an array, not text'],
    [{ location: { address_lines: ['a', null] } }, 'location.address_lines[1]: must be text, not null'],
    [{ location: { location: { latitude: '1' } } }, 'location.location.latitude: must be a number, not text'],
    [{ location: { location: { longitude: Number.NaN } } }, 'location.location.longitude: must be a number, not NaN'],
    [
      { location: { location: { height: 1 } } },
      '….location.location.height: is not a known field; there are latitude, longitude, accuracy',
    ],
  ]
  for (const [fields, message] of wrongTypes) {
    test(`create and update of ${version} refuse a wrong value: ${message} (${clauses.write})`, async () => {
      const of = (whole: string) => message.replace('…', whole)
      expect(await refused({ ...least, ...fields })).toMatchObject({ message: of('event'), issues: [{}] })
      expect(await refused(fields, 'changes')).toMatchObject({ message: of('changes') })
    })
  }

  test(`create and update of ${version} refuse an argument that is not a plain object of fields (${clauses.write})`, async () => {
    for (const whole of ['event', 'changes']) {
      const said = async (value: unknown) => (await refused(value, whole)).message
      expect(await said(undefined)).toBe(`${whole}: is missing`)
      expect(await said(null)).toBe(`${whole}: must be an object, not null`)
      expect(await said('Picnic')).toBe(`${whole}: must be an object, not text`)
      expect(await said([least])).toBe(`${whole}: must be an object, not an array`)
      expect(await said(Promise.resolve(least))).toBe(`${whole}: is a promise; await it first`)
      for (const value of [new Date(0), new Map(), new Draft(), Object.assign(new Draft(), least)]) {
        expect(await said(value)).toBe(`${whole}: must be a plain object of fields`)
      }
    }
  })

  test(`create and update of ${version} name a required field that is missing, empty or null (${clauses.required})`, async () => {
    const { title, origin } = names
    const said = async (fields: object) => (await refused(fields)).message
    expect(await said({ [origin]: 'x' })).toBe(`${title}: is missing`)
    expect(await said({ ...least, [origin]: undefined })).toBe(`${origin}: is missing`)
    expect(await said({ ...least, [title]: ' \n' })).toBe(`${title}: must not be empty`)
    expect(await said({ ...least, [title]: null })).toBe(`${title}: must be text, not null`)
    for (const field of [title, origin]) {
      expect((await refused({ [field]: '' }, 'changes')).message).toBe(`${field}: must not be empty`)
      expect((await refused({ [field]: null }, 'changes')).message).toBe(`${field}: must be text, not null`)
    }
  })

  test(`create and update of ${version} accept every documented field, and update accepts null to clear an optional field (${clauses.write})`, async () => {
    const place = { venue: 'Hall', address_lines: ['Main St'], locality: 'B', region: 'MA', postal_code: '1' }
    const point = { latitude: 1.5, longitude: -1, accuracy: 'Rooftop' }
    const location = { ...place, country: 'US', language: 'en', location: point }
    const optional = {
      identifiers: ['calendar:7', 'a:b c:d'],
      description: '',
      ...(version === 'v1'
        ? { 'platform:event_instructions': 'Ring', start: '2026-05-01T18:00:00' }
        : {
            name: 'n',
            instructions: 'Ring',
            browser_url: 'u',
            start_date: '2026-05-01T18:00',
            end_date: '2026-05-01T20:00',
          }),
    }
    const cleared = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]))
    const { client, requests } = clientOver(version, [json(eventOf(version))])
    await client.create({ ...least, ...optional, location })
    await client.update('e1', { ...least, ...optional, location })
    await client.update('e1', { ...cleared(optional), location: cleared(location) })
    await client.update('e1', { location: null })
    await client.update('e1', {})
    expect(requests.map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      { ...least, ...optional, location },
      { ...least, ...optional, location },
      { ...cleared(optional), location: cleared(location) },
      { location: null },
      {},
    ])
  })

  test(`create of ${version} refuses null for an optional field (${clauses.write})`, async () => {
    expect((await refused({ ...least, description: null })).message).toBe('description: must be text, not null')
    expect((await refused({ ...least, location: null })).message).toBe(
      `event.location: must be an object, not null; ${inLocation}`,
    )
    expect((await refused({ ...least, location: { venue: null } })).message).toBe(
      'location.venue: must be text, not null',
    )
  })
}

test('create refuses fields that contain themselves or are nested too deeply, with an InputError that names the field', async () => {
  const client = new EventsV2({ baseUrl: base, apiKey, fetch: () => Promise.reject(new Error('nothing is sent')) })
  const loop: Record<string, unknown> = { venue: 'Hall' }
  loop.location = loop
  const deep = Array.from({ length: 20_000 }).reduce<object>((below) => ({ location: below }), {})
  for (const location of [loop, deep]) {
    const event = { title: 'Picnic', origin_system: 'Calendar', location }
    const error = await failureOf(() => client.create(event as NewEventV2))
    expect(error).toMatchObject({ code: 'input', field: expect.stringMatching(/^event\.location\.location\b/) })
  }
})

test('methods accept objects from another realm and objects without a prototype as plain objects', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  const { runInNewContext } = await import('node:vm')
  const foreign: NewEventV2 = runInNewContext(`({
    title: 'Picnic', origin_system: 'Calendar', identifiers: ['calendar:42'], location: { venue: 'Hall' }
  })`)
  await client.create(foreign)
  await client.create(Object.assign(Object.create(null), foreign))
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([foreign, foreign].map((each) => ({ ...each })))
  const filtered = clientOver('v2', [json(pageOf('v2', []))])
  await collect(filtered.client.list({ filter: { modified_date: { gt: runInNewContext('new Date(0)') } } }))
  expect(new URL(filtered.requests[0]?.url ?? '').searchParams.get('filter')).toBe(
    "modified_date gt '1970-01-01T00:00:00Z'",
  )
})

test('a call sends what an argument and its options were when it began', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))])
  const event = { title: 'Picnic', origin_system: 'Calendar', location: { address_lines: ['Main St'] } }
  const extra = { tags: ['spring'] }
  const made = client.create(event, { extra })
  event.location.address_lines.push('Side St')
  extra.tags.push('summer')
  await made
  expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
    ...{ title: 'Picnic', origin_system: 'Calendar', location: { address_lines: ['Main St'] }, tags: ['spring'] },
  })
})
