import {
  docsOf,
  EventsV1,
  EventsV2,
  embeddedOf,
  eventsOf,
  type HalResource,
  InputError,
  linkOf,
  linksOf,
  responseOf,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { address, curies, eventOf, pageOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json, scripted } from '../support/scripted-fetch.ts'
import { apiKey } from '../support/versions.ts'

const untyped = (value: unknown) => value as never
const links = (_links: object) => ({ _links }) as HalResource
const one = { href: '/one' }
const two = { href: '/two', title: 'Two' }

test('linksOf gives one link or many as an array, in their order', () => {
  expect(linksOf(links({ next: one }), 'next')).toEqual([one])
  expect(linksOf(links({ next: [two, one] }), 'next')).toEqual([two, one])
})

test('linksOf leaves out what is no link', () => {
  expect(linksOf(links({ next: [null, 5, 'text', {}, { href: 5 }, [], one] }), 'next')).toEqual([one])
})

test('linksOf gives nothing where the relation or all links are missing', () => {
  const none: unknown[] = [
    {},
    { _links: null },
    { _links: [] },
    { _links: 5 },
    links({ next: null }),
    null,
    undefined,
    5,
  ]
  for (const resource of none) expect(linksOf(untyped(resource), 'next')).toEqual([])
})

test('linkOf gives the first link of a relation, or undefined', () => {
  expect(linkOf(links({ next: [two, one] }), 'next')).toBe(two)
  expect(linkOf(links({ next: [] }), 'next')).toBe(undefined)
  expect(linkOf({}, 'next')).toBe(undefined)
})

test('embeddedOf gives one resource or many as an array, and leaves out what is none', () => {
  const person = { given_name: 'Ada' }
  expect(embeddedOf({ _embedded: { people: person } }, 'people')).toEqual([person])
  expect(embeddedOf({ _embedded: { people: [null, 'Ada', 5, person] } }, 'people')).toEqual([person])
  for (const resource of [{}, { _embedded: null }, { _embedded: {} }, null]) {
    expect(embeddedOf(untyped(resource), 'people')).toEqual([])
  }
})

test('docsOf expands the curie of the prefix, the name encoded', () => {
  const resource = links({ curies })
  expect(docsOf(resource, 'osdi:events')).toBe('https://docs.example.org/osdi/events')
  expect(docsOf(resource, 'platform:a:b/c d')).toBe('https://docs.example.org/platform/a%3Ab%2Fc%20d')
})

test('docsOf fills in every place of the template, and takes the first curie of a name', () => {
  const osdi = { name: 'osdi', href: 'https://docs.example.org/{rel}?of={rel}' }
  const later = { name: 'osdi', href: 'https://later.example.org/{rel}' }
  expect(docsOf(links({ curies: [osdi, later] }), 'osdi:$&')).toBe('https://docs.example.org/%24%26?of=%24%26')
})

test('docsOf gives a relation that is an address as it is', () => {
  for (const rel of ['https://rels.example.org/a', 'HTTP://rels.example.org/a']) expect(docsOf({}, rel)).toBe(rel)
})

test('docsOf gives undefined where no curie is known, or the relation has no prefix', () => {
  for (const rel of ['self', ':events', 'calendar:events', '']) expect(docsOf(links({ curies }), rel)).toBe(undefined)
  expect(docsOf({}, 'osdi:events')).toBe(undefined)
})

test('an event of a page uses its page for docsOf, after its own curies; a copy of it has none', async () => {
  const own = eventOf('v2', 'e2', {
    _links: { self: one, curies: [{ name: 'osdi', href: 'https://own.example.org/{rel}' }] },
  })
  const { fetch } = scripted(json({ _links: { curies }, _embedded: { 'osdi:events': [eventOf('v2'), own] } }))
  const client = new EventsV2({ baseUrl: base, apiKey, fetch })
  for await (const page of client.list().pages()) {
    const events = eventsOf(page)
    expect(events.map((event) => docsOf(event, 'osdi:creator'))).toEqual([
      'https://docs.example.org/osdi/creator',
      'https://own.example.org/creator',
    ])
    expect(docsOf({ ...events[0] }, 'osdi:creator')).toBe(undefined)
    expect(docsOf(events[1] ?? {}, 'platform:embed')).toBe('https://docs.example.org/platform/embed')
  }
})

test('eventsOf gives the events of a page, and none where it embeds none', async () => {
  const { fetch } = scripted(json(pageOf('v1', ['e1', 'e2'])))
  const page = await new EventsV1({ baseUrl: base, apiKey, fetch }).page(1)
  expect(eventsOf(page).map(({ summary, identifiers }) => [summary, identifiers])).toEqual([
    ['Picnic', ['platform:e1']],
    ['Picnic', ['platform:e2']],
  ])
  for (const empty of [{}, { _embedded: null }, { _embedded: {} }, { _embedded: { 'osdi:events': null } }]) {
    expect(eventsOf(empty)).toEqual([])
  }
})

test('responseOf tells the answer of every result', async () => {
  const answer = json(eventOf('v2'), 201, { 'x-trace': 'abc' })
  const { client } = clientOver('v2', [answer, json(pageOf('v2', ['e1', 'e2'])), json({})])
  const event = await client.get('e1')
  expect(responseOf(event)).toMatchObject({ status: 201, url: address('v2', 'events/e1') })
  expect(responseOf(event).headers.get('x-trace')).toBe('abc')
  expect(responseOf(event).attempts).toEqual([{ status: 201, wait: 0, duration: expect.any(Number) }])
  expect(Object.isFrozen(responseOf(event))).toBe(true)
  const page = await client.page(1)
  for (const each of embeddedOf(page, 'osdi:events')) expect(responseOf(each)).toEqual(responseOf(page))
  expect(responseOf(await client.follow('people/p1')).url).toBe(address('v2', 'people/p1'))
})

test('responseOf does not know what no client returned, copies included', async () => {
  const { client } = clientOver('v2', [json(eventOf('v2'))])
  const event = await client.get('e1')
  for (const value of [{ ...event }, structuredClone(event), {}, null, undefined, 'text', 5]) {
    const error = await failureOf(() => responseOf(untyped(value)))
    expect(error).toBeInstanceOf(InputError)
    expect(error).toMatchObject({
      field: 'result',
      message: 'result: no client returned this object; a copy does not remember its answer',
    })
  }
})
