import fc from 'fast-check'
import { type AttendanceStatus, createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test, vi } from 'vitest'
import { Table } from '../../mock-server/store/table.ts'
import { callerOf, hrefOf, hrefsOf, idOf, type Resource, worldOf } from '../support/api.ts'
import { names, versions } from '../support/names.ts'

const queryOf = (odata: string) => `?filter=${encodeURIComponent(odata)}`

/** An event of a service that honours filters, and its list of RSVPs. */
const open = (version: 'v1' | 'v2', options: MockServiceOptions = {}) => {
  const world = worldOf(version, { ...options, assumptions: { filter: 'honoured', ...options.assumptions } })
  const event = world.service.addEvent({ title: 'Picnic' }, { key: world.key })
  const path = `/events/${event.id}/${names[version].attendancesPath}`
  const list = (query = '') => world.follow(`${path}${query}`)
  return { ...world, event, path, list }
}

const listed = (page: Resource, version: 'v1' | 'v2') =>
  page._embedded[names[version].attendances] as readonly Resource[]
const idsIn = (page: Resource, version: 'v1' | 'v2') => listed(page, version).map((one) => idOf(one))

test.for(versions)(
  'a list of RSVPs has pages of 25 in the order of recording, with next links: %s',
  async (version) => {
    const { service, event, list, follow } = open(version)
    const ids = service.attend(event, 60).map(({ id }) => id)
    const found: string[] = []
    let page = await list()
    expect(page).toMatchObject({ total_pages: 3, per_page: 25, page: 1, total_records: 60 })
    for (;;) {
      found.push(...idsIn(page, version))
      expect(hrefsOf(page, 'osdi:attendance')).toEqual(listed(page, version).map((one) => hrefOf(one, 'self')))
      const next = hrefOf(page, 'next')
      if (next === undefined) break
      page = await follow(next)
    }
    expect(found).toEqual(ids)
    expect(idsIn(await list('?per_page=2&page=2'), version)).toEqual(ids.slice(2, 4))
  },
)

test.for(versions)('a page of RSVPs, with or without a filter, shows every earlier write: %s', async (version) => {
  const { service, event, list, member } = open(version)
  const declined = queryOf("status eq 'declined'")
  const totals = async () => [(await list()).total_records, (await list(declined)).total_records]
  expect(await totals()).toEqual([0, 0])
  service.attend(event, member)
  expect(await totals()).toEqual([1, 0])
  const snapshot = service.snapshot()
  service.attend(event, member, { status: 'declined' })
  expect(await totals()).toEqual([1, 1])
  service.restore(snapshot)
  expect(await totals()).toEqual([1, 0])
})

const operators = ['eq', 'ne', 'gt', 'ge', 'lt', 'le'] as const

test.for(versions)(
  'a filtered list of RSVPs has exactly the RSVPs of the whole list whose fields match: %s',
  async (version) => {
    const { service, event, list } = open(version, { perPage: 100 })
    const statuses: readonly AttendanceStatus[] = ['accepted', 'declined', 'tentative']
    const guests = service.attend(event, 12)
    for (const [at, { person }] of guests.entries())
      if (at % 3 > 0) service.attend(event, person, { status: statuses[at % 3] ?? 'accepted' })
    service.attend(service.addEvent({ title: 'Other' }), 2)
    const all = listed(await list(), version)
    const { created, modified } = names[version]
    const comparison = fc.constantFrom(created, modified, 'status').chain((field) =>
      fc.record({
        field: fc.constant(field),
        operator: fc.constantFrom(...operators),
        value: fc.constantFrom(...all.map((one) => String(one[field]))),
      }),
    )
    const holds = (one: Resource, { field, operator, value }: { field: string; operator: string; value: string }) => {
      const shown = String(one[field])
      if (shown === value) return ['eq', 'ge', 'le'].includes(operator)
      return operator === 'ne' || (shown > value ? operator.startsWith('g') : operator.startsWith('l'))
    }
    const property = fc.asyncProperty(
      comparison,
      fc.constantFrom('and', 'or'),
      comparison,
      async (one, join, other) => {
        const text = [one, other]
          .map(({ field, operator, value }) => `${field} ${operator} '${value}'`)
          .join(` ${join} `)
        const wanted = all.filter((each) =>
          join === 'and' ? holds(each, one) && holds(each, other) : holds(each, one) || holds(each, other),
        )
        expect(listed(await list(queryOf(text)), version), text).toEqual(wanted)
      },
    )
    await fc.assert(property, { numRuns: 80 })
  },
)

test.for(versions)(
  'a filter finds an RSVP by its identifier or its id without the prefix, only in the list of its event: %s',
  async (version) => {
    const { service, event, list } = open(version)
    const [one, other] = service.attend(event, 3)
    const [elsewhere] = service.attend(service.addEvent({ title: 'Other' }), 1)
    const found = async (odata: string) => idsIn(await list(queryOf(odata)), version)
    for (const name of [one?.id, `platform:${one?.id}`])
      expect(await found(`identifier eq '${name}'`)).toEqual([one?.id])
    expect(await found(`identifier eq '${other?.id}' or identifier eq 'platform:${one?.id}'`)).toEqual([
      one?.id,
      other?.id,
    ])
    for (const none of [elsewhere?.id, event.id, 'calendar:1'])
      expect(await found(`identifier eq '${none}'`)).toEqual([])
    expect(await found(`identifier ne '${one?.id}'`)).toHaveLength(2)
  },
)

test.for(versions)(
  'links of a filtered page of RSVPs have the filter, and an unknown field in a filter is refused by name: %s',
  async (version) => {
    const { service, event, list, send, path } = open(version, { perPage: 2 })
    service.attend(event, 3)
    const query = queryOf("status eq 'accepted'")
    const page = await list(query)
    expect(page).toMatchObject({ total_records: 3, total_pages: 2 })
    for (const relation of ['self', 'next'])
      expect(new URL(hrefOf(page, relation) ?? '').searchParams.get('filter')).toBe("status eq 'accepted'")
    const { status, body } = await send('GET', `${path}${queryOf('total_accepted eq 1')}`)
    const { created, modified } = names[version]
    const known = `identifier, ${created}, ${modified}, status`
    expect([status, body.error]).toEqual([
      400,
      `filter: at character 1: is not a field that a filter can compare; there are ${known}`,
    ])
  },
)

test.for(versions)(
  'a list of RSVPs ignores the filter parameter when the assumption filter is "ignored": %s',
  async (version) => {
    const { service, event, list } = open(version, { assumptions: { filter: 'ignored' } })
    service.attend(event, 2)
    expect(await list(queryOf("status eq 'declined'"))).toEqual(await list())
  },
)

test('a GET of one page of a very long list of RSVPs reads only this page, and a filter runs only once for all pages', async () => {
  const { service, event, list } = open('v2')
  const guests = service.attend(event, 3000)
  for (const { person } of guests.slice(0, 20)) service.attend(event, person, { status: 'declined' })
  const readsOf = async (query: string) => {
    const at = vi.spyOn(Table.prototype, 'at')
    try {
      return { total: (await list(query)).total_records, reads: at.mock.calls.length }
    } finally {
      at.mockRestore()
    }
  }
  for (const [query, total] of [
    ['', 3000],
    ['?page=100', 3000],
  ] as const) {
    const read = await readsOf(query)
    expect(read.total, query).toBe(total)
    expect(read.reads, query).toBeLessThan(60)
  }
  const accepted = queryOf("status eq 'accepted'")
  expect((await readsOf(accepted)).reads).toBeGreaterThan(2900)
  expect((await readsOf(`${accepted}&page=9`)).reads).toBeLessThan(60)
})

test('with the assumption scope "key", a list of RSVPs leaves out RSVPs to events of another key of the group', async () => {
  const { service, group, path, list } = open('v2', { assumptions: { scope: 'key' } })
  await list()
  const second = callerOf(service, service.addKey({ group }), 'v2')
  expect((await second.send('GET', path)).status).toBe(404)
})

test('with the namespace action_network, identifiers and prefixed fields of RSVPs have the prefix action_network', async () => {
  const service = createMockService({ namespace: 'action_network' })
  const event = service.addEvent({ title: 'Picnic' })
  const [attendance] = service.attend(event, 1)
  const { follow } = callerOf(service, service.seeded.group, 'v2')
  const [shown] = listed(await follow(`/events/${event.id}/attendances`), 'v2')
  expect(shown).toMatchObject({
    identifiers: [`action_network:${attendance?.id}`],
    'action_network:person_id': attendance?.person,
    'action_network:event_id': event.id,
  })
})
