import { tracingChannel } from 'node:diagnostics_channel'
import { inspect } from 'node:util'
import { serialize } from 'node:v8'
import fc from 'fast-check'
import { type EventsError, isEventsError, type Logger } from 'osdi-events'
import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { runs } from '../support/runs.ts'
import { clientOver, failing, json, redirect, type SentRequest, type Step } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { type AnyClient, versions } from '../support/versions.ts'

// A service that repeats a person's data in words of its own. None of them may reach an error, a hook, a log or a trace, except `error.reason`.

type Version = 'v1' | 'v2'

const relations = { v1: 'osdi:attendance', v2: 'osdi:attendances' }
const event = (version: Version) =>
  eventOf(version, 'e1', {
    _links: {
      self: { href: address(version, 'events/e1') },
      [relations[version]]: { href: address(version, 'rsvps') },
    },
  })
const rsvp = (version: Version) => ({
  identifiers: ['platform:a1'],
  _links: {
    self: { href: address(version, 'events/e1/attendances/a1') },
    'osdi:person': { href: address(version, 'people/p1') },
  },
})

/** A person's data, in which every text is easy to find again. */
const person = {
  given_name: '  Zoë   Quibble ',
  family_name: 'Quibble',
  email_addresses: [{ address: 'zoe@quibble.example' }],
  phone_numbers: [{ number: '+1 (202) 555-0111' }],
  postal_addresses: [{ address_lines: ['12  Quibble Way'], postal_code: 'Q1B 8LE' }],
  custom_fields: { diet: 'Quibble-Free' },
}

/** The ways in which services repeat a text. */
const spellings: readonly (readonly [string, (text: string) => string])[] = [
  ['as it is', (text) => text],
  ['trimmed', (text) => text.trim()],
  ['with single spaces', (text) => text.replace(/\s+/g, ' ')],
  ['with doubled spaces', (text) => text.replace(/ /g, '  ')],
  ['in NFC', (text) => text.normalize('NFC')],
  ['in NFD', (text) => text.normalize('NFD')],
  ['in capitals', (text) => text.toUpperCase()],
  ['in HTML', (text) => text.replace(/[^ -~]/g, '&euml;')],
  ['in HTML numbers', (text) => text.replace(/[^a-z]/gi, (found) => `&#${found.codePointAt(0)};`)],
  ['as digits', (text) => (/\d{3}/.test(text) ? text.replace(/\D/g, '') : text)],
  ['percent-encoded', (text) => encodeURIComponent(text)],
  ['escaped', (text) => JSON.stringify(text).replace(/[^ -~]/g, '\\u00eb')],
  ['backwards', (text) => [...text].reverse().join('')],
]

/** What no channel may show: a mark in front of all echoed text, and parts of the data in any spelling. */
const mark = 'ECHO'
const parts = /ECHO|quibble|elbbiuq|zo[eë]|5550111|555-0111|Q1B/i

/** The place in a printed value that shows what it must not; empty if there is none. */
function leakIn(value: unknown): string {
  const printed =
    typeof value === 'string' ? value : inspect(value, { depth: 20, showHidden: true, maxStringLength: null })
  const at = printed.search(parts)
  return at < 0 ? '' : printed.slice(Math.max(0, at - 80), at + 80)
}

const valuesOf = (value: unknown): string[] =>
  typeof value === 'object' && value ? Object.values(value).flatMap(valuesOf) : [String(value)]

const text = fc
  .tuple(fc.constantFrom(...valuesOf(person)), fc.constantFrom(...spellings.map(([, spell]) => spell)))
  .map(([value, spell]) => `${mark} ${spell(value)} ${mark}`)

const inHeader = (echo: string) => encodeURIComponent(echo)

/** Responses that repeat a text, by the place where they do. */
const echoes: Readonly<Record<string, (echo: string, version: Version) => Step>> = {
  'the reason of a refusal': (echo) => json({ error: echo }, 422),
  'a list of errors': (echo) => json({ errors: [{ detail: echo, [echo]: echo }] }, 400),
  'an unusual refusal': (echo) => json({ [echo]: { nested: [echo] } }, 409),
  'a refused key': (echo) => json({ error: echo }, 403),
  'a text': (echo) => json(echo, 500, { 'content-type': 'text/plain' }),
  'a web page': (echo) => json(`<html><title>${echo}`, 200, { 'content-type': 'text/html' }),
  'JSON that is cut short': (echo) => json(`{"a":"${echo}`),
  'no JSON': (echo) => json(`{"a": ${echo}}`),
  'an error with status 200': (echo) => json({ errors: [echo] }),
  'a failure with status 200': (echo) => json({ success: false, message: echo }),
  'another resource': (echo, version) => json({ ...event(version), title: echo }),
  'a wrong type': (echo, version) => json({ ...rsvp(version), identifiers: { [echo]: echo }, given_name: [echo] }),
  curies: (echo, version) =>
    json({
      ...rsvp(version),
      given_name: 'x',
      _links: { ...rsvp(version)._links, curies: [{ name: echo, href: echo }] },
    }),
  'a page with a wrong item': (echo, version) =>
    json({
      page: 1,
      _embedded: {
        [relations[version]]: [{ title: echo, _links: { self: { href: `/x/${inHeader(echo)}` } } }],
        'osdi:people': [{ title: echo, _links: { self: { href: `/x/${echo}` } } }],
      },
    }),
  'another relation of a page': (echo) => json({ page: 1, _embedded: { [echo]: [{ title: echo }] } }),
  'relations of a page': (echo) => json({ page: 1, _links: { [`${echo}:event_campaigns`]: [{ href: echo }] } }),
  'a header': (echo) =>
    json({}, 404, { 'x-echo': inHeader(echo), [`x-${mark}`]: '1', 'set-cookie': inHeader(echo), etag: inHeader(echo) }),
  'a content type': (echo) => json('x', 200, { 'content-type': `text/${inHeader(echo)}` }),
  'a charset': (echo) => json('{}', 200, { 'content-type': `application/json; charset=${inHeader(echo)}` }),
  'a content encoding': (echo) => () =>
    new Response(
      new ReadableStream({ pull: (c) => c.error(Object.assign(new Error(echo), { code: 'Z_DATA_ERROR' })) }),
      { headers: { 'content-type': 'application/json', 'content-encoding': inHeader(echo) } },
    ),
  'a pause': (echo) => json({ error: echo }, 429, { 'retry-after': inHeader(echo), 'x-echo': inHeader(echo) }),
  'a long pause': (echo) => json({ error: echo }, 429, { 'retry-after': '12025550111', 'x-echo': inHeader(echo) }),
  'a redirect elsewhere': (echo) => redirect(307, `https://elsewhere.example.org/thanks?of=${inHeader(echo)}`),
  'a redirect of another method': (echo, version) => redirect(303, address(version, `people/${inHeader(echo)}`)),
  'a redirect within the service': (echo, version) => (request: SentRequest) =>
    (request.url.includes('again')
      ? json({ error: echo }, 500)
      : redirect(307, address(version, `again/${inHeader(echo)}?of=${inHeader(echo)}`)))(request),
  'a link to the next page': (echo) =>
    json({
      page: 1,
      total_records: 9,
      _links: { next: { href: `https://elsewhere.example.org/?of=${inHeader(echo)}` } },
    }),
  'a template': (echo) => json({ page: 1, _links: { next: { href: '/{+of}', templated: true, title: echo } } }),
  'a next page within the service': (echo, version) => (request: SentRequest) =>
    (request.url.includes('page=2')
      ? json({ error: echo }, 500)
      : json({
          page: 1,
          _embedded: { 'osdi:people': [{ given_name: 'x' }] },
          _links: { next: { href: address(version, `${inHeader(echo)}?page=2&of=${inHeader(echo)}`) } },
        }))(request),
  'an error of fetch': (echo) =>
    failing(Object.assign(new TypeError(echo, { cause: new Error(echo) }), { code: echo, name: echo })),
  'an error of the body': (echo) => () =>
    new Response(new ReadableStream({ pull: (c) => c.error(new AggregateError([new Error(echo)], echo)) }), {
      headers: { 'content-type': 'application/json' },
    }),
}

/** Calls about people and RSVPs. */
const calls: Readonly<Record<string, (client: AnyClient, version: Version) => unknown>> = {
  recordAttendance: (client, version) => client.recordAttendance(event(version), { person, add_tags: ['Quibble-Tag'] }),
  'recordAttendance with background': (client, version) =>
    client.recordAttendance(event(version), { person }, { background: true }),
  updateAttendance: (client, version) => client.updateAttendance(rsvp(version), { identifiers: ['form:Quibble'] }),
  attendance: (client, version) => client.attendance(event(version), 'a1'),
  attendances: (client, version) => client.attendances(event(version)).toArray({ max: 9 }),
  'attendances with people': (client, version) =>
    client.attendances(event(version), { people: true }).toArray({ max: 9 }),
  person: (client, version) => client.person(rsvp(version)),
  people: (client) => client.people().toArray({ max: 9 }),
  'people with a filter': (client) =>
    client.people({ filter: { email_address: 'zoe@quibble.example' } }).toArray({ max: 9 }),
  'follow to a person': (client, version) => client.follow(address(version, 'people/p1')),
}

/** Everything that a program may print of an error. */
function shownOf(error: EventsError): unknown[] {
  // As the serializer of pino does.
  const enumerable: Record<string, unknown> = {}
  for (const name in error) enumerable[name] = Reflect.get(error, name)
  const spread = { ...error }
  const own = [
    error.message,
    error.stack,
    String(error),
    JSON.stringify(error),
    error.toJSON(),
    spread,
    structuredClone(error),
  ]
  const inspected = inspect(error, { depth: 20, showHidden: true, getters: true })
  // A checkpoint must keep the address of the next page.
  return [
    ...own,
    inspected,
    serialize(error).toString('latin1'),
    enumerable,
    [...(error.headers ?? [])],
    error.url,
    error.cause,
  ].filter(Boolean)
}

for (const { version } of versions) {
  test.each(Object.keys(calls))(
    `%s of ${version} shows no text of the service in an error, hook, log or trace, except in reason`,
    async (name) => {
      const call = calls[name] as (typeof calls)[string]
      const told: unknown[] = []
      const note = (...facts: unknown[]) => void told.push(facts)
      const logger: Logger = { debug: note, info: note, warn: note, error: note }
      const hooks = { onRequest: note, onResponse: note, onRetry: note, onError: note }
      const channel = tracingChannel<object>('osdi-events:call')
      const subscribers = { start: note, end: note, asyncStart: note, asyncEnd: note, error: note }
      channel.subscribe(subscribers)
      let reasons = 0
      const tryOne = async (place: string, echo: string) => {
        told.length = 0
        const { client } = clientOver(version, [(echoes[place] as (typeof echoes)[string])(echo, version)], {
          logger,
          hooks,
          onDrift: note,
        })
        const result = await Promise.resolve()
          .then(() => call(client, version))
          .catch((error: unknown) => error)
        const errors = isEventsError(result)
          ? [result]
          : entriesOf(result).flatMap(({ error }) => (error ? [error] : []))
        for (const error of errors) {
          if (error.checkpoint !== undefined) Object.defineProperty(error, 'checkpoint', { value: '' })
          for (const shown of shownOf(error)) expect(leakIn(shown), `${place}: ${echo}`).toBe('')
          if (error.reason?.includes(mark)) reasons += 1
          // Later requests of the same client may tell of the pause.
          if (place === 'a long pause') told.push(await client.get('e1').catch((later: unknown) => later))
        }
        expect(leakIn(told), `${place}: ${echo}`).toBe('')
      }
      for (const place of Object.keys(echoes)) await tryOne(place, `${mark} Zoe\u0308 Quibble 12025550111 ${mark}`)
      await fc.assert(fc.asyncProperty(fc.constantFrom(...Object.keys(echoes)), text, tryOne), { numRuns: runs(8) })
      channel.unsubscribe(subscribers)
      expect(reasons).toBeGreaterThan(5)
    },
  )

  test(`reason of ${version} is the text at the end of the message of a call about events, and stands alone in a call about people`, async () => {
    const { client } = clientOver(version, [json({ error: 'We are full' }, 409)])
    const refusals = {
      get: await failureOf(() => client.get('e1')),
      person: await failureOf(() => client.person('p1')),
      record: await failureOf(() => client.recordAttendance(event(version), { person })),
    }
    expect(Object.values(refusals).map(({ reason }) => reason)).toEqual(['We are full', 'We are full', 'We are full'])
    expect(refusals.get.message).toBe(`GET ${address(version, 'events/e1')} answered 409: We are full`)
    expect(refusals.person.message).toBe(`GET ${address(version, 'people/p1')} answered 409`)
    expect(refusals.record.message).toBe(`POST ${address(version, 'rsvps')} answered 409`)
    expect([refusals.record.body, Object.keys(refusals.record).includes('reason')]).toEqual([undefined, false])
    expect((await failureOf(() => clientOver(version, [json('', 500)]).client.person('p1'))).reason).toBeUndefined()
    const away = 'https://elsewhere.example.org/'
    const moved = clientOver(version, [redirect(302, away)]).client
    const [ofEvent, ofPerson] = [await failureOf(() => moved.get('e1')), await failureOf(() => moved.person('p1'))]
    expect([ofEvent, ofPerson]).toMatchObject([{ link: away, reason: away }, { reason: away }])
    expect(shows(ofPerson, 'elsewhere')).toBe(false)
  })
}

const entriesOf = (result: unknown): { readonly error?: EventsError }[] =>
  (Object(result) as { readonly items?: { readonly error?: EventsError }[] }).items ?? []
