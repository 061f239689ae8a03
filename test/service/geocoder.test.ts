import { type Geocode, MockServiceError, type Place, type PlaceQuery } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, world } from '../support/api.ts'
import { least, versions } from '../support/names.ts'

const place: Place = { region: '', country: 'US', latitude: 1, longitude: 2, accuracy: 'Approximate', timeZone: 'UTC' }

const places: Readonly<Record<string, PlaceQuery & { readonly at: readonly [number, number] }>> = {
  Nashville: { locality: 'Nashville', region: 'TN', postal_code: '37203', at: [36.16, -86.78] },
  Madison: { locality: 'Madison', region: 'WI', postal_code: '53703', at: [43.07, -89.4] },
  Chicago: { locality: 'Chicago', region: 'IL', at: [41.88, -87.63] },
  Washington: { locality: 'Washington', region: 'DC', at: [38.9, -77.03] },
}

for (const [name, { at, ...query }] of Object.entries(places)) {
  test(`the built-in geocoder knows ${name} (v2 §2.2b)`, async () => {
    const { service, key } = world()
    const { location } = await callerOf(service, key, 'v2').create({ location: query })
    expect(location).toMatchObject({ locality: name, region: query.region, country: 'US' })
    const { latitude, longitude } = (location as { location: { latitude: number; longitude: number } }).location
    expect(Math.abs(latitude - at[0])).toBeLessThan(0.3)
    expect(Math.abs(longitude - at[1])).toBeLessThan(0.3)
  })
}

test('a reminder of an event in Chicago goes by the clocks of Chicago (v2 §2.1g)', () => {
  const { service, key } = world()
  const location = { locality: 'Chicago', region: 'IL', postal_code: '60601' }
  const { id } = service.addEvent({ title: 'Tree walk', start_date: '2026-07-04T09:00:00', location }, { key })
  service.attend(id, 1)
  service.clock.advance('P90D')
  expect(service.outbox.at(-1)).toMatchObject({ kind: 'reminder', sent_at: '2026-07-03T14:00:00Z' })
})

test('an address that the built-in geocoder does not know is somewhere, approximately (v2 §2.2b)', async () => {
  const { service, key } = world()
  const caller = callerOf(service, key, 'v2')
  const { location } = await caller.create({ location: { locality: 'Nowhere at all', postal_code: 'none' } })
  expect(location).toMatchObject({ postal_code: 'none', language: 'en', location: { accuracy: 'Approximate' } })
})

const wrong: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['no place', {}],
  ['no region', { ...place, region: undefined }],
  ['a wrong locality', { ...place, locality: 5 }],
  ['no country', { ...place, country: undefined }],
  ['a latitude that is no number', { ...place, latitude: Number.NaN }],
  ['a longitude that is text', { ...place, longitude: '2' }],
  ['an unknown accuracy', { ...place, accuracy: 'Exact' }],
  ['an unknown time zone', { ...place, timeZone: 'Mars/Olympus' }],
]

for (const [what, answer] of wrong) {
  test(`a geocoder of one's own that answers ${what} is told so, and nothing is stored (v2 §2.2b)`, () => {
    let right = true
    const { service, key } = world({ geocode: () => (right ? place : (answer as Place)) })
    right = false
    expect(() => service.addEvent({ title: 'Tree walk' }, { key })).toThrow(MockServiceError)
    right = true
    expect(service.dashboard(key)).toEqual([])
  })
}

for (const version of versions) {
  test(`an error of one's own geocoder reaches the test that asked (${version})`, async () => {
    const { service, key } = world({ geocode: () => place })
    const failing: Geocode = (query) => {
      if (query.venue === 'Mars') throw new Error('no such planet')
      return place
    }
    const other = world({ geocode: failing })
    const body = least(version, { location: { venue: 'Mars', postal_code: '0' } })
    expect((await callerOf(service, key, version).send('POST', '/events', body)).status).toBe(200)
    await expect(callerOf(other.service, other.key, version).send('POST', '/events', body)).rejects.toThrow(
      'no such planet',
    )
    expect(await callerOf(other.service, other.key, version).list()).toMatchObject({ total_records: 0 })
  })
}
