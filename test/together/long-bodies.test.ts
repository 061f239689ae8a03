import { createMockService, type FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { inProcess, ways } from '../support/ways.ts'

const longest = 10 * 1024 * 1024

/** The body of a new event with this many bytes, as bytes, so that it is encoded once. */
const bodyOf = (bytes: number) => Buffer.from('{"title":"Picnic","origin_system":"Calendar"}'.padStart(bytes))
const tooLong = bodyOf(longest + 1)

for (const [way, reach] of Object.entries(ways)) {
  const reached = async () => {
    const service = createMockService()
    const { baseUrl, fetch, close } = await reach(service)
    return {
      service,
      send: async (path: string, { body = tooLong, token = service.seeded.group.token } = {}) => {
        const headers = { 'OSDI-API-Token': token, 'Content-Type': 'application/json' }
        const answer = await fetch(baseUrl + path, { method: 'POST', headers, body })
        return { status: answer.status, text: await answer.text() }
      },
      [Symbol.asyncDispose]: close,
    }
  }

  test(`${way}: the mock service accepts a body of 10 MiB, and answers 413 to a body with one byte more`, async () => {
    await using opened = await reached()
    const { service, send } = opened
    expect((await send('/api/v2/events', { body: bodyOf(longest) })).status).toBe(200)
    service.requests.clear()
    const { text, ...answer } = await send('/api/v2/events')
    expect([answer.status, JSON.parse(text)]).toEqual([413, { error: 'body: is longer than 10 MiB' }])
    const [entry] = service.requests.matching({ status: 413 })
    expect(entry).toMatchObject({ operation: 'events.create', truncated: true })
    expect(entry).not.toHaveProperty('body')
    expect(service.dashboard(service.seeded.group)).toHaveLength(0)
    expect(service.snapshot().toJSON().events).toHaveLength(1)
  })

  if (reach !== inProcess) continue

  test('the mock service applies faults first, then checks route, method and key, and then the length of the body', async () => {
    await using opened = await reached()
    const { service, send } = opened
    expect((await send('/api/v2/nowhere')).status).toBe(404)
    expect((await send('/api/v2/events/none')).status).toBe(405)
    expect((await send('/api/v2/events', { token: 'nobody' })).status).toBe(403)
    service.requests.clear()
    const effect: FaultEffect = { kind: 'status', status: 503, body: 'down' }
    const fault = service.faults.add({ operation: 'events.create', effect })
    expect(await send('/api/v2/events')).toEqual({ status: 503, text: 'down' })
    expect(fault.hits).toBe(1)
    expect(service.requests).toMatchObject([{ status: 503, faultIds: [fault.id] }])
  })
}

test('service.fetch follows a redirect with 307 with the same body, for any bytes and length', async () => {
  const { fetch, baseUrl, faults, seeded } = createMockService()
  const to = `${baseUrl}/api/v2/events`
  faults.add({ times: 2, path: '/moved', effect: { kind: 'redirect', to, status: 307 } })
  const headers = { 'OSDI-API-Token': seeded.group.token, 'Content-Type': 'application/json' }
  const moved = (body: BodyInit) => fetch(`${baseUrl}/moved`, { method: 'POST', headers, body })
  expect((await moved(tooLong)).status).toBe(413)
  const answer = await moved(new Uint8Array([0x7b, 0xff, 0x7d]))
  expect([answer.status, await answer.json()]).toEqual([400, { error: 'body: must be UTF-8' }])
})
