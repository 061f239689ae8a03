import { expect, test } from 'vitest'
import { callerOf, hrefOf, type Resource, world, worldOf } from '../support/api.ts'
import { least, names, versions, wire } from '../support/names.ts'
import { notEditable } from '../support/not-editable.ts'

const ids = {
  generated: { v1: 'v1 §2.1a, v1 §3', v2: 'v2 §4.4, v2 §2.1a, v2 §3' },
  ignored: { v1: 'v1 §2.1d', v2: 'v2 §2.1c' },
  required: { v1: 'v1 §4c', v2: 'v2 §4e' },
  twins: { v1: 'v1 §1.3', v2: 'v2 §1.4' },
  own: { v1: 'v1 §4.3', v2: 'v2 §2.1b' },
  kept: { v1: 'v1 §2.1a', v2: 'v2 §2.1a' },
  clock: { v1: 'v1 §2.1f', v2: 'v2 §2.1g' },
} as const

for (const version of versions) {
  const { title, origin, created, modified, guests } = names[version]

  const factsOf = (event: Resource) => {
    const { identifiers, _links, [created]: _created, [modified]: _modified, ...facts } = event
    expect(identifiers).toHaveLength(1)
    return { ...facts, creator: hrefOf(event, 'osdi:creator'), organizer: hrefOf(event, 'osdi:organizer') }
  }

  test(`POST answers every generated field with its documented value (${ids.generated[version]})`, async () => {
    const { service, key } = world()
    const made = await callerOf(service, key, version).create()
    expect(made).toMatchObject({
      identifiers: [expect.stringMatching(/^platform:[0-9a-f-]{36}$/)],
      [created]: expect.stringMatching(/^2026-05-01T12:0\d:\d\dZ$/),
      [modified]: made[created],
      total_accepted: 0,
      status: 'confirmed',
      transparence: 'opaque',
      visibility: 'public',
      [guests]: true,
      reminders: [{ method: 'email', minutes: 1440 }],
      location: { country: 'US' },
      'platform:sponsor': expect.any(Object),
    })
  })

  test(`POST ignores fields that callers cannot edit (${ids.ignored[version]})`, async () => {
    const { administrator, caller } = worldOf(version)
    const plain = await caller.create()
    const organizer = { 'osdi:organizer': { href: caller.personHref(administrator) } }
    const dressed = await caller.create({ ...notEditable[version], _links: organizer })
    expect(factsOf(dressed)).toEqual(factsOf(plain))
    // Both dates are the service's own: they differ between the two events, but not from the clock.
    expect(dressed[created]).toMatch(/^2026-05-01T12:0\d:\d\dZ$/)
    expect(dressed[modified]).toBe(dressed[created])
    expect(await caller.read(dressed)).toEqual(dressed)
  })

  for (const field of [title, origin]) {
    test(`POST without ${field} is refused and stores nothing (${ids.required[version]})`, async () => {
      const { caller } = worldOf(version)
      for (const value of [undefined, '', null, 5, true, [], {}]) {
        const refused = await caller.send('POST', '/events', { ...least(version), [field]: value })
        expect(refused.status).toBe(400)
        expect(refused.body.error).toContain(field)
      }
      expect(await caller.list()).toMatchObject({ total_records: 0, _embedded: { 'osdi:events': [] } })
    })
  }

  test(`two events with the same content both exist (${ids.twins[version]})`, async () => {
    const { caller } = worldOf(version)
    const draft = { description: 'Bring a blanket', start: '2026-06-20T11:00:00' }
    const first = await caller.create(draft)
    const second = await caller.create(draft)
    expect(second.identifiers).not.toEqual(first.identifiers)
    expect(await caller.list()).toMatchObject({ total_records: 2 })
  })

  test(`the service's own identifier stands beside posted ones (${ids.own[version]})`, async () => {
    const { caller } = worldOf(version)
    const made = await caller.create({ identifiers: ['calendar:7', 'diary:8'] })
    expect(made.identifiers).toHaveLength(3)
    expect(made.identifiers).toEqual(
      expect.arrayContaining(['calendar:7', 'diary:8', expect.stringMatching(/^platform:.+/)]),
    )
    expect((await caller.read(made)).identifiers).toEqual(made.identifiers)
  })

  test(`POST keeps every editable field as it was sent (${ids.kept[version]})`, async () => {
    const { caller } = worldOf(version)
    const drafts = {
      v1: {},
      v2: { name: 'picnic-june', browser_url: 'https://calendar.example.org/7', end_date: '2026-06-20T15:30:00Z' },
    }
    const draft = {
      title: 'Grünes Picknick 🌳',
      origin: 'Town Calendar',
      description: '<p>Bring a <b>blanket</b> & tea.</p>',
      instructions: '<p>Meet at the fountain.</p>',
      start: '2026-06-20T11:00:00Z',
      ...drafts[version],
    }
    const made = await caller.create(draft)
    expect(made).toMatchObject(wire(version, draft))
    expect(await caller.read(made)).toEqual(made)
  })

  test(`the local clock is kept digit for digit, whatever zone was sent (${ids.clock[version]})`, async () => {
    const { caller } = worldOf(version)
    const fields = { v1: ['start'], v2: ['start_date', 'end_date'] }[version]
    for (const zone of ['', 'Z', '+02:00', '-0700', '+05']) {
      const times = Object.fromEntries(fields.map((field) => [field, `2026-12-31T23:30:00${zone}`]))
      const made = await caller.create(times)
      for (const field of fields) expect(made[field]).toBe('2026-12-31T23:30:00Z')
    }
  })

  test(`a time that is no date-time is left out (${ids.clock[version]})`, async () => {
    const { caller } = worldOf(version)
    const offsets = ['+24:00', '+99:99', '-05:60', '+5', '+05:', 'z'].map((offset) => `2026-06-20T11:00:00${offset}`)
    const texts = [
      'next Tuesday',
      '',
      '2026-06-20',
      '2026-06-20 11:00:00',
      '2026-02-30T11:00:00',
      '2026-06-20T25:00:00',
    ]
    for (const start of [...texts, ...offsets, 1_750_000_000, {}]) {
      expect(await caller.create({ start })).not.toHaveProperty(names[version].start)
    }
  })
}

test('an event is modified for the first time when it is created (v2 §2.1d)', async () => {
  // Version 1 does not say so.
  const { service, key } = world()
  const made = await callerOf(service, key, 'v2').create()
  expect(made.modified_date).toBe(made.created_date)
})

test('an API-created event has exactly one reminder (v2 §2.3)', async () => {
  // Version 1 says it in its field table, which the generated fields above follow.
  const { service, individualKey } = world()
  const made = await callerOf(service, individualKey, 'v2').create({ reminders: [{ method: 'sms', minutes: 5 }] })
  expect(made.reminders).toEqual([{ method: 'email', minutes: 1440 }])
})
