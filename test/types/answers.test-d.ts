import {
  type AnyEventsError,
  type CallOptions,
  checkpointOf,
  type Drift,
  type ErrorCode,
  EventsError,
  EventsV2,
  eventsOf,
  type HttpError,
  type Issue,
  isEventsError,
  issuesOf,
  type PageV1,
  type PageV2,
  type PagingReport,
  type Rejected,
  rejectedOf,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

const options = { baseUrl: 'https://events.example.org', apiKey: 'a-key-of-the-service' }
const events = new EventsV2(options)

test('rejectedOf returns values of type unknown, with their issues', () => {
  expectTypeOf(rejectedOf({} as PageV2)).toEqualTypeOf<readonly Rejected[]>()
  expectTypeOf(rejectedOf({} as PageV1)).toEqualTypeOf<readonly Rejected[]>()
  expectTypeOf<Rejected['value']>().toEqualTypeOf<unknown>()
  expectTypeOf<Rejected['issues']>().toEqualTypeOf<readonly Issue[]>()
  expectTypeOf<Issue['address']>().toEqualTypeOf<string | undefined>()
})

test('onInvalid is an option of the client and of every call that reads', () => {
  events.list({ onInvalid: 'report' })
  events.list({ onInvalid: 'keep' })
  events.changes({ onInvalid: 'keep' })
  events.attendances('e1', { onInvalid: 'keep' })
  events.list({ onInvalid: undefined })
  // @ts-expect-error no such way
  events.list({ onInvalid: 'skip' })
  events.page(1, { onInvalid: 'report' })
  events.person('p1', { onInvalid: 'keep' })
  events.campaign('c1', { onInvalid: 'keep' })
  // @ts-expect-error one result has no page to leave it out of
  events.get('e1', { onInvalid: 'report' })
  expectTypeOf(events.list().pages().report).toEqualTypeOf<PagingReport>()
  expectTypeOf<PagingReport['rejected']>().toEqualTypeOf<number>()
  expectTypeOf<PagingReport['totalAtEnd']>().toEqualTypeOf<number | undefined>()
  expectTypeOf<PagingReport['certain']>().toEqualTypeOf<boolean>()
})

test('an event that may be kept has optional fields, as far as the compiler knows the option', async () => {
  const keep = { onInvalid: 'keep' } as const
  const fields = { title: 'Picnic', origin_system: 'Calendar' }
  type Title = string | undefined
  expectTypeOf((await events.get('e1', keep)).title).toEqualTypeOf<Title>()
  expectTypeOf((await events.create(fields, keep)).title).toEqualTypeOf<Title>()
  expectTypeOf((await events.update('e1', fields, keep)).title).toEqualTypeOf<Title>()
  expectTypeOf(
    (await events.upsert({ ...fields, identifiers: ['calendar:42'] }, keep)).event.title,
  ).toEqualTypeOf<Title>()
  expectTypeOf((await events.find('calendar:42', keep))?.title).toEqualTypeOf<Title>()
  expectTypeOf(eventsOf(await events.page(1, keep)))
    .items.toHaveProperty('title')
    .toEqualTypeOf<Title>()
  for await (const { title } of events.list(keep)) expectTypeOf(title).toEqualTypeOf<Title>()
  for await (const { title } of events.changes(keep)) expectTypeOf(title).toEqualTypeOf<Title>()
  expectTypeOf((await events.get('e1', {} as CallOptions)).title).toEqualTypeOf<string>()
  expectTypeOf((await events.get('e1', { onInvalid: 'throw' })).title).toEqualTypeOf<string>()
  for await (const { title } of events.list({ onInvalid: 'report' })) expectTypeOf(title).toEqualTypeOf<string>()
  await events.update(await events.get('e1', keep), fields)
  expectTypeOf(issuesOf(await events.get('e1', keep))).toEqualTypeOf<readonly Issue[]>()
})

test('checkpoint is a string, and resume an option of list, not of page', () => {
  const walk = events.list({ prefetch: 8, max: 500, maxPages: 20, resume: undefined }).pages()
  expectTypeOf(walk.checkpoint).toEqualTypeOf<string>()
  expectTypeOf(checkpointOf({} as PageV1)).toEqualTypeOf<string>()
  expectTypeOf<HttpError['checkpoint']>().toEqualTypeOf<string | undefined>()
  events.list({ resume: walk.checkpoint })
  // @ts-expect-error one page needs no place
  events.page(1, { resume: walk.checkpoint })
  // @ts-expect-error the walk keeps it
  walk.checkpoint = ''
})

test('the type Drift has literal kinds and resources, and is read-only', () => {
  new EventsV2({ ...options, onDrift: ({ count }) => count.toFixed(), maxResponseBytes: 1_000 })
  expectTypeOf<Drift['kind']>().toEqualTypeOf<
    'unknown field' | 'missing field' | 'new value' | 'invalid value' | 'dropped parameter'
  >()
  expectTypeOf<Drift['resource']>().toEqualTypeOf<'event' | 'page'>()
  // @ts-expect-error the client counts
  new EventsV2({ ...options, onDrift: (drift) => (drift.count = 0) })
  // @ts-expect-error a limit of a client, not of a call
  events.get('1', { maxResponseBytes: 1_000 })
})

test('isEventsError narrows unknown to the union of errors', () => {
  const caught: unknown = undefined
  if (isEventsError(caught)) expectTypeOf(caught).toEqualTypeOf<AnyEventsError>()
})

test('a switch over error.code is exhaustive, and each case has its own error type', () => {
  const read = (error: AnyEventsError): unknown => {
    switch (error.code) {
      case 'http':
        expectTypeOf(error.isAuth).toEqualTypeOf<boolean>()
        return expectTypeOf(error.status).toEqualTypeOf<number>()
      case 'network':
        return expectTypeOf(error.url).toEqualTypeOf<string>()
      case 'timeout':
        return expectTypeOf(error.limit).toEqualTypeOf<number>()
      case 'content':
        return expectTypeOf(error.headers).toEqualTypeOf<Headers>()
      case 'schema':
        return expectTypeOf(error.issues).toExtend<readonly { field: string; message: string }[]>()
      case 'input':
        return expectTypeOf(error.field).toEqualTypeOf<string>()
      case 'link':
        return expectTypeOf(error.base).toEqualTypeOf<string>()
      case 'ambiguous':
        return expectTypeOf(error.events).toEqualTypeOf<readonly object[]>()
      default:
        return expectTypeOf(error).toEqualTypeOf<never>()
    }
  }
  expectTypeOf(read).parameter(0).toEqualTypeOf<AnyEventsError>()
})

test('every error extends EventsError, which is abstract and has outcome', () => {
  expectTypeOf<AnyEventsError>().toExtend<EventsError>()
  expectTypeOf<AnyEventsError['code']>().toEqualTypeOf<ErrorCode>()
  expectTypeOf<HttpError['outcome']>().toEqualTypeOf<'not applied' | 'applied' | 'unknown' | undefined>()
  // @ts-expect-error the base is abstract
  new EventsError('no')
})
