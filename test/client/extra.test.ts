import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, json, type SentRequest } from '../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../support/versions.ts'

const person = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }] }
const bodyOf = (requests: readonly SentRequest[]) => JSON.parse(requests.at(-1)?.body ?? '')

for (const { version, least } of versions) {
  const relation = { v1: 'osdi:attendance', v2: 'osdi:attendances' }[version]
  const event = eventOf(version, 'e1', {
    _links: {
      self: { href: address(version, 'events/e1') },
      [relation]: { href: address(version, 'events/e1/rsvps') },
    },
  })
  const attendance = { _links: { self: { href: address(version, 'events/e1/attendances/a1') } } }
  const over = () => clientOver(version, [json(event)])
  const recording = () => clientOver(version, [json({ 'platform:event_id': 'e1' })])

  test(`extra of create and update in ${version} adds members to a location and to _links, at any depth`, async () => {
    const { client, requests } = over()
    const extra = {
      location: { floor: 3, location: { altitude: 12 } },
      _links: { 'osdi:organizer': { href: address(version, 'people/p2') } },
    }
    await client.create({ ...least, location: { venue: 'Hall', location: { latitude: 1 } } }, { extra, creator: 'p1' })
    expect(bodyOf(requests)).toEqual({
      ...least,
      location: { venue: 'Hall', floor: 3, location: { latitude: 1, altitude: 12 } },
      _links: {
        'osdi:creator': { href: address(version, 'people/p1') },
        'osdi:organizer': { href: address(version, 'people/p2') },
      },
    })
    await client.update('e1', {}, { extra: { location: { floor: 4 } } })
    expect(bodyOf(requests)).toEqual({ location: { floor: 4 } })
  })

  test(`extra of recordAttendance in ${version} adds members to the person, the custom fields, the triggers and the referrer`, async () => {
    const { client, requests } = recording()
    const extra = {
      tickets: 2,
      person: { pronouns: 'they', custom_fields: { shirt: { size: 'M' } } },
      triggers: { autoresponse: { template: 'short' } },
      referrer_data: { campaign: 'may' },
    }
    const rsvp = {
      person: { ...person, custom_fields: { diet: 'vegan' } },
      triggers: { autoresponse: { enabled: true } },
      referrer_data: { source: 'poster' },
    }
    await client.recordAttendance(event, rsvp, { extra })
    expect(bodyOf(requests)).toEqual({
      tickets: 2,
      person: { ...person, pronouns: 'they', custom_fields: { diet: 'vegan', shirt: { size: 'M' } } },
      triggers: { autoresponse: { enabled: true, template: 'short' } },
      'platform:referrer_data': { source: 'poster', campaign: 'may' },
    })
  })

  test(`extra of recordAttendance in ${version} accepts a list that the other fields do not send, with undocumented members`, async () => {
    const { client, requests } = recording()
    const phones = [{ number: '12025550100', carrier: 'Bell' }]
    await client.recordAttendance(event, { person }, { extra: { person: { phone_numbers: phones } } })
    expect(bodyOf(requests)).toEqual({ person: { ...person, phone_numbers: phones } })
  })

  const record =
    (extra: object, more: object = {}) =>
    (client: AnyClient) =>
      client.recordAttendance(
        event,
        { person: { ...person, custom_fields: { diet: 'vegan', days: 'Sat' } }, ...more },
        { extra },
      )
  const create =
    (extra: object, more: object = {}) =>
    (client: AnyClient) =>
      client.create({ ...least, ...more }, { extra })

  test.each<[string, (client: AnyClient) => unknown, string]>([
    ['a documented part of a location', create({ location: { venue: 'x' } }), 'extra.location.venue'],
    ['documented coordinates', create({ location: { location: { latitude: 1 } } }), 'extra.location.location.latitude'],
    [
      'a location beside null',
      (client) => client.update('e1', { location: null }, { extra: { location: { floor: 1 } } }),
      'extra.location',
    ],
    ['a text as a location', create({ location: 'Hall' }), 'extra.location'],
    ['a list as a location', create({ location: [{ floor: 3 }] }), 'extra.location'],
    ["the creator's link", create({ _links: { 'osdi:creator': { href: 'x' } } }), 'extra._links.osdi:creator'],
    ['a list that the service sets', create({ reminders: [{ sound: 'bell' }] }), 'extra.reminders'],
    ['a function below a location', create({ location: { floor: { at: () => 3 } } }), 'extra.location.floor.at'],
    ['a documented field of a person', record({ person: { given_name: 'Eve' } }), 'extra.person.given_name'],
    ['a person as a number', record({ person: 1 }), 'extra.person'],
    [
      'a list that the call sends',
      record({ person: { email_addresses: [{ address: 'x@example.org', note: 1 }] } }),
      'extra.person.email_addresses',
    ],
    [
      'a list of documented members',
      record({ person: { phone_numbers: [{ number: '1' }] } }),
      'extra.person.phone_numbers',
    ],
    ['a list of texts', record({ person: { languages_spoken: ['en'] } }), 'extra.person.languages_spoken'],
    [
      'a custom field that the call sends',
      record({ person: { custom_fields: { diet: 'meat' } } }),
      'extra.person.custom_fields.diet',
    ],
    [
      'a list in a custom field that the call sends',
      record({ person: { custom_fields: { days: ['Sun'] } } }),
      'extra.person.custom_fields.days',
    ],
    ['a documented part of the referrer', record({ referrer_data: { source: 'x' } }), 'extra.referrer_data.source'],
    [
      'the referrer by its name in JSON',
      record({ 'platform:referrer_data': { source: 'x' } }),
      'extra.platform:referrer_data.source',
    ],
    ['tags', record({ add_tags: ['x'] }), 'extra.add_tags'],
    ["a person's link", record({ _links: { 'osdi:person': { href: 'x' } } }), 'extra._links.osdi:person'],
    [
      'a person in a change',
      (client) => client.updateAttendance(attendance, {}, { extra: { person } }),
      'extra.person',
    ],
  ])(`extra in ${version} refuses %s with an error that names its path, and sends nothing`, async (_, call, field) => {
    const { client, requests } = over()
    const error = await failureOf(() => call(client) as Promise<unknown>)
    expect(error).toMatchObject({ code: 'input', field })
    expect(error.message).not.toMatch(/example\.org|Sun|meat|Eve/)
    expect(requests).toEqual([])
  })

  test(`extra in ${version} sends a member that is called __proto__`, async () => {
    const { client, requests } = over()
    await client.create(least, { extra: JSON.parse('{ "location": { "__proto__": { "a": 1 } } }') })
    expect(requests[0]?.body).toContain('"location":{"__proto__":{"a":1}}')
  })
}

test('extra that contains itself or is nested too deeply throws an InputError that names the member', async () => {
  const { client, requests } = clientOver('v2', [])
  const parent: Record<string, unknown> = { children: [] }
  parent.children = [{ parent }, { parent }]
  const deep = Array.from({ length: 20_000 }).reduce<object>((below) => [below], [])
  for (const [value, field] of [
    [parent, /^extra\.a\.children\[0\]\.parent$/],
    [deep, /^extra\.a(?:\[0\])+$/],
  ] as const) {
    const error = await failureOf(() => client.create({ title: 'Picnic', origin_system: 'x' }, { extra: { a: value } }))
    const message = expect.stringContaining('contains itself, or is nested more than 100 levels deep')
    expect(error).toMatchObject({ code: 'input', field: expect.stringMatching(field), message })
  }
  expect(requests).toHaveLength(0)
})
