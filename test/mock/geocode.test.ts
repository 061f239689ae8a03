import { createMockService, type PlaceQuery } from 'osdi-events/mock'
import { expect, test } from 'vitest'

/** Where an event is that was sent with an address. */
const found = (location: PlaceQuery) => createMockService().addEvent({ title: 'Picnic', location }).location

const unknown = { region: '', country: 'US', location: { accuracy: 'Approximate' } }
const illinois = { locality: 'Chicago', region: 'IL' }
const washington = { locality: 'Washington', region: 'DC' }

const find = (query: PlaceQuery, place: object) => ({ query, place })

/** Addresses, and what is found. */
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
  // A country or a region rules out cities of the same name elsewhere
  find({ locality: 'Paris', country: 'US' }, unknown),
  find({ locality: 'Paris', region: 'TX', country: 'US', postal_code: '75460' }, { region: 'TX', country: 'US' }),
  find({ locality: 'Berlin', region: 'NH' }, unknown),
  find({ locality: 'London', region: 'ON', country: 'CA' }, { region: 'ON', country: 'CA' }),
  find({ postal_code: '60614', region: 'CA' }, { region: 'CA' }),
  // A region that is no code of the country, and an empty one, rule nothing out
  ...['Illinois', 'Prairie State', ' ', 'US-ILLINOIS'].map((region) => find({ locality: 'Chicago', region }, illinois)),
  ...['ZZ', 'US-ZZ', 'ON', '13'].map((region) => find({ postal_code: '20009', region, country: 'US' }, washington)),
  find({ postal_code: 'M5H 1A1', region: 'TX', country: 'CA' }, { locality: 'Toronto' }),
  // A street address in a known city is exact, a city alone is approximate
  find({ locality: 'Boston', address_lines: ['1 Beacon St'] }, { location: { accuracy: 'Rooftop' } }),
  find({ locality: 'Boston' }, { location: { accuracy: 'Approximate' } }),
  // An unknown city keeps the region and the country that are known; no address is in the middle of the United States
  find({ locality: 'Smallville', region: 'CA' }, { region: 'CA', location: { accuracy: 'Approximate' } }),
  find({ locality: 'Kleinstadt', country: 'DE' }, { region: '', country: 'DE' }),
  find({}, unknown),
  find({ locality: 'Atlantis', postal_code: '' }, unknown),
]

test('an address is found by its city, its region, its country and its postal code (v2 §2.2b)', () => {
  for (const { query, place } of addresses) expect(found(query), JSON.stringify(query)).toMatchObject(place)
})
