import type { Geocode, PlaceQuery } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, world, worldOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

const ids = {
  defaults: { v1: 'v1 §2.2b', v2: 'v2 §2.2a' },
  overwritten: { v1: 'v1 §2.2a', v2: 'v2 §2.2b' },
  firstLine: { v1: 'v1 §2.2c', v2: 'v2 §2.2c' },
} as const

const toronto: Geocode = () => ({
  locality: 'Toronto',
  region: 'ON',
  country: 'CA',
  latitude: 43.65,
  longitude: -79.38,
  accuracy: 'Rooftop',
  timeZone: 'America/Toronto',
})

const sent = {
  venue: 'Lincoln Park',
  address_lines: ['1900 East Capitol Street NE', 'Gate 2', 'second bench'],
  locality: 'Springfield',
  region: 'ZZ',
  postal_code: '20003',
  country: 'FR',
  language: 'fr',
  location: { latitude: 1, longitude: 2, accuracy: 'Approximate' },
}

const stored = {
  venue: 'Lincoln Park',
  address_lines: ['1900 East Capitol Street NE'],
  locality: 'Toronto',
  region: 'ON',
  postal_code: '20003',
  language: 'en',
  location: { latitude: 43.65, longitude: -79.38, accuracy: 'Rooftop' },
}

// Version 1 takes the country from geocoding too, version 2 keeps the caller's and falls back to US.
const country = { sent: { v1: 'CA', v2: 'FR' }, missing: { v1: 'CA', v2: 'US' } } as const

for (const version of versions) {
  test(`an event without location data gets the documented location (${ids.defaults[version]})`, async () => {
    const { service, key } = world()
    const made = await callerOf(service, key, version).create()
    expect(made.location).toEqual({
      region: '',
      country: 'US',
      language: 'en',
      location: { latitude: expect.any(Number), longitude: expect.any(Number), accuracy: 'Approximate' },
    })
  })

  test(`geocoding overwrites what the table says and nothing else (${ids.overwritten[version]})`, async () => {
    const { caller } = worldOf(version, { geocode: toronto })
    const expected = { ...stored, country: country.sent[version] }
    const made = await caller.create({ location: sent })
    expect(made.location).toEqual(expected)
    const bare = await caller.create({ title: 'Moved later' })
    expect((await caller.update(bare, { location: sent })).location).toEqual(expected)
  })

  test(`only the first address line is kept (${ids.firstLine[version]})`, async () => {
    const { caller } = worldOf(version)
    const made = await caller.create({ location: { address_lines: ['One', 'Two'], postal_code: '20003' } })
    expect(made.location).toMatchObject({ address_lines: ['One'] })
    const updated = await caller.update(made, { location: { address_lines: ['Three', 'Four', 'Five'] } })
    expect(updated.location).toMatchObject({ address_lines: ['Three'] })
  })

  test(`the geocoder is asked with what the caller sent, and with nothing where nothing was (${ids.overwritten[version]})`, async () => {
    const queries: PlaceQuery[] = []
    const geocode: Geocode = (query) => {
      queries.push(query)
      return toronto(query)
    }
    const { caller } = worldOf(version, { geocode })
    queries.length = 0
    await caller.create()
    expect(queries.at(-1)).toEqual({})
    await caller.create({
      location: { venue: 'Hall', locality: 'Ottawa', floor: 'second', language: 'fr', title: 'x' },
    })
    expect(queries.at(-1)).toEqual({ venue: 'Hall', locality: 'Ottawa' })
  })

  test(`a locality and a region that do not exist do not stay beside a known postal code (${ids.overwritten[version]})`, async () => {
    const { caller } = worldOf(version)
    const location = { locality: 'zzz', region: 'ZZ', postal_code: '20009', country: 'US' }
    const found = { locality: 'Washington', region: 'DC', postal_code: '20009', country: 'US' }
    const made = await caller.create({ location })
    expect(made.location).toMatchObject(found)
    const bare = await caller.create()
    expect((await caller.update(bare, { location })).location).toMatchObject(found)
  })
}
