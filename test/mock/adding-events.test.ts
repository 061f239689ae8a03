import { expect, test } from 'vitest'
import { hrefOf, idOf, worldOf } from '../support/api.ts'

test("an event's campaign must be its owner's (v2 §4c)", () => {
  const { service, key, individualKey, campaign } = worldOf('v2')
  expect(() => service.addEvent({ title: 'x', campaign }, { key: individualKey })).toThrow('event.campaign')
  expect(service.addEvent({ title: 'x', campaign }, { key })['platform:event_campaign_id']).toBe(campaign.id)
})

test('an event handed in is answered as version 2 shows it (v2 §2.1a)', async () => {
  const { service, key, administrator, read } = worldOf('v2')
  const more = {
    ui: { capacity: 0, visibility: 'private', 'platform:hidden': true },
    api: { visibility: 'public', 'platform:hidden': false },
  } as const
  for (const via of ['ui', 'api'] as const) {
    const { 'platform:hidden': hidden, ...own } = more[via]
    const fields = {
      title: 'Tree walk',
      origin_system: 'Park friends',
      name: 'walk',
      ...(via === 'ui' && { ...own, hidden }),
    }
    const draft = { start_date: '2026-07-04T09:00:00Z', location: { venue: 'Arboretum', country: 'ca' } }
    const identifiers = [`calendar:${via}`]
    const { id, ...event } = service.addEvent(
      { ...fields, ...draft, identifiers, creator: administrator },
      { key, via },
    )
    const shown = await read(id)
    expect(shown).toEqual(event)
    expect(idOf(shown)).toBe(id)
    expect(shown).toMatchObject({ title: 'Tree walk', origin_system: 'Park friends', name: 'walk', ...more[via] })
    expect(shown.location).toMatchObject({ venue: 'Arboretum', country: 'CA' })
    expect(shown.identifiers).toContain(identifiers[0])
    expect(hrefOf(shown, 'osdi:creator')).toMatch(new RegExp(`/people/${administrator.id}$`))
  }
})

test('a creator handed in is an explicit one (v2 §4.7)', () => {
  const { service, key, administrator, stranger } = worldOf('v2')
  const { id } = service.addEvent({ title: 'Tree walk', creator: administrator.id }, { key })
  service.attend(id, stranger)
  expect(service.mailingList(administrator)).toEqual([stranger])
})
