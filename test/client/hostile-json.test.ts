import { docsOf, embeddedOf, eventsOf, idOf, linkOf, linksOf, rejectedOf, wallClockOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

/** Names that every object inherits: a careless program reads them as response data, or sets them by a copy. */
const inherited =
  '"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":2}},"toString":7,"hasOwnProperty":null'

/** JSON with these members at the start of its first object and of each named object. */
const withMembers = (value: object, members: string, ...names: readonly string[]) =>
  ['{', ...names.map((name) => `"${name}":{`)].reduce(
    (text, start) => text.replace(start, `${start}${members},`),
    JSON.stringify(value),
  )

const deep = (levels: number, inner = '') => `${'['.repeat(levels)}${inner}${']'.repeat(levels)}`

const { least } = v2

const location = { locality: 'Town', location: { latitude: 1, longitude: 2 } }
const event = eventOf('v2', 'e1', { location, _embedded: { 'osdi:creator': { given_name: 'Jane' } } })
const text = JSON.stringify(event)
const page = pageOf('v2', ['e1'])
const listening = { onDrift: () => {} }
const answered = (body: string, status = 200) => clientOver('v2', [json(body, status)], listening).client
const spoilt = (field: string, value: string) => text.replace('{', `{"${field}":${value},`)

test('get keeps members such as __proto__ and constructor as plain data (v2 §1.7)', async () => {
  const body = withMembers(event, inherited, '_links', 'location', '_embedded')
  const got = await answered(body).get('e1')
  expect(JSON.stringify(got)).toBe(body)
  expect(Object.getPrototypeOf(got)).toBe(Object.prototype)
  expect({}).not.toHaveProperty('polluted')
  expect([linksOf(got, 'constructor'), linkOf(got, '__proto__'), embeddedOf(got, 'toString')]).toEqual([
    [],
    undefined,
    [],
  ])
  expect(idOf(got)).toBe('e1')
  expect(docsOf(got, '__proto__:x')).toBe(undefined)
})

test('list keeps members such as __proto__ and constructor of a page as plain data (v2 §2.6a)', async () => {
  const body = withMembers(page, inherited, '_links', '_embedded')
  for (const options of [{}, { onInvalid: 'report' }]) {
    const [got] = await collect(answered(body).list(options).pages())
    expect(JSON.stringify(got)).toBe(body)
  }
  expect({}).not.toHaveProperty('polluted')
})

test('get refuses a number that is too large in a known field, and returns it unchanged in an unknown field (v2 §2.1a)', async () => {
  const fields = {
    '{"total_accepted":1e400': 'total_accepted',
    '{"total_accepted":123456789012345678901234567890': 'total_accepted',
    '{"location":{"location":{"latitude":-1e999}}': 'location.location.latitude',
  }
  const { location: _gone, ...rest } = event
  for (const [start, field] of Object.entries(fields)) {
    const error = await failureOf(() => answered(JSON.stringify(rest).replace('{', `${start},`)).get('e1'))
    expect(error, start).toMatchObject({ code: 'schema', issues: [{ field }] })
  }
  const digits = '9'.repeat(100_000)
  for (const number of ['1e400', '-1e400', '1e-400', digits, `0.${digits}`, `1e${digits}`]) {
    expect(await answered(spoilt('odd', number)).get('e1'), number.slice(0, 9)).toHaveProperty('odd', Number(number))
  }
  for (const counter of ['total_pages', 'per_page', 'page', 'total_records']) {
    const body = `{"${counter}":1e300,"_links":{"next":{"href":"events?page=2"}}}`
    const { client, requests } = clientOver('v2', [json(body), json(pageOf('v2', ['e1']))])
    expect(await collect(client.list()), counter).toHaveLength(1)
    expect(requests).toHaveLength(2)
  }
})

test('get returns a thousand levels of nesting in an unknown field, and refuses them in a known field', async () => {
  const nested = deep(1_000)
  const kept = await answered(spoilt('odd', nested)).get('e1')
  expect(kept).toHaveProperty('odd')
  expect([idOf(kept), wallClockOf(kept), linksOf(kept, 'self').length]).toMatchObject(['e1', {}, 1])
  for (const place of ['"_links":{', '"_embedded":{', '"location":{'])
    expect(await answered(text.replace(place, `${place}"odd":${nested},`)).get('e1')).toBeTruthy()
  for (const field of ['total_accepted', 'reminders', 'status']) {
    const error = await failureOf(() => answered(spoilt(field, nested)).get('e1'))
    expect(error).toMatchObject({ code: 'schema' })
    expect(JSON.stringify(error)).toContain('nested too deep to show')
  }
  const body = `{"_embedded":{"osdi:events":[${text},${nested}]}}`
  expect(await failureOf(() => answered(body).page(1))).toMatchObject({ code: 'schema' })
  const [sifted] = await collect(answered(body).list({ onInvalid: 'report' }).pages())
  expect([eventsOf(sifted ?? {}).length, rejectedOf(sifted ?? {}).length]).toEqual([1, 1])
})

const isRefused = async (call: () => unknown, what: string, more: object = {}) => {
  const error = await failureOf(call)
  expect(error, what).toMatchObject({ code: 'content', status: 200, ...more })
  expect(error.message).toContain('answered 200 with JSON that is nested more than 1024 levels deep')
  expect(JSON.stringify(error).length).toBeLessThan(20_000)
}

test('get and list throw ContentError for JSON with more than 1,024 levels of nesting at any place', async () => {
  const nested = deep(2_000)
  const events = [
    ...['odd', 'total_accepted', 'reminders', 'name', '__proto__'].map((field) => spoilt(field, nested)),
    ...['"_links":{', '"_embedded":{', '"location":{'].map((place) => text.replace(place, `${place}"odd":${nested},`)),
    nested,
  ]
  for (const [index, each] of events.entries()) {
    await isRefused(() => answered(each).get('e1'), `event ${index}`)
    const page = `{"page":1,"_embedded":{"osdi:events":[${text},${each}]}}`
    for (const onInvalid of ['throw', 'report'])
      await isRefused(() => collect(answered(page).list({ onInvalid })), `page ${index} ${onInvalid}`)
  }
  const pages = [
    ...['page', 'odd', '_links'].map((name) => `{"${name}":${nested},"_embedded":{"osdi:events":[${text}]}}`),
    ...['odd', 'next', 'osdi:events'].map((name) => `{"_links":{"${name}":${nested},"self":{"href":"x"}}}`),
    `{"page":1,"_embedded":{"odd":${nested},"osdi:events":[${text}]}}`,
  ]
  for (const [index, page] of pages.entries()) await isRefused(() => collect(answered(page).list()), `page ${index}`)
})

test('every method throws ContentError for JSON with more than 1,024 levels of nesting', async () => {
  const shapes = [
    deep(20_000),
    `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
    `${'[1,{"a":[[],'.repeat(700)}1${'],"b":{}},1]'.repeat(700)}`,
  ]
  const rsvps = { 'osdi:attendances': { href: 'events/e1/attendances' } }
  const linked = { ...event, _links: { ...Object(event._links), ...rsvps } } as never
  const person = { email_addresses: [{ address: 'ada@example.org' }] }
  for (const [index, nested] of shapes.entries()) {
    const one = answered(spoilt('odd', nested))
    const list = answered(`{"page":1,"_embedded":{"osdi:events":[${spoilt('odd', nested)}]}}`)
    const attended = answered(`{"_embedded":{"osdi:attendances":[{"odd":${nested}}]}}`)
    const what = `shape ${index}`
    for (const read of [
      () => one.get('e1'),
      () => one.follow('people/1'),
      () => list.page(1),
      () => list.find('calendar:42'),
      () => collect(list.changes()),
      () => collect(attended.attendances(linked)),
    ])
      await isRefused(read, what, { method: 'GET' })
    for (const write of [
      () => one.create(least),
      () => one.update('e1', {}),
      () => one.recordAttendance(linked, { person }),
    ])
      await isRefused(write, what, { outcome: 'applied' })
    await isRefused(() => list.upsert({ ...least, identifiers: ['calendar:42'] }), what, { outcome: 'not applied' })
    expect(await failureOf(() => answered(`{"error":${nested}}`, 400).get('e1'))).toMatchObject({ code: 'http' })
  }
})

test('a NUL character in a response stays in texts, is in no address and no message, and is invalid JSON outside a string', async () => {
  const got = await answered(spoilt('description', '"a\\u0000b"')).get('e1')
  expect(got).toHaveProperty('description', 'a\u0000b')
  for (const body of [`${text}\u0000`, `\u0000${text}`, text.replace('Picnic', 'Pic\u0000nic')]) {
    const error = await failureOf(() => answered(body).get('e1'))
    expect(error).toMatchObject({ code: 'content' })
    expect(error.message).not.toContain('\u0000')
  }
  const odd = { ...event, identifiers: ['platform:e\u0000'] }
  const { client, requests } = clientOver('v2', [json(odd)])
  expect(await failureOf(() => client.get(odd))).toMatchObject({ code: 'input', field: 'id' })
  for (const href of ['events/\u0000?page=2', 'events/%00', 'events/a%2500']) {
    const iterated = clientOver('v2', [json(pageOf('v2', ['e1'], address('v2', href)))])
    expect(await failureOf(() => collect(iterated.client.list())), href).toMatchObject({ code: 'link' })
    expect(iterated.requests).toHaveLength(1)
  }
  expect(requests).toHaveLength(0)
  const refused = await failureOf(() => answered('{"error":"no\\u0000\\u001b[31m"}', 400).create(least))
  expect(refused.message).toMatch(/ answered 400: no \[31m$/)
})

test('an error shows no key that hostile JSON repeats', async () => {
  const place = [`{"__proto__":{"${apiKey}":1}}`, `[${deep(90, `"${apiKey}"`)}]`, `{"a":1,"a":"${apiKey}\\u0000"}`]
  for (const body of place) {
    for (const status of [200, 500]) {
      expect(shows(await failureOf(() => answered(body, status).get('e1')), apiKey), body.slice(0, 30)).toBe(false)
    }
  }
})
