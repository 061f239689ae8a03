import { inspect } from 'node:util'
import { isEventsError } from 'osdi-events'
import { afterEach, expect, test, vi } from 'vitest'
import { clientWorld } from '../support/client-world.ts'
import { failureOf } from '../support/failure.ts'
import { versions } from '../support/versions.ts'

afterEach(() => {
  vi.useRealTimers()
})

for (const subject of versions) {
  const { version, least, clauses } = subject

  test(`tells of an unknown event, with what the service said: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const error = await failureOf(() => world.client.get('no-such-event'))
    expect(error).toMatchObject({ code: 'http', status: 404, method: 'GET', attempts: [{ status: 404 }] })
    expect(error.message).toMatch(
      new RegExp(`^GET ${world.baseUrl}/api/${version}/events/no-such-event answered 404: .`),
    )
    expect(error).not.toHaveProperty('outcome')
  })

  test(`tells of a refused delete, which was not applied: ${version} (${clauses.refusedDelete})`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create(least)
    const error = await failureOf(() => world.client.delete(made))
    expect(error).toMatchObject({ code: 'http', status: 405, method: 'DELETE', outcome: 'not applied' })
    expect(await world.client.get(made)).toEqual(made)
  })

  test(`hides the key of a refusal that repeats it: ${version}`, async () => {
    await using world = await clientWorld(subject, { assumptions: { invalidKey: '403 repeating the key' } })
    const token = 'not-a-key-of-this-service'
    const error = await failureOf(() => world.open(subject, { token }).get('any'))
    expect(isEventsError(error) && error.code === 'http' && error.status).toBe(403)
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain(token)
    expect(error.message).toContain('[redacted]')
  })

  test(`does not show an event of another owner: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const made = await world.client.create(least)
    const stranger = world.open(subject, world.service.addKey())
    expect(await failureOf(() => stranger.get(made))).toMatchObject({ code: 'http', status: 404 })
    expect(await stranger.list().toArray({ max: 9 })).toEqual({ items: [], more: false })
  })

  test(`surfaces a rate limit at once where the wait it asks for does not fit into the time left: ${version}`, async () => {
    await using world = await clientWorld(subject, {
      assumptions: { rateLimit: { perSecond: 1, retryAfter: true } },
    })
    // Both requests have to fall into one second, and to be answered within half of one, however slow the machine is: no time passes.
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const patient = world.open(subject, world.key, { retry: 1, totalTimeout: 500 })
    await patient.page(1)
    const error = await failureOf(() => patient.page(1))
    expect(error).toMatchObject({ code: 'http', status: 429, attempts: [{ status: 429 }] })
  })

  test(`ends with the signal's own reason: ${version}`, async () => {
    await using world = await clientWorld(subject)
    const reason = new Error('changed my mind')
    await expect(world.client.page(1, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
    expect(world.service.requests).toHaveLength(0)
  })
}
