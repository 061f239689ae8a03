import {
  type AttendanceV1,
  type AttendanceV2,
  actionNetwork,
  type ClientOptions,
  type EventChangesV1,
  EventsV1,
  EventsV2,
  type EventV1,
  type EventV2,
  type HalResource,
  isPublic,
  type NewEventV1,
  type OwnFieldsOfAttendance,
  type OwnFieldsV1,
  type OwnFieldsV2,
  ownOf,
  type PageV1,
  type PageV2,
  type SponsorV2,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

const apiKey = 'a-key-of-the-service'
const plain = { baseUrl: 'https://events.example.org', apiKey }
const two = new EventsV2(plain)
const platform = new EventsV2({ ...plain, namespace: 'platform' })
const network = new EventsV2({ ...actionNetwork, apiKey })
const inVariable = (namespace: string) => new EventsV2({ ...plain, namespace })
const either = (namespace: 'platform' | 'action_network') => new EventsV2({ ...plain, namespace })

/** Takes a client of any namespace, whose types have no own fields. */
async function takesAny(client: EventsV2): Promise<EventV2> {
  const event = await client.get('1')
  // @ts-expect-error the prefix is not known
  event['platform:hidden']
  // @ts-expect-error nor is this one
  event['action_network:hidden']
  // @ts-expect-error nor that of a relation
  event._links['action_network:embed']
  for await (const rsvp of client.attendances(event)) {
    // @ts-expect-error nor that of an attendance
    rsvp['platform:person_id']
  }
  const page = await client.page(1)
  // @ts-expect-error nor that of an event on a page
  page._embedded?.['osdi:events']?.['platform:hidden']
  // @ts-expect-error the service sets it, whatever its prefix
  await client.create({ title: 'Picnic', origin_system: 'Calendar', 'platform:hidden': true })
  // @ts-expect-error a name of version 1
  await client.create({ title: 'Picnic', origin_system: 'Calendar', summary: 'Picnic' })
  return event
}

async function takesAnyV1(client: EventsV1): Promise<EventV1> {
  const event = await client.get('1')
  // @ts-expect-error the prefix is not known
  event['platform:event_instructions']
  // @ts-expect-error nor where it is written
  await client.update(event, { 'platform:event_instructions': null })
  // @ts-expect-error nor where it is written
  await client.create({ summary: 'Picnic', originating_system: 'Calendar', 'platform:event_instructions': 'Ring' })
  return event
}

test('a parameter of type EventsV1 or EventsV2 accepts clients of every namespace', () => {
  takesAny(two)
  takesAny(platform)
  takesAny(network)
  takesAny(inVariable('acme'))
  takesAny(either('platform'))
  takesAnyV1(new EventsV1(plain))
  takesAnyV1(new EventsV1({ ...plain, namespace: 'acme' }))
  takesAnyV1(new EventsV1({ ...actionNetwork, apiKey }))
  // @ts-expect-error the other version is another client
  takesAny(new EventsV1(plain))
})

test('a variable of type EventsV2 accepts clients of every namespace, and its events have no prefixed fields', async () => {
  const declared: EventsV2 = new EventsV2({ ...actionNetwork, apiKey })
  const event = await declared.get('1')
  // @ts-expect-error the variable’s type says nothing of a prefix
  event['action_network:hidden']
  // @ts-expect-error and not of this one
  event['platform:hidden']
  const many: readonly EventsV2[] = [two, platform, network, declared]
  const named: Readonly<Record<string, EventsV2>> = { platform, network }
  const later: Promise<EventV2> = network.get('1')
  expectTypeOf([many, named, later]).not.toBeAny()
})

test('the types of events, pages and attendances of every namespace extend the types without a type parameter', () => {
  expectTypeOf<EventV2<'action_network'>>().toExtend<EventV2>()
  expectTypeOf<PageV2<'action_network'>>().toExtend<PageV2>()
  expectTypeOf<AttendanceV2<'action_network'>>().toExtend<AttendanceV2>()
  expectTypeOf<EventV1<'action_network'>>().toExtend<EventV1>()
  expectTypeOf<PageV1<'action_network'>>().toExtend<PageV1>()
  expectTypeOf<AttendanceV1<'action_network'>>().toExtend<AttendanceV1>()
  const generic = <NS extends string>(event: EventV2<NS>, page: PageV2<NS>, client: EventsV2<NS>) => {
    const any: readonly [EventV2, PageV2, EventsV2] = [event, page, client]
    return any
  }
  expectTypeOf(generic).returns.toEqualTypeOf<readonly [EventV2, PageV2, EventsV2]>()
})

test('a client without a literal namespace has no prefixed fields in its types', async () => {
  for (const client of [two, inVariable('platform'), either('platform')]) {
    const event = await client.get('1')
    // @ts-expect-error it may be another
    event['platform:hidden']
    // @ts-expect-error it may be another
    event['action_network:sponsor']
    expectTypeOf(event.title).toEqualTypeOf<string>()
  }
  const event = await either('platform').get('1')
  if ('platform:hidden' in event) expectTypeOf(event['platform:hidden']).toEqualTypeOf<boolean | null>()
})

test('a client with a literal namespace has the fields with this prefix in its types, and refuses other prefixes', async () => {
  const event = await platform.get('1')
  expectTypeOf(event['platform:hidden']).toEqualTypeOf<boolean | null | undefined>()
  expectTypeOf(event).not.toHaveProperty('action_network:hidden')
  const other = await network.get('1')
  expectTypeOf(other['action_network:sponsor']).toEqualTypeOf<SponsorV2 | null | undefined>()
  expectTypeOf(other).not.toHaveProperty('platform:sponsor')
  expectTypeOf(await new EventsV2({ ...plain, namespace: 'acme' }).get('1')).toHaveProperty('acme:hidden')

  const takesNetwork = (client: EventsV2<'action_network'>) => client
  takesNetwork(network)
  // @ts-expect-error it reads the fields of another service
  takesNetwork(platform)
})

test('a version 1 client with a literal namespace has the prefixed fields in the types of create and update', () => {
  const instructions: NewEventV1<'acme'> = { summary: 'a', originating_system: 'b', 'acme:event_instructions': 'Ring' }
  const cleared: EventChangesV1<'acme'> = { 'acme:event_instructions': null }
  // @ts-expect-error the prefix is not known
  const unknown: NewEventV1 = { summary: 'a', originating_system: 'b', 'platform:event_instructions': 'Ring' }
  // @ts-expect-error the prefix is not known
  const unknownChange: EventChangesV1 = { 'platform:event_instructions': null }
  expectTypeOf([instructions, cleared, unknown, unknownChange]).not.toBeAny()
})

class OfOneService extends EventsV2<'action_network'> {
  constructor(options: Omit<ClientOptions, 'namespace' | 'baseUrl'>) {
    super({ ...actionNetwork, ...options })
  }

  async isHidden(id: string): Promise<boolean> {
    return (await this.get(id))['action_network:hidden'] === true
  }
}

class OfAny<const NS extends string = string> extends EventsV2<NS> {
  async titleOf(id: string): Promise<string> {
    return (await this.get(id)).title
  }
}

class Plain extends EventsV2 {}

test('a subclass of EventsV2 is assignable to EventsV2, for one namespace or any', async () => {
  takesAny(new OfOneService({ apiKey }))
  takesAny(new OfAny(plain))
  takesAny(new OfAny({ ...actionNetwork, apiKey }))
  takesAny(new Plain({ ...actionNetwork, apiKey }))
  expectTypeOf(await new OfAny({ ...actionNetwork, apiKey }).get('1')).toHaveProperty('action_network:hidden')
  expectTypeOf(await new OfAny(plain).get('1')).not.toHaveProperty('platform:hidden')
  expectTypeOf(await new Plain({ ...actionNetwork, apiKey }).get('1')).not.toHaveProperty('action_network:hidden')
})

test('a function that is generic in ClientOptions keeps the literal namespace', async () => {
  const open = <const NS extends string>(options: ClientOptions<NS>) => new EventsV2(options)
  expectTypeOf(await open({ ...actionNetwork, apiKey }).get('1')).toHaveProperty('action_network:hidden')
  const options: ClientOptions = plain
  expectTypeOf(await new EventsV2(options).get('1')).not.toHaveProperty('platform:hidden')
})

test('ownOf returns the prefixed fields of events of its version and of attendances, for every namespace', () => {
  expectTypeOf(ownOf({} as EventV2)).toEqualTypeOf<OwnFieldsV2>()
  expectTypeOf(ownOf({} as EventV2<'action_network'>)).toEqualTypeOf<OwnFieldsV2>()
  expectTypeOf(ownOf({} as EventV1)).toEqualTypeOf<OwnFieldsV1>()
  expectTypeOf(ownOf({} as EventV1<'acme'>, 'acme')).toEqualTypeOf<OwnFieldsV1>()
  expectTypeOf(ownOf({} as EventV1 | EventV2)).toEqualTypeOf<OwnFieldsV1 | OwnFieldsV2>()
  expectTypeOf(ownOf({} as AttendanceV1)).toEqualTypeOf<OwnFieldsOfAttendance>()
  expectTypeOf(ownOf({} as AttendanceV2<'platform'>)).toEqualTypeOf<OwnFieldsOfAttendance>()
  expectTypeOf(ownOf({} as HalResource)).toEqualTypeOf<Readonly<Record<string, unknown>>>()
  expectTypeOf<OwnFieldsV2>().toHaveProperty('hidden')
  expectTypeOf<OwnFieldsV1>().not.toHaveProperty('hidden')
  // @ts-expect-error a namespace is a text, so that a list of events is not read with its indices
  ;[{} as EventV2].map(ownOf)
})

test('isPublic accepts events of both versions, copies and null, and refuses a promise', () => {
  expectTypeOf(isPublic({} as EventV1 | EventV2)).toEqualTypeOf<boolean>()
  isPublic({} as HalResource)
  isPublic(null)
  expectTypeOf([{} as EventV2<'acme'>].filter(isPublic)).toEqualTypeOf<EventV2<'acme'>[]>()
  // @ts-expect-error await it first
  isPublic(two.get('1'))
})
