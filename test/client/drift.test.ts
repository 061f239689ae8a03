import type { Drift } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { type AnyClient, apiKey, versions } from '../support/versions.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

/** Collects drift. */
const listener = () => {
  const drift: Drift[] = []
  return { drift, onDrift: (found: Drift) => drift.push(found) }
}

const byField = (one: Drift, other: Drift) => (`${one.field} ${one.value}` < `${other.field} ${other.value}` ? -1 : 1)

for (const { version, least, construct } of versions) {
  const url = address(version, 'events/e1')

  /** A mock service, its client, and an event as the service returns it. */
  const world = async (options: object = {}) => {
    const service = createMockService({ events: 30, perPage: 7 })
    const { baseUrl, fetch } = service
    const client = construct({ baseUrl, fetch, apiKey: service.seeded.group.token, ...options })
    return { service, client, event: (await client.create(least)) as Readonly<Record<string, object>> }
  }

  /** The drift of these responses. */
  const driftOf = async (answers: readonly unknown[], ask: (client: AnyClient) => Promise<unknown>) => {
    const { drift, onDrift } = listener()
    const { client } = clientOver(
      version,
      answers.map((answer) => json(answer)),
      { onDrift },
    )
    await ask(client)
    return drift
  }

  test(`onDrift is not called for documented pages, events and responses to writes of ${version} (${version} §2)`, async () => {
    const { drift, onDrift } = listener()
    const { service, client, event } = await world({ onDrift })
    await client.get(event)
    await client.update(event, { description: 'x' })
    service.addEvent({ title: 'Fair' }, { key: service.seeded.group })
    expect(await collect(client.list())).toHaveLength(32)
    await client.page(99)
    expect(drift).toEqual([])
  })

  test(`onDrift and logger.warn report once that the next link of a page of ${version} leaves out a query parameter (${version === 'v1' ? 'v1 §4.2' : 'v2 §4.3'})`, async () => {
    const { drift, onDrift } = listener()
    const warnings: string[] = []
    const warn = (message: string) => warnings.push(message)
    const list = (next: string) => json(pageOf(version, ['e1'], address(version, next)))
    const query = { filter: "title eq 'x'", per_page: 1 }
    const steps = [list('events?page=2&per_page=1'), list('events?page=3&per_page=1'), json(pageOf(version, ['e2']))]
    const { client } = clientOver(version, [...steps, ...steps], { onDrift, logger: { warn } })
    for (const _ of ['once', 'and again']) await collect(client.list({ query, prefetch: 0 }))
    expect(drift.filter(({ kind }) => kind === 'dropped parameter')).toMatchObject([
      { resource: 'page', field: 'filter', count: 4 },
    ])
    expect(warnings).toEqual([
      expect.stringMatching(/^The link to the page after http.* leaves out the parameter filter$/),
    ])
  })

  test(`onDrift reports unknown fields, missing fields and new values of ${version}, once each (${version} §2, ${version} §3)`, async () => {
    const { event } = await world()
    const { total_accepted: _gone, ...less } = event
    const odd = {
      ...less,
      tags_of: [{ a: 1 }],
      status: 'postponed',
      transparence: null,
      location: { ...event.location, what3words: 'a.b.c', location: { latitude: 1, accuracy: 'Street' } },
      reminders: [{ method: 'post', minutes: 1 }, { method: 'post' }, { method: 'owl', minutes: 2 }],
      _links: { ...event._links, record_attendance_helper: { href: 'x' } },
    }
    const drift = await driftOf([odd], async (client) => {
      await client.get('e1')
      await client.get('e1')
    })
    const found = (kind: Drift['kind'], field: string, value?: string): Drift => ({
      kind,
      resource: 'event',
      field,
      ...(value !== undefined && { value }),
      url,
      count: 2,
    })
    const expected = [
      found('unknown field', 'tags_of'),
      found('unknown field', 'location.what3words'),
      found('unknown field', '_links.record_attendance_helper'),
      found('missing field', 'total_accepted'),
      found('missing field', 'location.location.longitude'),
      found('missing field', 'reminders[].minutes'),
      found('new value', 'status', 'postponed'),
      found('new value', 'location.location.accuracy', 'Street'),
      found('new value', 'reminders[].method', 'post'),
      found('new value', 'reminders[].method', 'owl'),
    ]
    expect([...drift].sort(byField)).toEqual(expected.sort(byField))
  })
}

test('onDrift reports a date or local time that the client cannot read, but no unusual spelling that it can read', async () => {
  const { drift, onDrift } = listener()
  const times = (start_date: string, created_date = '2026-05-01 12:00:00.5 UTC') => ({ start_date, created_date })
  const readable = ['2026-05-01 18:00', '2026-05-01t18:00:00.000z', '2026-05-01', '', ' ']
  const events = [...readable, 'soon', 'later'].map((start) => json(eventOf('v2', 'e1', times(start))))
  const { client } = clientOver('v2', [...events, json(eventOf('v2', 'e1', times('', 'long ago')))], { onDrift })
  const invalid = () => drift.filter(({ kind }) => kind === 'invalid value')
  for (const _ of readable) await client.get('e1')
  expect(invalid()).toEqual([])
  for (const _ of ['soon', 'later', 'long ago']) await client.get('e1')
  expect(invalid()).toMatchObject([
    { resource: 'event', field: 'start_date', count: 2 },
    { resource: 'event', field: 'created_date', count: 1 },
  ])
  const one = listener()
  const { client: old } = clientOver('v1', [json(eventOf('v1', 'e1', { start: 'soon', modified_at: 'x' }))], {
    onDrift: one.onDrift,
  })
  await old.get('e1')
  const fields = one.drift.filter(({ kind }) => kind === 'invalid value').map(({ field }) => field)
  expect(fields.sort()).toEqual(['modified_at', 'start'])
})

test('onDrift does not report the members of a curie that any link may have', async () => {
  const curie = {
    name: 'osdi',
    href: 'https://docs.example.org/{rel}',
    templated: true,
    title: 'OSDI',
    type: 'text/html',
  }
  const { drift, onDrift } = listener()
  const { client } = clientOver('v2', [json({ ...eventOf('v2'), _links: { self: { href: 'x' }, curies: [curie] } })], {
    onDrift,
  })
  await client.get('e1')
  expect(drift.filter(({ kind }) => kind === 'unknown field')).toEqual([])
})

test('onDrift gets an object that it cannot change', async () => {
  const event = eventOf('v2')
  const kept: Drift[] = []
  const changed: string[] = []
  const onDrift = (drift: Drift) => {
    if (drift.kind === 'unknown field') kept.push(drift)
    for (const name of Object.keys(drift)) {
      if (Reflect.set(drift, name, 0) || Reflect.deleteProperty(drift, name)) changed.push(name)
    }
    expect(Object.isFrozen(Object.freeze(drift))).toBe(true)
  }
  const { client } = clientOver('v2', [json({ ...event, odd: 1 })], { onDrift })
  for (const count of [1, 2, 3]) {
    expect(await client.get('e1')).toHaveProperty('odd')
    expect(kept).toMatchObject([{ kind: 'unknown field', resource: 'event', field: 'odd', count }])
    expect(JSON.parse(JSON.stringify(kept))).toMatchObject([{ count }])
  }
  expect(changed).toEqual([])
})

test('an onDrift that throws or rejects breaks no call, and logger.warn reports it', async () => {
  const failure = new Error(`no, ${apiKey}`)
  const thrower = () => {
    throw failure
  }
  for (const onDrift of [thrower, async () => thrower()]) {
    const said = Promise.withResolvers<string>()
    const odd = json(eventOf('v2', 'e1', { odd: 1 }))
    const { client } = clientOver('v2', [odd], { onDrift, logger: { warn: said.resolve } })
    expect(await client.get('e1')).toHaveProperty('odd')
    expect(await said.promise).toBe('The hook onDrift failed: Error: no, [redacted]')
    expect(await clientOver('v2', [odd], { onDrift }).client.get('e1')).toHaveProperty('odd')
  }
})

test('onDrift gets names without the key and without line breaks', async () => {
  const event = eventOf('v2')
  const odd = { ...event, [`x\n${apiKey}`]: 1, ['y'.repeat(900)]: 2, status: `z\u001b${apiKey}` }
  const { drift, onDrift } = listener()
  await clientOver('v2', [json(odd)], { onDrift }).client.get('e1')
  expect(shows(drift, apiKey)).toBe(false)
  expect(drift.map(({ field, value }) => value ?? field)).toEqual(
    expect.arrayContaining(['x [redacted]', `${'y'.repeat(200)}…`, 'z [redacted]']),
  )
})
