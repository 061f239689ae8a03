import { expect } from 'vitest'
import { callerOf, idOf } from '../../support/api.ts'
import { least, names } from '../../support/names.ts'
import { type Cases, eachOnly, type Open, when, whenOnly } from './cases.ts'

const knownTo2 = { version: 'v2', because: 'version 1 says that such a POST updates the event (v1 §4.4)' } as const

/** A second POST with the identifier of an event, which stays one and, but where it is updated, as it was. */
const twice = async (open: Open, becomes = 'as it was') => {
  const { create, send, read, list } = open()
  const made = await create({ identifiers: ['calendar:7'], description: 'First' })
  const answer = await send('POST', '/events', least('v2', { identifiers: ['calendar:7', 'diary:1'], title: 'Second' }))
  if (becomes === 'as it was') expect(await read(made)).toEqual(made)
  expect(await list()).toMatchObject({ total_records: 1 })
  return { made, answer }
}

const anothers = async (open: Open, version: 'v1' | 'v2') => {
  const { service, key, individualKey } = open()
  const owner = callerOf(service, individualKey, version)
  const theirs = await owner.create({ identifiers: ['calendar:7'] })
  return { owner, theirs, caller: callerOf(service, key, version) }
}

const putForeign = async (open: Open, version: 'v1' | 'v2') => {
  const { caller, owner, theirs } = await anothers(open, version)
  const made = await caller.create()
  const { identifiers } = await caller.update(made, { identifiers: ['calendar:7', 'diary:1'] })
  expect(identifiers.toSorted()).toEqual(['diary:1', `platform:${idOf(made)}`])
  expect(await owner.read(theirs)).toEqual(theirs)
}

const malformed = ['plain', ':7', 'calendar:', '', 'platform:', 'platform:none', 7, null, ['calendar:8']]

const putIn2 = { version: 'v2', because: 'version 1 says that they are added (v1 §4.7)' } as const
const postIn1 = { version: 'v1', because: 'version 2 does not say what a known identifier does' } as const

/** Identifiers that repeat, collide or are wrong. */
export const identifiers: Cases<
  'v2KnownIdentifier' | 'v2PutIdentifiers' | 'foreignOwner' | 'twoMatches' | 'ownTwin' | 'malformedIdentifier'
> = {
  v2KnownIdentifier: [
    whenOnly(knownTo2, 'unchanged', 'the event that has the identifier is answered as it is', async (open) => {
      const { answer, made } = await twice(open)
      expect(answer).toMatchObject({ status: 200, body: made })
    }),
    whenOnly(knownTo2, 'update', 'the event that has the identifier is updated', async (open) => {
      const { answer, made } = await twice(open, 'updated')
      expect([answer.status, idOf(answer.body)]).toEqual([200, idOf(made)])
      expect(answer.body).toMatchObject({ title: 'Second', description: 'First', created_date: made.created_date })
    }),
    whenOnly(knownTo2, 409, 'the POST is refused', async (open) => {
      expect((await twice(open)).answer.status).toBe(409)
    }),
  ],
  v2PutIdentifiers: eachOnly(
    putIn2,
    ['replace', 'add'],
    'the foreign identifiers of a PUT: %s',
    async (setting, open) => {
      const { caller } = open()
      const made = await caller.create({ identifiers: ['calendar:7'] })
      await caller.update(made, { identifiers: ['diary:1'] })
      const native = `platform:${idOf(made)}`
      const expected = { replace: ['diary:1', native], add: ['calendar:7', 'diary:1', native] }[setting]
      expect((await caller.read(made)).identifiers.toSorted()).toEqual(expected)
    },
  ),
  foreignOwner: [
    when(409, "a POST with another owner's identifier is refused, a PUT ignores the entry", async (open, version) => {
      const { caller, owner, theirs } = await anothers(open, version)
      const body = least(version, { identifiers: ['calendar:7', 'diary:1'] })
      expect((await caller.send('POST', '/events', body)).status).toBe(409)
      expect(await caller.list()).toMatchObject({ total_records: 0 })
      expect(await owner.read(theirs)).toEqual(theirs)
      await putForeign(open, version)
    }),
    when('ignored', "another owner's identifier is left out of a POST, and of a PUT", async (open, version) => {
      const { caller, owner, theirs } = await anothers(open, version)
      const made = await caller.create({ identifiers: ['calendar:7', 'diary:1'] })
      expect(made.identifiers.toSorted()).toEqual(['diary:1', `platform:${idOf(made)}`])
      expect(await owner.read(theirs)).toEqual(theirs)
      await putForeign(open, version)
    }),
  ],
  twoMatches: eachOnly(postIn1, [409, 'oldest'], 'a POST that matches two events: %s', async (setting, open) => {
    const { caller } = open()
    const older = await caller.create({ identifiers: ['calendar:7'] })
    const newer = await caller.create({ identifiers: ['diary:1'] })
    const body = least('v1', { title: 'Both', identifiers: ['diary:1', 'calendar:7'] })
    const { status } = await caller.send('POST', '/events', body)
    expect(status).toBe(setting === 409 ? 409 : 200)
    expect((await caller.read(older)).summary).toBe(setting === 409 ? 'Picnic' : 'Both')
    expect(await caller.read(newer)).toEqual(newer)
    expect((await caller.read(older)).identifiers).toEqual(older.identifiers)
    expect(await caller.list()).toMatchObject({ total_records: 2 })
  }),
  ownTwin: [
    when('ignored', "a PUT with another own event's identifier takes the rest", async (open, version) => {
      const { caller } = open()
      const twin = await caller.create({ identifiers: ['calendar:7'] })
      const made = await caller.create()
      const updated = await caller.update(made, { identifiers: ['calendar:7', 'diary:1'], title: 'Changed' })
      expect(updated.identifiers.toSorted()).toEqual(['diary:1', `platform:${idOf(made)}`])
      expect(updated[names[version].title]).toBe('Changed')
      expect(await caller.read(twin)).toEqual(twin)
    }),
    when(409, "a PUT with another own event's identifier is refused and changes nothing", async (open) => {
      const { caller } = open()
      await caller.create({ identifiers: ['calendar:7'] })
      const made = await caller.create()
      const fields = { identifiers: ['diary:1', 'calendar:7'], description: 'Changed' }
      expect((await caller.send('PUT', `/events/${idOf(made)}`, fields)).status).toBe(409)
      expect(await caller.read(made)).toEqual(made)
      expect((await caller.update(made, { identifiers: ['diary:1'] })).identifiers).toContain('diary:1')
    }),
  ],
  malformedIdentifier: [
    when('ignored', 'such an entry is left out of POST and PUT', async (open) => {
      const { caller } = open()
      const made = await caller.create({ identifiers: [...malformed, 'calendar:7'] })
      expect(made.identifiers.toSorted()).toEqual(['calendar:7', `platform:${idOf(made)}`])
      const updated = await caller.update(made, { identifiers: ['calendar:7', ...malformed] })
      expect(updated.identifiers).toEqual(made.identifiers)
    }),
    when(400, 'a POST with such an entry is refused', async (open, version) => {
      const { caller } = open()
      for (const entry of malformed) {
        const body = least(version, { identifiers: ['calendar:7', entry] })
        expect([entry, (await caller.send('POST', '/events', body)).status]).toEqual([entry, 400])
      }
      expect(await caller.list()).toMatchObject({ total_records: 0 })
      expect((await caller.send('POST', '/events', least(version))).status).toBe(200)
    }),
  ],
}
