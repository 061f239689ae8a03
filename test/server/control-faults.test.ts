import { controlOf, type Fault } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { controlled, served, struckAt } from '../support/served.ts'

test('fault rules are added, listed with their hits, and removed over control addresses', async () => {
  await using opened = await served()
  const { control, ask, service } = opened
  const rule = { operation: 'events.list', times: 2, effect: { kind: 'status', status: 503, body: { error: 'down' } } }
  const { status, json } = await control('POST faults', rule)
  expect([status, json]).toEqual([200, { ...rule, id: expect.any(String), hits: 0 }])
  expect((await ask('/api/v2/events')).status).toBe(503)
  const { id } = json as Fault
  expect((await control('GET faults')).json).toEqual([{ ...rule, id, hits: 1 }])
  expect(await control(`DELETE faults/${id}`)).toMatchObject({ status: 200, json: {} })
  expect(await control(`DELETE faults/${id}`)).toMatchObject({ status: 404, json: { code: 'unknown', field: 'fault' } })
  expect((await ask('/api/v2/events')).status).toBe(200)
  await control('POST faults', rule)
  await control('POST faults', rule)
  await control('DELETE faults')
  expect((await control('GET faults')).json).toEqual([])
  expect(service.faults.rules).toEqual([])
})

test('a fault rule that is wrong is refused, naming the member', async () => {
  await using opened = await served()
  for (const [rule, field] of [
    [{}, 'rule.effect'],
    [{ effect: { kind: 'sulk' } }, 'rule.effect.kind'],
    [{ effect: { kind: 'reset' }, often: true }, 'rule.often'],
  ] as const) {
    expect(await opened.control('POST faults', rule)).toMatchObject({ status: 400, json: { code: 'argument', field } })
  }
})

test('the typed client adds, lists and removes fault rules', async () => {
  await using opened = await served()
  const { server, ask, service } = opened
  const { faults } = controlOf(server.url)
  const fault = await faults.add({ key: server.keys.group, effect: { kind: 'rate-limit', retryAfter: 7 } })
  const limited = await ask('/api/v2/events')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  expect(await faults.list()).toMatchObject([{ id: fault.id, hits: 1 }])
  expect([await faults.remove(fault), await faults.remove(fault.id)]).toEqual([true, false])
  await faults.add({ effect: { kind: 'reset' } })
  await faults.clear()
  expect(service.faults.rules).toEqual([])
  await expect(faults.add({ effect: { kind: 'reset' }, nth: 0 })).rejects.toMatchObject({ field: 'rule.nth' })
})

test('faults strike the interface alone: control addresses always answer', async () => {
  await using opened = await served()
  await opened.control('POST faults', { effect: { kind: 'no-answer' } })
  expect((await opened.control('GET clock')).status).toBe(200)
  expect((await opened.control('DELETE faults')).status).toBe(200)
})

test('with cors a page can read the answers of faults too', async () => {
  await using opened = await served({ cors: true })
  await opened.control('POST faults', { effect: { kind: 'status', status: 500 } })
  expect((await opened.ask('/api/v2/events')).headers.get('access-control-allow-origin')).toBe('*')
})

const list = (path: string, key: string) =>
  `GET ${path}/api/v2/events HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${key}\r\n\r\n`

test('ending a world ends its faults, and those of no other', async () => {
  await using opened = await served()
  const { url, port } = opened.server
  const { json } = await opened.control('POST worlds', { events: 1 })
  const world = json as { url: string; keys: { group: string } }
  await controlled(world.url, 'POST faults', { effect: { kind: 'no-answer' } })
  await opened.control('POST faults', { effect: { kind: 'status', status: 503 } })
  using client = await rawClient({ port })
  client.write(list(world.url.slice(url.length), world.keys.group))
  await struckAt(world.url)
  await opened.control(`DELETE ${world.url.slice(`${url}/_mock/`.length)}`)
  expect(await client.closed).toEqual({ received: '', code: 'ECONNRESET' })
  expect((await opened.ask('/api/v2/events')).status).toBe(503)
})
