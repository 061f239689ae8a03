import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { faulty, type Seen, stateOf } from '../../support/faults.ts'
import { least, names, versions } from '../../support/names.ts'
import { inProcess } from '../../support/ways.ts'

type World = Awaited<ReturnType<typeof faulty>>

/** Every effect whose answer is not the service's own, or does not arrive whole. */
const effects: readonly FaultEffect[] = [
  { kind: 'status', status: 502 },
  { kind: 'rate-limit' },
  { kind: 'html' },
  { kind: 'malformed-json' },
  { kind: 'truncated' },
  { kind: 'reset' },
  { kind: 'reset', at: 'after headers' },
  { kind: 'redirect', to: 'https://elsewhere.invalid/' },
  { kind: 'echo-key' },
]

/** Writes of every kind, over the first of the events. */
const writes = {
  POST: { operation: 'events.create', write: ({ post }: World) => post() },
  PUT: {
    operation: 'events.update',
    write: ({ get, version, eventPath }: World) =>
      get(eventPath, { method: 'PUT', body: JSON.stringify({ [names[version].title]: 'Moved' }) }),
  },
  RSVP: {
    operation: 'attendances.record',
    write: ({ get, version, eventPath, target, member }: World) => {
      const person = { href: `${target.baseUrl}/api/${version}/people/${member.id}` }
      const body = JSON.stringify({ _links: { 'osdi:person': person } })
      return get(`${eventPath}/${names[version].attendancesPath}`, { method: 'POST', body })
    },
  },
} as const

const isWhole = ({ status, text }: Seen) => status === 200 && text !== undefined && /^\{.*[^,]\}$/s.test(text)

for (const version of versions) {
  for (const [name, { operation, write }] of Object.entries(writes)) {
    test(`a fault before a ${name} leaves the state untouched (${version})`, async () => {
      await using opened = await faulty(inProcess, version)
      const { service, add } = opened
      const before = stateOf(service)
      for (const effect of effects) {
        const { id } = add({ operation, effect })
        expect(isWhole(await write(opened)), effect.kind).toBe(false)
        expect(stateOf(service), effect.kind).toBe(before)
        service.faults.remove(id)
      }
      expect(isWhole(await write(opened))).toBe(true)
      expect(stateOf(service)).not.toBe(before)
    })

    test(`a fault after a ${name} loses the answer alone (${version})`, async () => {
      // The same service, written to without a fault.
      const intact = await (async () => {
        await using opened = await faulty(inProcess, version)
        await write(opened)
        return stateOf(opened.service)
      })()
      for (const effect of effects) {
        await using opened = await faulty(inProcess, version)
        opened.add({ operation, when: 'after', effect })
        expect(isWhole(await write(opened)), effect.kind).toBe(false)
        expect(stateOf(opened.service), effect.kind).toBe(intact)
      }
    })
  }
}

test('what a fault before a POST would have answered is believable, and forgotten', async () => {
  await using opened = await faulty(inProcess, 'v2')
  const { service, add, post, target, headers, events } = opened
  add({ operation: 'events.create', times: 1, effect: { kind: 'shape', set: { capacity: -1 } } })
  const answer = JSON.parse((await post()).text ?? '')
  expect(answer).toMatchObject({ title: 'Picnic', capacity: -1, identifiers: [expect.any(String), 'calendar:7'] })
  const self = answer._links.self.href
  expect((await target.fetch(self, { headers })).status).toBe(404)
  const made = await target.fetch(target.baseUrl + events, {
    method: 'POST',
    headers,
    body: JSON.stringify(least('v2', { identifiers: ['calendar:7'] })),
  })
  expect((await made.json())._links.self.href).toBe(self)
  expect(service.requests.map(({ status }) => status)).toEqual([200, 404, 200])
})

/** Effects on the service's own answer; the last has nothing to spoil in the answer to a single event. */
const spoiling: readonly FaultEffect[] = [
  { kind: 'malformed-json' },
  { kind: 'truncated' },
  { kind: 'shape' },
  { kind: 'reset', at: 'after headers' },
  { kind: 'next', to: 'loop' },
]

for (const when of ['before', 'after'] as const) {
  test(`a fault ${when} the service acts obeys its rate limit, and counts once`, async () => {
    for (const effect of spoiling) {
      await using opened = await faulty(inProcess, 'v2', { assumptions: { rateLimit: 2 } })
      const { service, add, get, eventPath } = opened
      const fault = add({ when, effect })
      const asked = async () => (await get(eventPath)).status
      for (let second = 0; second < 2; second += 1) {
        expect([await asked(), await asked(), await asked(), await asked()], effect.kind).toEqual([200, 200, 429, 429])
        service.clock.advance('PT1S')
      }
      service.faults.remove(fault)
      expect([await asked(), await asked(), await asked()]).toEqual([200, 200, 429])
    }
  })
}
