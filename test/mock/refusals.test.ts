import { expect, test } from 'vitest'
import { call, callerOf, idOf, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

for (const version of versions) {
  const { title, origin, key: header } = names[version]
  const body = least(version, { identifiers: ['diary:1'], description: 'Never stored' })
  const { [title]: _title, ...untitled } = body
  const { [origin]: _origin, ...unsigned } = body

  const sent = (token: string | undefined, content: unknown, type = 'application/json'): RequestInit => ({
    headers: { ...(token !== undefined && { [header]: token }), 'Content-Type': type },
    body: typeof content === 'string' ? content : JSON.stringify(content),
  })

  /** Each is refused; the identifier `diary:1` that most of them carry must stay free. */
  const refused: Readonly<Record<string, (token: string) => RequestInit>> = {
    'no title': (token) => sent(token, untitled),
    'no origin': (token) => sent(token, unsigned),
    'an empty title': (token) => sent(token, { ...body, [title]: '' }),
    'a taken identifier beside a free one': (token) => sent(token, { ...body, identifiers: ['diary:1', 'calendar:7'] }),
    'an array': (token) => sent(token, [body]),
    'half a document': (token) => sent(token, JSON.stringify(body).slice(0, -1)),
    'another content type': (token) => sent(token, body, 'text/plain'),
    'no key': () => sent(undefined, body),
    'an unknown key': () => sent('nobody', body),
  }

  test(`a POST that is refused stores nothing, not in part either (${version}: v1 §4c, v2 §4e)`, async () => {
    for (const [name, init] of Object.entries(refused)) {
      const { service, key, individualKey, group, caller } = worldOf(version)
      const theirs = await callerOf(service, individualKey, version).create({ identifiers: ['calendar:7'] })
      await caller.create({ title: 'There before' })
      const shown = async () => [await caller.list(), service.clock.now(), service.dashboard(group)]
      const before = await shown()
      const url = `${service.baseUrl}/api/${version}/events`
      const { status } = await call(service, url, { method: 'POST', ...init(key.token) })
      expect([400, 403, 409, 415], name).toContain(status)
      expect(await shown()).toEqual(before)
      expect(await callerOf(service, individualKey, version).read(theirs)).toEqual(theirs)
      const later = await caller.create({ title: 'Stored', identifiers: ['diary:1'] })
      expect(later).toMatchObject({ [title]: 'Stored' })
      expect(later).not.toHaveProperty('description')
    }
  })

  test(`ids made after a refusal are those that would have been made without it (${version}: v1 §4c, v2 §4e)`, async () => {
    const idAfter = async (bodies: readonly object[]) => {
      const { caller } = worldOf(version)
      for (const wrong of bodies) expect((await caller.send('POST', '/events', wrong)).status).toBe(400)
      return idOf(await caller.create())
    }
    expect(await idAfter([untitled, unsigned])).toBe(await idAfter([]))
  })
}
