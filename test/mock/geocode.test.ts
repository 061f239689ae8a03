import { createMockService, type Geocode, MockServiceError, type Place, type PlaceQuery } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { idOf, worldOf } from '../support/api.ts'
import { least } from '../support/names.ts'

/** The location of an event that was sent with an address. */
const found = (location: PlaceQuery) => createMockService().addEvent({ title: 'Picnic', location }).location

const unknown = { region: '', country: 'US', location: { latitude: 39.8283, accuracy: 'Approximate' } }
const illinois = { locality: 'Chicago', region: 'IL' }
const washington = { locality: 'Washington', region: 'DC' }

const find = (query: PlaceQuery, place: object) => ({ query, place })

/** Addresses with the expected locations. */
const addresses = [
  // By the city, whatever its case, dots and accents
  find({ locality: ' st louis ' }, { locality: 'St. Louis', region: 'MO', country: 'US' }),
  find({ locality: 'sao paulo', country: 'BR' }, { locality: 'São Paulo', country: 'BR' }),
  // The region decides between cities of one name, then the postal code
  find({ locality: 'Portland', region: 'OR' }, { region: 'OR' }),
  find({ locality: 'Portland', region: 'US-ME' }, { region: 'ME' }),
  find({ locality: 'Springfield', postal_code: '62704' }, { region: 'IL' }),
  // By the area of the postal code
  find({ postal_code: '60614' }, illinois),
  find({ postal_code: 'SW1A 1AA', country: 'GB' }, { locality: 'London' }),
  find({ postal_code: 'SW1A 1AA' }, unknown),
  // A country or a region rules out cities of the same name elsewhere
  find({ locality: 'Paris', country: 'US' }, unknown),
  find({ locality: 'Paris', region: 'TX', country: 'US', postal_code: '75460' }, { region: 'TX', country: 'US' }),
  find({ locality: 'Berlin', region: 'NH' }, unknown),
  find({ locality: 'London', region: 'ON', country: 'CA' }, { region: 'ON', country: 'CA' }),
  find({ postal_code: '60614', region: 'CA' }, { region: 'CA' }),
  find({ locality: 'Portland', region: 'US-OR' }, { region: 'OR' }),
  find({ locality: 'Hamburg', region: 'BE', country: 'DE' }, { region: 'BE', location: { latitude: 52.52 } }),
  ...['BE', 'FR-75'].map((region) => find({ locality: 'Hamburg', region }, unknown)),
  // A region that is no code of the country, and an empty one, rule nothing out
  ...['Illinois', 'North CA', 'CA coast', ' ', 'US-ILLINOIS'].map((region) =>
    find({ locality: 'Chicago', region }, illinois),
  ),
  ...['ZZ', 'US-ZZ', 'ON', '13'].map((region) => find({ postal_code: '20009', region, country: 'US' }, washington)),
  find({ postal_code: 'M5H 1A1', region: 'TX', country: 'CA' }, { locality: 'Toronto' }),
  // A street address in a known city is exact, a city alone is approximate
  find({ locality: 'Boston', address_lines: ['1 Beacon St'] }, { location: { accuracy: 'Rooftop' } }),
  find({ locality: 'Boston' }, { location: { accuracy: 'Approximate' } }),
  // An unknown city keeps the region and the country that are known; no address is in the middle of the United States
  find({ locality: 'Smallville', region: 'CA' }, { region: 'CA', location: { accuracy: 'Approximate' } }),
  find({ locality: 'Smallville', region: 'ON' }, unknown),
  find({ locality: 'Kleinstadt', country: 'DE' }, { region: '', country: 'DE', location: { latitude: 52.52 } }),
  // The service drops a country code that is not two letters
  find({ locality: 'Auckland' }, { region: '', country: 'US', location: { latitude: -36.8509 } }),
  find({}, unknown),
  find({ locality: 'Atlantis', postal_code: '' }, unknown),
]

test('the built-in geocoder uses city, region, country and postal code of an address (v2 §2.2b)', () => {
  for (const { query, place } of addresses) expect(found(query), JSON.stringify(query)).toMatchObject(place)
})

const place: Place = { region: '', country: 'US', latitude: 1, longitude: 2, accuracy: 'Approximate', timeZone: 'UTC' }

const wrong: readonly (readonly [what: string, answer: unknown])[] = [
  ['no place', {}],
  ['a latitude that is no number', { ...place, latitude: Number.NaN }],
  ['a latitude beyond the pole', { ...place, latitude: 90.1 }],
  ['an unknown accuracy', { ...place, accuracy: 'Exact' }],
  ['an unknown time zone', { ...place, timeZone: 'Mars/Olympus' }],
]

test('addEvent throws an error that says what is wrong with the result of the option geocode, and stores nothing (v2 §2.2b)', async () => {
  for (const [what, answer] of wrong) {
    // A pole and the date line are places like any other.
    let now: unknown = { ...place, latitude: -90, longitude: 180 }
    const { service, key, caller } = worldOf('v2', { geocode: () => now as Place })
    now = answer
    expect(() => service.addEvent({ title: 'Tree walk' }, { key }), what).toThrow(MockServiceError)
    const { status, body } = await caller.send('POST', '/events', least('v2'))
    expect([status, body]).toEqual([500, { error: expect.stringMatching(/^geocode\(\).*must be/) }])
    expect(service.requests).toMatchObject([{ operation: 'events.create', status: 500 }])
    expect(await caller.list()).toMatchObject({ total_records: 0 })
    expect(service.dashboard(key)).toEqual([])
  }
})

test('an error thrown by the option geocode is the cause of a MockServiceError, makes a request answer 500 and changes nothing', async () => {
  const cause = new Error('no such planet')
  const geocode: Geocode = ({ venue }) => {
    if (venue === 'Mars') throw cause
    return place
  }
  const location = { venue: 'Mars', postal_code: '0' }
  const { service, key, caller } = worldOf('v2', { geocode, assumptions: { errorBody: 'osdi:error' } })
  expect(() => service.addEvent({ title: 'Tree walk', location }, { key })).toThrow(
    expect.objectContaining({ name: 'MockServiceError', code: 'option', field: 'geocode()', cause }),
  )
  const made = await caller.create()
  const before = service.clock.now()
  const { status, body } = await caller.send('PUT', `/events/${idOf(made)}`, least('v2', { title: 'Moved', location }))
  const said = { response_code: 500, error_description: 'geocode(): threw Error: no such planet' }
  expect([status, body['osdi:error']]).toEqual([500, said])
  expect(service.requests.at(-1)).toMatchObject({ method: 'PUT', status: 500 })
  expect(service.clock.now()).toEqual(before)
  expect((await caller.list()).total_records).toBe(1)
  expect(await caller.read(made)).toEqual(made)
})

test('changes that a geocode function makes to its query or result later have no effect (v2 §2.2c)', async () => {
  const answered = { ...place, locality: 'Here' }
  let refusedToChange = false
  const geocode: Geocode = (query) => {
    refusedToChange = !Reflect.set(query.address_lines ?? [], 1, 'LEAK') && !Reflect.set(query, 'venue', 'LEAK')
    return answered
  }
  const { caller } = worldOf('v2', { geocode })
  const made = await caller.create({ location: { address_lines: ['x'] } })
  expect(refusedToChange).toBe(true)
  answered.locality = 'LEAK'
  Object.assign(answered, { leak: 'LEAK' })
  expect((await caller.read(made)).location).toMatchObject({ address_lines: ['x'], locality: 'Here' })
})
