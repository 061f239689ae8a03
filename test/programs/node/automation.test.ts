// @module-tag night
import { expect, test } from 'vitest'
import { realAddress } from '../../support/real-address.ts'

type Item = Readonly<Record<string, unknown>>

/** A mock service, and steps of the automation tool that run against it. */
async function workflow(...flags: readonly string[]) {
  const at = await realAddress(...flags)
  return {
    ...at,
    /** Runs a step. Returns its exit code and its items. */
    step: async (resource: string, operation: string, parameters: object) => {
      const step = JSON.stringify({ resource, operation, ...parameters })
      const { code, stdout, stderr } = await at.run('node/automation.mjs', [step])
      expect(stderr).toBe('')
      return { code, items: (JSON.parse(stdout) as { json: Item }[]).map(({ json }) => json) }
    },
  }
}

test('an automation tool on Node creates an event, a person with tags and an RSVP, and finds them in its lists', async () => {
  await using at = await workflow('--events', '0')
  const tag = await at.admin.addTag({ name: 'volunteer', key: at.key })
  const { items: events } = await at.step('event', 'create', {
    originSystem: 'automation.example.org',
    title: 'July meetup',
    additionalFields: { start_date: '2026-07-10T18:00:00Z', location: { venue: 'Library', locality: 'Chicago' } },
    simple: true,
  })
  expect(events).toEqual([
    expect.objectContaining({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      title: 'July meetup',
      origin_system: 'automation.example.org',
      start_date: '2026-07-10T18:00:00Z',
      status: 'confirmed',
      total_accepted: 0,
    }),
  ])
  const eventId = String(events[0]?.id)

  const { items: people } = await at.step('person', 'create', {
    emailAddress: 'ada@example.org',
    additionalFields: { given_name: 'Ada', custom_fields: { bus: 'yes' } },
    tags: ['volunteer'],
    simple: true,
  })
  const personId = String(people[0]?.id)
  expect(people[0]).toMatchObject({ given_name: 'Ada', custom_fields: { bus: 'yes' } })
  const moved = await at.step('person', 'update', { personId, updateFields: { family_name: 'Lovelace' }, simple: true })
  expect(moved.items[0]).toMatchObject({ id: personId, given_name: 'Ada', family_name: 'Lovelace' })

  const { items: rsvps } = await at.step('attendance', 'create', { eventId, personId, simple: true })
  expect(rsvps).toEqual([
    expect.objectContaining({
      status: 'accepted',
      'action_network:person_id': personId,
      'action_network:event_id': eventId,
    }),
  ])
  const attendanceId = String(rsvps[0]?.id)
  const one = await at.step('attendance', 'get', { eventId, attendanceId, simple: true })
  expect(one.items).toEqual(rsvps)
  const all = await at.step('attendance', 'getAll', { eventId, returnAll: true, simple: true })
  expect(all.items).toEqual(rsvps)
  const [listed] = (await at.step('event', 'getAll', { returnAll: true, simple: true })).items
  expect(listed).toEqual({ ...events[0], total_accepted: 1 })

  // What the mock stored, without its API.
  expect((await at.admin.event(eventId)).v2).toMatchObject({ title: 'July meetup', location: { venue: 'Library' } })
  expect(await at.admin.people({ event: eventId })).toMatchObject({
    total: 1,
    people: [{ id: personId, given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.org' }],
  })
  const taggings = await at.admin.preview(`/api/v2/people/${personId}/taggings`)
  expect(taggings.body).toMatchObject({
    _embedded: {
      'osdi:taggings': [{ _links: { 'osdi:tag': { href: `${at.url}/api/v2/tags/${tag.id}` } } }],
    },
  })
})

test('an automation tool on Node lists all events and people page by page, or only up to its limit', async () => {
  await using at = await workflow('--events', '60')
  const all = await at.step('event', 'getAll', { returnAll: true })
  expect(new Set(all.items.flatMap(({ identifiers }) => (identifiers as string[])[0])).size).toBe(60)
  const some = await at.step('event', 'getAll', { limit: 30 })
  expect(some.items).toEqual(all.items.slice(0, 30))
  const { people } = await at.admin.people({ per_page: 1000 })
  // The list of people has no totals, and a link to the next page until a page is empty.
  const listed = await at.step('person', 'getAll', { returnAll: true, simple: true })
  const ids = listed.items.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.length).toBeGreaterThan(25)
  expect(people.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  const since = await at.step('event', 'getAll', { returnAll: true, filter: "modified_date gt '2026-05-01'" })
  expect(since.items).toEqual([])
})

test('an automation tool on Node shows the error of the mock, and continues if its workflow allows this', async () => {
  await using at = await workflow('--events', '1')
  const missing = { eventId: '00000000-0000-4000-8000-000000000000', personId: 'x' }
  expect(await at.step('event', 'get', missing)).toEqual({ code: 1, items: [{ error: '404 Not found' }] })
  const [event] = (await at.step('event', 'getAll', { limit: 1, simple: true })).items
  const nobody = { eventId: event?.id, personId: missing.eventId, continueOnFail: true }
  expect(await at.step('attendance', 'create', nobody)).toEqual({
    code: 0,
    items: [{ error: '400 You must specify a valid person id' }],
  })
  expect(await at.step('event', 'create', { title: ' ', originSystem: 'x' })).toMatchObject({ code: 1 })
})
