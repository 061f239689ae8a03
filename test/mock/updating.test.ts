import { expect, test } from 'vitest'
import { callerOf, createdBy, hrefOf, idOf, world } from '../support/api.ts'
import { names, versions, wire } from '../support/names.ts'
import { notEditable } from '../support/not-editable.ts'

const ids = {
  onlySent: { v1: 'v1 §4.7b', v2: 'v2 §4.8' },
  times: { v1: 'v1 §2.1e', v2: 'v2 §2.1d' },
  ignored: { v1: 'v1 §4.7b, v1 §2.1d', v2: 'v2 §4.8' },
} as const

const everything = {
  v1: {},
  v2: { name: 'picnic', browser_url: 'https://calendar.example.org/7', end_date: '2026-06-20T15:30:00Z' },
}
const changes = {
  v1: {},
  v2: { name: 'walk', browser_url: 'https://calendar.example.org/8', end_date: '2026-07-21T15:30:00Z' },
}

for (const version of versions) {
  const { title, created, modified, start, instructions } = names[version]

  const full = async () => {
    const { service, key, ...rest } = world()
    const caller = callerOf(service, key, version)
    const made = await caller.create({
      identifiers: ['calendar:7'],
      description: 'Bring a blanket',
      instructions: 'Meet at the fountain',
      start: '2026-06-20T11:00:00Z',
      location: { venue: 'Lincoln Park', postal_code: '20003' },
      ...everything[version],
    })
    return { service, key, ...rest, caller, made }
  }

  test(`PUT changes the field sent and keeps all the others (${ids.onlySent[version]})`, async () => {
    const { caller, made } = await full()
    const updated = await caller.update(made, { title: 'Picnic, indoors' })
    expect(updated).toEqual({ ...made, [title]: 'Picnic, indoors', [modified]: updated[modified] })
    expect(await caller.read(made)).toEqual(updated)
  })

  test(`PUT replaces every editable field that is sent (${ids.onlySent[version]})`, async () => {
    const { caller, made } = await full()
    const draft = {
      title: 'Tree walk',
      origin: 'Diary',
      description: 'Wear boots',
      instructions: 'Meet at the gate',
      start: '2026-07-21T11:00:00Z',
      ...changes[version],
    }
    expect(await caller.update(made, draft)).toMatchObject(wire(version, draft))
  })

  test(`PUT moves the time of modification and never that of creation (${ids.times[version]})`, async () => {
    const { caller, made } = await full()
    const first = await caller.update(made, { description: 'Bring two blankets' })
    const second = await caller.update(made, { description: 'Bring three blankets' })
    expect([first[created], second[created]]).toEqual([made[created], made[created]])
    const moments = [made, first, second].map((event) => Date.parse(String(event[modified])))
    expect(moments.toSorted((one, other) => one - other)).toEqual(moments)
    expect(new Set(moments).size).toBe(3)
  })

  test(`PUT ignores fields that callers cannot edit (${ids.ignored[version]})`, async () => {
    const { caller, made } = await full()
    expect(await caller.update(made, notEditable[version])).toEqual(made)
    expect(await caller.read(made)).toEqual(made)
  })

  test(`PUT ignores a creator link (${ids.ignored[version]})`, async () => {
    const { caller, made, creator, administrator } = await full()
    const updated = await caller.update(made, createdBy(caller.personHref(administrator)))
    expect(updated).toEqual(made)
    expect(hrefOf(updated, 'osdi:creator')).toBe(caller.personHref(creator))
  })

  test(`PUT ignores invalid entries and takes the valid ones (${ids.onlySent[version]})`, async () => {
    const { caller, made } = await full()
    const invalid = {
      title: '',
      origin: 5,
      [instructions]: ['a', 'list'],
      [start]: 'next Tuesday',
      location: 'in the park',
      identifiers: 'calendar:8',
      weather: 'sunny',
      _links: 'none',
    }
    const updated = await caller.update(made, { ...invalid, description: 'Bring tea' })
    expect(updated).toEqual({ ...made, description: 'Bring tea', [modified]: updated[modified] })
  })

  test(`PUT ignores the other version's names (${ids.onlySent[version]})`, async () => {
    const { caller, made } = await full()
    const other = version === 'v1' ? 'v2' : 'v1'
    const foreign = wire(other, {
      title: 'Tree walk',
      origin: 'Diary',
      instructions: 'x',
      start: '2026-07-21T11:00:00Z',
    })
    const answer = await caller.send('PUT', `/events/${idOf(made)}`, foreign)
    expect(answer).toMatchObject({ status: 200, body: made })
    expect(await caller.read(made)).toEqual(made)
  })

  test(`PUT with a body that is no JSON object changes nothing (${version})`, async () => {
    const { caller, made } = await full()
    for (const body of [[], 'text', 5, null]) {
      expect((await caller.send('PUT', `/events/${idOf(made)}`, body)).status).toBe(400)
    }
    expect(await caller.read(made)).toEqual(made)
  })

  test(`PUT of an event that nobody has answers 404 (${version})`, async () => {
    const { service, key } = world()
    const caller = callerOf(service, key, version)
    const refused = await caller.send('PUT', '/events/8a625981-67a4-4457-8b55-2e30b267b2c2', { description: 'x' })
    expect(refused.status).toBe(404)
    expect(await caller.list()).toMatchObject({ total_records: 0 })
  })
}
