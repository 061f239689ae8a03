import type { EventRow, MockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { steered } from '../support/served.ts'

const titlesOf = (events: readonly EventRow[]) => events.map(({ title }) => title)

test('admin.events lists the events of all owners, the newest first', async () => {
  await using at = await steered({ events: 3 })
  const { admin, keys } = at
  const campaign = await admin.addCampaign({ title: 'Spring', key: keys.group })
  const picnic = await admin.addEvent(
    {
      title: 'Picnic',
      name: 'Picnic 7',
      origin_system: 'Calendar',
      start_date: '2026-06-20T10:00:00',
      location: { venue: 'Band shell', locality: 'Nashville', region: 'TN' },
      campaign,
    },
    { key: keys.group, via: 'api' },
  )
  await admin.attend(picnic, 3)
  const walk = await admin.addEvent({ title: 'Walk' }, { key: keys.individual })
  const { total, page, per_page, events } = await admin.events({ per_page: 2 })
  expect({ total, page, per_page }).toEqual({ total: 5, page: 1, per_page: 2 })
  expect(events).toEqual([
    expect.objectContaining({ id: walk.id, title: 'Walk', via: 'ui', rsvps: 0 }),
    {
      id: picnic.id,
      title: 'Picnic',
      name: 'Picnic 7',
      origin: 'Calendar',
      via: 'api',
      campaign: { id: campaign.id, title: 'Spring' },
      start: '2026-06-20T10:00:00',
      place: 'Band shell, Nashville TN',
      status: 'confirmed',
      hidden: false,
      visibility: 'public',
      past: false,
      rsvps: 3,
      label: '[1, Calendar Event], Picnic',
    },
  ])
  expect((await admin.events({ per_page: 2, page: 3 })).events).toHaveLength(1)
  expect((await admin.events({ per_page: 2, page: 4 })).events).toEqual([])
  expect(await admin.requests()).toEqual([])
})

test('admin.event returns an event in both versions, with the pairs of field names', async () => {
  await using at = await steered()
  const { admin, keys, url } = at
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key: keys.group })
  const shown = await admin.event(picnic)
  const ask = async (version: string, header: string) =>
    (await fetch(`${url}/api/${version}/events/${picnic.id}`, { headers: { [header]: keys.group } })).json()
  expect(shown).toMatchObject({
    id: picnic.id,
    v1: await ask('v1', 'api-key'),
    v2: await ask('v2', 'OSDI-API-Token'),
  })
  expect(shown.fields).toContainEqual({ v1: 'summary', v2: 'title' })
  expect(shown.fields).toContainEqual({ v2: 'name' })
  expect(shown.fields).toContainEqual({ v1: 'url' })
  const members = [
    { v1: 'summary', v2: 'title' },
    { v1: 'url', v2: 'browser_url' },
  ]
  expect(shown.fields).toContainEqual({ v1: 'platform:sponsor', v2: 'platform:sponsor', members })
  expect(shown.relations).toContainEqual({ v1: 'osdi:attendance', v2: 'osdi:attendances' })
  expect(shown.relations).toContainEqual({ v2: 'osdi:record_attendance_helper' })
  for (const version of ['v1', 'v2'] as const) {
    const known = shown.fields.flatMap((pair) => pair[version] ?? [])
    const others = Object.keys(shown[version]).filter((name) => !known.includes(name))
    expect(others.filter((name) => !/^_(?:links|embedded)$/.test(name))).toEqual([])
  }
  await expect(admin.event('no-such-event')).rejects.toMatchObject({ code: 'unknown', field: 'event' })
  await expect(admin.event('..')).rejects.toMatchObject({ code: 'unknown', field: 'event' })
})

test('admin.preview returns the response of an API address without a log entry, a fault or the rate limit', async () => {
  await using at = await steered({ assumptions: { rateLimit: 1 } })
  const { admin, keys, url } = at
  await admin.faults.add({ effect: { kind: 'status', status: 503 } })
  const mine = await admin.addEvent({ title: 'Mine' }, { key: keys.individual })
  const path = `/api/v2/events/${mine.id}/attendances`
  await admin.attend(mine, 2)
  expect(await admin.preview(path)).toMatchObject({ status: 404 })
  for (const of of [mine, mine.id]) {
    const looked = await admin.preview(path, of)
    expect(looked).toMatchObject({ status: 200, body: { total_records: 2 } })
    expect(JSON.stringify(looked.body)).toContain(`${url}/api/v2/`)
  }
  expect(await admin.requests()).toEqual([])
  expect(await admin.faults.list()).toMatchObject([{ hits: 0 }])
  await expect(admin.preview('events')).rejects.toMatchObject({ code: 'argument', field: 'path' })
  await expect(admin.preview(path, 'nobody')).rejects.toMatchObject({ code: 'unknown', field: 'of' })
})

test('admin.events searches words in titles, names, campaigns, places, origins and ids, in any case and order', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const location = { venue: 'Band shell', locality: 'Nashville', region: 'TN' }
  const campaign = await admin.addCampaign({ title: 'Spring', key: keys.group })
  const event = { title: 'Picnic', name: 'Number seven', origin_system: 'Calendar', location, campaign }
  const { id } = await admin.addEvent(event, { key: keys.group, via: 'api' })
  await admin.addEvent({ title: 'Walk' }, { key: keys.group })
  for (const search of ['picnic', 'SEVEN', 'spring', 'tn nashville', 'band calendar', id.slice(0, 13)])
    expect(titlesOf((await admin.events({ search })).events), search).toEqual(['Picnic'])
  expect((await admin.events({ search: 'picnic walk' })).total).toBe(0)
  expect((await admin.events({ search: '  ' })).total).toBe(2)
  for (const part of [id.slice(0, 7), id.slice(1, 13)])
    expect((await admin.events({ search: part })).total, part).toBe(0)
})

test('admin.events refuses an empty owner or via with every sort order', async () => {
  await using at = await steered()
  for (const sort of ['created', 'title'] as const)
    for (const field of ['owner', 'via'])
      await expect(at.admin.events({ sort, [field]: '' }), sort).rejects.toMatchObject({ field })
})

const columns = ['title', 'campaign', 'start', 'place', 'rsvps', 'origin'] as const

/** The events in the order of a column, worked out from all of them. */
function orderedBy(
  column: (typeof columns)[number],
  rows: readonly EventRow[],
  descending: boolean,
): readonly EventRow[] {
  const shownIn = (row: EventRow) => {
    const value = column === 'campaign' ? row.campaign?.title : row[column]
    return typeof value === 'string' ? value.toLowerCase() : value
  }
  const empty = rows.filter((row) => shownIn(row) === undefined || shownIn(row) === '')
  const set = rows
    .filter((row) => !empty.includes(row))
    .toSorted((a, b) => ((shownIn(a) ?? 0) < (shownIn(b) ?? 0) ? -1 : (shownIn(a) ?? 0) > (shownIn(b) ?? 0) ? 1 : 0))
  return [...(descending ? set.toReversed() : set), ...empty]
}

const allOf = async (admin: MockAdmin, query = {}) =>
  (await admin.events({ sort: 'created', ...query, per_page: 1000 })).events

test('admin.events sorts by each column in both directions, even right after a change', async () => {
  await using at = await steered({ events: 60 })
  const { admin, keys } = at
  const check = async () => {
    const rows = await allOf(admin)
    for (const column of columns) {
      expect(await allOf(admin, { sort: column }), column).toEqual(orderedBy(column, rows, false))
      expect(await allOf(admin, { sort: `-${column}` }), `-${column}`).toEqual(orderedBy(column, rows, true))
    }
    expect(await allOf(admin, { sort: '-created' })).toEqual(rows.toReversed())
    return rows
  }
  const [first, second] = await check()
  if (!first || !second) throw new Error('There are no events')
  await admin.attend(first, 40)
  await admin.addEvent({ title: 'Aardvarks', start_date: '2020-01-01T10:00:00' }, { key: keys.group })
  await fetch(`${at.url}/api/v2/events/${second.id}`, {
    method: 'PUT',
    headers: { 'OSDI-API-Token': keys.group, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'zebras', start_date: null }),
  })
  const rows = await check()
  expect(rows).toHaveLength(61)
  expect(rows[0]?.rsvps).toBe(first.rsvps + 40)
  expect(titlesOf((await admin.events({ search: 'zebras' })).events)).toEqual(['zebras'])
  await admin.reset()
  expect(await check()).toHaveLength(60)
})
