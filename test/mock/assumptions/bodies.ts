import type { Geocode } from 'osdi-events/mock'
import { expect } from 'vitest'
import { idOf } from '../../support/api.ts'
import { least, names } from '../../support/names.ts'
import { notEditable } from '../../support/not-editable.ts'
import { type Cases, each, eachOnly, type Open, when } from './cases.ts'

const invalid = {
  v1: { description: 5, location: 'here', start: [], identifiers: 'x', weather: 'sunny', title: 'v2', name: 'v2' },
  v2: { description: 5, location: 'here', start_date: [], identifiers: 'x', weather: 'sunny', summary: 'v1' },
} as const

/** A geocoder whose latitude shows its query. */
const telling: Geocode = (query) => ({
  region: '',
  country: 'US',
  latitude: (query.venue === 'Barn' ? 20 : 10) + (query.address_lines === undefined ? 0 : 1),
  longitude: 2,
  accuracy: 'Approximate',
  timeZone: 'UTC',
})

const moved = async (open: Open) => {
  const { caller } = open({ geocode: telling })
  const made = await caller.create({
    location: { venue: 'Hall', address_lines: ['1 Main Street'], postal_code: '20003' },
  })
  return (await caller.update(made, { location: { venue: 'Barn', postal_code: '20009' } })).location
}

const inV1 = { version: 'v1', because: "version 2's table does not require it" } as const

/** Missing, extra and invalid parts of a body. */
export const bodies: Cases<
  | 'invalidOptional'
  | 'nullInPut'
  | 'numbersAsText'
  | 'v1PostalCode'
  | 'geocodeMiss'
  | 'unknownRegion'
  | 'partialLocation'
> = {
  numbersAsText: each(
    ['invalid', 'converted'],
    'numbers and flags where texts are due are %s',
    async (setting, open, version) => {
      const { service, caller } = open()
      const ignored = () => service.requests.at(-1)?.ignored.map(({ field }) => field)
      const isKept = setting === 'converted'
      const { body: person } = await caller.send('POST', '/people', {
        person: {
          email_addresses: [{ address: 'ada@example.org' }],
          phone_numbers: [{ number: 13125550142 }],
          postal_addresses: [{ postal_code: 60614 }],
          custom_fields: { size: 5, rides: true, list: ['a'], nested: {} },
        },
      })
      expect([person.phone_numbers, person.custom_fields]).toMatchObject(
        isKept ? [[{ number: '13125550142' }], { size: '5', rides: 'true' }] : [undefined, undefined],
      )
      expect(person.postal_addresses).toMatchObject([{ postal_code: isKept ? '60614' : '' }])
      // Lists and objects are never texts.
      const always = ['person.custom_fields.list', 'person.custom_fields.nested']
      expect(ignored()?.toSorted()).toEqual(
        isKept
          ? always
          : [
              ...always,
              'person.custom_fields.rides',
              'person.custom_fields.size',
              'person.phone_numbers[0]',
              'person.postal_addresses[0].postal_code',
            ].toSorted(),
      )
      const made = await caller.create({ location: { venue: 'Hall', postal_code: 60614 } as object })
      expect(made.location).toMatchObject(isKept ? { postal_code: '60614' } : { venue: 'Hall' })
      // A name is not a number.
      await caller.send('PUT', `/people/${idOf(person)}`, { given_name: 5 })
      expect([version, ignored()]).toEqual([version, ['given_name']])
    },
  ),
  invalidOptional: [
    when('ignored', 'a field that is wrong, unknown or null is as if it were not there', async (open, version) => {
      const { caller } = open()
      const plain = await caller.create()
      for (const [field, value] of [...Object.entries(invalid[version]), ['description', null]] as const) {
        const { status, body } = await caller.send('POST', '/events', { ...least(version), [field]: value })
        expect([field, status]).toEqual([field, 200])
        expect(Object.keys(body)).toEqual(Object.keys(plain))
      }
      const address = { venue: 'Hall', address_lines: ['1 Main Street'], postal_code: '20003' }
      const wrong = { venue: null, address_lines: null, country: 'Germany', floor: 'second' }
      const { location } = await caller.create({ location: { ...address, ...wrong } })
      expect(location).toMatchObject({ postal_code: '20003' })
      for (const part of ['venue', 'address_lines', 'floor']) expect(location).not.toHaveProperty(part)
    }),
    when(400, 'each of them is refused, and what callers cannot edit is still ignored', async (open, version) => {
      const { caller } = open()
      for (const [field, value] of [...Object.entries(invalid[version]), ['description', null]] as const) {
        const { status, body } = await caller.send('POST', '/events', { ...least(version), [field]: value })
        expect([field, status]).toEqual([field, 400])
        expect(body.error).toContain(field)
      }
      // Version 1's table alone lists the people among the fields; links and embedded things are objects in both.
      const people = version === 'v1' ? [] : ['osdi:creator', 'osdi:organizer']
      for (const field of ['_links', '_embedded', ...people]) {
        const { status, body } = await caller.send('POST', '/events', { ...least(version), [field]: [] })
        expect([field, status, body.error]).toEqual([field, 400, expect.stringContaining(field)])
      }
      for (const part of [{ venue: null }, { floor: 'second' }, { country: 'Germany' }]) {
        const { status, body } = await caller.send('POST', '/events', least(version, { location: part }))
        expect([part, status]).toEqual([part, 400])
        expect(body.error).toContain(`location.${Object.keys(part)[0]}`)
      }
      expect(await caller.list()).toMatchObject({ total_records: 0 })
      expect((await caller.create(notEditable[version])).status).toBe('confirmed')
      expect((await caller.create({ location: { language: 5, location: 5 } })).status).toBe('confirmed')
    }),
  ],
  nullInPut: each(['clears', 'ignored'], 'null for what is optional: %s', async (setting, open, version) => {
    const { caller } = open()
    const { instructions, start } = names[version]
    const kept = { description: 'A', [instructions]: 'B', [start]: '2026-06-20T11:00:00Z' }
    const made = await caller.create(kept)
    const nulls = Object.fromEntries(Object.keys(kept).map((field) => [field, null]))
    const updated = await caller.update(made, { ...nulls, title: null, origin: null })
    expect(updated).toMatchObject(least(version))
    for (const [field, value] of Object.entries(kept)) {
      expect(updated[field]).toBe(setting === 'clears' ? undefined : value)
    }
    const named = await caller.create({ title: 'Named', identifiers: ['calendar:7'] })
    const unnamed = await caller.update(named, { identifiers: null })
    // A PUT of version 1 adds identifiers and takes none away.
    const cleared = setting === 'clears' && version === 'v2'
    expect(unnamed.identifiers.includes('calendar:7')).toBe(!cleared)
    const parts = { venue: 'Hall', address_lines: ['1 Main Street'], postal_code: '20003' }
    const located = await caller.create({ title: 'Located', location: parts })
    const location = { venue: null, address_lines: null, postal_code: null }
    const moved = (await caller.update(located, { location })).location
    if (setting === 'ignored') expect(moved).toEqual(located.location)
    else for (const part of Object.keys(parts)) expect(moved).not.toHaveProperty(part)
  }),
  v1PostalCode: eachOnly(inV1, ['optional', 400], 'a location without postal code: %s', async (setting, open) => {
    const { send, list } = open()
    const { status } = await send('POST', '/events', least('v1', { location: { venue: 'Hall' } }))
    expect(status).toBe(setting === 400 ? 400 : 200)
    expect(await list()).toMatchObject({ total_records: setting === 400 ? 0 : 1 })
    const complete = least('v1', { location: { venue: 'Hall', postal_code: '20003' } })
    expect((await send('POST', '/events', complete)).status).toBe(200)
    expect((await send('POST', '/events', least('v1'))).status).toBe(200)
  }),
  geocodeMiss: each(['empty', 'kept'], 'a locality and region that are not found: %s', async (setting, open) => {
    const { caller } = open()
    const nowhere = { venue: 'Barn', locality: 'Nowhere at all', region: 'ZZ', postal_code: 'none' }
    const shown = setting === 'kept' ? nowhere : { ...nowhere, locality: '', region: '' }
    const made = await caller.create({ location: nowhere })
    expect(made.location).toMatchObject(shown)
    expect((await caller.read(made)).location).toMatchObject(shown)
    // The region is known here, the locality alone is not.
    const missed = await caller.update(made, { location: { locality: 'Smallville', region: 'CA' } })
    const locality = setting === 'kept' ? 'Smallville' : ''
    expect(missed.location).toMatchObject({ locality, region: 'CA' })
    const found = await caller.update(made, { location: { postal_code: '20009', region: 'ZZ' } })
    expect(found.location).toMatchObject({ locality: 'Washington', region: 'DC' })
  }),
  unknownRegion: each(['empty', 'absent'], 'a region that is not known is %s', async (setting, open) => {
    const { caller } = open()
    const made = await caller.create()
    expect(made.location).toMatchObject({ country: 'US' })
    if (setting === 'empty') expect(made.location).toHaveProperty('region', '')
    else expect(made.location).not.toHaveProperty('region')
    const moved = await caller.update(made, { location: { postal_code: '20009' } })
    expect(moved.location).toHaveProperty('region', 'DC')
  }),
  partialLocation: [
    when('merged', 'part of a location leaves the rest, and the whole is geocoded again', async (open) => {
      expect(await moved(open)).toMatchObject({
        venue: 'Barn',
        address_lines: ['1 Main Street'],
        postal_code: '20009',
        location: { latitude: 21 },
      })
    }),
    when('replaced', 'part of a location in a PUT is the whole of it', async (open) => {
      const location = await moved(open)
      expect(location).toMatchObject({ venue: 'Barn', postal_code: '20009', location: { latitude: 20 } })
      expect(location).not.toHaveProperty('address_lines')
      const { caller } = open()
      const made = await caller.create({ location: { venue: 'Hall', postal_code: '20003' } })
      expect((await caller.update(made, { location: { venue: 5 } })).location).toEqual(made.location)
      expect((await caller.update(made, { location: {} })).location).not.toHaveProperty('venue')
    }),
  ],
}
