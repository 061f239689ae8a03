import { type Geocode, MockServiceError, type Place } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { idOf, worldOf } from '../support/api.ts'
import { least } from '../support/names.ts'

const place: Place = { region: '', country: 'US', latitude: 1, longitude: 2, accuracy: 'Approximate', timeZone: 'UTC' }

const wrong: readonly (readonly [what: string, answer: unknown])[] = [
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

test("a geocoder of one's own that answers nonsense is told so, and nothing is stored (v2 §2.2b)", async () => {
  for (const [what, answer] of wrong) {
    // A pole and the date line are places like any other.
    let now: unknown = { ...place, latitude: -90, longitude: 180 }
    const { service, key, caller } = worldOf('v2', { geocode: () => now as Place })
    now = answer
    expect(() => service.addEvent({ title: 'Tree walk' }, { key }), what).toThrow(MockServiceError)
    const { status, body } = await caller.send('POST', '/events', least('v2'))
    expect([status, body]).toEqual([500, { error: expect.stringMatching(/^geocode\(\).*expected of the geocoder$/) }])
    expect(service.requests).toMatchObject([{ operation: 'events.create', status: 500 }])
    expect(await caller.list()).toMatchObject({ total_records: 0 })
    expect(service.dashboard(key)).toEqual([])
  }
})

test(`what one's own geocoder throws is the cause of an error, ends a request in 500, is noted, and changes nothing`, async () => {
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
  for (const [method, path] of [
    ['POST', '/events'],
    ['PUT', `/events/${idOf(made)}`],
  ] as const) {
    const { status, body } = await caller.send(method, path, least('v2', { title: 'Moved', location }))
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

test('what a geocoder of one’s own does to its query or its answer later changes nothing (v2 §2.2c)', async () => {
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
