import { expect, test } from 'vitest'
import { worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'
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
const _changes = {
  v1: {},
  v2: { name: 'walk', browser_url: 'https://calendar.example.org/8', end_date: '2026-07-21T15:30:00Z' },
}

for (const version of versions) {
  const { title, created, modified, start, instructions } = names[version]

  const full = async () => {
    const { service, key, caller, ...rest } = worldOf(version)
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
}
