import { expect } from 'vitest'
import { callerOf, eventsOf, hrefOf, idOf, type Resource } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each } from './cases.ts'

const both = ['v1', 'v2'] as const

/** Events of event campaigns. */
export const campaigns: Cases<'campaignEvents' | 'vetting'> = {
  campaignEvents: each(
    ['of the owner', 'of every host'],
    'the events of a campaign are those %s',
    async (setting, open, version) => {
      const { service, key, individualKey, campaign, member, caller } = open()
      const host = () => service.addEvent({ title: 'Hosted', campaign }, { key: individualKey })
      const own = service.addEvent({ title: 'Own', campaign }, { key })
      const path = `/event_campaigns/${campaign.id}/events`
      if (setting === 'of the owner') {
        expect(host).toThrow('event.campaign')
        expect(eventsOf(await caller.follow(path)).map((one) => idOf(one))).toEqual([own.id])
        return
      }
      const byApi = () => service.addEvent({ title: 'Sent', campaign }, { key: individualKey, via: 'api' })
      expect(byApi).toThrow('event.campaign')
      const hosted = host()
      service.attend(hosted, 2)
      service.attend(hosted, member)
      const page = await caller.follow(path)
      expect([page.total_records, eventsOf(page).map((one) => idOf(one))]).toEqual([2, [own.id, hosted.id]])
      expect(await caller.follow(`/event_campaigns/${campaign.id}`)).toMatchObject({ total_events: 2, total_rsvps: 3 })
      // An individual account sponsors no event.
      expect(eventsOf(page).map((one) => 'platform:sponsor' in one)).toEqual([true, false])
      // The campaign's owner reads what the pages link to, and writes nothing.
      const collection = names[version].attendancesPath
      for (const address of [`${path}/${hosted.id}/${collection}`, `/events/${hosted.id}/${collection}`]) {
        const rsvps = await caller.follow(address)
        expect(rsvps.total_records).toBe(3)
        for (const rsvp of rsvps._embedded[names[version].attendances] as readonly Resource[])
          for (const relation of ['self', 'osdi:event', 'osdi:person'])
            await caller.follow(hrefOf(rsvp, relation) ?? '')
      }
      const shown = await caller.read(hosted.id)
      for (const relation of ['osdi:creator', 'platform:embed']) await caller.follow(hrefOf(shown, relation) ?? '')
      expect((await caller.send('PUT', `/events/${hosted.id}`, { description: 'Changed' })).status).toBe(404)
      const rsvp = { person: { email_addresses: [{ address: 'ada@example.org' }] } }
      expect((await caller.send('POST', `/events/${hosted.id}/${collection}`, rsvp)).status).toBe(404)
      expect(eventsOf(await caller.list()).map((one) => idOf(one))).toEqual([own.id])
      // The host sees the own event alone, and not the campaign.
      const other = callerOf(service, individualKey, version)
      expect(eventsOf(await other.list()).map((one) => idOf(one))).toEqual([hosted.id])
      expect((await other.send('GET', path)).status).toBe(404)
      service.removeEvent(hosted)
      expect((await caller.follow(path)).total_records).toBe(1)
    },
  ),
  vetting: each(['none', 'by campaign'], 'approval of new events: %s', async (setting, open) => {
    const { service, key, campaign, caller } = open()
    const vetted = service.addCampaign({ title: 'Vetted', vetting: true, key })
    expect(vetted).not.toHaveProperty('vetting')
    const created = await callerOf(service, key, 'v2').send('POST', `/event_campaigns/${vetted.id}/events`, {
      ...{ title: 'Picnic', origin_system: 'Calendar', status: 'confirmed' },
    })
    const first = setting === 'none' ? 'confirmed' : 'pending_approval'
    expect([created.status, created.body.status]).toEqual([200, first])
    const made = [{ campaign: vetted }, { campaign }, {}].map((at) =>
      service.addEvent({ title: 'Walk', ...at }, { key }),
    )
    expect(made.map(({ status }) => status)).toEqual([first, 'confirmed', 'confirmed'])
    // No request approves it; the user interface does.
    for (const version of both)
      expect(await callerOf(service, key, version).update(created.body, { status: 'cancelled' })).toMatchObject({
        status: first,
      })
    service.updateEvent(created.body, { status: 'confirmed' })
    expect((await caller.read(created.body)).status).toBe('confirmed')
    // A pending event sends no reminders.
    const [walk] = made
    if (!walk) return
    service.updateEvent(walk, { start_date: '2026-05-03T12:00:00' })
    service.attend(walk, 1)
    service.clock.advance('PT48H')
    expect(service.outbox.filter(({ kind }) => kind === 'reminder')).toHaveLength(setting === 'none' ? 1 : 0)
  }),
}
