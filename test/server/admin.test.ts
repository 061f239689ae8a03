import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

test('GET /_mock lists the admin routes, the address, the keys and the namespace of the service', async () => {
  await using opened = await served({}, {})
  const { url, keys } = opened.server
  const { status, json } = await opened.admin('GET ')
  expect(status).toBe(200)
  expect(json).toMatchObject({ url, keys, namespace: 'platform' })
  const { addresses } = json as { addresses: { method: string; href: string; does: string }[] }
  expect(addresses).toContainEqual({ method: 'POST', href: `${url}/_mock/reset`, does: expect.any(String) })
})

test.for<[request: string, body: unknown, refusal: string]>([
  ['GET nowhere', undefined, '404 unknown'],
  ['GET reset', undefined, '405 method'],
  ['POST people', { nickname: 'Addy' }, '400 argument person.nickname'],
  ['POST people?mood=good', {}, '400 argument mood'],
  ['POST keys', { group: 'nobody' }, '404 unknown key.group'],
  ['POST events?via=api', { title: 'Walk', capacity: 7 }, '400 argument event.capacity'],
  ['POST events/none/attendances', { count: 1 }, '404 unknown event'],
  ['POST events/none/attendances', { count: 10_001 }, '400 argument body.count'],
  ['POST events/none/attendances', { count: 1, person: 'x' }, '400 argument body'],
  ['POST events/none/attendances', {}, '400 argument body'],
  ['PUT events/none', { title: 'Walk' }, '404 unknown event'],
  ['POST events/none/cancel', undefined, '404 unknown event'],
  ['DELETE events/none', undefined, '404 unknown event'],
  ['GET events?sort=colour', undefined, '400 argument sort'],
  ['GET events?page=0', undefined, '400 argument page'],
  ['GET events?per_page=1001', undefined, '400 argument per_page'],
  ['GET events?from=2026-02-30', undefined, '400 argument from'],
  ['GET events?to=2026-05-01T10:00', undefined, '400 argument to'],
  ['GET events?owner=nobody', undefined, '404 unknown owner'],
  ['GET events?person=nobody', undefined, '404 unknown person'],
  ['GET messages?kind=letter', undefined, '400 argument kind'],
  ['GET targeting', undefined, '400 argument query'],
  ['GET targeting?key=nobody', undefined, '404 unknown key'],
  ['GET mailing-list?key=nobody', undefined, '404 unknown key'],
  ['GET mailing-list?of=nobody', undefined, '404 unknown of'],
  ['GET requests?operation=nothing', undefined, '400 argument filter.operation'],
  ['DELETE requests', { all: true }, '400 argument body'],
  ['POST clock', {}, '400 argument body'],
  ['POST clock', { advance: 'PT1H', to: '2026-05-02T00:00:00Z' }, '400 argument body'],
  ['POST faults', { effect: { kind: 'sulk' } }, '400 argument rule.effect.kind'],
  ['DELETE faults/none', undefined, '404 unknown fault'],
  ['POST sandboxes', { perPage: 0 }, '400 option perPage'],
  ['POST sandboxes', { baseUrl: 'https://events.example.org' }, '400 option baseUrl'],
  ['POST sandboxes', { assumptions: { order: 'random' } }, '400 option assumptions.order'],
  ['DELETE sandboxes/none', undefined, '404 unknown sandbox'],
])('the admin route %s refuses the body %j: %s', async ([request, body, refusal]) => {
  await using opened = await served({}, {})
  const { status, json, headers } = await opened.admin(request, body)
  const { error, code, field, ...others } = json as Record<string, unknown>
  expect([status, code, field].filter((said) => said !== undefined).join(' ')).toBe(refusal)
  expect({ error, others }).toEqual({ error: expect.stringMatching(/\w/), others: {} })
  expect(headers.get('content-type')).toBe('application/json')
})

test('an admin route answers an unsupported method with 405 and the methods that it supports', async () => {
  await using opened = await served({}, {})
  for (const [request, allow] of [
    ['PUT requests', 'GET, DELETE'],
    ['OPTIONS clock', 'GET, POST'],
    ['GET reset', 'POST'],
  ] as const) {
    expect((await opened.admin(request)).headers.get('allow'), request).toBe(allow)
  }
})

test('the admin API refuses a body that is not JSON, has another Content-Type, is not UTF-8 or is too long', async () => {
  await using opened = await served({}, {})
  const send = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const init = { method: 'POST', headers: { 'Content-Type': type }, body }
    const answer = await fetch(`${opened.server.url}/_mock/people`, init)
    return [answer.status, ((await answer.json()) as { code: unknown }).code]
  }
  expect(await send('text/plain', '{}')).toEqual([415, 'type'])
  expect(await send('application/json', '{')).toEqual([400, 'argument'])
  expect(await send('application/json', new Uint8Array([0x7b, 0xff, 0x7d]))).toEqual([400, 'argument'])
  expect(await send('application/json', `{"a":"${'x'.repeat(10 * 1024 * 1024)}"}`)).toEqual([413, 'size'])
  expect(await send('application/json; charset=utf-8', '{}')).toEqual([200, undefined])
})
