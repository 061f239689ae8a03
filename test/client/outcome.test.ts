import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import {
  broken,
  clientOver,
  cutShort,
  failing,
  hang,
  json,
  redirect,
  refusal,
  type Step,
  stalled,
  systemError,
} from '../support/scripted-fetch.ts'
import { v2 } from '../support/versions.ts'
import { run, virtualTime } from '../support/virtual-time.ts'

virtualTime(0.5)

const away = redirect(307, 'https://elsewhere.example.org/')

/** An answer that does not call itself JSON. */
const page = json('<title>Sign in</title>', 200, { 'content-type': 'text/html' })

const untyped =
  (text: string): Step =>
  () => {
    const response = new Response(text)
    response.headers.delete('content-type')
    return response
  }

const coded = (...codes: string[]) =>
  failing(new TypeError('fetch failed', { cause: new AggregateError(codes.map(systemError)) }))
const inDeno = (reason: string) =>
  failing(new TypeError('', { cause: new Error(`error sending request for url (http://a/): client error (${reason}`) }))
const empty = (status: number) => () => new Response(null, { status })

/** What a write's outcome is after one attempt, by how the attempt ends. */
const endings: Readonly<Record<string, readonly [outcome: string, code: string, step: Step]>> = {
  'a 400': ['not applied', 'http', refusal(400)],
  'a 409 whose body is cut short': ['not applied', 'http', cutShort(409)],
  'a 500': ['unknown', 'http', refusal(500)],
  'a 503 whose body is cut short': ['unknown', 'http', cutShort(503)],
  'a 304': ['unknown', 'http', empty(304)],
  'a redirect that is refused': ['unknown', 'link', away],
  'a success that calls itself JSON and is none': ['applied', 'content', json('<html>')],
  'a login page with status 200': ['unknown', 'content', page],
  'a web page with status 200 that breaks off': ['unknown', 'content', cutShort(200, undefined, 'text/html')],
  'a success that does not say what it is, and is no event': ['unknown', 'schema', untyped('{}')],
  'a 204': ['unknown', 'content', empty(204)],
  'a success that is no event': ['applied', 'schema', json({ ok: true })],
  'a success whose body is cut short': ['applied', 'content', cutShort()],
  'a response that never comes': ['unknown', 'timeout', hang],
  'a body that never comes': ['unknown', 'timeout', stalled()],
  'a 409 whose body never comes': ['not applied', 'timeout', stalled(409)],
  'a 500 whose body never comes': ['unknown', 'timeout', stalled(500)],
  'a connection that is reset': ['unknown', 'network', broken('ECONNRESET')],
  'a failure without a code': ['unknown', 'network', failing(new TypeError('Failed to fetch'))],
  'a connection that is refused': ['not applied', 'network', broken('ECONNREFUSED')],
  'a host that is not known': ['not applied', 'network', broken('ENOTFOUND')],
  'a connection that Bun says is refused': ['not applied', 'network', failing(systemError('ConnectionRefused'))],
  'a connection that Deno says is refused': ['not applied', 'network', inDeno('Connect): tcp connect error: no')],
  'a connection that Deno says broke': ['unknown', 'network', inDeno('SendRequest)')],
  'connections of which one was refused': ['unknown', 'network', coded('ECONNREFUSED', 'ECONNRESET')],
  'connections refused on every address': ['not applied', 'network', coded('ECONNREFUSED')],
}

const { least } = v2

for (const [name, [outcome, code, step]] of Object.entries(endings)) {
  test(`a write that ends in ${name} is ${outcome}`, async () => {
    const { client } = clientOver('v2', [step], { timeout: 1000 })
    expect(await run(failureOf(() => client.create(least)))).toMatchObject({ code, outcome })
    expect(await run(failureOf(() => client.update('e1', least)))).toMatchObject({ code, outcome })
  })
}

test('a read has no outcome', async () => {
  for (const [, , step] of Object.values(endings)) {
    const { client } = clientOver('v2', [step], { timeout: 1000 })
    expect(await run(failureOf(() => client.get('e1')))).not.toHaveProperty('outcome')
  }
})

test('an update is unknown once any attempt was, whatever the last one says', async () => {
  for (const first of [refusal(500), broken('ECONNRESET'), hang, cutShort(503)]) {
    for (const last of [refusal(400), broken('ECONNREFUSED'), json('<html>')]) {
      const { client, requests } = clientOver('v2', [first, last], { timeout: 1000, retry: 1 })
      expect(await run(failureOf(() => client.update('e1', least)))).toMatchObject({ outcome: 'unknown' })
      expect(requests).toHaveLength(2)
    }
  }
})

test('an update that one attempt applied is applied, whatever refuses the next, and unknown where that is', async () => {
  const outcomeAfter = async (...steps: readonly Step[]) => {
    const { client } = clientOver('v2', steps, { retry: 2 })
    return (await run(failureOf(() => client.update('e1', least)))).outcome
  }
  const applied = cutShort(200)
  expect(await outcomeAfter(applied, refusal(400))).toBe('applied')
  expect(await outcomeAfter(applied, broken('ECONNREFUSED'), refusal(404))).toBe('applied')
  expect(await outcomeAfter(refusal(429), applied, json(''))).toBe('applied')
  expect(await outcomeAfter(applied, refusal(500), refusal(400))).toBe('unknown')
  expect(await outcomeAfter(refusal(500), applied, refusal(400))).toBe('unknown')
  expect(await outcomeAfter(applied, page)).toBe('unknown')
})

test('a write that was redirected is unknown, whatever its end says, and a create is not sent again', async () => {
  const there = redirect(307, `/api/v2/events/there`)
  const lasts = [broken('ECONNREFUSED'), refusal(429, { 'retry-after': '0' }), refusal(400), refusal(500), hang]
  for (const last of [...lasts, stalled(429)]) {
    const { client, requests } = clientOver('v2', [there, last], { timeout: 1000, retry: 1 })
    expect(await run(failureOf(() => client.create(least)))).toMatchObject({ outcome: 'unknown', attempts: [{}] })
    expect(requests).toHaveLength(2)
  }
  for (const [last, outcome] of [
    [json('<html>'), 'applied'],
    [cutShort(), 'applied'],
    [page, 'unknown'],
  ] as const) {
    const { client } = clientOver('v2', [there, last])
    expect(await run(failureOf(() => client.create(least)))).toMatchObject({ outcome })
  }
  const { client } = clientOver('v2', [there, broken('ECONNREFUSED'), refusal(400)], { retry: 1 })
  expect(await run(failureOf(() => client.update('e1', least)))).toMatchObject({
    outcome: 'unknown',
    attempts: [{}, {}],
  })
})
