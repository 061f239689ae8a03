import type { FaultEffect, FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

/** A server whose one rule strikes a request that is made byte by byte. */
const struck = async (rule: FaultRule) => {
  const errors: unknown[] = []
  const opened = await served({ onError: (error) => errors.push(error) })
  const { server, service } = opened
  const news = await opened.listening()
  const fault = service.faults.add(rule)
  const client = await rawClient(server)
  client.write(`GET /api/v2/events HTTP/1.1\r\nHost: localhost\r\nOSDI-API-Token: ${server.keys.group}\r\n\r\n`)
  await fault.hit()
  return {
    ...opened,
    client,
    errors,
    news,
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

const broken: readonly (readonly [FaultEffect, string | undefined])[] = [
  [{ kind: 'truncated' }, undefined],
  [{ kind: 'reset', at: 'after headers' }, 'ECONNRESET'],
]

for (const [effect, code] of broken) {
  test(`of an answer that meets a ${effect.kind}, half of the promised body comes`, async () => {
    await using opened = await struck({ effect })
    const closed = await opened.client.closed
    const { came, promised } = lengths(closed.received)
    expect(promised).toBeGreaterThan(100)
    expect(came).toBe(Math.floor(promised / 2))
    expect(closed.code).toBe(code)
  })
}

test('of a connection that is reset before the headers, nothing comes', async () => {
  await using opened = await struck({ effect: { kind: 'reset' } })
  expect(await opened.client.closed).toEqual({ received: '', code: 'ECONNRESET' })
})

const closings: readonly (readonly [FaultRule, RegExp, string | undefined])[] = [
  [{ effect: { kind: 'latency', ms: 3_600_000 } }, /^HTTP\/1\.1 200 /, undefined],
  [{ when: 'after', effect: { kind: 'latency', ms: 3_600_000 } }, /^HTTP\/1\.1 200 /, undefined],
  [{ effect: { kind: 'stall' } }, /^HTTP\/1\.1 200 /, 'ECONNRESET'],
  [{ effect: { kind: 'no-answer' } }, /^$/, 'ECONNRESET'],
]

for (const [rule, shows, code] of closings) {
  test(`closing ends the wait of a ${rule.effect.kind} ${rule.when ?? 'before'} the service acts, and its rule stays in force`, async () => {
    await using opened = await struck(rule)
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

for (const effect of [{ kind: 'latency', ms: 3_600_000 }, { kind: 'stall' }, { kind: 'no-answer' }] as const) {
  test(`a client that goes away while a ${effect.kind} keeps it waiting is no error`, async () => {
    await using opened = await struck({ effect })
    const { client, server, errors } = opened
    if (effect.kind === 'stall') await client.until(/\r\n\r\n\{/)
    client[Symbol.dispose]()
    expect(await opened.news.request()).toMatchObject({ fault: effect.kind })
    await server.close({ grace: 600_000 })
    expect(errors).toEqual([])
  })
}
