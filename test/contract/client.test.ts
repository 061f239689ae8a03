import { isEventsError, responseOf } from 'osdi-events'
import { expect, test } from 'vitest'
import { answer, document, type Json } from '../support/documents.ts'
import { collect } from '../support/failure.ts'
import { inTurn, rawServer, served, serving } from '../support/raw-server.ts'
import { base, json, scripted } from '../support/scripted-fetch.ts'
import { type AnyClient, v2, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

/** Expects a result with the members, order and values of the document. */
const expectUntouched = (result: unknown, fixture: Json, url: string) => {
  const text = served(fixture, { server: url })
  expect(result).toEqual(JSON.parse(text))
  expect(JSON.stringify(result)).toBe(text)
}

for (const { version, clauses, open, least } of versions) {
  const fields = `${version} §2.1a`

  const event = (client: AnyClient) => client.get(id)
  const page = (client: AnyClient) => client.page(1)
  const ofCampaign = (client: AnyClient) => client.page(1, { campaign: 'c945d6fe-929e-11e3-a2e9-12313d316c29' })
  const campaign = (client: AnyClient) => client.campaign('c945d6fe-929e-11e3-a2e9-12313d316c29')
  const action = { namespace: 'action_network' }

  test.for<readonly [name: string, clauses: string, ask: (client: AnyClient) => Promise<object>, options?: object]>([
    ...['event-all-fields', 'event-least', 'event-updated', 'event-user-interface'].map(
      (name) => [name, `${fields}, ${clauses.one}`, event] as const,
    ),
    ...['collection-first', 'collection-last', 'collection-empty'].map(
      (name) => [name, clauses.collection, page] as const,
    ),
    ['collection-campaign', clauses.campaign, ofCampaign],
    ['event-campaign', clauses.campaign, campaign],
    [`event-${version}-captured`, fields, event, action],
    [`event-${version}-nulls`, fields, event],
    [`page-${version}-captured`, `${fields}, ${clauses.collection}`, page, action],
  ])(`the client of ${version} returns every member of %s unchanged (%s)`, async ([name, , ask, options]) => {
    const fixture = name.includes(version) ? answer(name) : document(`${version}/${name}`)
    await using server = await rawServer(serving(fixture))
    expectUntouched(await ask(open(server.url, options)), fixture, server.url)
  })

  test(`list of ${version} yields the events of all pages unchanged (${clauses.paging}, ${clauses.list})`, async () => {
    const pages = [document(`${version}/collection-first`), document(`${version}/collection-last`)]
    await using server = await rawServer(inTurn(...pages))
    const events = await collect(open(server.url).list())
    const all = pages.flatMap((page) => {
      const json = JSON.parse(served(page, { server: server.url })) as { _embedded: { 'osdi:events': object[] } }
      return json._embedded['osdi:events']
    })
    expect(all).toHaveLength(3)
    expect(events).toEqual(all)
    expect(JSON.stringify(events)).toBe(JSON.stringify(all))
  })

  test(`campaigns of ${version} yields the event campaigns of the hand-written document as they came`, async () => {
    const first = document(`${version}/event-campaigns-first`)
    await using server = await rawServer(serving(first))
    const { items } = await open(server.url).campaigns({ maxPages: 1 }).toArray({ max: 5 })
    const page = JSON.parse(served(first, { server: server.url })) as {
      readonly _embedded: { readonly 'platform:event_campaigns': object[] }
    }
    expect(items).toEqual(page._embedded['platform:event_campaigns'])
    expect(items).toHaveLength(1)
  })

  test(`recordAttendance and updateAttendance of ${version} send the documented JSON`, async () => {
    const event = JSON.parse(served(document(`${version}/event-least`), { server: base })) as object
    const recorded = JSON.parse(served(document(`${version}/attendance-recorded`), { server: base })) as object
    const { fetch, requests } = scripted(json(recorded))
    const client = open(base, { fetch })
    const rsvp = {
      identifiers: ['form:42'],
      [version === 'v1' ? 'created_at' : 'created_date']: '2026-05-01T12:00:00Z',
      person: {
        given_name: 'Rosa',
        family_name: 'Lee',
        email_addresses: [{ address: 'rosa@example.org', status: 'subscribed' }],
        phone_numbers: [{ number: '12025550147', number_type: 'Mobile' }],
        custom_fields: { diet: 'vegan' },
      },
      add_tags: ['volunteer'],
      triggers: { autoresponse: { enabled: true } },
      referrer_data: { source: 'newsletter' },
    }
    const made = await client.recordAttendance(event, rsvp)
    await client.updateAttendance(made, { identifiers: ['door:7'], status: 'attended' })
    expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
      document(`${version}/record-attendance-form-request`),
      document(`${version}/update-attendance-request`),
    ])
  })

  test(`create and update of ${version} return the event of the response unchanged (${clauses.write})`, async () => {
    const made = document(`${version}/event-least`)
    const changed = document(`${version}/event-updated`)
    await using server = await rawServer(inTurn(made, changed))
    const client = open(server.url)
    expectUntouched(await client.create(least), made, server.url)
    expectUntouched(await client.update(id, { description: null }), changed, server.url)
  })

  test(`get of ${version} accepts an event with any status (${clauses.status})`, async () => {
    for (const status of ['confirmed', 'tentative', 'cancelled', 'postponed']) {
      await using server = await rawServer(serving({ ...(document(`${version}/event-least`) as object), status }))
      expect(await open(server.url).get(id)).toHaveProperty('status', status)
    }
  })

  test(`HttpError of ${version} has the message of the spec's error body (${clauses.refusedDelete})`, async () => {
    const fixture = document(`${version}/error`)
    await using server = await rawServer((request) => ({
      bytes: `HTTP/1.1 405 Method Not Allowed\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n${served(fixture, request)}`,
      ending: 'close',
    }))
    const error = await open(server.url)
      .delete(id)
      .catch((reason: unknown) => reason)
    expect(isEventsError(error) && error.code === 'http' && error.status === 405).toBe(true)
    expect(error).toHaveProperty('message', expect.stringContaining('This cannot be done'))
  })

  test(`responseOf returns status and url of the response for a result of ${version} (${clauses.one})`, async () => {
    await using server = await rawServer(serving(document(`${version}/event-least`)))
    const response = responseOf(await open(server.url).get(id))
    expect(response).toMatchObject({ status: 200, url: `${server.url}/api/${version}/events/${id}` })
  })
}

test('createCampaign and updateCampaign of v2 send the JSON of the hand-written documents, and return the answer as it came', async () => {
  const answered = document('v2/event-campaign')
  const { fetch, requests } = scripted(json(served(answered, { server: base })))
  const client = v2.open(base, { fetch })
  const { identifiers, title, origin_system, ...others } = document('v2/create-campaign-request') as Record<
    string,
    Json
  >
  const made = await client.createCampaign({ title, origin_system, identifiers, ...others })
  expectUntouched(made, answered, base)
  const changes = { title: 'Spring clean-up, all rivers', description: null, tag_list: ['rivers'] }
  expectUntouched(await client.updateCampaign(made, changes), answered, base)
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
    document('v2/create-campaign-request'),
    document('v2/update-campaign-request'),
  ])
})
