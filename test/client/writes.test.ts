import { expect, test } from 'vitest'
import { address, eventOf } from '../support/client-answers.ts'
import { document, fill } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { rawServer, serving } from '../support/raw-server.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { v2, versions } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'
const person = '699da712-929f-11e3-a2e9-12313d316c29'

for (const { version, least, clauses, open } of versions) {
  const event = document(`${version}/event-least`)
  const requestOf = (name: string, url: string) =>
    fill(document(`${version}/${name}`), { '{base_url}': url, '<person_id>': person }) as Record<string, object>

  test(`create of ${version} sends exactly the given fields and the creator (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const wanted = requestOf('create-request-all-fields', server.url)
    const { _links, ...fields } = wanted
    await open(server.url).create(fields, { creator: person })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(wanted)
    expect(_links).toBeDefined()
  })

  test(`create of ${version} sends the creator's address below the path of baseUrl (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    await open(`${server.url}/tenants/a/`).create(least, { creator: person })
    expect(JSON.parse(server.requests[0]?.body ?? '')).toHaveProperty(
      ['_links', 'osdi:creator', 'href'],
      `${server.url}/tenants/a/api/${version}/people/${person}`,
    )
  })

  test(`update of ${version} sends a PUT with only the given fields, even if they are null (${clauses.write})`, async () => {
    await using server = await rawServer(serving(event))
    const wanted = requestOf('update-request', server.url)
    expect(wanted).toHaveProperty('description', null)
    await open(server.url).update(id, wanted)
    expect(server.requests[0]?.line).toBe(`PUT /api/${version}/events/${id} HTTP/1.1`)
    expect(JSON.parse(server.requests[0]?.body ?? '')).toEqual(wanted)
  })
}

const documented = {
  v1: ['summary', 'identifiers', 'status', '_links', '_embedded', 'platform:sponsor', 'platform:event_instructions'],
  v2: ['title', 'identifiers', 'status', '_links', 'capacity', 'platform:hidden', 'platform:sponsor'],
}

/** Names of the other version for fields that this version has under another name. */
const twins = {
  v1: ['title', 'instructions', 'platform:instructions', 'guests_can_invite_others'],
  v2: ['summary', 'event_instructions', 'platform:event_instructions', 'guestsCanInviteOthers'],
}

for (const { version, least, clauses } of versions) {
  const { client, requests } = clientOver(version, [json(eventOf(version))])
  const lastBody = () => JSON.parse(requests.at(-1)?.body ?? '') as unknown

  test(`create and update of ${version} send the fields of extra unchanged with all other fields (${clauses.write})`, async () => {
    const extra = {
      'add_tags:list': ['a', { deep: [null, 1] }],
      triggers: { autoresponse: { enabled: false } },
      none: null,
    }
    await client.create(least, { extra, creator: 'p1' })
    expect(lastBody()).toEqual({
      ...least,
      ...extra,
      _links: { 'osdi:creator': { href: expect.stringContaining('p1') } },
    })
    await client.update('e1', {}, { extra })
    expect(lastBody()).toEqual(extra)
    await client.update('e1', least, { extra: {} })
    expect(lastBody()).toEqual(least)
  })

  test(`create and update of ${version} refuse a documented field of either version in extra (${clauses.write})`, async () => {
    for (const name of [...documented[version], ...twins[version]]) {
      const extra = { harmless: 1, [name]: 'x' }
      const { client, requests } = clientOver(version, [])
      for (const call of [() => client.create(least, { extra }), () => client.update('e1', least, { extra })]) {
        expect(await failureOf(call), name).toMatchObject({
          code: 'input',
          field: `extra.${name}`,
          message: `extra.${name}: is a documented field; move it out of extra, which is for fields that this package does not know`,
        })
      }
      expect(requests).toHaveLength(0)
    }
  })

  test(`create of ${version} accepts fields with another service's prefix in extra, and refuses fields with its own namespace (${clauses.write})`, async () => {
    const network = { namespace: 'action_network' }
    const { client, requests } = clientOver(version, [json(eventOf(version))], network)
    await client.create(least, { extra: { 'platform:sponsor': 'x' } })
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({ ...least, 'platform:sponsor': 'x' })
    const error = await failureOf(() => client.create(least, { extra: { 'action_network:sponsor': 'x' } }))
    expect(error).toMatchObject({ field: 'extra.action_network:sponsor' })
  })
}

test('create and update of v2 send tag_list, and get reads it; update clears it with null', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2', 'e1', { tag_list: ['spring'] }))])
  const least = { title: 'Picnic', origin_system: 'Calendar' }
  expect(await client.create({ ...least, tag_list: ['spring'] })).toMatchObject({ tag_list: ['spring'] })
  await client.update('e1', { tag_list: null })
  expect(requests.map(({ body }) => JSON.parse(body))).toEqual([{ ...least, tag_list: ['spring'] }, { tag_list: null }])
  expect(await failureOf(() => client.create({ ...least, tag_list: ['spring', 5] }))).toMatchObject({
    field: 'tag_list[1]',
  })
})

/** Text that a filter, a trim or an encoder would change. */
const html =
  ' <p onclick="x()">Bring &amp; share &nbsp;<script>alert(1)</script>\r\n\t<b>unclosed é ✊🏽 &#x3C;!-- \u2028 '

const textFields = { v1: ['description', 'platform:event_instructions'], v2: ['description', 'instructions'] }

for (const { version, least } of versions) {
  const texts = Object.fromEntries(textFields[version].map((name) => [name, html]))
  const event = eventOf(version, 'e1', texts)

  test(`list and get of ${version} return HTML as the service sent it (${version} §2.1)`, async () => {
    const { client } = clientOver(version, [json({ _embedded: { 'osdi:events': [event] } })])
    expect(await collect(client.list())).toEqual([expect.objectContaining(texts)])
    expect(await clientOver(version, [json(event)]).client.get('e1')).toMatchObject(texts)
  })

  test(`create and update of ${version} send HTML as the caller wrote it (${version} §2.1)`, async () => {
    const { client, requests } = clientOver(version, [json(event)])
    await client.create({ ...least, ...texts })
    await client.update('e1', texts)
    for (const { body } of requests) expect(JSON.parse(body)).toMatchObject(texts)
  })
}

const shapes = "creator: must be a person's id, address or link"
const slash = 'creator: must not hold a slash, "?", "#", "%", white space or control characters'
const { least } = v2
const people = address('v2', 'people/')
const notOurs = `creator: is not a person of this service; addresses of people begin with ${people}`

const creatorSent = async (creator: unknown, options: object = {}) => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], options)
  await client.create(least, { creator })
  return JSON.parse(requests[0]?.body ?? '') as object
}

test("create accepts a creator as id, address, link or person, and sends the person's address (v2 §4h)", async () => {
  const creators = [
    'p1',
    'platform:p1',
    `${people}p1`,
    `HTTPS://Events.Example.ORG:443/api/v2/people/p1#part`,
    { href: `${people}p1` },
    { href: `${people}p1`, title: 'Ada' },
    { identifiers: ['calendar:7', 'platform:p1'] },
    { _links: { self: { href: `${people}p1` } } },
  ]
  for (const creator of creators) {
    const _links = { 'osdi:creator': { href: `${people}p1` } }
    expect(await creatorSent(creator), JSON.stringify(creator)).toEqual({ ...least, _links })
  }
})

test("create reads the id of a creator from the identifier with the client's namespace (v2 §4h)", async () => {
  const person = { identifiers: ['platform:p1', 'action_network:p2'] }
  const sent = await creatorSent(person, { namespace: 'action_network' })
  expect(sent).toMatchObject({ _links: { 'osdi:creator': { href: `${people}p2` } } })
})

test('create without a creator sends no _links (v2 §4h)', async () => {
  expect(await creatorSent(undefined)).toEqual(least)
})

const wrongCreators: readonly (readonly [unknown, string])[] = [
  ['', 'creator: must not be empty'],
  ['a/b', slash],
  [null, shapes],
  [[], `${shapes}; this object has no identifier of a person`],
  [{ identifiers: ['platform:a/b'] }, `${shapes}; this object has no identifier of a person`],
  [{ href: 5 }, 'creator: is a link without an address'],
  [{ href: 'p1' }, notOurs],
  [{ href: `${people}{id}`, templated: true }, 'creator: is a template; fill in id first'],
  [eventOf('v2'), 'creator: is an event, not a person'],
  [{ identifiers: ['platform:x'], title: 'Picnic' }, 'creator: is an event, not a person'],
  [`${people}p1/attendances`, notOurs],
  [address('v2', 'events/e1'), notOurs],
  [address('v1', 'people/p1'), notOurs],
  ['https://elsewhere.example.org/people/p1', notOurs],
  [`https://user@events.example.org/api/v2/people/p1`, notOurs],
]

for (const [creator, message] of wrongCreators) {
  test(`create refuses the creator ${JSON.stringify(creator)} and says why (v2 §4h)`, async () => {
    const { client, requests } = clientOver('v2', [])
    const error = await failureOf(() => client.create(least, { creator }))
    expect(error).toMatchObject({ code: 'input', field: 'creator', message })
    expect(requests).toHaveLength(0)
  })
}
