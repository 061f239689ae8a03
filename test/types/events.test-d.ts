import {
  type EventChangesV1,
  type EventChangesV2,
  EventsV1,
  EventsV2,
  type EventV1,
  type EventV2,
  embeddedOf,
  eventsOf,
  type HalResource,
  isKnownAccuracy,
  isKnownReminderMethod,
  isKnownStatus,
  isKnownTransparence,
  isKnownVisibility,
  type KnownStatus,
  type Link,
  linkOf,
  linksOf,
  momentOf,
  type NewEventV1,
  type NewEventV2,
  type OneOrMany,
  type PageV1,
  type PageV2,
  type PersonV1,
  type SponsorV1,
  type SponsorV2,
  wallClockAt,
  wallClockOf,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'
import type { OwnAttendanceFields } from '../../src/core/hal/attendance.ts'
import type { OwnEventLinks } from '../../src/core/hal/event-fields.ts'
import type { EditableV1Own, EventV1Own } from '../../src/v1/event-rows.ts'
import type { EventV2Own } from '../../src/v2/event-rows.ts'

const baseUrl = 'https://events.example.org'
const apiKey = 'a-key-of-the-service'
const one = new EventsV1({ baseUrl, apiKey })
const two = new EventsV2({ baseUrl, apiKey })
const network = new EventsV2({ baseUrl, apiKey, namespace: 'action_network' })
const networkOne = new EventsV1({ baseUrl, apiKey, namespace: 'action_network' })

test("methods return the named types of the client's version (v1 §2.1a, v2 §2.1a)", () => {
  expectTypeOf(one.get('1')).resolves.toEqualTypeOf<EventV1>()
  expectTypeOf(two.get('1')).resolves.toEqualTypeOf<EventV2>()
  expectTypeOf(two.page(1)).resolves.toEqualTypeOf<PageV2>()
  expectTypeOf(two.delete('1')).resolves.toEqualTypeOf<void>()
  expectTypeOf(two.follow('x')).resolves.toEqualTypeOf<HalResource>()
  expectTypeOf(two.list().toArray({ max: 1 })).resolves.toEqualTypeOf<{
    items: EventV2[]
    more: boolean
    complete: boolean
  }>()
  expectTypeOf(eventsOf({} as PageV1 | PageV2)).toEqualTypeOf<(EventV1 | EventV2)[]>()
})

test('upsert takes only events with identifiers, and create takes both', () => {
  const [picnic, picnic1] = [
    { title: 'A', origin_system: 'B' },
    { summary: 'A', originating_system: 'B' },
  ]
  const identifiers = ['calendar:42']
  two.create(picnic)
  two.upsert({ ...picnic, identifiers })
  one.upsert({ ...picnic1, identifiers })
  // @ts-expect-error no identifier to find it by
  two.upsert(picnic)
  // @ts-expect-error the identifiers may be missing
  two.upserts().upsert({} as NewEventV2)
  // @ts-expect-error no identifier to find it by
  one.upsert(picnic1)
  // @ts-expect-error a field of the other version
  one.upsert({ ...picnic1, identifiers, title: 'A' })
})

test('the option namespace types the fields and relations with its prefix, and with no other prefix', () => {
  expectTypeOf(network.get('1')).resolves.toEqualTypeOf<EventV2<'action_network'>>()
  type OnNetwork = EventV2<'action_network'>
  expectTypeOf<OnNetwork['action_network:sponsor']>().toEqualTypeOf<SponsorV2 | null | undefined>()
  expectTypeOf<EventV2<'platform'>['platform:sponsor']>().toEqualTypeOf<SponsorV2 | null | undefined>()
  expectTypeOf<EventV1<'platform'>['platform:sponsor']>().toEqualTypeOf<SponsorV1 | null | undefined>()
  expectTypeOf<OnNetwork>().not.toHaveProperty('platform:sponsor')
  expectTypeOf<EventV2>().not.toHaveProperty('action_network:sponsor')
  expectTypeOf<OnNetwork['_links']>().toHaveProperty('action_network:embed')
  expectTypeOf<OnNetwork['_links']>().not.toHaveProperty('platform:embed')
  expectTypeOf<EventV1<'action_network'>>().toHaveProperty('action_network:event_instructions')
})

test('the types of the namespaces platform and action_network have the same prefixed fields and links', () => {
  type Of<Own, NS extends string> = {
    [Name in keyof Own as Name extends `${NS}:${infer Bare}` ? Bare : never]: Own[Name]
  }
  expectTypeOf<Of<EventV1Own, 'platform'>>().toEqualTypeOf<Of<EventV1Own, 'action_network'>>()
  expectTypeOf<Of<EventV2Own, 'platform'>>().toEqualTypeOf<Of<EventV2Own, 'action_network'>>()
  expectTypeOf<Of<OwnEventLinks, 'platform'>>().toEqualTypeOf<Of<OwnEventLinks, 'action_network'>>()
  expectTypeOf<Of<OwnAttendanceFields, 'platform'>>().toEqualTypeOf<Of<OwnAttendanceFields, 'action_network'>>()
  expectTypeOf<Of<EditableV1Own, 'platform'>>().toEqualTypeOf<Of<EditableV1Own, 'action_network'>>()
})

test('EventV1 and EventV2 have only the field names of their version (v1 §2.1c)', () => {
  expectTypeOf<EventV1>().toHaveProperty('summary')
  for (const absent of ['name', 'title', 'end_date', 'capacity', 'platform:hidden', 'featured_image_url'] as const) {
    expectTypeOf<EventV1>().not.toHaveProperty(absent)
  }
  expectTypeOf<EventV2>().toHaveProperty('title')
  for (const absent of ['summary', 'originating_system', 'start', 'url', '_embedded'] as const) {
    expectTypeOf<EventV2>().not.toHaveProperty(absent)
  }
  // @ts-expect-error an unknown field: responses keep it, the types do not have it
  expectTypeOf<EventV2['no_such_field']>()
})

test('EventV1 types embedded people, and EventV2 has no _embedded (v1 §2.3a)', () => {
  type Creator = NonNullable<EventV1['_embedded']>['osdi:creator']
  expectTypeOf<Creator>().toEqualTypeOf<OneOrMany<PersonV1> | null | undefined>()
})

test('the types of links and embedded people read as one object, and accept one object or an array', () => {
  const event = {} as EventV1
  expectTypeOf(event._links.self.href).toEqualTypeOf<string | undefined>()
  expectTypeOf(event._embedded?.['osdi:creator']?.given_name).toEqualTypeOf<string | null | undefined>()
  expectTypeOf(linkOf(event._embedded?.['osdi:creator'] ?? {}, 'self')).toEqualTypeOf<Link | undefined>()
  event._links.self = { href: '/e1' }
  event._links.self = [{ href: '/e1' }]
  const page = {} as PageV2
  // @ts-expect-error one event may stand there without an array
  page._embedded?.['osdi:events']?.map
  one.create({ summary: 'a', originating_system: 'b' }, { creator: event._embedded?.['osdi:creator'] ?? 'p1' })
})

test("eventsOf, embeddedOf and linksOf return arrays of the relation's type", () => {
  expectTypeOf(eventsOf({} as PageV2)).toEqualTypeOf<EventV2[]>()
  expectTypeOf(eventsOf({} as PageV2<'action_network'>)).toEqualTypeOf<EventV2<'action_network'>[]>()
  expectTypeOf(embeddedOf({} as PageV1, 'osdi:events')).toEqualTypeOf<EventV1[]>()
  expectTypeOf(embeddedOf({} as EventV1, 'osdi:creator')).toEqualTypeOf<PersonV1[]>()
  expectTypeOf(embeddedOf({} as EventV1, 'osdi:tags')).toEqualTypeOf<HalResource[]>()
  expectTypeOf(embeddedOf({} as HalResource, 'osdi:creator')).toEqualTypeOf<HalResource[]>()
  expectTypeOf(linksOf({} as PageV1, 'osdi:events')).toEqualTypeOf<Link[]>()
})

test('required fields of the event types have a value, and all other fields can be null or absent', () => {
  expectTypeOf<EventV2['title']>().toEqualTypeOf<string>()
  expectTypeOf<EventV2['identifiers']>().toEqualTypeOf<string[]>()
  expectTypeOf<EventV2['description']>().toEqualTypeOf<string | null | undefined>()
  expectTypeOf<EventV1['modified_at']>().toEqualTypeOf<string>()
})

test('isKnownStatus narrows a status of type string to KnownStatus (v1 §3, v2 §3)', () => {
  const event = {} as EventV2
  const status = 'postponed' satisfies NonNullable<EventV2['status']>
  expectTypeOf(status).toExtend<NonNullable<EventV2['status']>>()
  if (isKnownStatus(event.status)) expectTypeOf(event.status).toEqualTypeOf<KnownStatus>()
})

test('a comparison of an enum field with a misspelt value compiles before the type guard of the field, and is an error after it (v1 §3, v2 §3)', () => {
  for (const event of [{} as EventV1, {} as EventV2, {} as EventV2<'action_network'>]) {
    event.status === 'canceled'
    if (isKnownStatus(event.status)) {
      // @ts-expect-error it has two l
      event.status === 'canceled'
      event.status === 'cancelled'
    }
    const { status, transparence, visibility, reminders, location } = event
    // @ts-expect-error no status
    isKnownStatus(status) && status === 'canceled'
    // @ts-expect-error no transparence
    isKnownTransparence(transparence) && transparence === 'opak'
    // @ts-expect-error no visibility
    isKnownVisibility(visibility) && visibility === 'hidden'
    const method = reminders?.[0]?.method
    // @ts-expect-error no method
    isKnownReminderMethod(method) && method === 'mail'
    const accuracy = location?.location?.accuracy
    // @ts-expect-error no accuracy
    isKnownAccuracy(accuracy) && accuracy === 'rooftop'
  }
})

test('NewEvent types require the required fields and refuse fields that cannot be sent (v1 §4c, v2 §4e)', () => {
  const two: NewEventV2 = { title: 'Picnic', origin_system: 'Calendar' }
  const one: NewEventV1<'platform'> = {
    summary: 'Picnic',
    originating_system: 'Calendar',
    'platform:event_instructions': 'Bring food',
  }
  expectTypeOf(one).toExtend<NewEventV1<'platform'>>()
  expectTypeOf(two).toExtend<NewEventV2>()
  // @ts-expect-error origin_system is missing
  const noOrigin: NewEventV2 = { title: 'Picnic' }
  // @ts-expect-error summary is version 1's name
  const wrongName: NewEventV2 = { summary: 'Picnic', origin_system: 'Calendar' }
  // @ts-expect-error the service sets status
  const notEditable: NewEventV2 = { ...two, status: 'tentative' }
  // @ts-expect-error no Date: the service means local time
  const date: NewEventV2 = { ...two, start_date: new Date() }
  // @ts-expect-error null clears a field, and there is nothing to clear yet
  const nothing: NewEventV2 = { ...two, description: null }
  // @ts-expect-error the prefix of another service
  const prefix: NewEventV1<'platform'> = { ...one, 'action_network:event_instructions': 'Bring food' }
  expectTypeOf([noOrigin, wrongName, notEditable, date, nothing, prefix]).not.toBeAny()
})

test('EventChanges types accept any editable field, and null only for optional fields (v1 §4f, v2 §4h)', () => {
  const changes: EventChangesV2 = { description: null, location: { venue: null, postal_code: '20009' } }
  const own: EventChangesV1<'action_network'> = {
    'action_network:event_instructions': null,
    start: '2026-05-01T18:00:00',
  }
  expectTypeOf(changes).toExtend<EventChangesV2>()
  expectTypeOf(own).toExtend<EventChangesV1<'action_network'>>()
  // @ts-expect-error a required field cannot be cleared
  const cleared: EventChangesV2 = { title: null }
  // @ts-expect-error the service counts
  const counted: EventChangesV2 = { total_accepted: 3 }
  expectTypeOf([cleared, counted]).not.toBeAny()
})

test('create accepts the fields of its version, and the constructor requires apiKey', () => {
  two.create({ title: 'Picnic', origin_system: 'Calendar' }, { creator: 'person-1' })
  const instructions = { 'action_network:event_instructions': 'Bring food' }
  networkOne.create({ summary: 'Picnic', originating_system: 'Calendar', ...instructions })
  // @ts-expect-error the key is required
  new EventsV2({ baseUrl })
})

test('momentOf accepts a string and returns a Date, and wallClockAt accepts a Date and returns a string', () => {
  expectTypeOf(momentOf('2026-05-01T18:00:00', 'UTC')).toEqualTypeOf<Date>()
  expectTypeOf(wallClockAt(new Date(0), 'UTC')).toEqualTypeOf<string>()
  // @ts-expect-error an event may have no start
  momentOf(wallClockOf({ start_date: null }).start, 'UTC')
  // @ts-expect-error a text is no moment
  wallClockAt('2026-05-01T18:00:00Z', 'UTC')
})
