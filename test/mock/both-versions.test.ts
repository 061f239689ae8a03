import type { Geocode, MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, world } from '../support/api.ts'

const both = (options: MockServiceOptions = {}) => {
  const { service, key, ...rest } = world(options)
  return { service, key, ...rest, v1: callerOf(service, key, 'v1'), v2: callerOf(service, key, 'v2') }
}

test('what only version 2 has survives a change through version 1 (v1 §9.2, v1 §2.1c)', async () => {
  const { v1, v2 } = both()
  const only = { name: 'picnic', end_date: '2026-06-20T15:30:00Z', browser_url: 'https://calendar.example.org/7' }
  const made = await v2.create(only)
  const asV1 = await v1.update(made, { description: 'Changed', name: 'x', end_date: '2030-01-01T00:00:00Z' })
  for (const field of [...Object.keys(only), 'title', 'capacity', 'platform:hidden', 'url']) {
    expect(asV1).not.toHaveProperty(field)
  }
  expect(await v2.read(made)).toMatchObject({ ...only, description: 'Changed' })
})

test("version 1 stores nothing under version 2's names, nor version 2 under version 1's (v1 §9.2, v1 §2.1c)", async () => {
  const { v1, v2 } = both()
  const dates = { start_date: '2026-06-20T11:00:00Z', end_date: '2026-06-20T12:00:00Z' }
  const viaV1 = { name: 'x', browser_url: 'https://calendar.example.org/7', instructions: 'x', ...dates }
  const one = await v1.send('POST', '/events', { summary: 'One', originating_system: 'Calendar', ...viaV1, title: 'x' })
  const shown = await v2.read(one.body)
  expect(shown.title).toBe('One')
  for (const field of Object.keys(viaV1)) expect(shown).not.toHaveProperty(field)
  const viaV2 = { summary: 'x', url: 'https://calendar.example.org/7', start: dates.start_date }
  const two = await v2.send('POST', '/events', { title: 'Two', origin_system: 'Calendar', ...viaV2 })
  const asV1 = await v1.read(two.body)
  expect(asV1.summary).toBe('Two')
  expect(asV1).not.toHaveProperty('url')
  expect(asV1).not.toHaveProperty('start')
})

/** Version 1 takes this country over, version 2 keeps the caller's. */
const germany: Geocode = () => ({
  region: 'BE',
  country: 'DE',
  latitude: 52.5,
  longitude: 13.4,
  accuracy: 'Approximate',
  timeZone: 'Europe/Berlin',
})

test('the country that version 1 overwrote stays when version 2 changes another part (v2 §4.8, v1 §9.2)', async () => {
  const { v1, v2 } = both({ geocode: germany })
  const made = await v1.create({ location: { locality: 'Berlin', country: 'US', postal_code: '1' } })
  expect(made.location).toMatchObject({ country: 'DE' })
  await v2.update(made, { location: { venue: 'Halle' } })
  for (const caller of [v1, v2]) {
    expect((await caller.read(made)).location).toMatchObject({ venue: 'Halle', country: 'DE' })
  }
  expect((await v2.update(made, { location: { country: 'AT' } })).location).toMatchObject({ country: 'AT' })
  expect((await v2.update(made, { location: { country: null } })).location).toMatchObject({ country: 'US' })
})

test('the country that version 2 kept is overwritten when version 1 changes a part (v1 §2.2a, v1 §9.2)', async () => {
  const { v1, v2 } = both({ geocode: germany })
  const made = await v2.create({ location: { locality: 'Berlin', country: 'us' } })
  expect(made.location).toMatchObject({ country: 'US' })
  await v1.update(made, { location: { venue: 'Halle' } })
  for (const caller of [v1, v2]) {
    expect((await caller.read(made)).location).toMatchObject({ venue: 'Halle', country: 'DE' })
  }
})
