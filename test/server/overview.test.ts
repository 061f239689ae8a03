import { expect, test } from 'vitest'
import { steered } from '../support/served.ts'

test('admin.overview counts events by the week of their local start, from Monday to Sunday', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const before = await admin.overview()
  expect(before).toMatchObject({ events: 0, rsvps: 0, weeks: [], undated: { events: 0, rsvps: 0 } })
  const add = (start_date?: string) =>
    admin.addEvent({ title: 'Walk', ...(start_date !== undefined && { start_date }) }, { key: keys.group })
  const sunday = await add('2026-05-10T23:59:59')
  const monday = await add('2026-05-11T00:00:00')
  await add('2026-05-17T20:00:00+14:00')
  await add('1969-12-31T10:00:00')
  await add('0000-01-01T10:00:00')
  await add('9999-12-31T10:00:00')
  const undated = await add()
  await admin.attend(sunday, 2)
  await admin.attend(monday, 3)
  await admin.attend(undated, 1)
  await admin.addCampaign({ title: 'Spring', key: keys.group })
  expect(await admin.overview()).toEqual({
    events: 7,
    rsvps: 6,
    people: before.people + 6,
    groups: 1,
    campaigns: before.campaigns + 1,
    weeks: [
      { start: '0000-01-01', events: 1, rsvps: 0 },
      { start: '1969-12-29', events: 1, rsvps: 0 },
      { start: '2026-05-04', events: 1, rsvps: 2 },
      { start: '2026-05-11', events: 2, rsvps: 3 },
      { start: '9999-12-27', events: 1, rsvps: 0 },
    ],
    undated: { events: 1, rsvps: 1 },
  })
  expect(await admin.requests()).toEqual([])
})

test('admin.overview is right after moved events, new RSVPs and a reset', async () => {
  await using at = await steered({ events: 60 })
  const { admin, keys, url } = at
  const sum = async () => {
    const { weeks, undated, events, rsvps } = await admin.overview()
    const all = [...weeks, undated]
    expect(all.reduce((total, week) => total + week.events, 0)).toBe(events)
    expect(all.reduce((total, week) => total + week.rsvps, 0)).toBe(rsvps)
    for (const { start, ...count } of weeks) {
      const to = new Date(Date.parse(start) + 6 * 86_400_000).toISOString().slice(0, 10)
      const found = await admin.events({ from: start, to, per_page: 1000 })
      expect(found.total, start).toBe(count.events)
      expect(found.events.reduce((total, event) => total + event.rsvps, 0)).toBe(count.rsvps)
    }
    return weeks
  }
  const seeded = await sum()
  expect(seeded.length).toBeGreaterThan(10)
  const [event] = (await admin.events({ sort: 'start' })).events
  await fetch(`${url}/api/v2/events/${event?.id}`, {
    method: 'PUT',
    headers: { 'OSDI-API-Token': keys.group, 'Content-Type': 'application/json' },
    body: JSON.stringify({ start_date: '2030-01-01T10:00:00' }),
  })
  await admin.attend(event?.id ?? '', 4)
  const moved = await sum()
  expect(moved.at(-1)).toMatchObject({ start: '2029-12-31', events: 1, rsvps: (event?.rsvps ?? 0) + 4 })
  await admin.reset()
  expect(await sum()).toEqual(seeded)
})

test('admin.events filters by owner, via, RSVPs and date, as the dashboard and targeting lists do (v2 §1.5a, v2 §1.6)', async () => {
  await using at = await steered({ events: 100 })
  const { admin, keys } = at
  const mine = await admin.addEvent({ title: 'Mine' }, { key: keys.individual, via: 'api' })
  await admin.attend(mine, 1)
  for (const { id, kind, title, events, people } of await admin.lists()) {
    const key = { group: keys.group, person: keys.individual }[kind]
    const owned = await admin.events({ owner: id, per_page: 1000 })
    expect(owned.total, title).toBe(events)
    expect((await admin.mailingList(id)).length, title).toBe(people)
    const shown = await admin.events({ owner: id, via: 'ui', sort: 'created', per_page: 1000 })
    expect(shown.events.map((event) => event.id)).toEqual((await admin.dashboard({ id })).map((entry) => entry.id))
    if (owned.total === 0) continue
    const chosen = await admin.events({ owner: id, attended: true, sort: 'created', per_page: 1000 })
    const entries = await admin.targeting(key)
    expect(chosen.events.map((event) => [event.id, event.label])).toEqual(
      entries.map((entry) => [entry.id, entry.label]),
    )
    expect(chosen.total).toBeGreaterThan(0)
    const others = await admin.events({ owner: id, attended: false, per_page: 1000 })
    expect(others.total).toBe(owned.total - chosen.total)
    expect(others.events.filter(({ label }) => label !== undefined)).toEqual([])
  }
})

test('admin.events finds the events of any owner by the person of an RSVP', async () => {
  await using at = await steered({ events: 20 })
  const { admin, keys } = at
  const ada = await admin.addPerson({ given_name: 'Ada' })
  expect(await admin.person(ada)).toEqual(ada)
  await expect(admin.person('..')).rejects.toMatchObject({ code: 'unknown', field: 'person' })
  expect((await admin.events({ person: ada })).total).toBe(0)
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key: keys.group })
  const walk = await admin.addEvent({ title: 'Walk' }, { key: keys.individual, via: 'api' })
  for (const event of [picnic, walk]) await admin.attend(event, ada)
  const found = await admin.events({ person: ada, sort: 'title' })
  expect(found.events.map(({ title }) => title)).toEqual(['Picnic', 'Walk'])
  expect((await admin.events({ person: ada, via: 'api' })).total).toBe(1)
})

test('service.targeting and admin.events with attended true list an event with only declined RSVPs (v2 §1.6)', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const picnic = await admin.addEvent({ title: 'Picnic' }, { key: keys.group, via: 'api' })
  await admin.attend(picnic, 1, { status: 'declined' })
  expect((await admin.events({ attended: true })).events).toMatchObject([
    { id: picnic.id, rsvps: 1, label: '[1, Mock Service Event], Picnic' },
  ])
  expect(await admin.overview()).toMatchObject({ rsvps: 1, undated: { events: 1, rsvps: 1 } })
  expect((await admin.people({ event: picnic })).people).toMatchObject([{ attendance: { status: 'declined' } }])
  expect((await admin.event(picnic)).v2.total_accepted).toBe(1)
})

test('admin.lists has the mailing lists of groups, accounts and explicit creators (v2 §4.7)', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const [group, account, ...none] = await admin.lists()
  expect(group).toMatchObject({ kind: 'group', keys: 1, events: 0, people: 0 })
  expect(account).toMatchObject({ kind: 'person', keys: 1, events: 0, people: 0 })
  expect(none).toEqual([])
  const ada = await admin.addPerson({ given_name: 'Ada', family_name: 'Abebe' })
  await admin.addKey({ group: group?.id ?? '' })
  const picnic = await admin.addEvent({ title: 'Picnic', creator: ada }, { key: keys.group, via: 'api' })
  expect(await admin.lists()).toHaveLength(2)
  await admin.attend(picnic, 2)
  expect(await admin.lists()).toEqual([
    { ...group, keys: 2, events: 1, people: 2 },
    account,
    { id: ada.id, kind: 'person', title: 'Ada Abebe', keys: 0, events: 0, people: 2 },
  ])
})

const person = { given_name: 'Ada', family_name: 'Lovelace', email_address: 'first@example.net', postal_code: '37206' }

test('admin.keys, admin.groups and admin.campaigns list all keys with their owners, groups and campaigns', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const ada = await admin.addPerson(person)
  const group = await admin.addGroup({ title: 'Park friends', creator: ada })
  const [ofGroup, ofAda] = [await admin.addKey({ group }), await admin.addKey({ person: ada })]
  const [seededGroup, seededPerson, ...added] = await admin.keys()
  expect([seededGroup?.token, seededPerson?.token]).toEqual([keys.group, keys.individual])
  expect(added).toEqual([
    { ...ofGroup, title: 'Park friends' },
    { ...ofAda, title: 'Ada Lovelace' },
  ])
  expect(await admin.groups()).toEqual([expect.anything(), group])
  const spring = await admin.addCampaign({ title: 'Spring', key: ofGroup })
  const summer = await admin.addCampaign({ title: 'Summer', key: keys.group })
  expect(await admin.campaigns()).toEqual([spring, summer])
  expect(await admin.campaigns(ofGroup)).toEqual([spring])
  expect(await admin.requests()).toEqual([])
})

test('admin.people lists all people, those with an RSVP to an event, or those on a mailing list', async () => {
  await using at = await steered()
  const { admin, keys } = at
  const { total: before } = await admin.people()
  const ada = await admin.addPerson(person)
  const group = (await admin.groups())[0]?.id ?? ''
  const picnic = await admin.addEvent({ title: 'Picnic', creator: ada }, { key: keys.group, via: 'api' })
  const walk = await admin.addEvent({ title: 'Walk' }, { key: keys.group })
  await admin.attend(picnic, 3)
  await admin.attend(walk, ada)
  const guests = await admin.people({ event: picnic })
  expect(guests.total).toBe(3)
  const [chosen] = await admin.targeting(keys.group)
  expect(guests.people.map(({ id }) => id)).toEqual(chosen?.people)
  const attendance = { event: walk.id, person: ada.id, status: 'accepted' }
  expect((await admin.people({ event: walk })).people).toMatchObject([{ ...ada, attendance }])
  expect((await admin.people({ list: group })).people).toEqual(await admin.mailingList(group))
  expect((await admin.people({ list: ada })).people).toEqual(
    guests.people.map(({ attendance, ...guest }) => attendance && guest),
  )
  const page = await admin.people({ per_page: 2 })
  expect({ ...page, people: page.people.length }).toEqual({ total: before + 4, page: 1, per_page: 2, people: 2 })
  expect((await admin.people({ page: 99 })).people).toEqual([])
  for (const search of ['lovelace ADA', 'FIRST@', '37206', ada.id, ada.id.slice(0, 8)])
    expect((await admin.people({ search, event: walk })).people, search).toMatchObject([ada])
  for (const search of [ada.id.slice(0, 7), ada.id.slice(1)])
    expect((await admin.people({ search, event: walk })).total, search).toBe(0)
  const email_address = ada.email_address.toUpperCase()
  expect((await admin.people({ email_address })).people).toEqual([ada])
  expect((await admin.people({ email_address, event: picnic })).people).toEqual([])
  expect((await admin.people({ email_address: email_address.slice(1) })).people).toEqual([])
})
