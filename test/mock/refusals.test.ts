import { expect, test } from 'vitest'
import { call, callerOf, idOf, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

const ids = { required: { v1: 'v1 §4c', v2: 'v2 §4e' } } as const

for (const version of versions) {
  const { title, origin, key: header } = names[version]
  const body = least(version, { identifiers: ['diary:1'], description: 'Never stored' })
  const { [title]: _title, ...untitled } = body
  const { [origin]: _origin, ...unsigned } = body
  const json = { 'Content-Type': 'application/json' }

  /** Each is refused; the identifier `diary:1` that most of them carry must stay free. */
  const refused: Readonly<Record<string, (token: string) => RequestInit>> = {
    'no title': (token) => ({ headers: { [header]: token, ...json }, body: JSON.stringify(untitled) }),
    'no origin': (token) => ({ headers: { [header]: token, ...json }, body: JSON.stringify(unsigned) }),
    'an empty title': (token) => ({
      headers: { [header]: token, ...json },
      body: JSON.stringify({ ...body, [title]: '' }),
    }),
    'a taken identifier beside a free one': (token) => ({
      headers: { [header]: token, ...json },
      body: JSON.stringify({ ...body, identifiers: ['diary:1', 'calendar:7'] }),
    }),
    'an array': (token) => ({ headers: { [header]: token, ...json }, body: JSON.stringify([body]) }),
    'half a document': (token) => ({ headers: { [header]: token, ...json }, body: JSON.stringify(body).slice(0, -1) }),
    'another content type': (token) => ({
      headers: { [header]: token, 'Content-Type': 'text/plain' },
      body: JSON.stringify(body),
    }),
    'no key': () => ({ headers: json, body: JSON.stringify(body) }),
    'an unknown key': () => ({ headers: { [header]: 'nobody', ...json }, body: JSON.stringify(body) }),
  }

  test(`a POST that is refused stores nothing, not in part either (${ids.required[version]})`, async () => {
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

  test(`ids made after a refusal are those that would have been made without it (${ids.required[version]})`, async () => {
    const idAfter = async (bodies: readonly object[]) => {
      const { caller } = worldOf(version)
      for (const wrong of bodies) expect((await caller.send('POST', '/events', wrong)).status).toBe(400)
      return idOf(await caller.create())
    }
    expect(await idAfter([untitled, unsigned])).toBe(await idAfter([]))
  })
}

test('a v1 POST whose identifiers match two events changes neither (v1 §1.3)', async () => {
  const { caller } = worldOf('v1')
  const first = await caller.create({ identifiers: ['calendar:7'] })
  const second = await caller.create({ identifiers: ['diary:1'] })
  const body = least('v1', { title: 'Both', identifiers: ['calendar:7', 'diary:1', 'paper:3'] })
  expect((await caller.send('POST', '/events', body)).status).toBe(409)
  expect([await caller.read(first), await caller.read(second)]).toEqual([first, second])
  const third = await caller.create({ identifiers: ['paper:3'] })
  expect(await caller.list()).toMatchObject({ total_records: 3 })
  expect([idOf(first), idOf(second)]).not.toContain(idOf(third))
})
