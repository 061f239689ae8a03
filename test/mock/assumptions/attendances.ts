import { expect } from 'vitest'
import { hrefsOf, type Resource, type worldOf } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each } from './cases.ts'

/** An event with an accepted and a declined RSVP, both over HTTP, and what the second was answered with. */
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
export const attendances: Cases<'totalAccepted' | 'attendanceFields' | 'attendanceLinks'> = {
  totalAccepted: each(['every RSVP', 'accepted'], 'of an event, %s counts', async (setting, open, version) => {
    const world = open()
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
    expect(['person' in recorded, ...listed.map((one) => 'person' in one)]).toEqual([shown, false, false])
    expect(listed.map(({ status }) => status)).toEqual(['accepted', 'declined'])
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
}
