import {
  accuracies,
  isKnownAccuracy,
  isKnownReminderMethod,
  isKnownStatus,
  isKnownTransparence,
  isKnownVisibility,
  reminderMethods,
  responseOf,
  statuses,
  transparences,
  visibilities,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, cutShort, json, type Step, systemError } from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'

const as =
  (type: string | undefined, body: string, status = 200): Step =>
  () => {
    const response = new Response(body, { status })
    response.headers.delete('content-type')
    if (type !== undefined) response.headers.set('content-type', type)
    return response
  }

const event = eventOf('v2')
const text = JSON.stringify(event)
const url = address('v2', 'events/e1')
const got = (step: Step) => clientOver('v2', [step]).client.get('e1')
const failed = (step: Step) => failureOf(() => got(step))

test('get accepts every media type of JSON, and a response without content-type (v2 §1.7)', async () => {
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

test('get throws a ContentError that names the media type for any other media type (v2 §1.7)', async () => {
  for (const type of ['text/plain', 'text/json', 'application/jsonx', 'application/xml', 'json', 'application/+json']) {
    expect(await failed(as(type, text)), type).toMatchObject({
      code: 'content',
      status: 200,
      message: `GET ${url} answered 200 with ${type} instead of JSON (is baseUrl right, or is a proxy in between?); it begins: ${text.slice(0, 80)}…`,
    })
  }
})

test('ContentError shows the title of a web page and its likely origin, and none of its tags (v2 §1.7)', async () => {
  const likely = {
    '<title>Log in</title>': 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?',
    '<input type=password>': 'it looks like a login page: is a proxy in between, or is baseUrl that of a website?',
    '<h1>Access denied</h1>':
      'it looks like the page of a proxy or firewall in between; or is baseUrl that of a website?',
    '<h1>Welcome</h1>': 'is baseUrl right, or is a login page or proxy in between?',
  }
  for (const [inner, why] of Object.entries(likely)) {
    const page = `<html>\n${inner}`
    const [, title] = /<(?:title|h1)>([^<]*)/.exec(inner) ?? []
    const titled = title === undefined ? '' : `; its title is "${title}"`
    const named = await failed(as('text/html; charset=utf-8', page))
    expect(named).toMatchObject({ code: 'content', status: 200, body: page })
    expect(named.message).toBe(
      `GET ${url} answered 200 with text/html; charset=utf-8 instead of JSON (${why})${titled}`,
    )
    for (const type of ['application/hal+json', undefined]) {
      const unnamed = await failed(as(type, page))
      expect(unnamed.message).toBe(`GET ${url} answered 200 with HTML that calls itself JSON (${why})${titled}`)
    }
  }
})

test('the message of an HttpError names a web page by its title, and shows none of its tags', async () => {
  const css = `<style>${'p { margin: 0 } '.repeat(100)}</style>`
  for (const [page, said] of [
    [`<!DOCTYPE HTML>\n<html><head><title>\n  Not found\u001b[2J </title>${css}`, 'a web page, "Not found [2J"'],
    ['\ufeff<?xml version="1.0"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML"><title>502</title>', 'a web page, "502"'],
    ['<h1 class="big">Not Found</h1>', 'a web page, "Not Found"'],
    [`<html><title></title><h1>${'Gone '.repeat(40)}</h1>`, `a web page, "${'Gone '.repeat(16)}…"`],
    ['<!-- nginx --><p>Not found', 'a web page'],
    [`<html>${'<h1 '.repeat(400)}`, 'a web page'],
    ['<3 no such event', '<3 no such event'],
  ] as const) {
    for (const type of ['text/html', 'application/json']) {
      const error = await failed(as(type, page, 404))
      expect(error.message, page.slice(0, 80)).toBe(`GET ${url} answered 404: ${said}`)
    }
    const inJson = await failed(as('application/json', JSON.stringify({ error: page }), 404))
    expect(inJson.message).toBe(`GET ${url} answered 404: ${said}`)
  }
})

test('ContentError says whether a body is empty, cut short or not JSON (v2 §1.7)', async () => {
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

test('get and update are retried after JSON that ends too early, and not after invalid JSON (v2 §1.7)', async () => {
  using _time = flyingTime()
  for (const half of ['{"a":', '[1,', '"Pic', '{"a": [1]', '{"a": {}', '{"a": "}"', '{"a": "\\"}']) {
    const { client, requests } = clientOver('v2', [as('application/json', half), json(event)], { retry: 1 })
    await client.get('e1')
    expect(responseOf(await client.update('e1', {})).attempts, half).toMatchObject([{ status: 200 }])
    expect(requests, half).toHaveLength(3)
  }
  const { client } = clientOver('v2', [as('application/json', '{"a":')], { retry: 1 })
  expect((await failureOf(() => client.get('e1'))).attempts).toMatchObject([
    { status: 200, cause: 'cut short' },
    { status: 200, cause: 'cut short' },
  ])
  for (const wrong of ['{a}', '{"a":"\n"}', '[1]]', '{"a": 1,}']) {
    const { client, requests } = clientOver('v2', [as('application/json', wrong), json(event)], { retry: 1 })
    await failureOf(() => client.get('e1'))
    expect(requests, wrong).toHaveLength(1)
  }
})

/** A response with these bytes, one chunk for each piece. */
const inBytes =
  (type: string, ...pieces: readonly (string | number)[]): Step =>
  () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces)
          controller.enqueue(typeof piece === 'string' ? new TextEncoder().encode(piece) : Uint8Array.of(piece))
        controller.close()
      },
    })
    return new Response(body, { headers: { 'content-type': type } })
  }

const [start, end] = text.split('"title":"') as [string, string]
const before = `${start}"title":"Caf`

test('get decodes a body by the charset of its content-type (v2 §1.7)', async () => {
  const titled = { title: `Café${event.title}` }
  const behind = end
  for (const charset of ['iso-8859-1', '"ISO-8859-1"', 'latin1', 'windows-1252; boundary=x'])
    expect(await got(inBytes(`application/json; charset=${charset}`, before, 0xe9, behind))).toMatchObject(titled)
  for (const type of ['application/hal+json', 'application/json; charset=utf-8', 'application/json;charset="UTF-8"'])
    expect(await got(inBytes(type, before, 0xc3, 0xa9, behind))).toMatchObject(titled)
  expect(await got(inBytes('application/json', 0xef, 0xbb, 0xbf, text))).toEqual(event)
})

test('get throws ContentError without a retry for a body whose bytes are invalid in its charset (v2 §1.7)', async () => {
  const wrong: readonly (readonly [type: string, bytes: readonly (string | number)[], problem: string])[] = [
    ['application/json', [before, 0xe9, end], 'bytes that are not UTF-8'],
    ['application/json; charset=utf-8', [before, 0xc3], 'bytes that are not UTF-8'],
    ['application/json; charset=euc-kr', [before, 0xff, end], 'bytes that are not EUC-KR'],
    ['application/json; charset=klingon', [text], 'a body in the charset klingon, which this platform cannot decode'],
  ]
  for (const [type, bytes, problem] of wrong) {
    const { client, requests } = clientOver('v2', [inBytes(type, ...bytes)], { retry: 1 })
    const error = await failureOf(() => client.get('e1'))
    expect(error).toMatchObject({ code: 'content', status: 200 })
    expect(error.message).toContain(`GET ${url} answered 200 with ${problem}; it begins: {`)
    expect(requests).toHaveLength(1)
    expect(await failureOf(() => client.create(v2.least))).toMatchObject({ code: 'content', outcome: 'applied' })
  }
  const refused = () =>
    new Response(Uint8Array.of(0x43, 0xe9), { status: 400, headers: { 'content-type': 'text/plain' } })
  expect((await failed(refused)).message).toBe(`GET ${url} answered 400: C\ufffd`)
})

test('ContentError names no proxy as the likely cause when content-encoding does not fit the body', async () => {
  for (const code of ['Z_DATA_ERROR', 'ERR__ERROR_FORMAT_PADDING_2', 'ZSTD_error_prefix_unknown', 'ZlibError']) {
    const cut = cutShort(200, new TypeError('terminated', { cause: systemError(code) }))
    const step: Step = async (request) => {
      const response = await cut(request)
      response.headers.set('content-encoding', 'gzip')
      return response
    }
    expect((await failed(step)).message).toBe(
      `GET ${url} answered 200 with a body that is not compressed as its content-encoding says: gzip`,
    )
  }
})

const wholeNumber = 'must be a whole number within ±2^53'

test('SchemaError names every wrong field of an event (v2 §2.1a)', async () => {
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
  expect(error.message).toMatch(new RegExp(`^GET ${url} answered 200, but the body does not match the interface: `))
  for (const { field, message } of issues) expect(error.message).toContain(`${field}: ${message}`)
})

test('SchemaError says that a response is not an object (v2 §2.1a)', async () => {
  const said = async (value: unknown) => (await failed(json(JSON.stringify(value)))).message.split('interface: ')[1]
  expect(await said([])).toBe('the body must be an object, not an array')
  expect(await said(null)).toBe('the body must be an object, not null')
  expect(await said('Picnic')).toBe('the body must be an object, not text')
  expect(await said({ ...event, _links: {} })).toBe('_links.self: is missing')
  for (const total_accepted of [2 ** 60, -(2 ** 60)]) {
    expect(await said({ ...event, total_accepted })).toBe(`total_accepted: ${wholeNumber}`)
  }
  expect(await said({ ...event, total_accepted: '5' })).toBe('total_accepted: must be a number, not text')
})

test('page refuses a response that links events but embeds none, and a response that is not a page (v2 §2.6a)', async () => {
  const said = async (value: unknown) =>
    (await failureOf(() => clientOver('v2', [json(value)]).client.page(1))).message.split('interface: ')[1]
  const { _embedded, ...promising } = pageOf('v2', ['e1'])
  const missing = '_embedded.osdi:events: is missing or empty, although the collection has links to events'
  expect(await said(promising)).toBe(missing)
  expect(await said({ ...promising, _embedded: {} })).toBe(missing)
  expect(await said({ ...promising, _embedded: { 'osdi:events': null } })).toBe(missing)
  const none = 'the body is not a collection of events: it has no counters, links or embedded events'
  const links = { _links: { self: { href: 'x' } } }
  for (const body of [{ error: 'no' }, { ...links, error: 'no' }])
    expect(await said(body)).toBe('the body is an error, not a collection')
  for (const other of [{ title: 'Picnic' }, { summary: 'Picnic' }, { identifiers: [], page: 1 }]) {
    expect(await said({ ...links, ...other })).toBe(none)
  }
  expect(await said([])).toBe('the body must be an object, not an array')
})

test('get accepts null in optional fields, and returns unknown fields (v2 §2.1a)', async () => {
  const odd = { ...event, description: null, location: null, reminders: null, tag_list: ['x'], 'x:y': { z: 1 } }
  expect(await got(json(odd))).toStrictEqual(odd)
})

test('delete resolves for an empty or JSON response, and rejects for a web page and an error', async () => {
  const nothing = () => new Response(null, { status: 204 })
  for (const step of [nothing, as('text/html', ' \n'), json({}), json('null')]) {
    expect(await clientOver('v2', [step]).client.delete('e1')).toBe(undefined)
  }
  const { client } = clientOver('v2', [as('text/html', '<html>'), json({ error: 'not yours' })])
  expect(await failureOf(() => client.delete('e1'))).toMatchObject({ code: 'content', method: 'DELETE' })
  expect(await failureOf(() => client.delete('e1'))).toMatchObject({
    ...{ code: 'schema', outcome: 'unknown', reason: 'not yours' },
  })
})

const enums = {
  status: [statuses, isKnownStatus, ['confirmed', 'tentative', 'cancelled', 'pending_approval']],
  transparence: [transparences, isKnownTransparence, ['opaque', 'transparent']],
  visibility: [visibilities, isKnownVisibility, ['public', 'private']],
  'reminders.method': [reminderMethods, isKnownReminderMethod, ['email', 'sms']],
  'location.accuracy': [accuracies, isKnownAccuracy, ['Rooftop', 'Approximate']],
} as const

for (const [name, [constants, isKnown, documented]] of Object.entries(enums)) {
  test(`the constants and the type guard of ${name} accept only the documented values (v1 §2.1a, v2 §2.1a)`, () => {
    expect(constants).toEqual(documented)
    for (const value of documented) expect(isKnown(value), value).toBe(true)
    const others = Object.values(enums).flatMap(([, , values]) => [...values])
    const foreign = others.filter((value) => !(documented as readonly string[]).includes(value))
    for (const value of [...foreign, '', documented[0].toUpperCase(), null, undefined, 0, [documented[0]]]) {
      expect(isKnown(value), String(value)).toBe(false)
    }
  })
}

test('get accepts undocumented values in every enum of an event (v2 §3)', async () => {
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
