import { type Geocode, MockServiceError, type Place, type PlaceQuery } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, idOf, world } from '../support/api.ts'
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
  ['a latitude beyond the pole', { ...place, latitude: 90.1 }],
  ['a longitude beyond the date line', { ...place, longitude: -180.1 }],
  ['a promise', Promise.resolve(place)],
  ['a list', [place]],
  ['a longitude that is text', { ...place, longitude: '2' }],
  ['an unknown accuracy', { ...place, accuracy: 'Exact' }],
  ['an unknown time zone', { ...place, timeZone: 'Mars/Olympus' }],
  ['a list of time zones', { ...place, timeZone: ['UTC'] }],
]

test("a geocoder of one's own may answer with a pole and with the date line", async () => {
  for (const [latitude, longitude] of [
    [90, 180],
    [-90, -180],
  ] as const) {
    const { service, key } = world({ geocode: () => ({ ...place, latitude, longitude }) })
    const { location } = await callerOf(service, key, 'v2').create()
    expect(location).toMatchObject({ location: { latitude, longitude } })
  }
})

for (const [what, answer] of wrong) {
  test(`a geocoder of one's own that answers ${what} is told so, and nothing is stored (v2 §2.2b)`, () => {
    let right = true
    const { service, key } = world({ geocode: () => (right ? place : (answer as Place)) })
    right = false
    expect(() => service.addEvent({ title: 'Tree walk' }, { key })).toThrow(MockServiceError)
    right = true
    expect(service.dashboard(key)).toEqual([])
  })

  for (const version of versions) {
    test(`a request whose geocoder answers ${what} ends in 500, noted and with nothing stored (${version})`, async () => {
      const { service, key } = world({ geocode: () => answer as Place })
      const caller = callerOf(service, key, version)
      const { status, body } = await caller.send('POST', '/events', least(version))
      expect([status, body]).toEqual([500, { error: expect.stringMatching(/^geocode\(\).*expected of the geocoder$/) }])
      expect(service.requests).toMatchObject([{ operation: 'events.create', status: 500 }])
      expect(await caller.list()).toMatchObject({ total_records: 0 })
    })
  }
}

const broken = () => {
  const cause = new Error('no such planet')
  const geocode: Geocode = ({ venue }) => {
    if (venue === 'Mars') throw cause
    return place
  }
  return { cause, geocode, location: { venue: 'Mars', postal_code: '0' } }
}

test("what one's own geocoder throws is the cause of the error that addEvent throws", () => {
  const { cause, geocode, location } = broken()
  const { service, key } = world({ geocode })
  expect(() => service.addEvent({ title: 'Tree walk', location }, { key })).toThrow(
    expect.objectContaining({ name: 'MockServiceError', code: 'option', field: 'geocode()', cause }),
  )
  expect(service.dashboard(key)).toEqual([])
})

for (const version of versions) {
  test(`what one's own geocoder throws ends a request in 500, noted and with nothing changed (${version})`, async () => {
    const { geocode, location } = broken()
    const { service, key } = world({ geocode, assumptions: { errorBody: 'osdi:error' } })
    const caller = callerOf(service, key, version)
    const made = await caller.create()
    const before = service.clock.now()
    for (const [method, path] of [
      ['POST', '/events'],
      ['PUT', `/events/${idOf(made)}`],
    ] as const) {
      const { status, body } = await caller.send(method, path, least(version, { title: 'Moved', location }))
      expect(status).toBe(500)
      expect(body['osdi:error']).toEqual({
        response_code: 500,
        error_description: 'geocode(): threw Error: no such planet',
      })
      expect(service.requests.at(-1)).toMatchObject({ method, status: 500 })
    }
    expect(service.clock.now()).toEqual(before)
    expect((await caller.list()).total_records).toBe(1)
    expect(await caller.read(made)).toEqual(made)
  })
}

test('what a geocoder of one’s own does to its query or its answer later changes nothing (v2 §2.2c)', async () => {
  const answered = { ...place, locality: 'Here' }
  let refusedToChange = false
  const geocode: Geocode = (query) => {
    refusedToChange = !Reflect.set(query.address_lines ?? [], 1, 'LEAK') && !Reflect.set(query, 'venue', 'LEAK')
    return answered
  }
  const { service, key } = world({ geocode })
  const caller = callerOf(service, key, 'v2')
  const made = await caller.create({ location: { address_lines: ['x'] } })
  expect(refusedToChange).toBe(true)
  answered.locality = 'LEAK'
  Object.assign(answered, { leak: 'LEAK' })
  expect((await caller.read(made)).location).toMatchObject({ address_lines: ['x'], locality: 'Here' })
})
