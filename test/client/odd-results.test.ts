import { embeddedOf, eventsOf, idOf, issuesOf, rejectedOf, responseOf } from 'osdi-events'
import { describe, expect, test } from 'vitest'
import { address, eventOf, pageOf } from '../support/client-answers.ts'
import { collect, failureOf } from '../support/failure.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'
import { type AnyClient, versions } from '../support/versions.ts'

const keep = { onInvalid: 'keep' } as const

const pageWith = (relation: string, items: unknown, more: object = {}) => ({
  ...pageOf('v2', []),
  _embedded: { [relation]: items },
  ...more,
})

/** An event of a service that has no date of the last change. */
function undated(id = 'e1', more: object = {}): object {
  const { modified_date: _, ...event } = eventOf('v2', id, more)
  return event
}

const fields = { title: 'Picnic', origin_system: 'Calendar' }
const row = { ...fields, identifiers: ['calendar:42'] }
const person = { email_addresses: [{ address: 'ada@example.org' }] }
const rsvpAddress = address('v2', 'events/e1/attendances/a1')
const rsvp = { status: 'accepted', _links: { self: { href: rsvpAddress }, 'osdi:person': { href: 'people/p1' } } }
const event = { ...undated(), _links: { self: { href: address('v2', 'events/e1') } } }
const withRsvps = eventOf('v2', 'e1', {
  modified_date: 5,
  _links: {
    self: { href: address('v2', 'events/e1') },
    'osdi:attendances': { href: address('v2', 'events/e1/attendances') },
  },
})
const found = pageWith('osdi:events', [undated('e1', { identifiers: row.identifiers })], { total_records: 1 })

type Call = (client: AnyClient, options?: object) => Promise<object | undefined>

const calls: readonly [name: string, bodies: readonly object[], call: Call, field: string][] = [
  ['get', [event], (client, options) => client.get('e1', options), 'modified_date'],
  ['create', [event], (client, options) => client.create(fields as never, options), 'modified_date'],
  [
    'update',
    [eventOf('v2', 'e1', { location: { postal_code: 20009 } })],
    (client, options) => client.update('e1', fields as never, options),
    'location.postal_code',
  ],
  ['find', [found], (client, options) => client.find('calendar:42', options), 'modified_date'],
  [
    'upsert',
    [found, event],
    async (client, options) => (await client.upsert(row as never, options)).event,
    'modified_date',
  ],
  ['campaign', [{ title: 5 }], (client, options) => client.campaign('c1', options), 'title'],
  ['createCampaign', [{ title: 5 }], (client, options) => client.createCampaign(fields as never, options), 'title'],
  [
    'updateCampaign',
    [{ title: 5 }],
    (client, options) => client.updateCampaign('c1', fields as never, options),
    'title',
  ],
  ['person', [{ given_name: 5 }], (client, options) => client.person('p1', options), 'given_name'],
  [
    'attendance',
    [withRsvps, { ...rsvp, status: 5 }],
    (client, options) => client.attendance('e1', 'a1', options),
    'status',
  ],
  [
    'updateAttendance',
    [{ ...rsvp, status: 5 }],
    (client, options) => client.updateAttendance(rsvpAddress, { status: 'declined' }, options),
    'status',
  ],
  [
    'recordAttendance',
    [withRsvps, { ...rsvp, status: 5 }],
    (client, options) => client.recordAttendance('e1', { person }, options),
    'status',
  ],
]

describe('onInvalid of one result', () => {
  test.each(calls)('%s keeps the result as it came, and issuesOf says why', async (name, bodies, call, field) => {
    const over = (options: object = {}) =>
      clientOver(
        'v2',
        bodies.map((body) => json(body)),
        options,
      ).client as AnyClient
    expect(await failureOf(() => call(over())), name).toMatchObject({ code: 'schema' })
    expect(await failureOf(() => call(over({ onInvalid: 'report' }))), name).toMatchObject({ code: 'schema' })
    expect(await failureOf(() => call(over(keep), { onInvalid: 'throw' })), name).toMatchObject({ code: 'schema' })
    for (const result of [await call(over(), keep), await call(over(keep))]) {
      if (!result) throw new Error('nothing was returned')
      expect(issuesOf(result).map((issue) => issue.field)).toEqual([field])
      expect(responseOf(result).status).toBe(200)
      expect(issuesOf({ ...result })).toEqual([])
    }
  })

  test.each<[string, unknown]>([
    ['an error', { error: 'no' }],
    ['an error in a list', { errors: ['no'] }],
    ['an empty object', {}],
    ['a message', { message: 'denied' }],
    ['a status and a message', { code: 401, status: 'error', message: 'denied' }],
    ['an array', [undated()]],
    ['a person', { identifiers: ['platform:p1'], given_name: 'Ada' }],
    ['a person by its address', { title: 'Dr', _links: { self: { href: address('v2', 'people/p1') } } }],
    ['an RSVP', { identifiers: ['platform:a1'], ...rsvp }],
    ['a page', pageWith('osdi:events', [])],
  ])('keep refuses %s in place of an event', async (_, body) => {
    for (const call of [calls[0], calls[1]]) {
      const error = await failureOf(() => call?.[2](clientOver('v2', [json(body)]).client as AnyClient, keep))
      expect(error).toMatchObject({ code: 'schema' })
    }
  })

  test('keep refuses an event in place of an RSVP, a person and an event campaign', async () => {
    for (const [name, bodies, call] of calls.slice(5)) {
      const { client } = clientOver(
        'v2',
        [...bodies.slice(0, -1), eventOf('v2')].map((body) => json(body)),
      )
      expect(await failureOf(() => call(client as AnyClient, keep)), name).toMatchObject({ code: 'schema' })
    }
  })

  test('a create with keep that an error with status 200 answers has the outcome unknown', async () => {
    const { client } = clientOver('v2', [json({ error: 'no' })])
    expect(await failureOf(() => client.create(fields as never, keep))).toMatchObject({ outcome: 'unknown' })
  })

  test("report is no value for one result, and onInvalid of a call or a client is 'throw', 'report' or 'keep'", async () => {
    const { client, requests } = clientOver('v2', [])
    expect(await failureOf(() => client.get('e1', { onInvalid: 'report' } as never))).toMatchObject({
      field: 'onInvalid',
      message: expect.stringContaining("must be 'throw' or 'keep'"),
    })
    expect(await failureOf(() => clientOver('v2', [], { onInvalid: 'skip' }))).toMatchObject({ field: 'onInvalid' })
    expect(requests).toEqual([])
  })

  test('page, list and changes take the option of the client, and each event knows its issues', async () => {
    const body = pageWith('osdi:events', [undated('e1'), eventOf('v2', 'e2')], { total_records: 2 })
    const { client } = clientOver('v2', [json(body)], keep)
    const page = await client.page(1)
    expect(eventsOf(page).map((each) => issuesOf(Object(each)).map(({ field }) => field))).toEqual([
      ['modified_date'],
      [],
    ])
    expect(issuesOf(page)).toEqual([])
    expect(rejectedOf(page)).toHaveLength(1)
    expect((await collect(client.list())).map((each) => idOf(each))).toEqual(['e1', 'e2'])
    expect(eventsOf(await client.page(1, { onInvalid: 'report' })).map((each) => idOf(Object(each)))).toEqual(['e2'])
    expect(await failureOf(() => client.page(1, { onInvalid: 'throw' }))).toMatchObject({ code: 'schema' })
  })

  test('a list with keep leaves out and counts resources of another kind', async () => {
    const items = [undated('e1'), { given_name: 'Ada' }, { error: 'no' }]
    const { client } = clientOver('v2', [json(pageWith('osdi:events', items, { total_records: 3 }))])
    const list = client.list(keep)
    expect(await collect(list)).toEqual([items[0]])
    expect(list.report).toMatchObject({ events: 1, rejected: 2, complete: true })
  })
})

describe('find and upsert in a list with odd events', () => {
  const odd = [{ title: 'Odd' }, undated('e8', { identifiers: null }), eventOf('v2', 'e9', { title: 5 })]
  const listOf = (...more: readonly unknown[]) =>
    pageWith('osdi:events', [...odd, ...more], { total_records: odd.length + more.length })

  test('an odd event does not keep another from being found', async () => {
    const { client } = clientOver('v2', [
      json(listOf(eventOf('v2', 'e1', { identifiers: ['platform:e1', 'calendar:42'] }))),
    ])
    expect(idOf((await client.find('calendar:42')) ?? {})).toBe('e1')
    expect(await client.find('calendar:7')).toBe(undefined)
  })

  test('an identifier is found in an odd event, which is not created again', async () => {
    for (const identifiers of [['platform:e1', 'calendar:42'], ['platform:e1', 5, 'calendar:42'], 'calendar:42']) {
      const list = json(listOf(undated('e1', { identifiers })))
      const { client, requests } = clientOver('v2', [
        (request) => (request.method === 'GET' ? list : json(event))(request),
      ])
      expect(idOf((await client.find('calendar:42', keep)) ?? {})).toBe('e1')
      for (const call of [() => client.find('calendar:42'), () => client.upsert(row)])
        expect(await failureOf(call)).toMatchObject({
          code: 'schema',
          message: expect.stringContaining('modified_date'),
        })
      const { upsert } = client.upserts()
      for (const write of [client.upsert, upsert])
        expect(await write.call(client, { ...row, title: 'Fair' }, keep)).toMatchObject({ created: false })
      const writes = requests.filter(({ method }) => method !== 'GET').map(({ method, url }) => [method, url])
      expect(writes).toEqual([...Array(2)].map(() => ['PUT', address('v2', 'events/e1')]))
    }
  })

  test('an odd event without an id refuses the upsert, and nothing is written', async () => {
    const { client, requests } = clientOver('v2', [json(listOf({ title: 'Picnic', identifiers: ['calendar:42'] }))])
    const { upsert } = client.upserts()
    for (const call of [
      () => client.upsert({ ...row, title: 'Fair' }, keep),
      () => upsert({ ...row, title: 'Fair' }, keep),
    ])
      expect(await failureOf(call)).toMatchObject({ code: 'input', field: 'event.identifiers' })
    const [nameless] = await collect(client.list(keep))
    expect(await failureOf(() => client.update(nameless ?? '', fields, keep))).toMatchObject({ code: 'input' })
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  test('a value that is no event may stand for the event, so that upsert creates nothing', async () => {
    const { client, requests } = clientOver('v2', [json(listOf('x'))])
    expect(await failureOf(() => client.upsert(row, keep))).toMatchObject({ code: 'schema', outcome: 'not applied' })
    expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
  })
})

describe('changes of a service without a date of the last change', () => {
  const date = 'Fri, 01 May 2026 13:00:00 GMT'
  const body = (...events: readonly object[]) =>
    json(pageWith('osdi:events', events, { total_records: events.length }), 200, { date })

  test('changes with keep yields every event each time, and moves the cursor only by dates that it has seen', async () => {
    const { client } = clientOver('v2', [body(undated('e1'), undated('e2'))], keep)
    for (const since of [undefined, '2026-04-01T00:00:00Z']) {
      const changes = client.changes({ since })
      expect((await collect(changes)).map((each) => idOf(each))).toEqual(['e1', 'e2'])
      expect(changes.report).toMatchObject({ complete: true, rejected: 0 })
      expect(changes.cursor).toBe(since)
    }
  })
})

describe('items under another relation', () => {
  const lists = [
    ['events', (id: string, version: 'v1' | 'v2') => eventOf(version, id), ['osdi:event', 'platform:events', 'events']],
    [
      'attendances',
      (id: string) => ({ ...rsvp, identifiers: [`platform:${id}`] }),
      ['platform:attendances', 'x:attendance', 'osdi:attendance'],
    ],
    ['people', (id: string) => ({ identifiers: [`platform:${id}`], given_name: 'Ada' }), ['osdi:person', 'x:people']],
    [
      'campaigns',
      (id: string) => ({ identifiers: [`platform:${id}`], title: 'Spring' }),
      ['osdi:event_campaign', 'event_campaigns'],
    ],
  ] as const
  const cases = versions.flatMap(({ version }) =>
    lists.map(([name, itemOf, relations]) => ({ version, name, itemOf, relations })),
  )

  const listOver = (version: 'v1' | 'v2', name: (typeof lists)[number][0], body: object) => {
    const client = clientOver(version, [json(body)]).client as AnyClient
    const relation = version === 'v1' ? 'osdi:attendance' : 'osdi:attendances'
    const links = {
      self: { href: address(version, 'events/e1') },
      [relation]: { href: address(version, 'events/e1/x') },
    }
    if (name === 'events') return client.list()
    if (name === 'attendances') return client.attendances(eventOf(version, 'e1', { _links: links }) as never)
    return name === 'people' ? client.people() : client.campaigns()
  }

  test.each(cases)(
    '$name of $version are read under the singular or plural of any prefix',
    async ({ version, name, itemOf, relations }) => {
      for (const relation of relations) {
        const items = [itemOf('i1', version), itemOf('i2', version)]
        const body = { total_records: 2, _embedded: { [relation]: items, 'osdi:tags': [] } }
        const list = listOver(version, name, body)
        expect(await collect(list as AsyncIterable<object>), relation).toEqual(items)
        expect(list.report, relation).toMatchObject({ complete: true })
        const single = listOver(version, name, { total_records: 1, _embedded: { [relation]: items[0] } })
        expect((await single.toArray({ max: 9 })).items, relation).toEqual([items[0]])
      }
    },
  )

  test.each(cases)(
    '$name of $version: another relation alone is a SchemaError, unless it is empty',
    async ({ version, name, itemOf, relations }) => {
      const item = itemOf('i1', version)
      for (const embedded of [{ 'osdi:donations': [item] }, { [relations[0]]: [item], 'osdi:donations': [item] }]) {
        const error = await failureOf(() =>
          collect(listOver(version, name, { _embedded: embedded }) as AsyncIterable<object>),
        )
        expect(error).toMatchObject({ code: 'schema', issues: [{ field: '_embedded' }] })
        const isPersonal = name === 'attendances' || name === 'people'
        expect(error.message).toContain(isPersonal ? '[redacted]' : 'osdi:donations')
      }
      const known = name === 'campaigns' ? 'platform:event_campaigns' : `osdi:${name}`
      const both = listOver(version, name, { total_records: 1, _embedded: { [known]: [], [relations[1]]: [item] } })
      expect((await both.toArray({ max: 9 })).items).toEqual([item])
      for (const embedded of [
        { 'osdi:donations': [] },
        { [relations[0]]: [], x: {} },
        { [known]: [], 'osdi:donations': [item] },
        {},
      ]) {
        const list = listOver(version, name, { total_records: 0, total_pages: 0, _embedded: embedded })
        expect(await collect(list as AsyncIterable<object>)).toEqual([])
      }
    },
  )

  test.each(cases)(
    '$name of $version: an error with the status of a success, or items outside of _embedded, are no empty list',
    async ({ version, name, itemOf }) => {
      const error = { errors: [{ title: 'No' }], page: 1, _links: { self: { href: address(version, 'events') } } }
      for (const body of [error, { error: 'No', _embedded: {} }, { success: false, total_records: 0 }]) {
        const { message } = await failureOf(() => listOver(version, name, body).toArray({ max: 9 }))
        expect(message).toContain('is an error, not a collection')
      }
      const plural = { events: 'events', attendances: 'attendances', people: 'people', campaigns: 'event_campaigns' }
      const outside = { page: 1, [plural[name]]: [itemOf('i1', version)] }
      expect(await failureOf(() => listOver(version, name, outside).toArray({ max: 9 }))).toMatchObject({
        code: 'schema',
        issues: [{ field: '_embedded' }],
      })
      const warned = { errors: [{ title: 'Slow' }], total_records: 1 }
      const relation = version === 'v1' && name === 'attendances' ? 'osdi:attendance' : `osdi:${plural[name]}`
      const list = listOver(version, name, { ...warned, _embedded: { [relation]: [itemOf('i1', version)] } })
      expect((await list.toArray({ max: 9 })).items).toHaveLength(1)
    },
  )

  test('page, eventsOf of a copy, embeddedOf and report read them too', async () => {
    const events = [eventOf('v2', 'e1'), eventOf('v2', 'e2', { title: 5 })]
    const { client } = clientOver('v2', [json({ total_records: 2, _embedded: { 'platform:event': events } })])
    const page = await client.page(1, { onInvalid: 'report' })
    expect(eventsOf(page)).toEqual([events[0]])
    expect(eventsOf({ ...page })).toEqual([events[0]])
    expect(embeddedOf(page, 'osdi:events')).toEqual([events[0]])
    expect(embeddedOf({ _embedded: { 'osdi:attendance': [rsvp] } }, 'osdi:attendances')).toEqual([rsvp])
    expect(embeddedOf({ _embedded: { 'osdi:creator': {} } }, 'osdi:events')).toEqual([])
    expect(await failureOf(() => client.page(1))).toMatchObject({
      issues: [{ field: '_embedded.platform:event[1].title' }],
    })
    expect(await client.checkKey()).toBe(true)
  })

  test('links to items under another relation, without the items, are a SchemaError', async () => {
    const body = { _links: { 'osdi:event': [{ href: address('v2', 'events/e1') }] } }
    expect(await failureOf(() => clientOver('v2', [json(body)]).client.page(1))).toMatchObject({ code: 'schema' })
    const root = { total_records: 0, _links: { events: { href: address('v2', 'events') } } }
    expect(eventsOf(await clientOver('v2', [json(root)]).client.page(1))).toEqual([])
  })
})
