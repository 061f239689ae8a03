import { type AnyEventsError, type ErrorCode, EventsError, type HttpError, isEventsError } from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

test('isEventsError narrows to the union', () => {
  const caught: unknown = undefined
  if (isEventsError(caught)) expectTypeOf(caught).toEqualTypeOf<AnyEventsError>()
})

test('a switch over the code is exhaustive, and each case knows its own error', () => {
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
      default:
        return expectTypeOf(error).toEqualTypeOf<never>()
    }
  }
  expectTypeOf(read).parameter(0).toEqualTypeOf<AnyEventsError>()
})

test('every error extends the base, which carries what is known of the call', () => {
  expectTypeOf<AnyEventsError>().toExtend<EventsError>()
  expectTypeOf<AnyEventsError['code']>().toEqualTypeOf<ErrorCode>()
  expectTypeOf<HttpError['outcome']>().toEqualTypeOf<'not applied' | 'applied' | 'unknown' | undefined>()
  // @ts-expect-error the base is abstract
  new EventsError('no')
})
