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

test('a country or a region that was sent rules out cities of the same name elsewhere', () => {
  expect(geocode({ locality: 'Paris' })).toMatchObject({ country: 'FR', timeZone: 'Europe/Paris' })
  expect(geocode({ locality: 'Paris', country: 'US' })).toBe(unknownPlace)
  expect(geocode({ locality: 'Paris', region: 'TX', country: 'US', postal_code: '75460' })).toMatchObject({
    region: 'TX',
    country: 'US',
    timeZone: 'America/Chicago',
    accuracy: 'Approximate',
  })
  expect(geocode({ locality: 'Berlin', region: 'NH' })).toBe(unknownPlace)
  expect(geocode({ locality: 'Dublin', region: 'OH' })).toMatchObject({ region: 'OH', country: 'US' })
  expect(geocode({ locality: 'London', region: 'ON', country: 'CA' })).toMatchObject({ region: 'ON', country: 'CA' })
  expect(geocode({ locality: 'Portland', region: 'TX' })).toMatchObject({ region: 'TX' })
  expect(geocode({ postal_code: '60614', region: 'CA' })).toMatchObject({ region: 'CA' })
  expect(geocode({ locality: 'London', country: 'XX' })).toBe(unknownPlace)
})

test('a region that is no code, and an empty one, rule nothing out', () => {
  for (const region of ['Illinois', 'Prairie State', ' ', 'US-ILLINOIS']) {
    expect(geocode({ locality: 'Chicago', region })).toMatchObject({ locality: 'Chicago', region: 'IL' })
  }
})

test('a region that is no code of the country rules nothing out, one that is rules out what lies elsewhere', () => {
  for (const region of ['ZZ', 'US-ZZ', 'ON', 'BE', '13']) {
    expect(geocode({ postal_code: '20009', region, country: 'US' })).toMatchObject({ locality: 'Washington' })
  }
  expect(geocode({ postal_code: '20009', region: 'ZZ' })).toMatchObject({ locality: 'Washington', region: 'DC' })
  expect(geocode({ postal_code: 'M5H 1A1', region: 'TX', country: 'CA' })).toMatchObject({ locality: 'Toronto' })
  for (const [region, country] of [
    ['WY', 'US'],
    ['GU', 'US'],
    ['US-ND', 'US'],
    ['YT', 'CA'],
  ] as const) {
    const postal_code = country === 'US' ? '20009' : 'M5H 1A1'
    expect(geocode({ postal_code, region, country })).not.toHaveProperty('locality')
  }
  expect(geocode({ locality: 'London', region: 'ON' })).toBe(unknownPlace)
})

test('of cities of one name, one in the United States stands for it where no country was sent', () => {
  const own = places.filter(([locality]) => places.some(([name, , country]) => name === locality && country === 'US'))
  for (const [locality] of own) expect(geocode({ locality }).country).toBe('US')
  expect(geocode({ postal_code: '75001' })).toBe(unknownPlace)
  expect(geocode({ postal_code: '75001', country: 'fr' })).toMatchObject({ locality: 'Paris', country: 'FR' })
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
  for (const [locality, code, country, latitude, longitude, timeZone, postal_code] of places) {
    expect(() => new Intl.DateTimeFormat('en', { timeZone })).not.toThrow()
    const region = code.length === 2 && !/\d/.test(code) ? code : ''
    const found = { locality, region, country, latitude, longitude, timeZone }
    expect(geocode({ locality, region: code, country })).toMatchObject(found)
    expect(geocode({ locality, region: `${country}-${code}`, country, postal_code })).toMatchObject(found)
    expect(geocode({ postal_code, country }).country).toBe(country)
  }
})

test('no place of the table is told with anything but a region of two letters or none, and a country of two', () => {
  for (const [locality, code, country, , , , postal_code] of places) {
    expect(code).toMatch(/^[A-Z\d]{1,3}$/)
    const queries = [{ locality, region: code, country }, { locality }, { postal_code, country }, { country }]
    for (const query of [...queries, { region: code, country }]) {
      expect(geocode(query).region).toMatch(/^([A-Z]{2})?$/)
      expect(geocode(query).country).toMatch(/^[A-Z]{2}$/)
    }
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

test('a place that was asked for in few characters is remembered, and one asked for in many is not', () => {
  const short = { locality: 'Chicago', region: 'IL' }
  const long = { ...short, postal_code: 'x'.repeat(600) }
  expect(geocode(short)).toBe(geocode(short))
  expect(geocode(long)).toEqual(geocode(short))
  expect(geocode(long)).not.toBe(geocode(long))
})
