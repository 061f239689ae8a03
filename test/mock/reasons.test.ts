import type { MockServiceOptions, Version } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { clauses } from '../../explorer/requests/clauses.ts'
import { call, callerOf, hrefOf, idOf, worldOf } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

/** Sends a refused request to a service; with the expected reason in the request log. */
type Refused = readonly [
  status: number,
  reason: { readonly field?: string; readonly message: RegExp; readonly clause?: string },
  send: (world: ReturnType<typeof worldOf>, version: Version) => Promise<unknown>,
  assumptions?: MockServiceOptions['assumptions'],
]

const eventsAt = ({ service }: ReturnType<typeof worldOf>, version: Version) =>
  `${service.baseUrl}/api/${version}/events`

/** With clauses of both versions, as `v1 | v2`. */
const refusals: Readonly<Record<string, Refused>> = {
  'no key': [
    403,
    {
      field: 'key header',
      message: /^is missing\. Send the key in (?:api-key|OSDI-API-Token)$/,
      clause: '§5.1 | §5.1',
    },
    (world, version) => call(world.service, eventsAt(world, version)),
  ],
  "the other version's header": [
    403,
    { field: 'key header', message: /header of version [12]/, clause: '§5.1 | §5.1' },
    (world, version) => {
      const other = names[version === 'v1' ? 'v2' : 'v1'].key
      return call(world.service, eventsAt(world, version), { headers: { [other]: world.key.token } })
    },
  ],
  'an unknown key': [
    401,
    { field: 'key header', message: /not a key of this service/, clause: '§5.1 | §5.1' },
    (world, version) => callerOf(world.service, 'nobody-knows', version).send('GET', '/events'),
    { invalidKey: 401 },
  ],
  'an unknown id': [
    404,
    { message: /no event.*this id\. Take the address from a link/, clause: '§4.1 | §4.1' },
    ({ send }) => send('GET', '/events/8a625981-67a4-4457-8b55-2e30b267b2c2'),
  ],
  'an id with its prefix': [
    404,
    { message: /prefix platform:/, clause: '§4.1 | §4.1' },
    async ({ send, create }) => send('GET', `/events/platform:${idOf(await create())}`),
  ],
  'a person whom the key cannot see': [
    404,
    { message: /this person belongs to another owner or key/, clause: '§5.2 | §5.2' },
    ({ send, stranger }) => send('GET', `/people/${stranger.id}`),
  ],
  'a person who is not there': [
    404,
    { message: /there is no person with this id/, clause: '§4.1 | §4.1' },
    ({ send }) => send('GET', '/people/nobody'),
  ],
  'an event of no campaign below a campaign': [
    404,
    { message: /there is no event with this id/, clause: '§4.1 | §4.1' },
    async ({ send, create, campaign }, version) =>
      send('GET', `/event_campaigns/${campaign.id}/events/${idOf(await create())}/${names[version].attendancesPath}`),
  ],
  "another owner's event": [
    404,
    { message: /another owner or key\. Send the key that can see it/, clause: '§5.2 | §5.2' },
    async ({ service, individualKey, send }, version) =>
      send('GET', `/events/${idOf(await callerOf(service, individualKey, version).create())}`),
  ],
  "another owner's campaign": [
    403,
    { message: /another/, clause: '§5.2 | §5.2' },
    ({ service, individualKey, campaign }, version) =>
      callerOf(service, individualKey, version).send('GET', `/event_campaigns/${campaign.id}/events`),
    { notFound: 403 },
  ],
  'an unknown path': [
    404,
    { message: /nothing is served.*Paths of the API begin with/ },
    ({ send }) => send('GET', '/nothing'),
  ],
  'an empty id': [
    404,
    { message: /a part between two slashes is empty/ },
    (world, version) => call(world.service, `${eventsAt(world, version)}//attendances`),
  ],
  'a body that is cut off': [
    400,
    { field: 'body', message: /^is not valid JSON$/, clause: '§4 | §4' },
    (world, version) =>
      call(world.service, eventsAt(world, version), {
        method: 'POST',
        headers: { [names[version].key]: world.key.token, 'Content-Type': 'application/json' },
        body: '{"title":"Pic',
      }),
  ],
  'an address outside': [404, { message: /nothing is served/ }, ({ service }) => call(service, service.baseUrl)],
  DELETE: [
    405,
    { message: /DELETE/, clause: '§4.8 | §4.9' },
    async ({ send, create }) => send('DELETE', `/events/${idOf(await create())}`),
  ],
  PATCH: [405, { message: /PATCH.*GET, HEAD, POST/, clause: '§4 | §4' }, ({ send }) => send('PATCH', '/events', {})],
  'no title': [
    400,
    { field: 'title', message: /required/, clause: '§2.1 | §2.1' },
    ({ send }, version) => send('POST', '/events', least(version, { title: ' ' })),
  ],
  'a title that is missing': [
    400,
    { field: 'title', message: /^is missing\. Version [12] requires it on create$/, clause: '§2.1 | §2.1' },
    ({ send }, version) => send('POST', '/events', { ...least(version), [names[version].title]: undefined }),
  ],
  'a body that is no object': [
    422,
    { field: 'body', message: /JSON object/, clause: '§4 | §4' },
    ({ send }) => send('POST', '/events', [1]),
    { invalidBody: 422 },
  ],
  'another content type': [
    415,
    { field: 'Content-Type', message: /application\/json/, clause: '§4 | §4' },
    (world, version) =>
      call(world.service, eventsAt(world, version), {
        method: 'POST',
        headers: { [names[version].key]: world.key.token, 'Content-Type': 'text/plain' },
        body: '{}',
      }),
  ],
  'an identifier of another owner': [
    409,
    { field: 'identifiers[1]', message: /another owner.*Send an identifier that is unique/, clause: '§1.3 | §8.2' },
    async ({ service, individualKey, send }, version) => {
      await callerOf(service, individualKey, version).create({ identifiers: ['calendar:7'] })
      return send('POST', '/events', least(version, { identifiers: ['a:1', 'calendar:7'] }))
    },
  ],
  'an identifier of another event': [
    409,
    { field: 'identifiers[0]', message: /another event.*Send an identifier that is unique/, clause: '§1.3 | §8.2' },
    async ({ create, send }, version) => {
      await create({ identifiers: ['calendar:7'] })
      const made = await create()
      return send('PUT', `/events/${idOf(made)}`, least(version, { identifiers: ['calendar:7'] }))
    },
    { ownTwin: 409 },
  ],
  'a page beyond the last': [
    404,
    { field: 'page', message: /last page\. Send 1 or less/, clause: '§4.2 | §4.3' },
    ({ send }) => send('GET', '/events?page=9'),
    { pageBeyond: 404 },
  ],
  'a page that is none': [
    400,
    { field: 'page', message: /positive whole number/, clause: '§4.2 | §4.3' },
    ({ send }) => send('GET', '/events?page=none'),
    { invalidPage: 400 },
  ],
  'a query parameter': [
    400,
    { field: 'colour', message: /not a query parameter/, clause: '§4.2 | §4.3' },
    ({ send }) => send('GET', '/events?colour=green'),
    { otherQuery: 400 },
  ],
  'a filter': [
    400,
    { field: 'filter', message: /at character 7/, clause: '§4.2 | §4.3' },
    ({ send }) => send('GET', '/events?filter=status'),
    { filter: 'honoured' },
  ],
  'too many requests': [
    429,
    { message: /more than 1 request.*Wait a second/, clause: '§8.3 | §8.4' },
    async ({ send }) => [await send('GET', '/events'), await send('GET', '/events')],
    { rateLimit: 1 },
  ],
  'an RSVP of nobody': [
    400,
    { field: 'person.email_addresses', message: /required/ },
    async ({ send, create }, version) => send('POST', hrefOf(await create(), names[version].attendances) ?? '', {}),
  ],
  'an RSVP of two': [
    400,
    { field: '_links.osdi:person', message: /one link/ },
    async ({ send, create, member, personHref }, version) => {
      const link = { href: personHref(member) }
      const body = { _links: { 'osdi:person': [link, link] } }
      return send('POST', hrefOf(await create(), names[version].attendances) ?? '', body)
    },
  ],
}

for (const version of versions) {
  test.for(Object.entries(refusals))(
    `the reason in the request log says why %s is refused (${version})`,
    async ([_, refused]) => {
      const [status, { field, message, clause }, send, assumptions = {}] = refused
      const world = worldOf(version, { assumptions })
      await send(world, version)
      const named = { title: names[version].title, 'key header': names[version].key }[field ?? ''] ?? field
      const section = clause?.split(' | ')[version === 'v1' ? 0 : 1]
      const entry = world.service.requests.at(-1)
      expect(entry).toMatchObject({ status, reason: { message: expect.stringMatching(message) } })
      expect([entry?.reason?.field, entry?.reason?.clause]).toEqual([named, section && `${version} ${section}`])
      // The explorer has a sentence of ours for each section.
      if (section) expect(clauses).toHaveProperty([`${version} ${section}`])
      expect(Object.isFrozen(entry?.reason)).toBe(true)
      expect(JSON.stringify(entry?.reason)).not.toContain('nobody-knows')
    },
  )
}

test('the log entry of a refused write names the missing field in reason and the misspelt field in ignored (v2 §4e)', async () => {
  const { service, send } = worldOf('v2')
  await send('POST', '/events', { titel: 'Picnic', origin_system: 'Calendar' })
  expect(service.requests.at(-1)).toMatchObject({
    status: 400,
    reason: { field: 'title', clause: 'v2 §2.1' },
    ignored: [{ field: 'titel' }],
  })
})

test('the reason in the request log for status 500 is the error of the option geocode', async () => {
  const geocode = () => {
    throw new Error('no map')
  }
  const { service, send } = worldOf('v2', { geocode })
  await send('POST', '/events', least('v2'))
  expect(service.requests.at(-1)).toMatchObject({
    status: 500,
    reason: { field: 'geocode()', message: expect.stringContaining('no map') },
  })
})

test('the error of requests.assert shows the reason of a refused request', async () => {
  const { service, send } = worldOf('v2')
  await send('POST', '/events', {})
  expect(() => service.requests.assert({ operation: 'events.create', status: 200 })).toThrow(
    /#1 POST .*: 400\n {5}refused: origin_system: is missing.*\n {5}status is 400, not 200/,
  )
})
