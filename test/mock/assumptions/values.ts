import { expect } from 'vitest'
import { callerOf, eventsOf, hrefOf, idOf, titlesOf } from '../../support/api.ts'
import { names } from '../../support/names.ts'
import { type Cases, each, eachOnly } from './cases.ts'

const onlyV2 = { version: 'v2', because: 'version 1 has no such field (v1 §2.1)' } as const

/** The values that the service makes. */
export const values: Cases<
  'unset' | 'timestamps' | 'localTimes' | 'modified' | 'ids' | 'language' | 'hidden' | 'capacity' | 'campaignLink'
> = {
  unset: each(['absent', 'null'], 'a field without a value is %s', async (setting, open, version) => {
    const { caller } = open()
    const { instructions, start } = names[version]
    const made = await caller.create()
    const fields = ['description', instructions, start, ...(version === 'v2' ? ['name', 'end_date'] : [])]
    for (const event of [made, eventsOf(await caller.list())[0] ?? made]) {
      for (const field of fields) {
        expect([field, field in event, event[field]]).toEqual(
          setting === 'absent' ? [field, false, undefined] : [field, true, null],
        )
      }
      // Version 1 never shows a field that its tables do not have (v1 §2.1).
      if (version === 'v1') expect(event).not.toHaveProperty('name')
    }
  }),
  timestamps: each(['seconds', 'milliseconds'], 'times are written to %s', async (setting, open, version) => {
    const { service, key } = open()
    const made = await callerOf(service, key, version).create()
    const form = { seconds: /^2026-05-01T12:\d\d:\d\dZ$/, milliseconds: /^2026-05-01T12:\d\d:\d\d\.\d{3}Z$/ }[setting]
    expect(made[names[version].created]).toMatch(form)
    expect(made[names[version].modified]).toMatch(form)
  }),
  localTimes: each(['Z', 'no zone'], 'local times have %s, whatever was sent', async (setting, open, version) => {
    const { caller } = open()
    const { start } = names[version]
    for (const zone of ['', 'Z', '+02:00']) {
      const made = await caller.create({
        start: `2026-06-20T11:00:00${zone}`,
        end_date: `2026-06-20T12:00:00${zone}`,
      })
      const suffix = setting === 'Z' ? 'Z' : ''
      expect(made[start]).toBe(`2026-06-20T11:00:00${suffix}`)
      if (version === 'v2') expect(made.end_date).toBe(`2026-06-20T12:00:00${suffix}`)
    }
  }),
  modified: each(['stays', 'moves'], 'with a PUT of nothing and an RSVP it %s', async (setting, open, version) => {
    const { service, caller } = open()
    const { modified } = names[version]
    const made = await caller.create({ title: 'Same' })
    service.clock.advance('PT1H')
    const put = await caller.update(made, { title: 'Same' })
    expect(put[modified] !== made[modified]).toBe(setting === 'moves')
    service.clock.advance('PT1H')
    service.attend(made, 1)
    const after = await caller.read(made)
    expect(after.total_accepted).toBe(1)
    expect(after[modified] !== put[modified]).toBe(setting === 'moves')
  }),
  ids: each(['uuid', 'number'], 'each is another %s', async (setting, open, version) => {
    const { service, key, group, creator, campaign } = open()
    const form = { uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, number: /^[1-9]\d*$/ }[setting]
    const caller = callerOf(service, key, version)
    const made = [idOf(await caller.create()), idOf(await caller.create())]
    for (const id of [...made, group.id, creator.id, campaign.id]) expect(id).toMatch(form)
    expect(made[0]).not.toBe(made[1])
    expect(idOf(await caller.read(made[1] ?? ''))).toBe(made[1])
  }),
  language: each(['en', 'English', 'eng'], '"English" is written %s', async (setting, open) => {
    const { caller } = open()
    expect((await caller.create()).location).toMatchObject({ language: setting })
    const located = await caller.create({ location: { postal_code: '20003', language: 'fr' } })
    expect(located.location).toMatchObject({ language: setting })
  }),
  hidden: eachOnly(onlyV2, [false, true], 'platform:hidden of the interface is %s', async (setting, open) => {
    const { service, key } = open()
    const made = await callerOf(service, key, 'v2').create({ 'platform:hidden': !setting })
    expect(made['platform:hidden']).toBe(setting)
  }),
  capacity: eachOnly(onlyV2, ['absent', 1], 'that of the interface is %s, never enforced', async (setting, open) => {
    const { service, caller } = open()
    const made = await caller.create({ capacity: 7 })
    expect(made.capacity).toBe(setting === 'absent' ? undefined : setting)
    service.attend(made, 3)
    expect((await caller.read(made)).total_accepted).toBe(3)
  }),
  campaignLink: each(['bare', 'prefixed'], 'its address ends in the %s id', async (setting, open, version) => {
    const { service, key, campaign } = open()
    const { id } = service.addEvent({ title: 'Tree walk', campaign }, { key })
    const caller = callerOf(service, key, version)
    const event = await caller.read(id)
    const href = hrefOf(event, 'platform:event_campaign') ?? ''
    const last = { bare: campaign.id, prefixed: `platform:${campaign.id}` }[setting]
    expect(decodeURIComponent(href)).toBe(`${service.baseUrl}/api/${version}/event_campaigns/${last}`)
    expect(event['platform:event_campaign_id']).toBe(campaign.id)
    const found = await caller.follow(href)
    expect(hrefOf(found, 'self')).toBe(href)
    const prefixed = await caller.send('GET', `/event_campaigns/platform:${campaign.id}`)
    expect(prefixed.status).toBe(setting === 'prefixed' ? 200 : 404)
    const list = await caller.follow(`/event_campaigns/${campaign.id}/events`)
    expect(titlesOf(list, version)).toEqual(['Tree walk'])
  }),
}
