import type { MockServiceError } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { steered } from '../support/served.ts'

test('mockAdmin changes people and campaigns as the methods of the service do', async () => {
  await using at = await steered()
  const { admin, service, keys } = at
  const driver = await admin.addTag({ name: 'driver', key: keys.group })
  const ada = await admin.addPerson({ given_name: 'Ada', phone_number: '+1 202 555 0101' })
  const changes = { email_address: null, custom_fields: { diet: 'vegan' }, tags: [driver] }
  const changed = await admin.updatePerson(ada, changes)
  expect(changed).toMatchObject({ id: ada.id, email_address: '', phone_number: '12025550101', tags: [driver] })
  expect(await admin.person(ada.id)).toEqual(changed)
  expect(service.updatePerson(ada.id, {})).toEqual(changed)

  const spring = await admin.addCampaign({ title: 'Spring', name: 'Spring 7', key: keys.group })
  const summer = await admin.updateCampaign(spring.id, { title: 'Summer', name: null, hidden: true })
  expect(summer).toMatchObject({ id: spring.id, title: 'Summer', 'platform:hidden': true })
  expect(summer).not.toHaveProperty('name')
  expect(await admin.campaign(spring)).toEqual(summer)
})

test('PUT people/<id> and PUT campaigns/<id> refuse a wrong body as the methods of the service do', async () => {
  await using at = await steered()
  const { admin, service, keys } = at
  const ada = service.addPerson({ given_name: 'Ada' })
  const spring = service.addCampaign({ title: 'Spring', key: keys.group })
  const errorOf = (run: () => unknown) => {
    try {
      run()
    } catch (error) {
      const { code, field, message } = error as MockServiceError
      return { code, field, message }
    }
    throw new Error('nothing was thrown')
  }
  const cases: readonly (readonly [through: () => Promise<unknown>, inProcess: () => unknown])[] = [
    [
      () => admin.updatePerson(ada, { phone_number: 'none' }),
      () => service.updatePerson(ada, { phone_number: 'none' }),
    ],
    [() => admin.updatePerson('none', {}), () => service.updatePerson('none', {})],
    [() => admin.updatePerson('..', {}), () => service.updatePerson('..', {})],
    [() => admin.updateCampaign(spring, { title: '' }), () => service.updateCampaign(spring, { title: '' })],
    [() => admin.updateCampaign('none', {}), () => service.updateCampaign('none', {})],
  ]
  for (const [through, inProcess] of cases) await expect(through()).rejects.toMatchObject(errorOf(inProcess))
  const refused = await at.ask(`/_mock/people/${ada.id}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"nickname":"Al"}',
  })
  expect([refused.status, await refused.json()]).toMatchObject([400, { code: 'argument', field: 'person.nickname' }])
})

test('campaignRows searches the campaigns of all owners, and returns them in pages, newest first', async () => {
  await using at = await steered()
  const { admin, service, keys } = at
  const spring = service.addCampaign({ title: 'Spring', name: 'Rivers', hidden: true, key: keys.group })
  for (let number = 1; number <= 4; number += 1) service.addCampaign({ title: `Fair ${number}`, key: keys.group })
  const picnic = service.addEvent({ title: 'Picnic', campaign: spring })
  service.attend(picnic, 2)
  const titles = async (query: object) => (await admin.campaignRows(query)).campaigns.map(({ title }) => title)
  expect(await titles({ per_page: 2 })).toEqual(['Fair 4', 'Fair 3'])
  expect(await titles({ per_page: 2, page: 3 })).toEqual(['Spring'])
  expect(await titles({ per_page: 2, page: 4 })).toEqual([])
  const [group] = await admin.groups()
  expect(await admin.campaignRows({ search: 'RIVERS' })).toEqual({
    ...{ total: 1, page: 1, per_page: 50 },
    campaigns: [
      {
        ...{ id: spring.id, title: 'Spring', origin: spring.origin_system, via: 'ui', hidden: true },
        ...{ owner: { id: group?.id, title: group?.title }, events: 1, rsvps: 2 },
      },
    ],
  })
})

test('events shows status, visibility and whether an event is over, and selects by status and campaign', async () => {
  await using at = await steered()
  const { admin, service, keys } = at
  const campaign = service.addCampaign({ title: 'Spring', key: keys.group })
  // 9 in the evening in Honolulu is already the next day in UTC.
  const place = { location: { locality: 'Honolulu', region: 'HI' } }
  service.addEvent({ title: 'Over', start_date: '2026-04-30T21:00:00', end_date: '2026-05-01T01:59:59', ...place })
  service.addEvent({ title: 'On', start_date: '2026-04-30T21:00:00', end_date: '2026-05-01T02:01:00', ...place })
  const off = service.addEvent({ title: 'Off', status: 'cancelled', visibility: 'private', hidden: true, campaign })
  const { events } = await admin.events({ sort: 'created' })
  expect(events).toMatchObject([
    { title: 'Over', status: 'confirmed', visibility: 'public', hidden: false, past: true },
    { title: 'On', past: false },
    { title: 'Off', status: 'cancelled', visibility: 'private', hidden: true, past: false },
  ])
  for (const query of [{ status: 'cancelled' }, { campaign }, { campaign: campaign.id }] as const)
    expect((await admin.events(query)).events.map(({ id }) => id)).toEqual([off.id])
  await expect(admin.events({ campaign: 'none' })).rejects.toMatchObject({ code: 'unknown', field: 'campaign' })
  await expect(admin.events({ status: 'gone' as never })).rejects.toMatchObject({ code: 'argument', field: 'status' })
})

test('events of a person have their RSVP, messages selects by person, and people selects by tag', async () => {
  await using at = await steered()
  const { admin, service, keys } = at
  const driver = service.addTag({ name: 'driver', key: keys.group })
  const [ada, bo] = [service.addPerson({ tags: [driver] }), service.addPerson({ tags: [driver] })]
  service.addPerson()
  const picnic = service.addEvent({ title: 'Picnic' })
  service.attend(picnic, bo)
  const [attendance] = service.attend(picnic, ada, { status: 'declined' })
  expect((await admin.events({ person: ada })).events).toMatchObject([{ id: picnic.id, attendance }])
  expect((await admin.messages({ person: bo })).messages.map(({ person }) => person)).toEqual([bo.id])
  expect((await admin.messages({ person: ada })).total).toBe(0)
  const tagged = async (query: object) => (await admin.people({ tag: driver, ...query })).people.map(({ id }) => id)
  expect(await tagged({})).toEqual([ada.id, bo.id])
  expect(await tagged({ per_page: 1, page: 2 })).toEqual([bo.id])
  service.updatePerson(ada, { tags: [] })
  expect(await tagged({})).toEqual([bo.id])
  const both = admin.people({ tag: driver, event: picnic })
  await expect(both).rejects.toMatchObject({ code: 'argument', field: 'tag' })
})
