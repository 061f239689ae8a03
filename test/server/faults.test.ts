import { type FaultEffect, type FaultRule, mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { adminRequest, faultAppliedAt, served } from '../support/served.ts'

const list = (key: string, path = '') =>
  `GET ${path}/api/v2/events HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${key}\r\n\r\n`

/** A server whose faults match a request that is made byte by byte; the first one has applied. */
const faultyServer = async (rule: FaultRule, ...others: readonly FaultRule[]) => {
  const errors: unknown[] = []
  const opened = await served({ onError: (error) => errors.push(error) })
  const { server, service } = opened
  const feed = await opened.feed()
  const fault = service.faults.add(rule)
  for (const other of others) service.faults.add(other)
  const client = await rawClient(server)
  client.write(list(server.keys.group))
  await fault.hit()
  return {
    ...opened,
    client,
    errors,
    feed,
    [Symbol.asyncDispose]: async () => {
      client[Symbol.dispose]()
      await server.close({ grace: 0 })
    },
  }
}

/** How many bytes of a body came, and how many its headers promise. */
const lengths = (received: string) => {
  const [head = '', body = ''] = received.split('\r\n\r\n')
  return { came: Buffer.byteLength(body), promised: Number(/^content-length: (\d+)$/im.exec(head)?.[1]) }
}

test.for<[effect: FaultEffect, code: string | undefined]>([
  [{ kind: 'truncated' }, undefined],
  [{ kind: 'reset', at: 'after headers' }, 'ECONNRESET'],
])('a response with the fault %o ends after half of its body', async ([effect, code]) => {
  await using opened = await faultyServer({ effect })
  const closed = await opened.client.closed
  const { came, promised } = lengths(closed.received)
  expect(promised).toBeGreaterThan(100)
  expect([came, closed.code]).toEqual([Math.floor(promised / 2), code])
})

const closings: readonly (readonly [FaultRule, RegExp, string | undefined])[] = [
  [{ effect: { kind: 'latency', ms: 3_600_000 } }, /^HTTP\/1\.1 200 /, undefined],
  [{ when: 'after', effect: { kind: 'latency', ms: 3_600_000 } }, /^HTTP\/1\.1 200 /, undefined],
  [{ effect: { kind: 'stall' } }, /^HTTP\/1\.1 200 /, 'ECONNRESET'],
  [{ effect: { kind: 'no-answer' } }, /^$/, 'ECONNRESET'],
]

for (const [rule, shows, code] of closings) {
  test(`server.close ends the wait of a ${rule.effect.kind} fault ${rule.when ?? 'before'} the service acts, and the fault stays active`, async () => {
    await using opened = await faultyServer(rule)
    const { server, service, client, errors } = opened
    if (rule.effect.kind === 'stall') await client.until(/\r\n\r\n\{/)
    // Long beyond what this test may take.
    await server.close({ grace: 600_000 })
    const closed = await client.closed
    expect(closed.received).toMatch(shows)
    expect(closed.code).toBe(code)
    expect(service.faults.rules).toHaveLength(1)
    expect(errors).toEqual([])
  })
}

test('server.close ends a latency, and no further fault applies to the request', async () => {
  const [latency, silence] = [{ kind: 'latency', ms: 3_600_000 }, { kind: 'no-answer' }] as const
  await using opened = await faultyServer({ effect: latency }, { effect: latency, when: 'after' }, { effect: silence })
  await opened.server.close({ grace: 600_000 })
  expect((await opened.client.closed).received).toMatch(/^HTTP\/1\.1 200 /)
  expect(opened.service.faults.rules.map(({ hits }) => hits)).toEqual([1, 0, 0])
})

for (const effect of [{ kind: 'latency', ms: 3_600_000 }, { kind: 'stall' }, { kind: 'no-answer' }] as const) {
  test(`the server still answers after a client disconnects during a ${effect.kind} fault`, async () => {
    await using opened = await faultyServer({ effect })
    const { client, server, errors } = opened
    if (effect.kind === 'stall') await client.until(/\r\n\r\n\{/)
    client[Symbol.dispose]()
    expect(await opened.feed.request()).toMatchObject({ fault: effect.kind })
    await server.close({ grace: 600_000 })
    expect(errors).toEqual([])
  })
}

test('the admin API adds, lists and removes fault rules, and no fault applies to admin requests', async () => {
  await using opened = await served()
  const { server, ask, service } = opened
  const { faults } = mockAdmin(server.url)
  const effect = { kind: 'status', status: 503, body: { error: 'down' } } as const
  const rule = { operation: 'events.list', times: 2, effect } as const
  const fault = await faults.add(rule)
  expect(fault).toEqual({ ...rule, id: expect.any(String), hits: 0 })
  expect((await ask('/api/v2/events')).status).toBe(503)
  expect(await faults.list()).toEqual([{ ...fault, hits: 1 }])
  expect([await faults.remove(fault), await faults.remove(fault.id)]).toEqual([true, false])
  expect((await ask('/api/v2/events')).status).toBe(200)
  await faults.add({ key: server.keys.group, effect: { kind: 'rate-limit', retryAfter: 7 } })
  const limited = await ask('/api/v2/events')
  expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
  await faults.add({ effect: { kind: 'no-answer' } })
  await faults.clear()
  expect(service.faults.rules).toEqual([])
  await expect(faults.add({ effect: { kind: 'reset' }, nth: 0 })).rejects.toMatchObject({ field: 'rule.nth' })
})

test('removing a sandbox ends only the faults of this sandbox', async () => {
  await using opened = await served()
  const { url, port } = opened.server
  const { json } = await opened.admin('POST sandboxes', { events: 1 })
  const sandbox = json as { url: string; keys: { group: string } }
  await adminRequest(sandbox.url, 'POST faults', { effect: { kind: 'no-answer' } })
  await opened.admin('POST faults', { effect: { kind: 'status', status: 503 } })
  using client = await rawClient({ port })
  client.write(list(sandbox.keys.group, sandbox.url.slice(url.length)))
  await faultAppliedAt(sandbox.url)
  await opened.admin(`DELETE ${sandbox.url.slice(`${url}/_mock/`.length)}`)
  expect(await client.closed).toEqual({ received: '', code: 'ECONNRESET' })
  expect((await opened.ask('/api/v2/events')).status).toBe(503)
})
