import {
  checkpointOf,
  docsOf,
  embeddedOf,
  eventsOf,
  idOf,
  isEventsError,
  isKnownStatus,
  isPublic,
  issuesOf,
  linkOf,
  linksOf,
  momentOf,
  ownOf,
  rejectedOf,
  responseOf,
  unappliedOf,
  wallClockAt,
  wallClockOf,
} from 'osdi-events'
import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { Foreign, hostile } from '../support/hostile.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { type AnyClient, v2 } from '../support/versions.ts'

const { least } = v2
const event = eventOf('v2')
const made = await clientOver('v2', [json(event)]).client.create(least)

/** Each public helper with the hostile value in one place. */
const helpers: Readonly<Record<string, (value: never) => unknown>> = {
  idOf: (value) => idOf(value),
  'idOf: namespace': (value) => idOf({ identifiers: ['x:1'] }, value),
  'idOf: identifiers': (identifiers) => idOf({ identifiers }),
  'idOf: an identifier': (value) => idOf({ identifiers: [value] }),
  'idOf: self': (self) => idOf({ _links: { self } }),
  linkOf: (value) => linkOf(value, 'self'),
  'linkOf: rel': (rel) => linkOf({ _links: {} }, rel),
  linksOf: (value) => linksOf(value, 'self'),
  'linksOf: self': (self) => linksOf({ _links: { self } }, 'self'),
  embeddedOf: (value) => embeddedOf(value, 'a'),
  'embeddedOf: rel': (rel) => embeddedOf({ _embedded: {} }, rel),
  'embeddedOf: _embedded': (_embedded) => embeddedOf({ _embedded }, 'a'),
  docsOf: (value) => docsOf(value, 'osdi:events'),
  'docsOf: rel': (rel) => docsOf({}, rel),
  'docsOf: a curie': (curie) => docsOf({ _links: { curies: [curie] } }, 'osdi:events'),
  eventsOf: (value) => eventsOf(value),
  'eventsOf: _embedded': (_embedded) => eventsOf({ _embedded }),
  rejectedOf: (value) => rejectedOf(value),
  issuesOf: (value) => issuesOf(value),
  responseOf: (value) => responseOf(value),
  checkpointOf: (value) => checkpointOf(value),
  ownOf: (value) => ownOf(value),
  isPublic: (value) => isPublic(value),
  wallClockOf: (value) => wallClockOf(value),
  'wallClockOf: start_date': (start_date) => wallClockOf({ start_date }),
  wallClockAt: (value) => wallClockAt(value, 'UTC'),
  'wallClockAt: zone': (zone) => wallClockAt(new Date(0), zone),
  momentOf: (value) => momentOf(value, 'UTC'),
  'momentOf: zone': (zone) => momentOf('2026-05-01T00:00:00', zone),
  unappliedOf: (value) => unappliedOf(value),
  'unappliedOf: title': (title) => unappliedOf({ ...made, title } as never),
  isEventsError: (value) => isEventsError(value),
  isKnownStatus: (value) => isKnownStatus(value),
}

test.for(Object.entries(helpers))(
  '%s ends for any hostile value, and throws nothing but a typed error, a TypeError or the error of the value',
  ([, call]) => {
    const complaints: string[] = []
    for (const [kind, make] of Object.entries(hostile)) {
      const value = make() as never
      try {
        call(value)
      } catch (error) {
        const isRight = isEventsError(error) || error instanceof TypeError || error instanceof Foreign
        if (!isRight) complaints.push(`${kind}: ${error}`)
      }
    }
    expect(complaints).toEqual([])
  },
)

/** Each argument with the hostile value in one place. */
const calls: Readonly<Record<string, (client: AnyClient, value: never) => unknown>> = {
  create: (client, value) => client.create(value),
  'create: title': (client, title) => client.create({ ...least, title }),
  'create: identifiers': (client, identifiers) => client.create({ ...least, identifiers }),
  'create: an identifier': (client, value) => client.create({ ...least, identifiers: [value] }),
  'create: location': (client, location) => client.create({ ...least, location }),
  'create: an address line': (client, value) => client.create({ ...least, location: { address_lines: [value] } }),
  'create: creator': (client, creator) => client.create(least, { creator }),
  update: (client, value) => client.update('e1', value),
  'update: extra': (client, extra) => client.update('e1', {}, { extra }),
  'update: a member of extra': (client, a) => client.update('e1', {}, { extra: { a } }),
  upsert: (client, value) => client.upsert(value),
  recordAttendance: (client, value) => client.recordAttendance('e1', value),
  'recordAttendance: person': (client, person) => client.recordAttendance('e1', { person }),
  get: (client, value) => client.get(value),
  'get: options': (client, value) => client.get('e1', value),
  'list: filter': (client, filter) => client.list({ filter }).toArray({ max: 1 }),
  'list: a moment of a filter': (client, gt) => client.list({ filter: { modified_date: { gt } } }).toArray({ max: 1 }),
}

test.for(Object.entries(calls))(
  '%s ends for any hostile value, and sends nothing that its toJSON returns',
  async ([, call]) => {
    const complaints: string[] = []
    for (const [kind, make] of Object.entries(hostile)) {
      const { client, requests } = clientOver('v2', [json(event)])
      try {
        await call(client, make() as never)
      } catch (error) {
        const isRight = isEventsError(error) || error instanceof TypeError || error instanceof Foreign
        if (!isRight) complaints.push(`${kind}: ${error}`)
      }
      for (const { body, url } of requests) if (/another/.test(body + url)) complaints.push(`${kind} sent ${body}`)
    }
    expect(complaints).toEqual([])
  },
)
