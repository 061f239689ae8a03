import {
  type CallOptions,
  type ClientOptions,
  type CreateOptions,
  EventsV2,
  type RateLimit,
  type RetryOptions,
} from 'osdi-events'
import { expectTypeOf, test } from 'vitest'

const baseUrl = 'https://events.example.org'
const apiKey = 'a-key-of-the-service'

test('retry is a number, false, or how, of a client as of a call', () => {
  type Retry = number | false | RetryOptions | undefined
  expectTypeOf<ClientOptions['retry']>().toEqualTypeOf<Retry>()
  expectTypeOf<CreateOptions['retry']>().toEqualTypeOf<Retry>()
  expectTypeOf<RetryOptions['retryCreates']>().toEqualTypeOf<boolean | undefined>()
  // @ts-expect-error true says nothing of how often
  new EventsV2({ baseUrl, apiKey, retry: true })
  // @ts-expect-error a word, not a text
  new EventsV2({ baseUrl, apiKey, retry: { retryCreates: 'yes' } })
})

test('a rate limit is the client’s, in requests a second', () => {
  expectTypeOf<ClientOptions['rateLimit']>().toEqualTypeOf<RateLimit | undefined>()
  expectTypeOf<RateLimit>().toEqualTypeOf<{ readonly perSecond: number }>()
  expectTypeOf<CallOptions>().not.toHaveProperty('rateLimit')
  // @ts-expect-error there is no rate without a number
  new EventsV2({ baseUrl, apiKey, rateLimit: {} })
})
