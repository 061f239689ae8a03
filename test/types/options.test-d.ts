import crossFetch from 'cross-fetch'
import nodeFetch from 'node-fetch'
import {
  type AppInfo,
  type CallOptions,
  type ClientOptions,
  type CreateOptions,
  type ErrorCode,
  EventsV2,
  type Fetch,
  type Hooks,
  type Logger,
  type RateLimit,
  type RetryHook,
  type RetryOptions,
} from 'osdi-events'
import { type CheckReport, checkService, createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { Agent, fetch as undiciFetch } from 'undici'
import { expectTypeOf, test } from 'vitest'

const baseUrl = 'https://events.example.org'
const apiKey = 'a-key-of-the-service'

test('the option retry is a number, false or RetryOptions, for a client and for a call', () => {
  type Retry = number | false | RetryOptions | undefined
  expectTypeOf<ClientOptions['retry']>().toEqualTypeOf<Retry>()
  expectTypeOf<CreateOptions['retry']>().toEqualTypeOf<Retry>()
  expectTypeOf<RetryOptions['retryCreates']>().toEqualTypeOf<boolean | undefined>()
  // @ts-expect-error true says nothing of how often
  new EventsV2({ baseUrl, apiKey, retry: true })
  // @ts-expect-error a word, not a text
  new EventsV2({ baseUrl, apiKey, retry: { retryCreates: 'yes' } })
})

test('rateLimit with perSecond is an option of the client, and not of a call', () => {
  expectTypeOf<ClientOptions['rateLimit']>().toEqualTypeOf<RateLimit | undefined>()
  expectTypeOf<RateLimit>().toEqualTypeOf<{ readonly perSecond: number }>()
  expectTypeOf<CallOptions>().not.toHaveProperty('rateLimit')
  // @ts-expect-error there is no rate without a number
  new EventsV2({ baseUrl, apiKey, rateLimit: {} })
})

test('apiPath and keyHeader are texts, and options of the client only', () => {
  expectTypeOf<ClientOptions['apiPath']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<ClientOptions['keyHeader']>().toEqualTypeOf<string | undefined>()
  expectTypeOf<CallOptions>().not.toHaveProperty('keyHeader')
  // @ts-expect-error a path is no URL
  new EventsV2({ baseUrl, apiKey, apiPath: new URL(baseUrl) })
})

test('hooks have typed arguments, and can return any value', () => {
  const hooks: Hooks = {
    onRequest: ({ resend }) => expectTypeOf(resend).toEqualTypeOf<number>(),
    onResponse: async ({ headers }) => expectTypeOf(headers).toEqualTypeOf<Readonly<Record<string, string>>>(),
    onRetry: ({ wait }) => expectTypeOf(wait).toEqualTypeOf<number>(),
    onError: ({ attempts }) => attempts.length,
  }
  expectTypeOf<RetryHook['code']>().toEqualTypeOf<ErrorCode | 'abort' | 'unexpected'>()
  expectTypeOf(hooks).toExtend<NonNullable<ConstructorParameters<typeof EventsV2>[0]['hooks']>>()
})

test('the argument of a hook is read-only', () => {
  const onResponse: Hooks['onResponse'] = (response) => {
    // @ts-expect-error the facts are read-only
    response.status = 200
    // @ts-expect-error and so are the headers
    response.headers.etag = 'x'
  }
  expectTypeOf(onResponse).toBeFunction()
})

test('the option logger accepts Console and an object with some of its methods', () => {
  expectTypeOf<Console>().toExtend<Logger>()
  expectTypeOf<Pick<Console, 'warn' | 'error'>>().toExtend<Logger>()
})

test('appInfo requires a name, and hooks refuse unknown names', () => {
  expectTypeOf<{ name: string }>().toExtend<AppInfo>()
  // @ts-expect-error the name is required
  const app: AppInfo = { version: '1' }
  expectTypeOf(app).toEqualTypeOf<AppInfo>()
  // @ts-expect-error a hook that does not exist
  new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', hooks: { onAnswer() {} } })
})

test("the option fetch accepts the platform's fetch, the fetch of other packages, and wrappers", () => {
  const taken: readonly Fetch[] = [
    fetch,
    undiciFetch,
    nodeFetch,
    crossFetch,
    (url, init) => fetch(url, { ...init, headers: { ...init.headers, 'X-Trace': url.toUpperCase() } }),
    (url, init) => undiciFetch(url, { ...init, dispatcher: new Agent() }),
    async () => Response.json({}),
    async () => ({ status: 200, headers: new Map([['content-type', 'application/json']]), text: async () => '{}' }),
  ]
  expectTypeOf(taken).items.toEqualTypeOf<NonNullable<ClientOptions['fetch']>>()
  // @ts-expect-error a response has a status
  new EventsV2({ baseUrl, apiKey, fetch: async () => ({ ok: true, json: async () => ({}) }) })
})

test('the option assumptions of the mock service takes settings, or a report of checkService', () => {
  expectTypeOf<CheckReport>().toExtend<NonNullable<MockServiceOptions['assumptions']>>()
  createMockService({ assumptions: { notFound: 403 } })
  // @ts-expect-error a setting that does not exist
  createMockService({ assumptions: { notFound: 410 } })
  expectTypeOf<ReturnType<typeof checkService>>().resolves.toEqualTypeOf<CheckReport>()
  // @ts-expect-error a text is no way to write
  checkService({ baseUrl: 'https://events.example.org', apiKey: 'key', writes: 'yes' })
})
