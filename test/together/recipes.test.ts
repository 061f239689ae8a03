import { actionNetwork, EventsV2, idOf, isPublic, linkOf, ownOf, unappliedOf } from 'osdi-events'
import { createMockService, actionNetwork as mocked } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { collect } from '../support/failure.ts'

// What public programs do with the service, done with this client. `test/programs` does the same in other languages, without it.

/** A service as the Action Network, with its seed, and a client for it. */
function world() {
  // Without its limit of requests, which would only make the tests wait.
  const assumptions = { ...mocked.assumptions, rateLimit: 'off' } as const
  const service = createMockService({ ...mocked, assumptions, events: 60, now: '2026-05-01T12:00:00Z' })
  const { baseUrl, fetch } = service
  const apiKey = service.seeded.group.token
  const events = new EventsV2({ ...actionNetwork, baseUrl, apiKey, fetch, rateLimit: undefined })
  return { service, events }
}

test('a tap reads entry point, campaigns, events and RSVPs, and in its next run only what changed since', async () => {
  const { service, events } = world()
  expect((await events.entryPoint()).max_page_size).toBe(25)
  const campaigns = await collect(events.campaigns())
  const first = events.changes()
  const all = await collect(first)
  expect([campaigns.length > 2, all.length]).toEqual([true, 60])
  const counts = await Promise.all(all.map(async (event) => (await collect(events.attendances(event))).length))
  expect(counts).toEqual(all.map(({ total_accepted: count }) => count))

  service.clock.advance('PT1H')
  const [changed] = all
  if (!changed) throw new Error('no event')
  await events.update(changed, { title: 'Moved indoors' })
  const since = (await events.get(changed)).modified_date
  service.attend(idOf(changed), 2)
  const second = events.changes({ since: first.cursor, overlap: 1000 })
  const changes = (await collect(second)).map(({ title }) => title)
  // The overlap lets some come again.
  expect([changes.includes('Moved indoors'), changes.length < 3]).toEqual([true, true])
  const fresh = events.attendances(changed, { filter: { modified_date: { gt: since } } })
  expect(await collect(fresh)).toHaveLength(2)
})

test('a dashboard counts the RSVPs of each campaign from the events of the campaign', async () => {
  const { service, events } = world()
  const { events: stored } = service.snapshot().toJSON()
  const rows: (readonly [title: string, count: number, rsvps: number])[] = []
  for await (const campaign of events.campaigns()) {
    const its = await collect(events.list({ campaign }))
    rows.push([campaign.title ?? '', its.length, its.reduce((sum, { total_accepted: count }) => sum + (count ?? 0), 0)])
    expect(its.map((event) => ownOf(event).event_campaign_id)).toEqual(its.map(() => idOf(campaign)))
  }
  expect(rows.map(([, count]) => count).reduce((sum, count) => sum + count)).toBe(
    stored.filter(({ campaign }) => campaign !== undefined).length,
  )
  expect(Math.max(...rows.map(([, , rsvps]) => rsvps))).toBeGreaterThan(40)
})

test('a website shows the embed of each upcoming public event', async () => {
  const { events } = world()
  const today = '2026-05-01T00:00:00'
  const upcoming = await collect(events.list({ filter: { start_date: { gt: today } } }))
  const shown = upcoming.filter((event) => isPublic(event) && event.status !== 'cancelled')
  expect([upcoming.length > shown.length, shown.length > 5]).toEqual([true, true])
  for (const event of shown.slice(0, 3)) {
    const embed = await events.embed(event)
    expect(embed.embed_standard_layout_only_styles).toContain(idOf(event))
  }
})

test('a node of an automation tool creates an event in a campaign, records an RSVP and lists all', async () => {
  const { events } = world()
  expect(await events.checkKey()).toBe(true)
  const campaign = await events.createCampaign({ title: 'Summer', origin_system: 'Automation' })
  const event = await events.create({ title: 'Picnic', origin_system: 'Automation' }, { campaign })
  const person = { given_name: 'Ada', phone_numbers: [{ number: '+14155550123' }] }
  const rsvp = await events.recordAttendance(event, { person, add_tags: ['volunteer'] })
  expect(await collect(events.list({ campaign }))).toHaveLength(1)
  expect((await events.attendance(event, idOf(rsvp))).identifiers).toEqual(rsvp.identifiers)
  expect(await events.list().toArray({ max: 100 })).toMatchObject({ more: false, complete: true })
})

test('a bridge mirrors events with their people, and writes check-ins and changed events back', async () => {
  const { events } = world()
  const mirror = new Map<string, { readonly title: string; readonly people: Map<string, string> }>()
  const copy = async (list: AsyncIterable<Awaited<ReturnType<typeof events.get>>>) => {
    for await (const event of list) {
      const people = new Map<string, string>()
      for await (const { rsvp, person } of events.attendances(event, { people: true }))
        people.set(idOf(rsvp), person?.given_name || person?.phone_numbers?.[0]?.number || '?')
      mirror.set(idOf(event), { title: event.title, people })
    }
  }
  const first = events.changes()
  await copy(first)
  expect(mirror.size).toBe(60)
  const [[id, { people }] = ['', { people: new Map<string, string>() }]] = [...mirror].filter(
    ([, each]) => each.people.size > 1,
  )
  expect([...people.values()].includes('?')).toBe(false)

  const [rsvp = ''] = people.keys()
  const attended = await events.updateAttendance(await events.attendance(id, rsvp), { status: 'attended' })
  expect([attended.status, unappliedOf(attended)]).toEqual(['attended', []])
  const event = await events.get(id)
  const row = { identifiers: ['bridge:1'], title: `${event.title}, new hall`, origin_system: 'Bridge' }
  expect((await events.upsert(row)).created).toBe(true)
  expect((await events.upsert(row)).unchanged).toBe(true)
  await copy(events.changes({ since: first.cursor, overlap: 1000 }))
  expect(mirror.size).toBe(61)
  const person = await events.person(await events.attendance(id, rsvp))
  expect(linkOf(person, 'osdi:attendances')?.href).toContain('/people/')
  expect((await collect(events.attendances(person))).map((each) => idOf(each))).toContain(rsvp)
})
