import { expect, test } from 'vitest'
import { steered } from '../support/served.ts'

const person = { given_name: 'Ada', family_name: 'Lovelace', email_address: 'first@example.net', postal_code: '37206' }

test('keys are listed with whose they are, and groups and campaigns are', async () => {
  await using at = await steered()
  const { control, keys } = at
  const ada = await control.addPerson(person)
  const group = await control.addGroup({ title: 'Park friends', creator: ada })
  const [ofGroup, ofAda] = [await control.addKey({ group }), await control.addKey({ person: ada })]
  const [seededGroup, seededPerson, ...added] = await control.keys()
  expect([seededGroup?.token, seededPerson?.token]).toEqual([keys.group, keys.individual])
  expect(added).toEqual([
    { ...ofGroup, title: 'Park friends' },
    { ...ofAda, title: 'Ada Lovelace' },
  ])
  expect(await control.groups()).toEqual([expect.anything(), group])
  const spring = await control.addCampaign({ title: 'Spring', key: ofGroup })
  const summer = await control.addCampaign({ title: 'Summer', key: ofAda })
  expect(await control.campaigns()).toEqual([spring, summer])
  expect(await control.campaigns(ofAda)).toEqual([summer])
  expect(await control.requests()).toEqual([])
})

test('people are listed: all, those who come to an event, those on a list', async () => {
  await using at = await steered()
  const { control, keys } = at
  const { total: before } = await control.people()
  const ada = await control.addPerson(person)
  const group = (await control.groups())[0]?.id ?? ''
  const picnic = await control.addEvent({ title: 'Picnic', creator: ada }, { key: keys.group, via: 'api' })
  const walk = await control.addEvent({ title: 'Walk' }, { key: keys.group })
  await control.attend(picnic, 3)
  await control.attend(walk, ada)
  const guests = await control.people({ event: picnic })
  expect(guests.total).toBe(3)
  const [chosen] = await control.targeting(keys.group)
  expect(guests.people.map(({ id }) => id)).toEqual(chosen?.people)
  expect((await control.people({ event: walk })).people).toEqual([ada])
  expect((await control.people({ list: group })).people).toEqual(await control.mailingList(group))
  expect((await control.people({ list: ada })).people).toEqual(guests.people)
  const page = await control.people({ per_page: 2 })
  expect({ ...page, people: page.people.length }).toEqual({ total: before + 4, page: 1, per_page: 2, people: 2 })
  expect((await control.people({ page: 99 })).people).toEqual([])
})

test('people are searched by names, addresses, postal codes and ids, in any case and order', async () => {
  await using at = await steered()
  const { control, keys } = at
  const ada = await control.addPerson(person)
  for (const search of ['lovelace ada', 'FIRST@', '37206', ada.id.slice(0, 13)])
    expect((await control.people({ search })).people, search).toEqual([ada])
  const walk = await control.addEvent({ title: 'Walk' }, { key: keys.group })
  expect((await control.people({ search: 'lovelace', event: walk })).people).toEqual([])
  await control.attend(walk, ada)
  expect((await control.people({ search: 'lovelace', event: walk })).people).toEqual([ada])
})

test('who comes twice, where that counts again, is listed once', async () => {
  await using at = await steered({ assumptions: { onePersonOnce: 'again' } })
  const { control, keys } = at
  const ada = await control.addPerson()
  const walk = await control.addEvent({ title: 'Walk' }, { key: keys.group })
  for (const who of [ada, 1, ada]) await control.attend(walk, who)
  expect(await control.people({ event: walk })).toMatchObject({ total: 2, people: [ada, {}] })
})
