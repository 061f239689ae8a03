import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf } from '../support/api.ts'

test('updateCampaign changes the given fields and modified_date, null clears, and the rest stays', async () => {
  const service = createMockService({ now: '2026-05-01T12:00:00Z' })
  const { group: key } = service.seeded
  const fields = { title: 'Spring', name: 'Spring 7', host_pitch: '<p>Host one.</p>', tag_list: ['parks'] }
  const spring = service.addCampaign({ ...fields, identifiers: ['crm:7'], key })
  service.clock.advance('PT1H')
  const changes = { title: 'Summer', host_pitch: null, tag_list: null, hidden: true, identifiers: ['crm:8'] }
  const changed = service.updateCampaign(spring, changes)
  expect(changed).toMatchObject({ id: spring.id, title: 'Summer', name: 'Spring 7', 'platform:hidden': true })
  expect(changed.identifiers).toEqual([`platform:${spring.id}`, 'crm:8'])
  expect(changed).not.toHaveProperty('host_pitch')
  expect(changed).toMatchObject({ created_date: spring.created_date, modified_date: '2026-05-01T13:00:00Z' })
  const { body } = await callerOf(service, key, 'v2').send('GET', `/event_campaigns/${spring.id}`)
  expect(body).toMatchObject({ title: 'Summer', identifiers: changed.identifiers })
  // A dropped identifier is free again.
  expect(service.addCampaign({ title: 'Autumn', identifiers: ['crm:7'], key }).identifiers).toContain('crm:7')
})

test('updateCampaign refuses a wrong value, names the field, and changes nothing', () => {
  const service = createMockService()
  const { group: key } = service.seeded
  const spring = service.addCampaign({ title: 'Spring', identifiers: ['crm:7'], key })
  const autumn = service.addCampaign({ title: 'Autumn', key })
  const before = service.snapshot().toJSON()
  const wrong: readonly (readonly [changes: object, field: string])[] = [
    [{ title: ' ' }, 'campaign.title'],
    [{ title: null }, 'campaign.title'],
    [{ hidden: null }, 'campaign.hidden'],
    [{ tag_list: [7] }, 'campaign.tag_list'],
    [{ identifiers: ['crm:7'] }, 'campaign.identifiers[0]'],
    [{ key }, 'campaign.key'],
  ]
  for (const [changes, field] of wrong)
    expect(() => service.updateCampaign(autumn, changes)).toThrow(expect.objectContaining({ code: 'argument', field }))
  expect(() => service.updateCampaign('none', {})).toThrow(
    expect.objectContaining({ code: 'unknown', field: 'campaign' }),
  )
  expect(service.snapshot().toJSON()).toEqual(before)
  expect(service.updateCampaign(spring, { identifiers: ['crm:7'] }).identifiers).toContain('crm:7')
})
