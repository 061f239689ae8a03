import { expect, test } from 'vitest'
import { type Answer, call, callerOf, idOf, world, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

const ids = {
  success: { v1: 'v1 §4a', v2: 'v2 §4a' },
  media: { v1: 'v1 §1.6', v2: 'v2 §1.7' },
  delete: { v1: 'v1 §4d', v2: 'v2 §4f' },
} as const

const expectError = ({ headers, body }: Answer) => {
  expect(headers.get('content-type')).toMatch(/^application\/json(?:;|$)/)
  expect(body).toEqual({ error: expect.stringMatching(/\S/) })
}

for (const version of versions) {
  test(`every success is 200, HAL, and not to be cached (${ids.success[version]}, ${ids.media[version]})`, async () => {
    const { campaign, caller } = worldOf(version)
    const posted = await caller.send('POST', '/events', least(version, { identifiers: ['calendar:7'] }))
    const path = `/events/${idOf(posted.body)}`
    const answers = [
      posted,
      await caller.send('POST', '/events', least(version, { identifiers: ['calendar:7'] })),
      await caller.send('GET', path),
      await caller.send('PUT', path, { description: 'x' }),
      await caller.send('PUT', path, {}),
      await caller.send('GET', '/events'),
      await caller.send('GET', '/events?page=9'),
      await caller.send('GET', `/event_campaigns/${campaign.id}/events`),
    ]
    for (const { status, headers } of answers) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^application\/hal\+json(?:;|$)/)
      expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    }
  })

  test(`DELETE is refused with an error and leaves the event (${ids.delete[version]})`, async () => {
    const { caller } = worldOf(version)
    const made = await caller.create()
    const refused = await caller.send('DELETE', `/events/${idOf(made)}`)
    expect(refused.status).toBe(405)
    expect(refused.headers.get('allow')?.split(/,\s*/).toSorted()).toEqual(expect.arrayContaining(['GET', 'PUT']))
    expect(refused.headers.get('allow')).not.toContain('DELETE')
    expectError(refused)
    expect(await caller.read(made)).toEqual(made)
  })

  test(`a method that an address does not take is refused, naming those it takes (${version})`, async () => {
    const { campaign, caller } = worldOf(version)
    const path = `/events/${idOf(await caller.create())}`
    const before = await caller.list()
    const wrong = [
      ['PUT', '/events', ['GET', 'POST']],
      ['DELETE', '/events', ['GET', 'POST']],
      ['PATCH', '/events', ['GET', 'POST']],
      ['POST', path, ['GET', 'PUT']],
      ['PATCH', path, ['GET', 'PUT']],
      ['POST', `/event_campaigns/${campaign.id}/events`, ['GET']],
    ] as const
    for (const [method, address, allowed] of wrong) {
      const refused = await caller.send(method, address, least(version))
      expect(refused.status).toBe(405)
      expect(refused.headers.get('allow')?.split(/,\s*/)).toEqual(expect.arrayContaining([...allowed]))
      expect(refused.headers.get('allow')?.split(/,\s*/)).not.toContain(method)
      expectError(refused)
    }
    expect(await caller.list()).toEqual(before)
  })

  test(`a body that is not JSON, or no JSON object, is refused (${version})`, async () => {
    const { service, key } = world()
    const headers = { [names[version].key]: key.token, 'Content-Type': 'application/json' }
    const url = `${service.baseUrl}/api/${version}/events`
    for (const body of ['', '{', 'text', '[]', '[{}]', 'null', '5', '"text"', `${JSON.stringify(least(version))}x`]) {
      const refused = await call(service, url, { method: 'POST', headers, body })
      expect(refused.status).toBe(400)
      expectError(refused)
    }
    expect(await callerOf(service, key, version).list()).toMatchObject({ total_records: 0 })
  })
}
