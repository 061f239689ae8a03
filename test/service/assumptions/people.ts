import { expect } from 'vitest'
import { callerOf, createdBy, hrefOf, hrefsOf, idOf } from '../../support/api.ts'
import type { Cases } from '../../support/assumption-cases.ts'
import { names } from '../../support/names.ts'

/** Owners, people and RSVPs. */
export const people: Cases<'scope' | 'onePersonOnce' | 'creatorRoles' | 'linked' | 'recordAttendance' | 'labelNumber'> =
  {
    scope: (['owner', 'key'] as const).map((setting) => ({
      setting,
      says: { owner: 'two keys of one group see the same events', key: 'a key sees what was made with it' }[setting],
      prove: async (open, version) => {
        const { service, key, group, campaign } = open()
        const second = callerOf(service, service.addKey({ group }), version)
        const first = callerOf(service, key, version)
        const made = await first.create()
        const seen = setting === 'owner'
        expect(await first.list()).toMatchObject({ total_records: 1 })
        expect(await second.list()).toMatchObject({ total_records: seen ? 1 : 0 })
        expect((await second.send('GET', `/events/${idOf(made)}`)).status).toBe(seen ? 200 : 404)
        const put = await second.send('PUT', `/events/${idOf(made)}`, { description: 'Changed' })
        expect(put.status).toBe(seen ? 200 : 404)
        const within = service.addEvent({ title: 'Within', campaign }, { key })
        const list = await second.send('GET', `/event_campaigns/${campaign.id}/events`)
        expect(JSON.stringify(list.body).includes(within.id)).toBe(seen)
        expect((await first.read(made)).description).toBe(seen ? 'Changed' : undefined)
      },
    })),
    onePersonOnce: (['once', 'again'] as const).map((setting) => ({
      setting,
      says: `the same person's second RSVP counts ${setting === 'once' ? 'no more' : 'again'}`,
      prove: async (open, version) => {
        const { service, key, stranger } = open()
        const caller = callerOf(service, key, version)
        const made = await caller.create()
        service.attend(made, stranger)
        service.attend(made, stranger.id)
        const body = { _links: { 'osdi:person': { href: caller.personHref(stranger) } } }
        const { attendances } = names[version]
        expect((await caller.send('POST', hrefOf(made, attendances) ?? '', body)).status).toBe(200)
        expect((await caller.read(made)).total_accepted).toBe(setting === 'once' ? 1 : 3)
        expect(service.targeting(key).map((entry) => new Set(entry.people).size)).toEqual([1])
      },
    })),
    creatorRoles: (['members too', 'separate'] as const).map((setting) => ({
      setting,
      says: { 'members too': 'an organizer counts as a member', separate: 'an organizer is no member' }[setting],
      only: { version: 'v1', because: 'version 2 names organizers itself and takes no member (v2 §4.5)' },
      prove: async (open) => {
        const { service, key, creator, member, organizer, administrator } = open()
        const caller = callerOf(service, key, 'v1')
        const creatorFor = async (person: { readonly id: string }) =>
          hrefOf(await caller.create(createdBy(caller.personHref(person))), 'osdi:creator')
        const expected = setting === 'members too' ? organizer : creator
        expect(await creatorFor(organizer)).toBe(caller.personHref(expected))
        for (const person of [member, administrator]) expect(await creatorFor(person)).toBe(caller.personHref(person))
      },
    })),
    linked: ([200, 404] as const).map((setting) => ({
      setting,
      says: `the addresses that links point to answer ${setting}`,
      prove: async (open, version) => {
        const { service, key, campaign } = open()
        const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
        const caller = callerOf(service, key, version)
        const event = await caller.read(id)
        const relations = ['osdi:creator', 'osdi:organizer', 'platform:embed', 'platform:event_campaign']
        for (const relation of [...relations, names[version].attendances]) {
          const [href = ''] = hrefsOf(event, relation)
          expect([relation, (await caller.send('GET', href)).status]).toEqual([relation, setting])
        }
        const list = await caller.send('GET', `/event_campaigns/${campaign.id}/events`)
        expect(list.status).toBe(200)
      },
    })),
    recordAttendance: (['records', 405] as const).map((setting) => ({
      setting,
      says: {
        records: 'POST to the attendances address records an RSVP',
        405: 'POST to the attendances address is refused',
      }[setting],
      prove: async (open, version) => {
        const { service, key, stranger } = open()
        const caller = callerOf(service, key, version)
        const made = await caller.create()
        const body = { _links: { 'osdi:person': { href: caller.personHref(stranger) } } }
        const { status } = await caller.send('POST', hrefOf(made, names[version].attendances) ?? '', body)
        expect(status).toBe(setting === 405 ? 405 : 200)
        expect((await caller.read(made)).total_accepted).toBe(setting === 405 ? 0 : 1)
      },
    })),
    labelNumber: [1, 3].map((setting) => ({
      setting,
      says: `the targeting label starts with ${setting}`,
      prove: async (open, version) => {
        const { service, key } = open()
        const made = await callerOf(service, key, version).create()
        service.attend(made, 2)
        expect(service.targeting(key)[0]?.label).toBe(`[${setting}, Calendar Event], Picnic`)
      },
    })),
  }
