import { expect, onTestFinished, vi } from 'vitest'
import { type ApiResponse, call, callerOf, idOf } from '../../support/api.ts'
import { least, names } from '../../support/names.ts'
import { type Case, type Cases, each, type Open, when, whenOnly } from './cases.ts'

const unknownKey = 'a-key-of-nobody'

const refusedKey = async (open: Open, version: 'v1' | 'v2', status: number, text: RegExp) => {
  const { service } = open()
  for (const key of [undefined, unknownKey]) {
    const answer = await callerOf(service, key, version).send('GET', '/events')
    expect(answer.status).toBe(status)
    if (key !== undefined) expect(answer.body.error).toMatch(text)
  }
}

const statuses = <Setting extends number>(
  settings: readonly Setting[],
  ask: (open: Open, version: 'v1' | 'v2') => Promise<readonly ApiResponse[]>,
): readonly Case<Setting>[] =>
  settings.map((setting) => ({
    setting,
    says: `status ${setting}`,
    prove: async (open, version) => {
      const answers = await ask(open, version)
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => setting))
    },
  }))

/** Stops the time of the rate limit. The returned function sets the passed seconds. */
const heldTime = () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  onTestFinished(() => now.mockRestore())
  return (seconds: number) => void now.mockReturnValue(seconds * 1000)
}

const textBody = async (open: Open, version: 'v1' | 'v2', type: string) => {
  const { service, key } = open()
  return call(service, `${service.baseUrl}/api/${version}/events`, {
    method: 'POST',
    headers: { [names[version].key]: key.token, 'Content-Type': type },
    body: JSON.stringify(least(version)),
  })
}

const inV1 = { version: 'v1', because: 'version 2 shows no such path' } as const

/** How requests are refused, and what an error looks like. */
export const answers: Cases<
  | 'invalidKey'
  | 'notFound'
  | 'methodNotAllowed'
  | 'invalidBody'
  | 'contentType'
  | 'errorBody'
  | 'petitions'
  | 'rateLimit'
> = {
  invalidKey: [
    ...each([403, 401], 'a missing or unknown key gets %s, and does not come back', (status, open, version) =>
      refusedKey(open, version, status, /^(?!.*a-key-of-nobody)/),
    ),
    when('403 repeating the key', 'the error ends with the key that was sent', (open, version) =>
      refusedKey(open, version, 403, /not present a-key-of-nobody$/),
    ),
  ],
  notFound: statuses([404, 403], async (open, version) => {
    const { service, key, individualKey, campaign } = open()
    const made = await callerOf(service, individualKey, version).create()
    const { send } = callerOf(service, key, version)
    const odd = ['x', '%20', 'undefined', '__proto__', 'constructor', '8a625981-67a4-4457-8b55-2e30b267b2c2']
    return [
      ...(await Promise.all(odd.map((id) => send('GET', `/events/${id}`)))),
      await send('PUT', '/events/none', { description: 'x' }),
      await send('GET', `/events/${idOf(made)}`),
      await send('PUT', `/events/${idOf(made)}`, { description: 'x' }),
      await send('GET', '/event_campaigns/none/events'),
      await callerOf(service, individualKey, version).send('GET', `/event_campaigns/${campaign.id}/events`),
    ]
  }),
  methodNotAllowed: statuses([405, 403, 400], async (open) => {
    const { create, send } = open()
    const path = `/events/${idOf(await create())}`
    const refused = [await send('DELETE', path), await send('PATCH', path, {}), await send('DELETE', '/events')]
    const allowed = ['GET, HEAD, PUT', 'GET, HEAD, PUT', 'GET, HEAD, POST']
    expect(refused.map(({ headers }) => headers.get('allow'))).toEqual(allowed)
    return refused
  }),
  invalidBody: statuses([400, 422], async (open, version) => {
    const { service, key, send } = open()
    const { title, origin } = names[version]
    const untitled = await send('POST', '/events', { [origin]: 'Calendar' })
    expect(untitled.body.error).toContain(title)
    return [
      untitled,
      await send('POST', '/events', least(version, { origin: '' })),
      await send('POST', '/events', least(version, { title: 5 })),
      await send('POST', '/events', []),
      await call(service, `${service.baseUrl}/api/${version}/events`, {
        method: 'POST',
        headers: { [names[version].key]: key.token, 'Content-Type': 'application/json' },
        body: new Uint8Array([...new TextEncoder().encode('{"description":"'), 0xe9, 0x22, 0x7d]),
      }),
    ]
  }),
  contentType: [
    when(415, 'a body that does not say it is JSON gets 415', async (open, version) => {
      expect((await textBody(open, version, 'text/plain')).status).toBe(415)
      expect((await textBody(open, version, 'application/x-www-form-urlencoded')).status).toBe(415)
    }),
    when('accept', 'a body is taken as JSON whatever it says it is', async (open, version) => {
      const { status, body } = await textBody(open, version, 'text/plain')
      expect(status).toBe(200)
      expect(body[names[version].title]).toBe('Picnic')
    }),
  ],
  errorBody: [
    when('error', 'an error is {"error": text}', async (open, version) => {
      const { service, key } = open()
      const { headers, body } = await callerOf(service, key, version).send('GET', '/events/none')
      expect(headers.get('content-type')).toMatch(/^application\/json/)
      expect(body).toEqual({ error: expect.stringMatching(/\S/) })
    }),
    when('osdi:error', "an error is OSDI's error object", async (open, version) => {
      const { service, key } = open()
      for (const path of ['/events/none', '/nowhere']) {
        const { body } = await callerOf(service, key, version).send('GET', path)
        const error = { response_code: 404, error_description: expect.stringMatching(/\S/) }
        expect(body).toEqual({ 'osdi:error': error })
      }
    }),
  ],
  petitions: [
    whenOnly(inV1, 'not served', 'a path ending in /petitions answers 404', async (open, version) => {
      const { send, list } = open()
      expect((await send('POST', '/petitions', least(version))).status).toBe(404)
      expect(await list()).toMatchObject({ total_records: 0 })
    }),
    whenOnly(
      inV1,
      'events',
      'a path ending in /petitions or /petitions/ is the events collection',
      async (open, version) => {
        const { administrator, send, list, personHref } = open()
        const _links = { 'osdi:creator': { href: personHref(administrator) } }
        const { status, body } = await send('POST', '/petitions', least(version, { _links }))
        expect(status).toBe(200)
        expect(body._links['osdi:creator']).toEqual(_links['osdi:creator'])
        expect(await list()).toMatchObject({ total_records: 1 })
        expect((await send('GET', '/petitions/')).body).toMatchObject({ total_records: 1 })
      },
    ),
  ],
  rateLimit: [
    when('off', 'a key may ask as often as it likes', async (open) => {
      const { send } = open()
      for (let number = 0; number < 50; number++) expect((await send('GET', '/events')).status).toBe(200)
    }),
    ...([2, { perSecond: 2, retryAfter: true }, { perSecond: 2, retryAfter: false }] as const).map((setting) => ({
      setting,
      says: 'two requests within a second of the first, then 429 until that second is over',
      prove: async (open: Open, version: 'v1' | 'v2') => {
        const passed = heldTime()
        const { service, individualKey, send } = open()
        const ask = async () => (await send('GET', '/events')).status
        passed(0.9)
        expect([await ask(), await ask()]).toEqual([200, 200])
        passed(1.8)
        const refused = await send('GET', '/events')
        expect([refused.status, refused.body]).toEqual([429, { error: expect.stringMatching(/\S/) }])
        const says = typeof setting === 'number' || setting.retryAfter
        expect(refused.headers.get('retry-after')).toBe(says ? '1' : null)
        expect((await callerOf(service, individualKey, version).send('GET', '/events')).status).toBe(200)
        // A request succeeds after the time in Retry-After, and also after the service's clock advances.
        passed(2.8)
        expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
        service.clock.advance('PT1S')
        expect([await ask(), await ask(), await ask()]).toEqual([200, 200, 429])
      },
    })),
    when(3, 'writes are counted as reads are, though they move the clock of the service', async (open, version) => {
      heldTime()
      const { send } = open()
      const statuses: number[] = []
      for (let number = 0; number < 5; number++) {
        statuses.push((await send('POST', '/events', least(version))).status)
      }
      expect(statuses).toEqual([200, 200, 200, 429, 429])
    }),
  ],
}
