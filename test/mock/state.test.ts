import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { createMockService, type MockKey, type MockService, type MockState } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, hrefOf } from '../support/api.ts'
import { versions } from '../support/names.ts'

/** A service after every kind of operation. */
async function lived() {
  const assumptions = { individualCampaigns: 'created' } as const
  const service = createMockService({ events: 12, now: '2026-05-01T12:00:00Z', seed: 'lived', assumptions })
  const key = service.addKey({
    person: service.addPerson({ given_name: 'Zoë', postal_code: '10001' }),
    token: 'own-key',
  })
  const campaign = service.addCampaign({ title: 'Lone campaign', key })
  const host = service.addPerson({ email_address: 'Host@example.org' })
  const start = { start_date: '2026-05-03T18:00', location: { locality: 'Boston', address_lines: ['1 Main St'] } }
  const event = service.addEvent(
    { title: 'Walk', campaign, creator: host, identifiers: ['a:1', 'b:2'], ...start },
    { key },
  )
  service.attend(event, 3)
  service.attend(event, host)
  service.clock.advance('P2D')
  service.addEvent({ title: 'Later', start_date: '2026-05-09T18:00:00.5', capacity: 3, hidden: true }, { key })
  service.addEvent({ title: 'By a POST', description: '\ud800 "é" \u2028</script>' }, { key, via: 'api' })
  await service.fetch(`${service.baseUrl}/api/v2/events/${event.id}`, {
    method: 'PUT',
    headers: { 'OSDI-API-Token': key.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'Walk 1', identifiers: ['b:2', 'c:3'], location: { locality: 'Tokyo' } }),
  })
  return service
}

const asText = (service: MockService): string => JSON.stringify(service.snapshot())

/** A new service with the state of another one and the same options. */
const restored = (text: string, options = {}): MockService => {
  const service = createMockService(options)
  service.restore(JSON.parse(text) as MockState)
  return service
}

/** All data that a service shows in responses and members. */
async function shownBy(service: MockService) {
  const shown: unknown[] = [service.outbox, service.clock.now(), service.mailingList(service.seeded.group.group ?? '')]
  for (const token of [service.seeded.group.token, 'own-key']) {
    shown.push(service.targeting(token), service.dashboard(token))
    for (const version of versions) {
      const { list, follow } = callerOf(service, token, version)
      const page = await list()
      const linked = (relation: string) => eventsOf(page).flatMap((event) => hrefOf(event, relation) ?? [])
      const relations = ['osdi:attendance', 'osdi:attendances', 'osdi:creator', 'platform:event_campaign']
      shown.push(page, await Promise.all(relations.flatMap(linked).map(follow)))
    }
  }
  return shown
}

/** The lists of events in both versions. */
const statusesOf = (service: MockService) =>
  Promise.all(
    versions.map(async (one) => (await callerOf(service, service.seeded.group, one).send('GET', '/events')).status),
  )

/** The results of the next operations of a service, which depend on its state. */
function goOn(service: MockService, key: string | MockKey = 'own-key') {
  const made = [service.addPerson(), service.addKey(), service.addGroup({ title: 'New' })]
  const event = service.addEvent({ title: 'New', identifiers: ['new:1'] }, { key })
  const attended = service.attend(event, 2)
  service.clock.advance('P30D')
  return { made, event, attended, outbox: service.outbox }
}

test('a service restored from a state document behaves like the saved service', async () => {
  const service = await lived()
  // The event has lost this identifier; a lookup must not find the event by it.
  expect(() => service.attend('a:1', 1)).toThrow('is not an event of this service')
  service.addEvent({ title: 'Again', identifiers: ['a:1'], start_date: '2026-05-20T18:00:00' }, { key: 'own-key' })
  const other = restored(asText(service), { seed: 'other', events: 3 })
  expect(await shownBy(other)).toEqual(await shownBy(service))
  expect(other.seeded).toEqual(service.seeded)
  expect(asText(other)).toBe(asText(service))
  expect(goOn(other)).toEqual(goOn(service))
  expect(asText(other)).toBe(asText(service))
})

test('changes of snapshot().toJSON() do not change the snapshot, and restore accepts any object with toJSON', async () => {
  const service = await lived()
  const snapshot = service.snapshot()
  const before = JSON.stringify(snapshot)
  const state = snapshot.toJSON()
  for (const list of [state.events, state.people, state.events[0]?.identifiers]) (list as unknown[]).length = 0
  expect(JSON.stringify(snapshot)).toBe(before)
  const other = createMockService()
  other.restore({ toJSON: () => snapshot.toJSON() })
  expect(asText(other)).toBe(before)
})

type Path = readonly (string | number)[]

/** Paths of all values in a document. */
function pathsIn(value: unknown, path: Path = []): readonly Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const names = Array.isArray(value) ? [...value.keys()] : Object.keys(value)
  return [path, ...names.flatMap((name) => pathsIn((value as Record<string | number, unknown>)[name], [...path, name]))]
}

/** A copy of the document with a change at a path. The callback gets the parent object and the last name of the path. */
function changed(
  text: string,
  path: Path,
  change: (holder: Record<string | number, unknown>, name: string | number) => void,
) {
  const holder = { root: JSON.parse(text) }
  const whole: Path = ['root', ...path]
  const at = whole
    .slice(0, -1)
    .reduce<unknown>((inner, name) => (inner as Record<string | number, unknown>)[name], holder)
  change(at as Record<string | number, unknown>, whole.at(-1) ?? 'root')
  return holder.root as unknown
}

test('restore reads a mutated state document or throws MockServiceError and changes nothing', async () => {
  const text = asText(await lived())
  const paths = pathsIn(JSON.parse(text))
  const service = createMockService({ events: 4 })
  const before = asText(service)
  const value = fc.oneof(
    fc.jsonValue(),
    fc.constantFrom(-1, 1.5, 1e300, '', 'ui', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59-23:00', 'a:1', true, null),
    fc
      .constantFrom(...paths)
      .map((path) => path.reduce<unknown>((inner, name) => Object(inner)[name], JSON.parse(text))),
  )
  let [read, refused] = [0, 0]
  const property = fc.asyncProperty(fc.constantFrom(...paths), fc.nat(3), value, async (path, how, other) => {
    const document = changed(text, path, (holder, name) => {
      const list = Array.isArray(holder) ? holder : undefined
      if (how === 0) holder[name] = other
      else if (how === 1 && list) list.splice(Number(name), 1)
      else if (how === 1) delete holder[name]
      else if (how === 2 && list) list.push(list[Number(name)])
      else if (how === 2) holder[typeof other === 'string' ? other : JSON.stringify(other)] = holder[name]
      else if (list) list.reverse()
      else holder[name] = [holder[name]]
    })
    try {
      service.restore(document as MockState)
    } catch (error) {
      refused += 1
      expect(error).toMatchObject({ name: 'MockServiceError', code: 'state', field: expect.any(String) })
      expect(asText(service)).toBe(before)
      return
    }
    read += 1
    // A restored document makes a working service.
    expect(JSON.stringify(restored(asText(service)).snapshot())).toBe(asText(service))
    expect(await statusesOf(service)).toEqual([200, 200])
    goOn(service, service.addKey())
    service.reset()
  })
  await fc.assert(property, { numRuns: 120 })
  expect(Math.min(read, refused)).toBeGreaterThan(2)
})

const damage: readonly (readonly [what: string, path: Path, value: unknown, field: string])[] = [
  ['another kind of document', ['format'], 'something else', 'format'],
  ['a newer version', ['version'], 2, 'version'],
  ['a member that is not known', ['more'], 1, 'more'],
  ['a clock without a zone', ['clock', 'now'], '2026-05-01T12:00:00', 'clock.now'],
  ['a clock that went back', ['clock', 'advanced'], -1, 'clock.advanced'],
  ['a seeded key that is not there', ['seeded', 'group'], 'no such key', 'seeded.group'],
  ['an id in the wrong place', ['people', 1, 'id'], 'other', 'people[1].id'],
  ['a creator who is nobody', ['groups', 0, 'creator'], 'nobody', 'groups[0].creator'],
  ['a token twice', ['keys', 1, 'token'], 'own-key', 'keys[2].token'],
  ['an event without a title', ['events', 3, 'title'], ' ', 'events[3].title'],
  ['an event of nobody', ['events', 3, 'creator'], 'nobody', 'events[3].creator'],
  ['an identifier that is none', ['events', 3, 'identifiers'], ['x'], 'events[3].identifiers[0]'],
  ['an identifier twice', ['events', 3, 'identifiers'], ['c:3'], 'events[12].identifiers[1]'],
  ['a start that no calendar has', ['events', 3, 'start'], '2026-02-30T12:00', 'events[3].start'],
  ['a place beyond the pole', ['events', 3, 'location', 'place', 'latitude'], 91, 'events[3].location.place.latitude'],
  ['an RSVP to nothing', ['attendances', 0, 'event'], 'nothing', 'attendances[0].event'],
  ['a message to nobody', ['outbox', 0, 'person'], 'nobody', 'outbox[0].person'],
]

test('restore refuses a damaged state document, names the member and changes nothing', async () => {
  const text = asText(await lived())
  const service = createMockService({ events: 2 })
  const before = asText(service)
  for (const [what, path, value, field] of damage) {
    const document = changed(text, path, (holder, name) => {
      holder[name] = value
    })
    const refusal = expect.objectContaining({ name: 'MockServiceError', code: 'state', field })
    expect(() => service.restore(document as MockState), what).toThrow(refusal)
    expect(asText(service), what).toBe(before)
  }
  for (const nothing of [undefined, null, 7, 'state', [], {}]) {
    const refusal = expect.objectContaining({ name: 'MockServiceError', code: 'state', field: 'format' })
    expect(() => service.restore(nothing as unknown as MockState)).toThrow(refusal)
  }
})

test('restore brings back all data of a snapshot, its clock and its outbox', async () => {
  const service = await lived()
  const before = await shownBy(service)
  const snapshot = service.snapshot()
  const went = goOn(service)
  expect(await shownBy(service)).not.toEqual(before)
  service.restore(snapshot)
  expect(await shownBy(service)).toEqual(before)
  // Later objects are gone, and their identifiers and e-mail addresses are free again.
  expect(goOn(service)).toEqual(went)
})

test("restore of another service's snapshot keeps this service's baseUrl, namespace and assumptions", async () => {
  const one = createMockService({ events: 30, seed: 'one', assumptions: { ids: 'number' } })
  const other = one.addKey({ group: one.seeded.group.group ?? '' })
  one.addEvent({ title: 'By another key' }, { key: other })
  const two = createMockService({ baseUrl: 'https://two.example.org', namespace: 'two', assumptions: { scope: 'key' } })
  two.restore(one.snapshot())
  expect(two.seeded).toEqual(one.seeded)
  const page = async (token: string) =>
    (await two.fetch('https://two.example.org/api/v2/events', { headers: { 'OSDI-API-Token': token } })).json()
  const [first] = (await page(one.seeded.group.token))._embedded['osdi:events']
  expect(first.identifiers[0]).toMatch(/^two:\d+$/)
  expect(first._links.self.href).toMatch(/^https:\/\/two\.example\.org\/api\/v2\/events\/\d+$/)
  expect((await page(one.seeded.group.token)).total_records).toBe(30)
  expect((await page(other.token)).total_records).toBe(1)
  expect(two.dashboard(other)).toHaveLength(one.dashboard(other).length)
})

test("restore refuses a snapshot or a document with a foreign identifier in this service's namespace", async () => {
  const one = createMockService()
  one.addEvent({ title: 'Picnic', identifiers: ['action_network:5'] })
  const two = createMockService({ namespace: 'action_network', events: 2 })
  const before = JSON.stringify(two.snapshot())
  const refused = expect.objectContaining({ code: 'state', field: 'events[0].identifiers[0]' }) as Error
  expect(() => two.restore(one.snapshot())).toThrow(refused)
  expect(() => two.restore(one.snapshot().toJSON())).toThrow(refused)
  expect(JSON.stringify(two.snapshot())).toBe(before)
  one.restore(one.snapshot())
  expect(one.snapshot().toJSON().events).toHaveLength(1)
})

test('restore reads a saved state document of format version 1, and snapshot writes the same', () => {
  const state = JSON.parse(readFileSync(new URL('states/version-1.json', import.meta.url), 'utf8')) as MockState
  const service = createMockService()
  service.restore(state)
  expect(service.snapshot().toJSON()).toEqual(state)
})
