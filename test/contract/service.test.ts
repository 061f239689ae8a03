import { expect, test } from 'vitest'
import { document, expectToMatch } from '../support/documents.ts'
import { ask, contractWorld, nativeId } from '../support/world.ts'

const clauses = {
  v1: {
    list: 'v1 §2.5, v1 §4b, v1 §4.2, v1 §2.3a, v1 §2.4b',
    empty: 'v1 §2.5, v1 §5.2',
    campaign: 'v1 §4b, v1 §2.5',
    refusedDelete: 'v1 §4d',
    required: 'v1 §4c',
    key: 'v1 §5.1',
  },
  v2: {
    list: 'v2 §2.5b, v2 §2.6a, v2 §2.6b, v2 §4b, v2 §4.3, v2 §1.4',
    empty: 'v2 §2.6a, v2 §5.2',
    campaign: 'v2 §4c, v2 §2.6a',
    refusedDelete: 'v2 §4f',
    required: 'v2 §4e',
    key: 'v2 §5.1',
  },
} as const

for (const version of ['v1', 'v2'] as const) {
  const clause = clauses[version]

  test(`GET of a collection returns the documented pages, with and without a trailing slash (${clause.list})`, async () => {
    const { service, luis, individualKey, known } = contractWorld({ perPage: 2 })
    const bound = { ...known, '<person_id>': luis.id }
    const body = document(`${version}/create-request-least`)
    for (const number of [1, 2, 3]) {
      const made = await ask(service, version, individualKey.token, 'POST /events', body)
      Object.assign(bound, { [`<id ${number}>`]: nativeId(made.json) })
    }
    for (const address of ['/events', '/events/']) {
      const first = await ask(service, version, individualKey.token, `GET ${address}`)
      expectToMatch(first.json, document(`${version}/collection-first`), bound)
    }
    const last = await ask(service, version, individualKey.token, 'GET /events?page=2')
    expectToMatch(last.json, document(`${version}/collection-last`), bound)
  })

  test(`GET of a collection without events returns an empty page (${clause.empty})`, async () => {
    const { service, groupKey, individualKey, known } = contractWorld()
    await ask(service, version, groupKey.token, 'POST /events', document(`${version}/create-request-least`))
    const answer = await ask(service, version, individualKey.token, 'GET /events')
    expectToMatch(answer.json, document(`${version}/collection-empty`), known)
  })

  test(`GET of an event campaign's collection returns only its events (${clause.campaign})`, async () => {
    const { service, ana, anasKey, known } = contractWorld({ perPage: 1 })
    const campaign = service.addCampaign({ title: 'Summer of trees', key: anasKey })
    const fields = { title: 'Tree walk', origin_system: 'Park friends' }
    service.addEvent(fields, { key: anasKey })
    const first = service.addEvent({ ...fields, campaign }, { key: anasKey })
    const second = service.addEvent({ ...fields, campaign }, { key: anasKey })
    const path = `/event_campaigns/${campaign.id}/events`
    const answer = await ask(service, version, anasKey.token, `GET ${path}`)
    expectToMatch(answer.json, document(`${version}/collection-campaign`), {
      ...known,
      '<id>': first.id,
      '<person_id>': ana.id,
      '<event_campaign_id>': campaign.id,
      '<browser_url>': service.dashboard(anasKey).find((entry) => entry.id === first.id)?.publicUrl ?? '',
    })
    const next = await ask(service, version, anasKey.token, `GET ${path}?page=2`)
    expect(next.json).toHaveProperty(
      ['_links', 'osdi:events'],
      [{ href: `${service.baseUrl}/api/${version}/events/${second.id}` }],
    )
    expect(next.json).not.toHaveProperty(['_links', 'next'])
  })

  test(`DELETE of an event is refused and does not remove the event (${clause.refusedDelete})`, async () => {
    const { service, groupKey } = contractWorld()
    const body = document(`${version}/create-request-least`)
    const made = await ask(service, version, groupKey.token, 'POST /events', body)
    const id = nativeId(made.json)
    const refused = await ask(service, version, groupKey.token, `DELETE /events/${id}`)
    expect(refused.status).toBe(405)
    expectToMatch(refused.json, document(`${version}/error`), {})
    expect((await ask(service, version, groupKey.token, `GET /events/${id}`)).json).toEqual(made.json)
  })

  test(`POST without a required field is refused with an error that names the field (${clause.required})`, async () => {
    const { service, groupKey } = contractWorld()
    const least = document(`${version}/create-request-least`) as Record<string, string>
    for (const field of Object.keys(least)) {
      const { [field]: _missing, ...rest } = least
      const refused = await ask(service, version, groupKey.token, 'POST /events', rest)
      expect(refused.status).toBe(400)
      expectToMatch(refused.json, document(`${version}/error`), {})
      expect(refused.json).toHaveProperty('error', expect.stringContaining(field))
    }
    expect((await ask(service, version, groupKey.token, 'GET /events')).json).toHaveProperty('total_records', 0)
  })

  test(`a request with the key in the header of the other version is refused (${clause.key})`, async () => {
    const { service, groupKey } = contractWorld()
    const other = version === 'v1' ? 'OSDI-API-Token' : 'api-key'
    const refused = await service.fetch(`${service.baseUrl}/api/${version}/events`, {
      headers: { [other]: groupKey.token },
    })
    expect(refused.status).toBe(403)
    expectToMatch(await refused.json(), document(`${version}/error`), {})
  })
}
