import fc from 'fast-check'
import { createMockService, type MockServiceOptions, type Version } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { Table } from '../../mock-server/store/table.ts'
import { callerOf, eventsOf, hrefOf, idOf, type Resource, titlesOf, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const queryOf = (odata: string) => `?filter=${encodeURIComponent(odata)}`

/** A service that honours filters; `found` returns the titles that a filter finds. */
const open = (version: Version, options: MockServiceOptions = {}) => {
  const made = worldOf(version, { ...options, assumptions: { filter: 'honoured', ...options.assumptions } })
  const found = async (odata: string) => titlesOf(await made.list(queryOf(odata)), version)
  const refusal = async (odata: string) => {
    const { status, body } = await made.send('GET', `/events${queryOf(odata)}`)
    expect(status).toBe(400)
    return String(body.error)
  }
  return { ...made, found, refusal }
}

/** The fields that a filter compares, out of the tables of the two documents. */
const fieldsOf: Readonly<Record<Version, Readonly<Record<string, readonly string[]>>>> = {
  v1: {
    text: [
      ...['originating_system', 'summary', 'description', 'platform:event_instructions', 'url'],
      ...['platform:event_campaign_id', 'status', 'transparence', 'visibility'],
    ],
    moment: ['created_at', 'modified_at'],
    local: ['start'],
    number: ['total_accepted'],
    flag: ['guestsCanInviteOthers'],
  },
  v2: {
    text: [
      ...['origin_system', 'name', 'title', 'description', 'instructions', 'browser_url', 'featured_image_url'],
      ...['platform:event_campaign_id', 'status', 'transparence', 'visibility'],
    ],
    moment: ['created_date', 'modified_date'],
    local: ['start_date', 'end_date'],
    number: ['total_accepted', 'capacity'],
    flag: ['guests_can_invite_others', 'platform:hidden'],
  },
}

const ordered = ['text', 'moment', 'local', 'number']
const others: Readonly<Record<string, readonly unknown[]>> = {
  text: ['', 'Zebra', "O'Brien", 'confirmed'],
  moment: ['2025-10-01T00:00:00Z', '2025-11-01T12:00:00+02:00', '2025-12-01'],
  local: ['2026-01-15T12:00:00Z', '2026-01-15T12:00:00', '2026-01-15T12:00:00-08:00', '2026-01-15'],
  number: [-1, 2.5, 100],
  flag: [true, false],
}

const written = (value: unknown) => (typeof value === 'string' ? `'${value.split("'").join("''")}'` : String(value))

/** Whether an event in a response matches a filter. */
interface Filter {
  readonly text: string
  readonly holds: (event: Resource) => boolean
}

/** A value of an event, or of a filter, as it is compared. */
const compared = (kind: string, value: unknown): string | number | undefined => {
  if (value === undefined || value === null) return undefined
  if (kind === 'moment') return Date.parse(String(value))
  if (kind === 'local') return Date.parse(`${`${value}T00:00:00`.slice(0, 19)}Z`)
  return kind === 'text' ? String(value) : Number(value)
}

const comparing = (kind: string, field: string, operator: string, literal: unknown): Filter => ({
  text: `${field} ${operator} ${written(literal)}`,
  holds: (event) => {
    const [one, other] = [compared(kind, event[field]), compared(kind, literal)]
    if (operator === 'eq') return one === other
    if (operator === 'ne') return one !== other
    if (one === undefined || other === undefined) return false
    if (operator.startsWith('l')) return one < other || (operator === 'le' && one === other)
    return one > other || (operator === 'ge' && one === other)
  },
})

/** Filters over the fields of some events. */
const filtersOver = (version: Version, events: readonly Resource[]) => {
  const comparison = fc
    .constantFrom(
      ...Object.entries(fieldsOf[version]).flatMap(([kind, all]) => all.map((field) => [kind, field] as const)),
    )
    .chain(([kind, field]) => {
      const shown = events.map((event) => event[field]).filter((value) => value !== undefined)
      const literal = fc.constantFrom(...shown, ...(others[kind] ?? []))
      const operators = ordered.includes(kind) ? ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] : ['eq', 'ne']
      return fc.oneof(
        fc
          .tuple(fc.constantFrom(...operators), literal)
          .map(([operator, one]) => comparing(kind, field, operator, one)),
        fc.constantFrom('eq', 'ne').map((operator) => comparing(kind, field, operator, null)),
      )
    })
  return fc.letrec<{ any: Filter }>((tie) => ({
    any: fc.oneof(
      { maxDepth: 3 },
      { arbitrary: comparison, weight: 2 },
      fc.tuple(tie('any'), fc.constantFrom('and', 'or'), tie('any')).map(([one, join, other]) => ({
        text: `(${one.text}) ${join} (${other.text})`,
        holds: (event: Resource) =>
          join === 'and' ? one.holds(event) && other.holds(event) : one.holds(event) || other.holds(event),
      })),
    ),
  })).any
}

test.for(versions)(
  'a filtered list has exactly the events of the whole list whose fields match, in the same order: %s',
  async (version) => {
    const service = createMockService({ events: 25, perPage: 100, assumptions: { filter: 'honoured', capacity: 100 } })
    const { list, create } = callerOf(service, service.seeded.group, version)
    const plain = await create({ origin: "O'Brien", description: 'Zebra' })
    service.addEvent({ title: 'Zebra', visibility: 'private', end_date: '2026-01-15T12:00:00' })
    service.cancelEvent(idOf(plain))
    service.attend(idOf(plain), 3)
    const events = eventsOf(await list())
    const check = async ({ text, holds }: Filter) => {
      const found = await list(queryOf(text))
      expect(eventsOf(found)).toEqual(events.filter(holds))
      expect(found.total_records).toBe(events.filter(holds).length)
    }
    await fc.assert(fc.asyncProperty(filtersOver(version, events), check), { numRuns: 100 })
  },
)

test.for(versions)(
  'a filter accepts only field names of the requested version, and only fields with a single value: %s',
  async (version) => {
    const { refusal } = open(version)
    const other = version === 'v1' ? 'v2' : 'v1'
    const foreign = Object.values(fieldsOf[other]).flat()
    const own = Object.values(fieldsOf[version]).flat()
    const withMembers = ['identifiers', 'location', 'reminders', 'platform:sponsor']
    const composite = [...withMembers, 'toString', '__proto__', 'wire']
    for (const name of [...foreign.filter((name) => !own.includes(name)), ...composite]) {
      const error = await refusal(`${name} eq null`)
      // The error repeats a field name of this version, and no other text of the filter.
      const subject = withMembers.includes(name) ? `${name} ` : ''
      expect(error).toContain(
        `filter: at character 1: ${subject}is not a field that a filter can compare; there are identifier, `,
      )
      for (const field of own) expect(error).toContain(field)
    }
  },
)

test.for(versions)('a filter refuses a literal of another type than its field: %s', async (version) => {
  const { refusal, found } = open(version)
  const { title, modified, start, guests } = names[version]
  const wrong = [
    ...[`${title} eq 5`, `${title} eq true`, `identifier eq 42`, `identifier gt 'a:1'`, `${title} gt null`],
    ...[
      `total_accepted eq '5'`,
      `total_accepted eq true`,
      `${guests} eq 'true'`,
      `${guests} eq 1`,
      `${guests} gt false`,
    ],
    ...[
      `${modified} gt 5`,
      `${modified} gt 'yesterday'`,
      `${modified} gt '2026-02-30'`,
      `${modified} gt '2026-05-01T00:00:00'`,
    ],
    ...[`${modified} gt '2026-05-01T00:00:00 02:00'`, `${start} lt 'noon'`, `${start} lt 2026`, `${start} lt null`],
  ]
  for (const text of wrong) expect(await refusal(text), text).toMatch(/^filter: at character 1: (?:takes|this|null) /)
  for (const text of [`${start} lt '2026-05-01T00:00'`, `${title} eq null`, 'identifier ne null'])
    expect(await found(text)).toEqual([])
})

test.for(versions)(
  'a filter finds an event by each of its identifiers, and by its id with or without the prefix: %s',
  async (version) => {
    const { create, found, refusal, individualKey, service } = open(version)
    const picnic = await create({ title: 'Picnic', identifiers: ['calendar:42', "list:O'Neill"] })
    await create({ title: 'Fair', identifiers: ['calendar:43'] })
    await callerOf(service, individualKey, version).create({ title: 'Secret', identifiers: ['calendar:44'] })
    const id = idOf(picnic)
    for (const text of ['calendar:42', "list:O''Neill", `platform:${id}`, id]) {
      expect(await found(`identifier eq '${text}'`)).toEqual(['Picnic'])
      expect(await found(`identifier ne '${text}'`)).toEqual(['Fair'])
    }
    for (const text of ['42', 'calendar:', 'Calendar:42', 'calendar:44', 'platform:none', ''])
      expect(await found(`identifier eq '${text}'`)).toEqual([])
    expect(await found("identifier eq 'calendar:43' or identifier eq 'calendar:42'")).toEqual(['Picnic', 'Fair'])
    expect(await found("identifier eq 'calendar:42' or identifier eq 'list:O''Neill'")).toEqual(['Picnic'])
    expect(await found(`identifier eq 'calendar:42' and identifier eq '${id}'`)).toEqual(['Picnic'])
    expect(await found("identifier eq 'calendar:42' and identifier eq 'calendar:43'")).toEqual([])
    expect(await found(`identifier eq 'calendar:42' or ${names[version].title} eq 'Fair'`)).toEqual(['Picnic', 'Fair'])
    expect(await found('identifier ne null')).toEqual(['Picnic', 'Fair'])
    expect(await found('identifier eq null')).toEqual([])
    expect(await refusal("identifiers eq 'calendar:42'")).toContain('is not a field')
  },
)

test.for(['seconds', 'milliseconds'] as const)(
  'a filter compares times with the precision that responses show: %s',
  async (timestamps) => {
    const { create, found } = open('v2', { now: '2026-05-01T12:00:00.600Z', assumptions: { timestamps } })
    const { modified_date: shown } = await create({ title: 'Picnic' })
    for (const operator of ['eq', 'ge', 'le'])
      expect(await found(`modified_date ${operator} '${shown}'`)).toEqual(['Picnic'])
    for (const operator of ['ne', 'gt', 'lt']) expect(await found(`modified_date ${operator} '${shown}'`)).toEqual([])
    expect(await found("created_date gt '2026-05-01T12:00:00.500Z'")).toEqual(
      timestamps === 'seconds' ? [] : ['Picnic'],
    )
    expect(await found("modified_date lt '2026-05-01T12:00:00.500Z'")).toEqual(
      timestamps === 'seconds' ? ['Picnic'] : [],
    )
  },
)

test.for(versions)('a filtered list has pages and next links, as a list without a filter has: %s', async (version) => {
  const { service, key, list, follow, update } = open(version, {
    now: '2026-05-01T12:00:00Z',
    perPage: 5,
    assumptions: { order: 'newest first' },
  })
  for (let number = 1; number <= 9; number += 1) service.addEvent({ title: `Event ${number}` }, { key })
  const since = service.clock.now().toISOString()
  const { modified, title } = names[version]
  const changed = ['6', '2', '9', '4'].map((number) => `Event ${number}`)
  for (const name of changed) {
    const [event] = eventsOf(await list(queryOf(`${title} eq '${name}'`)))
    await update(event as Resource, { description: 'Bring a friend' })
  }
  const first = await list(`${queryOf(`${modified} ge '${since}'`)}&per_page=3`)
  expect(first).toMatchObject({ total_records: 4, total_pages: 2, per_page: 3, page: 1 })
  const second = await follow(hrefOf(first, 'next') ?? '')
  expect([titlesOf(first, version), titlesOf(second, version)]).toEqual([
    ['Event 9', 'Event 6', 'Event 4'],
    ['Event 2'],
  ])
  expect(hrefOf(second, 'next')).toBeUndefined()
  const beyond = await list(`${queryOf(`${modified} ge '${since}'`)}&page=7`)
  expect([titlesOf(beyond, version), beyond.total_pages]).toEqual([[], 1])
})

test.for(versions)("a filter of a campaign's events finds only events that the key can see: %s", async (version) => {
  const { service, key, campaign, individualKey, found, send } = open(version)
  const other = service.addCampaign({ title: 'Autumn', key })
  service.addEvent({ title: 'Spring picnic', campaign, name: 'x' }, { key })
  service.addEvent({ title: 'Autumn picnic', campaign: other, name: 'x' }, { key })
  service.addEvent({ title: 'Theirs' }, { key: individualKey })
  const { modified, title } = names[version]
  const all = `${modified} gt '2026-01-01'`
  const inCampaign = async (odata: string) => {
    const { status, body } = await send('GET', `/event_campaigns/${campaign.id}/events${queryOf(odata)}`)
    return status === 200 ? titlesOf(body, version) : String(body.error)
  }
  expect(await found(all)).toEqual(['Spring picnic', 'Autumn picnic'])
  for (const odata of [all, `${title} ne null`]) expect(await inCampaign(odata)).toEqual(['Spring picnic'])
  expect(await inCampaign(`${title} eq 'Autumn picnic'`)).toEqual([])
  expect(await inCampaign('no filter')).toMatch(/^filter: /)
  expect(await found(`platform:event_campaign_id eq '${other.id}'`)).toEqual(['Autumn picnic'])
})

test.for(versions)(
  'with the assumption scope "key", a filter finds only events that this key created: %s',
  async (version) => {
    const { service, group, create, found } = open(version, { assumptions: { scope: 'key' } })
    await create({ title: 'Mine', identifiers: ['calendar:1'] })
    await callerOf(service, service.addKey({ group }), version).create({ title: 'Yours', identifiers: ['calendar:2'] })
    expect(await found(`${names[version].modified} gt '2026-01-01'`)).toEqual(['Mine'])
    expect(await found("identifier eq 'calendar:2'")).toEqual([])
  },
)

test.for(versions)('a filtered page shows every earlier write: %s', async (version) => {
  const { service, create, update, found } = open(version)
  const { title, modified } = names[version]
  const filters = [
    `${title} eq 'Picnic'`,
    `${modified} gt '2026-01-01' and ${title} eq 'Picnic'`,
    "identifier eq 'c:1'",
  ]
  const all = async () => Promise.all(filters.map(found))
  const start = service.snapshot()
  expect(await all()).toEqual([[], [], []])
  const made = await create({ title: 'Picnic', identifiers: ['c:1'] })
  expect(await all()).toEqual([['Picnic'], ['Picnic'], ['Picnic']])
  await update(made, { title: 'Fair', identifiers: ['c:1'] })
  expect(await all()).toEqual([[], [], ['Fair']])
  service.updateEvent(idOf(made), { title: 'Picnic' })
  expect(await all()).toEqual([['Picnic'], ['Picnic'], ['Picnic']])
  const later = service.snapshot()
  service.removeEvent(idOf(made))
  expect(await all()).toEqual([[], [], []])
  service.restore(later)
  expect(await all()).toEqual([['Picnic'], ['Picnic'], ['Picnic']])
  service.restore(start)
  expect(await all()).toEqual([[], [], []])
})

test('lists with different filters or of different versions do not share cached pages', async () => {
  const { service, key, list, found } = open('v2', { perPage: 1 })
  for (const title of ['Picnic', 'Fair', "Ann's & Bob's + 1%"]) service.addEvent({ title }, { key })
  const inV1 = callerOf(service, key, 'v1')
  for (let round = 0; round < 2; round += 1) {
    expect(await found("title eq 'Fair'")).toEqual(['Fair'])
    expect(await found("title eq 'Ann''s & Bob''s + 1%'")).toEqual(["Ann's & Bob's + 1%"])
    expect(titlesOf(await list(), 'v2')).toEqual(['Picnic'])
    expect(titlesOf(await inV1.list(queryOf("summary eq 'Fair'")), 'v1')).toEqual(['Fair'])
    expect((await inV1.send('GET', `/events${queryOf("title eq 'Fair'")}`)).status).toBe(400)
  }
  const first = await list(queryOf("title ne 'Ann''s & Bob''s + 1%'"))
  expect(titlesOf(await list(new URL(hrefOf(first, 'next') ?? '').search), 'v2')).toEqual(['Fair'])
})

/** How many events are read for a page of a filter. */
const readsOf = async (world: { list: (query: string) => Promise<Resource> }, odata: string, page = 1) => {
  const at = vi.spyOn(Table.prototype, 'at')
  try {
    const { total_records } = await world.list(`${queryOf(odata)}&page=${page}`)
    return { total_records, reads: at.mock.calls.length }
  } finally {
    at.mockRestore()
  }
}

test('a filter by modified_date or identifier reads only the matching events', async () => {
  const events = 2000
  const service = createMockService({ events, assumptions: { filter: 'honoured' } })
  const world = callerOf(service, service.seeded.group, 'v2')
  const since = service.clock.now().toISOString()
  for (let number = 1; number <= 30; number += 1) await world.create({ identifiers: [`calendar:${number}`] })
  const until = service.clock.now().toISOString()
  await world.create()
  const few = async (odata: string, total_records: number, page?: number) => {
    const found = await readsOf(world, odata, page)
    expect(found, odata).toMatchObject({ total_records })
    // The matching events, and their people and groups.
    expect(found.reads, odata).toBeLessThan(150)
  }
  await few(`modified_date ge '${since}'`, 31)
  await few(`modified_date ge '${since}' and modified_date lt '${until}'`, 30)
  await few(`origin_system eq 'Calendar' and (modified_date gt '${since}' and title eq 'Picnic')`, 30)
  await few(`modified_date eq '${until}' or modified_date gt '2030-01-01'`, 1)
  await few(`modified_date lt '2000-01-01'`, 0)
  await few("identifier eq 'calendar:7'", 1)
  await few("title eq 'Picnic' and (identifier eq 'calendar:7' or identifier eq 'calendar:8')", 2)
  // A later page of the same list: the service runs the filter once.
  expect(await readsOf(world, "title ne 'x'")).toMatchObject({ total_records: events + 31 })
  await few("title ne 'x'", events + 31, 60)
  expect((await readsOf(world, "modified_date ne '2000-01-01'")).reads).toBeGreaterThan(events)
})

test.for(versions)(
  'a repeated filter is refused, and a filter at an address without filters is refused: %s',
  async (version) => {
    const { service, send, create, list } = open(version, { assumptions: { otherQuery: 400 } })
    const path = `/events/${idOf(await create())}`
    const twice = await send('GET', "/events?filter=identifier eq 'a:1'&filter=identifier eq 'b:1'")
    expect([twice.status, twice.body.error]).toEqual([400, 'filter: must be given only once'])
    expect(await list(queryOf('total_accepted eq 0'))).toMatchObject({ total_records: 1 })
    const { attendancesPath } = names[version]
    for (const other of [path, `${path}/${attendancesPath}`])
      expect((await send('GET', `${other}${queryOf('total_accepted eq 0')}`)).status).toBe(400)
    expect(service.requests.at(-1)).toMatchObject({ query: { filter: 'total_accepted eq 0' } })
  },
)

test('a filter may contain any bytes, and no error repeats its text', async () => {
  const { send } = open('v2')
  for (const text of ["title eq 'my secret7", 'secret7 eq 1', 'title secret7 1', 'title eq secret7', 'a eq 1 secret7'])
    expect(JSON.stringify((await send('GET', `/events${queryOf(text)}`)).body)).not.toContain('secret7')
  for (const bytes of ['%ED%A0%80', '%00', '%FF', '%F0%9F%8C%B3', '%22%5C%0A'])
    expect((await send('GET', `/events?filter=title eq '${bytes}'`)).status).toBe(200)
})

test.for(versions)(
  'a filter of people compares each of their addresses, and all of them for "ne": %s',
  async (version) => {
    const { service, key, send } = open(version)
    const nora = service.addPerson({ given_name: 'Nora', email_address: 'nora@example.org' })
    const bea = service.addPerson({ given_name: 'Bea', email_address: 'bea@example.org' })
    const event = service.addEvent({ title: 'Picnic' }, { key })
    // The key sees people who attend its events.
    for (const person of [nora, bea, service.addPerson({ given_name: 'Cleo', email_address: null })])
      service.attend(event, person)
    const addresses = ['nora@example.org', 'nora@example.net'].map((address) => ({ address }))
    expect((await send('PUT', `/people/${nora.id}`, { email_addresses: addresses })).status).toBe(200)
    const found = async (odata: string) => {
      const { body } = await send('GET', `/people${queryOf(odata)}`)
      const all = body._embedded['osdi:people'] as readonly { readonly given_name: string }[]
      return all
        .map(({ given_name }) => given_name)
        .filter((name) => ['Nora', 'Bea', 'Cleo'].includes(name))
        .toSorted()
    }
    expect(await found("email_address eq 'nora@example.net'")).toEqual(['Nora'])
    expect(await found("email_address ne 'nora@example.net'")).toEqual(['Bea', 'Cleo'])
    expect(await found("email_address gt 'bea@example.net'")).toEqual(['Bea', 'Nora'])
    expect(await found('email_address eq null')).toEqual(['Cleo'])
    expect(await found('email_address ne null')).toEqual(['Bea', 'Nora'])
  },
)

test('a filter says whether null or a field can be compared with eq and ne alone', async () => {
  const { refusal } = open('v2')
  expect(await refusal('total_accepted gt null')).toContain('null takes only eq and ne')
  expect(await refusal('guests_can_invite_others gt true')).toContain('this field takes only eq and ne')
})

test('a service that compares times by day compares texts and numbers whole', async () => {
  const { found, create } = open('v2', { assumptions: { filter: 'by day' } })
  await create({ title: 'Bread' })
  await create({ title: 'Cake' })
  expect(await found("title gt 'Bread'")).toEqual(['Cake'])
  expect(await found("title lt 'Cake'")).toEqual(['Bread'])
  expect(await found('total_accepted lt 0')).toEqual([])
})
