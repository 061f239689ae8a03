import { createMockService, type NewMockEvent } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { geocode, unknownPlace } from '../../mock-server/geocode.ts'
import { places } from '../../mock-server/places.ts'

test('an address is found by its city, whatever its case, dots and accents', () => {
  expect(geocode({ locality: ' st louis ' })).toMatchObject({ locality: 'St. Louis', region: 'MO', country: 'US' })
  expect(geocode({ locality: 'sao paulo' })).toMatchObject({ locality: 'São Paulo', country: 'BR' })
})

test('the region decides between cities of one name, then the postal code', () => {
  expect(geocode({ locality: 'Portland', region: 'OR' })).toMatchObject({ region: 'OR' })
  expect(geocode({ locality: 'Portland', region: 'US-ME' })).toMatchObject({ region: 'ME' })
  expect(geocode({ locality: 'Springfield', postal_code: '62704' })).toMatchObject({ region: 'IL' })
})

test('an address is found by the area of its postal code', () => {
  expect(geocode({ postal_code: '60614' })).toMatchObject({ locality: 'Chicago', region: 'IL' })
  expect(geocode({ postal_code: 'SW1A 1AA', country: 'GB' })).toMatchObject({ locality: 'London' })
})

test('a city in another country than the one sent is found where it is', () => {
  expect(geocode({ locality: 'Paris', country: 'US' })).toMatchObject({ country: 'FR', timeZone: 'Europe/Paris' })
})

test('a street address in a known city is exact, a city alone is approximate', () => {
  expect(geocode({ locality: 'Boston', address_lines: ['1 Beacon St'] }).accuracy).toBe('Rooftop')
  expect(geocode({ locality: 'Boston' }).accuracy).toBe('Approximate')
})

test('an unknown city keeps the region that is known', () => {
  const place = geocode({ locality: 'Smallville', region: 'CA' })
  expect(place).toMatchObject({ region: 'CA', accuracy: 'Approximate', timeZone: 'America/Los_Angeles' })
  expect(place).not.toHaveProperty('locality')
})

test('an unknown city keeps the country that is known', () => {
  expect(geocode({ locality: 'Kleinstadt', country: 'DE' })).toMatchObject({ region: '', country: 'DE' })
})

test('no address and an unknown one are in the middle of the United States', () => {
  expect(geocode({})).toBe(unknownPlace)
  expect(geocode({ locality: 'Atlantis', country: 'XX', postal_code: '' })).toBe(unknownPlace)
})

test('every place of the table is real to the platform and found by its own address', () => {
  expect(places.length).toBeGreaterThan(60)
  for (const [locality, region, country, latitude, longitude, timeZone, postal_code] of places) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    expect(geocode({ locality, region, country })).toMatchObject({ locality, region, country, latitude, longitude })
    expect(geocode({ postal_code, country }).country).toBe(country)
  }
})

test('a replaced geocoder gets the parts that were sent, and nothing where nothing was', () => {
  const asked: unknown[] = []
  const service = createMockService({
    geocode: (query) => {
      asked.push(query)
      return { ...unknownPlace, locality: 'Springfield', region: 'OR' }
    },
  })
  const { group: key } = service.seeded
  const place: NewMockEvent['location'] = { venue: 'Tavern', address_lines: ['742 Evergreen Terrace', 'Rear'] }
  const event = service.addEvent({ title: 'Picnic', location: place }, { key })
  service.addEvent({ title: 'Walk' }, { key })
  expect(asked).toEqual([{ venue: 'Tavern', address_lines: ['742 Evergreen Terrace'] }, {}])
  expect(event.location).toMatchObject({ venue: 'Tavern', locality: 'Springfield', region: 'OR' })
})

test('a geocoder that answers nonsense is told so, and nothing is stored', () => {
  const service = createMockService({ geocode: () => ({ ...unknownPlace, timeZone: 'Mars/Olympus' }) })
  const { group: key } = service.seeded
  expect(() => service.addEvent({ title: 'Picnic' }, { key })).toThrow(
    expect.objectContaining({ name: 'MockServiceError', code: 'option', field: 'geocode().timeZone' }),
  )
  expect(service.dashboard(key)).toEqual([])
})
