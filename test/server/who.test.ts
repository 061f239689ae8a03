import { controlOf } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { served } from '../support/served.ts'

const now = '2026-05-01T12:00:00Z'

/** A server or one of its worlds, without events. */
async function placed(place: string) {
  const opened = await served({}, { now })
  const { url, keys } = place === 'server' ? opened.server : await controlOf(opened.server.url).world({ now })
  return { opened, keys, control: controlOf(url), [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose]() }
}

for (const place of ['server', 'world']) {
  test(`a ${place} lists its keys with whose they are, its groups and its campaigns`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const ada = await control.addPerson({ given_name: 'Ada', family_name: 'Abebe' })
    const group = await control.addGroup({ title: 'Park friends', creator: ada })
    const ofGroup = await control.addKey({ group })
    const ofAda = await control.addKey({ person: ada })
    const all = await control.keys()
    expect(all.map(({ token }) => token)).toEqual([keys.group, keys.individual, ofGroup.token, ofAda.token])
    expect(all.slice(2)).toEqual([
      { ...ofGroup, title: 'Park friends' },
      { ...ofAda, title: 'Ada Abebe' },
    ])
    const groups = await control.groups()
    expect(groups).toHaveLength(2)
    expect(groups[1]).toEqual(group)
    const spring = await control.addCampaign({ title: 'Spring', key: ofGroup })
    const summer = await control.addCampaign({ title: 'Summer', key: ofAda })
    expect(await control.campaigns()).toEqual([spring, summer])
    expect(await control.campaigns(ofAda)).toEqual([summer])
    expect(await control.requests()).toEqual([])
  })

  test(`a ${place} lists people: all, those who come to an event, those on a list`, async () => {
    await using at = await placed(place)
    const { control, keys } = at
    const { total: before } = await control.people()
    const ada = await control.addPerson({ given_name: 'Ada', family_name: 'Abebe', email_address: 'ada@example.net' })
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
    const all = await control.people({ per_page: 2, page: 1 })
    expect(all).toMatchObject({ total: before + 4, page: 1, per_page: 2 })
    expect(all.people).toHaveLength(2)
    expect((await control.people({ per_page: 1000 })).people).toHaveLength(before + 4)
    expect((await control.people({ page: 99 })).people).toEqual([])
  })
}

test('people are searched by names, addresses, postal codes and ids, in any case and order', async () => {
  await using at = await placed('server')
  const { control, keys } = at
  const person = {
    given_name: 'Ada',
    family_name: 'Lovelace',
    email_address: 'first@example.net',
    postal_code: '37206',
  }
  const ada = await control.addPerson(person)
  const walk = await control.addEvent({ title: 'Walk' }, { key: keys.group })
  for (const search of ['lovelace ada', 'FIRST@', '37206', ada.id.slice(0, 13)])
    expect((await control.people({ search })).people, search).toEqual([ada])
  expect((await control.people({ search: 'lovelace', event: walk })).people).toEqual([])
  await control.attend(walk, ada)
  expect((await control.people({ search: 'lovelace', event: walk })).people).toEqual([ada])
})

test('who comes twice, where that counts again, is listed once', async () => {
  await using opened = await served({}, { now, assumptions: { onePersonOnce: 'again' } })
  const control = controlOf(opened.server.url)
  const ada = await control.addPerson()
  const walk = await control.addEvent({ title: 'Walk' }, { key: opened.server.keys.group })
  await control.attend(walk, ada)
  await control.attend(walk, 1)
  await control.attend(walk, ada)
  const { total, people } = await control.people({ event: walk })
  expect(total).toBe(2)
  expect(people[0]).toEqual(ada)
})

test.for([
  ['people', 'event=nothing', 404, 'event'],
  ['people', 'list=nobody', 404, 'list'],
  ['people', 'event=a&list=b', 400, 'list'],
  ['people', 'per_page=1001', 400, 'per_page'],
  ['people', 'name=Ada', 400, 'name'],
  ['campaigns', 'key=no-such-key', 404, 'key'],
  ['keys', 'token=', 400, 'token'],
] as const)('%s?%s is refused', async ([path, query, status, field]) => {
  await using opened = await served()
  expect(await opened.control(`GET ${path}?${query}`)).toMatchObject({ status, json: { field } })
})
