import { expect, test } from 'vitest'
import { document, expectToMatch, fill } from '../support/documents.ts'
import { ask, contractWorld, nativeId } from '../support/world.ts'

const clauses = {
  v1: {
    created: 'v1 §2.1a, v1 §2.2a, v1 §2.2c, v1 §2.3a, v1 §2.3b, v1 §2.4a, v1 §2.4b, v1 §4.3, v1 §4.5b, v1 §2.1f',
    headers: 'v1 §1.6, v1 §4a',
    least: 'v1 §2.2b, v1 §2.1c, v1 §2.3a, v1 §3, v1 §4.5c',
    updated: 'v1 §2.1e, v1 §4.7a, v1 §4.7b',
    ui: 'v1 §2.1a, v1 §2.1b, v1 §2.1c, v1 §2.4a, v1 §1.2, v1 §4b',
  },
  v2: {
    created:
      'v2 §2.1a, v2 §2.1b, v2 §2.1d, v2 §2.1f, v2 §2.1g, v2 §2.2b, v2 §2.2c, v2 §2.3, v2 §2.5a, v2 §4.4, v2 §4.5b',
    headers: 'v2 §1.7, v2 §4a',
    least: 'v2 §2.1f, v2 §2.2a, v2 §3, v2 §4.4, v2 §4.6',
    updated: 'v2 §2.1d, v2 §4.8',
    ui: 'v2 §2.1a, v2 §2.1e, v2 §2.5a, v2 §1.3, v2 §4d',
  },
} as const

for (const version of ['v1', 'v2'] as const) {
  const clause = clauses[version]

  const createAllFields = () => {
    const world = contractWorld()
    const known = {
      ...world.known,
      '<person_id>': world.ana.id,
      '<sponsor_url>': world.group.browser_url,
    }
    const body = fill(document(`${version}/create-request-all-fields`), known)
    return { ...world, known, answer: ask(world.service, version, world.groupKey.token, 'POST /events', body) }
  }

  test(`POST with every field returns the documented event (${clause.created})`, async () => {
    const { known, answer } = createAllFields()
    expectToMatch((await answer).json, document(`${version}/event-all-fields`), known)
  })

  test(`every successful response of the mock service, even to POST, has the documented status and headers (${clause.headers})`, async () => {
    const { service, groupKey, answer } = createAllFields()
    const list = await ask(service, version, groupKey.token, 'GET /events')
    for (const { status, headers } of [await answer, list]) {
      expect(status).toBe(200)
      expect(headers.get('content-type')).toMatch(/^application\/hal\+json(?:;|$)/)
      expect(headers.get('cache-control')).toBe('max-age=0, private, must-revalidate')
    }
  })

  test(`POST with only the required fields returns the documented defaults (${clause.least})`, async () => {
    const { service, luis, individualKey, known } = contractWorld()
    const body = document(`${version}/create-request-least`)
    const answer = await ask(service, version, individualKey.token, 'POST /events', body)
    expectToMatch(answer.json, document(`${version}/event-least`), { ...known, '<person_id>': luis.id })
  })

  test(`PUT returns the changed event and changes only the sent fields (${clause.updated})`, async () => {
    const { service, groupKey, known, answer } = createAllFields()
    const id = nativeId((await answer).json)
    const body = document(`${version}/update-request`)
    const updated = await ask(service, version, groupKey.token, `PUT /events/${id}`, body)
    expect(updated.status).toBe(200)
    const bound = expectToMatch(updated.json, document(`${version}/event-updated`), { ...known, '<id>': id })
    expect(String(bound['<timestamp 2>']) > String(bound['<timestamp>'])).toBe(true)
  })

  test(`GET of an event of the user interface returns the fields that only events of the user interface have (${clause.ui})`, async () => {
    const { service, ana, anasKey, known } = contractWorld()
    const campaign = service.addCampaign({ title: 'Summer of trees', key: anasKey })
    const { id } = service.addEvent(
      {
        title: 'Tree walk',
        origin_system: 'Park friends',
        name: 'tree-walk',
        description: '<p>Old trees.</p>',
        instructions: '<p>Wear boots.</p>',
        featured_image_url: 'https://images.example.org/trees.png',
        start_date: '2026-07-04T09:00:00Z',
        end_date: '2026-07-04T11:00:00Z',
        location: {
          venue: 'Lincoln Park',
          address_lines: ['1900 East Capitol Street NE'],
          postal_code: '20003',
          country: 'US',
        },
        capacity: 40,
        visibility: 'private',
        hidden: true,
        campaign,
      },
      { key: anasKey },
    )
    service.attend(id, 2)
    const answer = await ask(service, version, anasKey.token, `GET /events/${id}`)
    expectToMatch(answer.json, document(`${version}/event-user-interface`), {
      ...known,
      '<id>': id,
      '<person_id>': ana.id,
      '<event_campaign_id>': campaign.id,
      '<browser_url>': service.dashboard(anasKey)[0]?.publicUrl ?? '',
    })
  })
}

test('GET in both versions shows the same values of one stored event (v1 §9.2)', async () => {
  const { service, ana, groupKey, group, known } = contractWorld()
  const bound = { ...known, '<person_id>': ana.id, '<sponsor_url>': group.browser_url }
  const body = fill(document('v1/create-request-all-fields'), bound)
  const id = nativeId((await ask(service, 'v1', groupKey.token, 'POST /events', body)).json)
  const asV1 = await ask(service, 'v1', groupKey.token, `GET /events/${id}`)
  const asV2 = await ask(service, 'v2', groupKey.token, `GET /events/${id}`)
  // Documentation of each version has an address of its own.
  const { '{docs_url}': _, ...seen } = expectToMatch(asV1.json, document('v1/event-all-fields'), {
    ...bound,
    '<id>': id,
  })
  const { name, browser_url, end_date, ...withoutV2Only } = document('v2/event-all-fields') as Record<string, object>
  expect([name, browser_url, end_date]).not.toContain(undefined)
  const location = { ...withoutV2Only.location, country: 'US' }
  expectToMatch(asV2.json, { ...withoutV2Only, location }, seen)
})
