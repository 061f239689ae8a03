import { expect } from 'vitest'
import { hrefsOf, type Resource, type worldOf } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each } from './cases.ts'

const mailed = (address: string) => ({ person: { email_addresses: [{ address }] } })

/** An event with an accepted and a declined RSVP, both over HTTP, and the response to the second. */
const attended = async (world: ReturnType<typeof worldOf>, version: 'v1' | 'v2') => {
  const { caller, member } = world
  const made = await caller.create()
  const [address = ''] = hrefsOf(made, names[version].attendances)
  const link = { _links: { 'osdi:person': { href: caller.personHref(member) } } }
  await caller.send('POST', address, { person: { email_addresses: [{ address: 'ada@example.org' }] } })
  const { body: recorded } = await caller.send('POST', address, { ...link, status: 'declined' })
  const page = await caller.follow(address)
  return { made, recorded, page, listed: page._embedded[names[version].attendances] as readonly Resource[] }
}

/** How RSVPs are counted and shown. */
export const attendances: Cases<
  | 'totalAccepted'
  | 'attendanceFields'
  | 'attendanceLinks'
  | 'attendancePerson'
  | 'attendanceStatus'
  | 'autoresponse'
  | 'keylessRsvp'
  | 'keylessSignup'
  | 'failedRsvp'
> = {
  totalAccepted: each(['every RSVP', 'accepted'], 'of an event, %s counts', async (setting, open, version) => {
    const world = open({ assumptions: { attendanceStatus: 'kept' } })
    const { made, page } = await attended(world, version)
    expect(page.total_records).toBe(2)
    expect((await world.caller.read(made)).total_accepted).toBe(setting === 'accepted' ? 1 : 2)
  }),
  attendanceFields: each(['with ids', 'links alone'], 'an attendance is %s', async (setting, open, version) => {
    const world = open()
    const { recorded, listed } = await attended(world, version)
    const shown = setting === 'with ids'
    for (const one of [recorded, ...listed]) {
      expect(['platform:person_id' in one, 'platform:event_id' in one]).toEqual([shown, shown])
      expect(Object.keys(one._links)).toEqual(expect.arrayContaining(['self', 'osdi:event', 'osdi:person']))
      expect(one).toHaveProperty(names[version].modified)
    }
    expect(recorded['platform:referrer_data'] !== undefined).toBe(shown)
  }),
  attendanceLinks: each(
    ['osdi:attendance', 'osdi:attendances'],
    'a page links its attendances as %s',
    async (setting, open, version) => {
      const { page, listed } = await attended(open(), version)
      expect(Object.keys(page._links)).toEqual(['self', setting, 'curies'])
      expect(hrefsOf(page, setting)).toEqual(listed.flatMap((one) => hrefsOf(one, 'self')))
    },
  ),
  attendancePerson: each(
    ['absent', 'when recorded'],
    'the person of an RSVP is %s in its response, and in no page',
    async (setting, open, version) => {
      const { recorded, listed } = await attended(open(), version)
      const shown = [recorded, ...listed].map((one) => 'person' in one)
      expect(shown).toEqual([setting === 'when recorded', false, false])
    },
  ),
  attendanceStatus: each(['generated', 'kept'], 'the status of an RSVP is %s', async (setting, open, version) => {
    const world = open()
    const { recorded, listed } = await attended(world, version)
    const kept = setting === 'kept'
    expect(listed.map(({ status }) => status)).toEqual(['accepted', kept ? 'declined' : 'accepted'])
    const posted = world.service.requests.findLast(({ method }) => method === 'POST')
    expect(posted?.ignored.map(({ field }) => field)).toEqual(kept ? [] : ['status'])
    const [self = ''] = hrefsOf(recorded, 'self')
    const put = async (status: string) => (await world.caller.send('PUT', self, { status })).body.status
    expect(await put('attended')).toBe('attended')
    expect(await put('tentative')).toBe(kept ? 'tentative' : 'attended')
    expect(await put('accepted')).toBe('accepted')
  }),
  autoresponse: each(['every RSVP', 'by trigger'], 'an autoresponse goes to %s', async (setting, open, version) => {
    const { service, caller, key, member } = open()
    const { id } = service.addEvent({ title: 'Walk' }, { key })
    const address = `/events/${id}/${names[version].attendancesPath}`
    const trigger = (enabled: boolean) => ({ triggers: { autoresponse: { enabled } } })
    const link = { _links: { 'osdi:person': { href: caller.personHref(member) } } }
    await caller.send('POST', address, { ...mailed('a@example.org'), ...trigger(true) })
    await caller.send('POST', address, { ...mailed('b@example.org'), ...trigger(false) })
    await caller.send('POST', address, mailed('c@example.org'))
    await caller.send('POST', address, { ...link, ...trigger(true) })
    const made = await caller.create()
    await caller.send('POST', hrefsOf(made, names[version].attendances)[0] ?? '', {
      ...mailed('d@example.org'),
      ...trigger(true),
    })
    const sent = service.outbox.map(({ to }) => to)
    expect(sent).toEqual(
      setting === 'every RSVP'
        ? ['a@example.org', 'b@example.org', 'c@example.org', member.email_address]
        : ['a@example.org'],
    )
  }),
  keylessRsvp: each([403, '200 {}'], 'an RSVP without a key is answered with %s', async (setting, open, version) => {
    const { service, caller, key, member } = open()
    const { id } = service.addEvent({ title: 'Walk' }, { key })
    const address = `${service.baseUrl}/api/${version}/events/${id}/${names[version].attendancesPath}`
    const post = async (body: object, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const response = await service.fetch(address, { ...init, body: JSON.stringify(body) })
      return [response.status, setting === 403 ? {} : await response.json()] as const
    }
    const isServed = setting === '200 {}'
    expect(await post(mailed('a@example.org'))).toEqual(isServed ? [200, {}] : [403, {}])
    expect((await caller.follow(address)).total_records).toBe(isServed ? 1 : 0)
    // A wrong key, and a link to a person, need a right one.
    expect((await post(mailed('b@example.org'), { [names[version].key]: 'wrong' }))[0]).toBe(403)
    expect((await post({ _links: { 'osdi:person': { href: caller.personHref(member) } } }))[0]).toBe(403)
    expect((await caller.follow(address)).total_records).toBe(isServed ? 1 : 0)
  }),
  keylessSignup: each([403, '200 {}'], 'a signup without a key is answered with %s', async (setting, open, version) => {
    const { service } = open()
    const { group } = service.seeded
    const post = async (body: object, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
      const address = `${service.baseUrl}/api/${version}/people`
      const response = await service.fetch(address, { ...init, body: JSON.stringify(body) })
      return [response.status, setting === 403 ? {} : await response.json()] as const
    }
    const isServed = setting === '200 {}'
    const listed = () => service.mailingList(group.group ?? '').map(({ email_address }) => email_address)
    expect(await post(mailed('a@example.org'))).toEqual(isServed ? [200, {}] : [403, {}])
    expect(listed()).toEqual(isServed ? ['a@example.org'] : [])
    expect((await post(mailed('b@example.org'), { [names[version].key]: 'wrong' }))[0]).toBe(403)
    expect((await post({ person: {} }))[0]).toBe(isServed ? 400 : 403)
    expect(listed()).toEqual(isServed ? ['a@example.org'] : [])
  }),
  failedRsvp: each([400, '200 {}'], 'an RSVP without a contact is answered with %s', async (setting, open, version) => {
    const { service, caller } = open()
    const made = await caller.create()
    const [address = ''] = hrefsOf(made, names[version].attendances)
    const { status, body } = await caller.send('POST', address, { person: { given_name: 'Ada' } })
    const isServed = setting === '200 {}'
    expect([status, isServed ? body : {}]).toEqual([isServed ? 200 : 400, {}])
    const { reason, ignored } = service.requests.at(-1) ?? {}
    expect(isServed ? ignored?.at(-1)?.field : reason?.field).toBe('person.email_addresses')
    expect((await caller.follow(address)).total_records).toBe(0)
    // A link is refused in any case.
    const link = { _links: { 'osdi:person': { href: caller.personHref({ id: 'nobody' }) } } }
    expect((await caller.send('POST', address, link)).status).toBe(400)
  }),
}
