import {
  accuracies,
  isKnownAccuracy,
  isKnownReminderMethod,
  isKnownStatus,
  isKnownTransparence,
  isKnownVisibility,
  reminderMethods,
  statuses,
  transparences,
  visibilities,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, cutShort, json, type Step } from '../support/scripted-fetch.ts'

const as =
  (type: string | undefined, body: string): Step =>
  () => {
    const response = new Response(body)
    response.headers.delete('content-type')
    if (type !== undefined) response.headers.set('content-type', type)
    return response
  }

const event = eventOf('v2')
const text = JSON.stringify(event)
const url = address('v2', 'events/e1')
const got = (step: Step) => clientOver('v2', [step]).client.get('e1')
const failed = (step: Step) => failureOf(() => got(step))

test('a client reads JSON under every name that it goes by (v2 §1.7)', async () => {
  const types = [
    'application/hal+json',
    'application/json',
    'Application/HAL+JSON; charset=utf-8',
    ' application/json ;q=1',
    'application/vnd.osdi.v1+json',
    'application/problem+json',
    undefined,
  ]
  for (const type of types) expect(await got(as(type, text)), type).toStrictEqual(event)
})

test('a client refuses what does not call itself JSON, and says what it is (v2 §1.7)', async () => {
  for (const type of ['text/plain', 'text/json', 'application/jsonx', 'application/xml', 'json', 'application/+json']) {
    expect(await failed(as(type, text)), type).toMatchObject({
      code: 'content',
      status: 200,
      message: `GET ${url} answered 200 with ${type} instead of JSON (is baseUrl right, or is a proxy in between?); it begins: ${text.slice(0, 80)}…`,
    })
  }
})

test('a client says how a web page begins and where it likely comes from (v2 §1.7)', async () => {
  const likely = {
    '<title>Log in</title>': 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?',
    '<input type=password>': 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?',
    '<h1>Access denied</h1>':
      'it looks like the page of a proxy or firewall in between; or is baseUrl that of a website?',
    '<h1>Welcome</h1>': 'is baseUrl right, or is a login page or proxy in between?',
  }
  for (const [inner, why] of Object.entries(likely)) {
    const page = `<html>\n${inner}`
    const named = await failed(as('text/html; charset=utf-8', page))
    expect(named).toMatchObject({ code: 'content', status: 200, body: page })
    expect(named.message).toBe(
      `GET ${url} answered 200 with text/html; charset=utf-8 instead of JSON (${why}); it begins: <html> ${inner}`,
    )
    for (const type of ['application/hal+json', undefined]) {
      const unnamed = await failed(as(type, page))
      expect(unnamed.message).toBe(
        `GET ${url} answered 200 with HTML that calls itself JSON (${why}); it begins: <html> ${inner}`,
      )
    }
  }
})

test('a client says so where a body is empty, half or cut short (v2 §1.7)', async () => {
  const said = async (step: Step) => (await failed(step)).message
  const empty = 'with an empty body instead of JSON'
  for (const [type, body] of [
    ['application/json', ''],
    ['text/html', ' \n'],
  ] as const) {
    expect(await said(as(type, body))).toBe(
      `GET ${url} answered 200 ${empty} (is baseUrl right, or does a proxy in between drop it?)`,
    )
  }
  expect(await said(() => new Response(null, { status: 204 }))).toBe(`GET ${url} answered 204 ${empty}`)
  const short = '(by the service, or by a proxy in between)'
  for (const half of ['{"a":', '[1,', '"Pic', ' {"a": [1]']) {
    expect(await said(as('application/json', half))).toBe(
      `GET ${url} answered 200 with JSON that was cut short ${short}; it begins: ${half.trim()}`,
    )
  }
  for (const odd of ['{a}', 'OK', '\u0000', '{"a":"\n"}', '{"a":NaN}']) {
    expect(await said(as('application/json', odd))).toMatch(
      `GET ${url} answered 200 with a body that is not JSON (is baseUrl right, or is a proxy in between?)`,
    )
  }
  const cut = await failed(cutShort())
  expect(cut.message).toBe(`GET ${url} answered 200 with a body that was cut short ${short}`)
  expect(cut).toMatchObject({
    code: 'content',
    cause: { code: 'ECONNRESET' },
    attempts: [{ status: 200, cause: 'ECONNRESET' }],
  })
  expect((await failed(cutShort(200, new Error('odd')))).attempts).toMatchObject([{ status: 200, cause: 'cut short' }])
})

const wholeNumber = 'must be a whole number within ±2^53'

test('a response that is no event names every field that is wrong (v2 §2.1a)', async () => {
  const error = await failed(
    json({ ...event, identifiers: 'a:1', total_accepted: 1.5, location: { location: { latitude: 'x' } } }),
  )
  const issues = [
    { field: 'identifiers', message: 'must be an array, not text' },
    { field: 'location.location.latitude', message: 'must be a number, not text' },
    { field: 'total_accepted', message: wholeNumber },
  ]
  expect(error).toMatchObject({ code: 'schema', status: 200, method: 'GET', url, body: { identifiers: 'a:1' } })
  expect(
    [...(error as unknown as { issues: typeof issues }).issues].sort((a, b) => (a.field < b.field ? -1 : 1)),
  ).toEqual(issues)
  expect(error.message).toMatch(new RegExp(`^GET ${url} answered 200 with what the interface does not describe: `))
  for (const { field, message } of issues) expect(error.message).toContain(`${field}: ${message}`)
})

test('a response that is something else as a whole says so (v2 §2.1a)', async () => {
  const said = async (value: unknown) => (await failed(json(JSON.stringify(value)))).message.split('describe: ')[1]
  expect(await said([])).toBe('the body must be an object, not an array')
  expect(await said(null)).toBe('the body must be an object, not null')
  expect(await said('Picnic')).toBe('the body must be an object, not text')
  expect(await said({ ...event, _links: {} })).toBe('_links.self: is missing')
  for (const total_accepted of [2 ** 60, -(2 ** 60)]) {
    expect(await said({ ...event, total_accepted })).toBe(`total_accepted: ${wholeNumber}`)
  }
  expect(await said({ ...event, total_accepted: '5' })).toBe('total_accepted: must be a number, not text')
})

test('a page that promises events or has none of its members is none (v2 §2.6a)', async () => {
  const said = async (value: unknown) =>
    (await failureOf(() => clientOver('v2', [json(value)]).client.page(1))).message.split('describe: ')[1]
  const { _embedded, ...promising } = pageOf('v2', ['e1'])
  const missing = '_embedded.osdi:events: is missing or empty, but the links of the collection promise events'
  expect(await said(promising)).toBe(missing)
  expect(await said({ ...promising, _embedded: {} })).toBe(missing)
  expect(await said({ ...promising, _embedded: { 'osdi:events': null } })).toBe(missing)
  expect(await said({ error: 'no' })).toBe('the body is no collection of events: it has none of its members')
  const none = 'the body is no collection of events: it has none of its members'
  const links = { _links: { self: { href: 'x' } } }
  for (const other of [{ error: 'no' }, { title: 'Picnic' }, { summary: 'Picnic' }, { identifiers: [], page: 1 }]) {
    expect(await said({ ...links, ...other })).toBe(none)
  }
  expect(await said([])).toBe('the body must be an object, not an array')
})

test('optional fields may be null, and unknown ones are kept (v2 §2.1a)', async () => {
  const odd = { ...event, description: null, location: null, reminders: null, tag_list: ['x'], 'x:y': { z: 1 } }
  expect(await got(json(odd))).toStrictEqual(odd)
})

test('a delete is granted by an empty response or one in JSON, not by a page', async () => {
  const nothing = () => new Response(null, { status: 204 })
  for (const step of [nothing, as('text/html', ' \n'), json({}), json('null')]) {
    expect(await clientOver('v2', [step]).client.delete('e1')).toBe(undefined)
  }
  const { client } = clientOver('v2', [as('text/html', '<html>')])
  expect(await failureOf(() => client.delete('e1'))).toMatchObject({ code: 'content', method: 'DELETE' })
})

const enums = {
  status: [statuses, isKnownStatus, ['confirmed', 'tentative', 'cancelled']],
  transparence: [transparences, isKnownTransparence, ['opaque', 'transparent']],
  visibility: [visibilities, isKnownVisibility, ['public', 'private']],
  'reminders.method': [reminderMethods, isKnownReminderMethod, ['email', 'sms']],
  'location.accuracy': [accuracies, isKnownAccuracy, ['Rooftop', 'Approximate']],
} as const

for (const [name, [constants, isKnown, documented]] of Object.entries(enums)) {
  test(`the constants and the guard of ${name} know the documented values alone (v1 §2.1a, v2 §2.1a)`, () => {
    expect(constants).toEqual(documented)
    for (const value of documented) expect(isKnown(value), value).toBe(true)
    const others = Object.values(enums).flatMap(([, , values]) => [...values])
    const foreign = others.filter((value) => !(documented as readonly string[]).includes(value))
    for (const value of [...foreign, '', documented[0].toUpperCase(), null, undefined, 0, [documented[0]]]) {
      expect(isKnown(value), String(value)).toBe(false)
    }
  })
}

test('every enum of an event is open to values that a service may add (v2 §3)', async () => {
  const event = eventOf('v2', 'e1', {
    status: 'postponed',
    transparence: 'hazy',
    visibility: 'unlisted',
    reminders: [{ method: 'pigeon', minutes: 5 }],
    location: { location: { accuracy: 'Parcel' } },
  })
  const { client } = clientOver('v2', [json(event)])
  expect(await client.get('e1')).toStrictEqual(event)
})
