import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

test('an event of the API can be chosen from its first RSVP on, with everyone who acted on it (v1 §1.5, v2 §1.6)', async () => {
  await using opened = await explored({ service: { now }, at: 'lists' })
  const { page, service, server, troubles } = opened
  await page.getByText('Nothing can be chosen yet').waitFor()
  const key = server.keys.group
  const event = { title: 'Picnic', origin_system: 'Calendar' }
  const picnic = service.addEvent(event, { key, via: 'api' })
  service.addEvent({ title: 'Walk' }, { key: server.keys.individual })
  await page.getByText('0 of 1 events can be chosen').waitFor()
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.net' })
  service.attend(picnic, ada)
  await page.getByText('1 of 1 events can be chosen').waitFor()
  const row = page.getByRole('row', { name: '[1, Calendar Event], Picnic' })
  await row.waitFor()
  service.attend(picnic, 2)
  await row.getByRole('cell', { name: '3', exact: true }).waitFor()
  await row.getByRole('link').click()
  await page.getByRole('heading', { level: 2, name: '[1, Calendar Event], Picnic' }).waitFor()
  const people = page.getByRole('table', { name: 'People who acted' })
  await people.getByRole('row', { name: 'Ada Lovelace ada@example.net' }).waitFor()
  expect(await people.getByRole('row').count()).toBe(4)
  service.attend(picnic, 1)
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 4)
  await page.getByRole('link', { name: 'The event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  expect(troubles).toEqual([])
})

test('the dashboard lists what was made in the user interface, and says how much was not (v1 §1.4, v2 §1.5a)', async () => {
  await using opened = await explored({ service: { now, events: 30 }, at: 'lists' })
  const { page, service, server } = opened
  const listed = service.dashboard(service.seeded.group)
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByText(`${listed.length} of 30.`).waitFor()
  const titles = () => page.locator('tbody .row-link').allTextContents()
  await page.locator('tbody .row-link').first().waitFor()
  expect((await titles()).toReversed()).toEqual(listed.map(({ title }) => title))
  service.addEvent({ title: 'Of the API' }, { key: server.keys.group, via: 'api' })
  service.addEvent({ title: 'Of the page' }, { key: server.keys.group })
  await page.getByRole('row', { name: 'Of the page' }).waitFor()
  expect(await titles()).not.toContain('Of the API')
  await page.getByRole('link', { name: 'were made through the API' }).click()
  await page.getByText('made through the API', { exact: true }).waitFor()
  await page.getByRole('row', { name: 'Of the API' }).waitFor()
  expect(await page.getByRole('row', { name: 'Of the page' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Whatever how they were made' }).click()
  await page.getByRole('row', { name: 'Of the page' }).waitFor()
})

test('an e-mail list has whoever acted, of whoever is chosen, and leads to what they come to (v2 §4.7)', async () => {
  await using opened = await explored({ service: { now }, at: 'lists' })
  const { page, service, server, troubles } = opened
  const key = server.keys.group
  const host = service.addPerson({ given_name: 'Grace', family_name: 'Hopper' })
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace' })
  const picnic = service.addEvent({ title: 'Picnic', creator: host }, { key })
  const walk = service.addEvent({ title: 'Walk' }, { key })
  service.attend(picnic, ada)
  service.attend(walk, 1)
  await page.getByRole('link', { name: 'E-mail list' }).click()
  await page.getByText('2 people are on this list').waitFor()
  await page.getByRole('combobox', { name: 'Whose' }).selectOption({ label: 'Grace Hopper (creator of events)' })
  await page.getByText('One person is on this list').waitFor()
  expect(page.url()).toContain(`#/lists/${host.id}/e-mail`)
  service.attend(picnic, 5)
  await page.getByText('6 people are on this list').waitFor()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('lovelace')
  await page.waitForFunction(() => document.querySelectorAll('tbody tr').length === 1)
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('with an RSVP of Ada Lovelace').waitFor()
  await page.getByRole('row', { name: 'Picnic' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Picnic'])
  const html = await page.content()
  for (const token of Object.values(server.keys)) expect(html).not.toContain(token)
  expect(troubles).toEqual([])
})

test('a list of somebody who is gone, or never was, says so', async () => {
  await using opened = await explored({ service: { now }, at: 'lists/nobody/dashboard' })
  const { page, service } = opened
  await page.getByText('Nobody has this id').waitFor()
  await page.getByRole('combobox', { name: 'Whose' }).selectOption({ index: 1 })
  await page.getByText('No actions are listed').waitFor()
  expect(page.url()).toContain(`#/lists/${service.seeded.group.group}/dashboard`)
})

test('lists say when the service did not answer, and can be asked for again', async () => {
  await using opened = await explored({ service: { now, events: 10 } })
  const { page, server } = opened
  await page.route('**/_mock/lists', (route) => route.abort(), { times: 1 })
  await page.goto(`${server.url}/_mock/ui#/lists`)
  await page.getByRole('alert').getByText('/_mock/lists got no answer').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('events can be chosen').waitFor()
})

const hostile = [
  '<img src="https://elsewhere.example.org/seen" onerror="window.struck = true">',
  '</title><script>window.struck = true</script>',
  'javascript:window.struck=true',
]

test('hostile names, titles and origins are shown as they are in lists, filters and dialogs', async () => {
  await using opened = await explored({ service: { now }, at: 'lists' })
  const { page, service, server, troubles } = opened
  const all = hostile.join(' ')
  const group = service.addGroup({ title: all })
  const key = service.addKey({ group })
  const person = service.addPerson({ given_name: all, family_name: all, postal_code: all })
  const event = service.addEvent({ title: all, origin_system: all }, { key, via: 'api' })
  service.addCampaign({ title: all, key })
  service.attend(event, person)
  await page.goto(`${server.url}/_mock/ui#/lists/${group.id}`)
  await page.getByRole('link', { name: `[1, ${all} Event], ${all}` }).click()
  await page.getByRole('heading', { level: 2, name: hostile[0] ?? '' }).waitFor()
  await page
    .getByRole('row', { name: hostile[1] ?? '' })
    .getByRole('link')
    .click()
  await page.getByText(`with an RSVP of ${all}`).waitFor()
  await page.goto(`${server.url}/_mock/ui#/events?owner=${group.id}`)
  await page.getByText(`of ${all}`, { exact: true }).waitFor()
  await page
    .getByRole('row', { name: hostile[0] ?? '' })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'RSVP' }).click()
  await page.getByRole('dialog', { name: hostile[0] ?? '' }).waitFor()
  await page.getByRole('button', { name: 'Known' }).click()
  await page.getByLabel('Find by name').fill('window.struck')
  await page.getByRole('radio', { name: hostile[1] ?? '' }).waitFor()
  expect(await page.evaluate(() => 'struck' in window)).toBe(false)
  expect(await page.locator('main img, main script, dialog img, dialog script').count()).toBe(0)
  expect(troubles).toEqual([])
})

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in any list, ${colorScheme} and ${width} pixels wide`, async () => {
    await using opened = await explored({
      service: { now, events: 30 },
      colorScheme,
      viewport: { width, height: 600 },
      at: 'lists',
    })
    const { page, server, service } = opened
    const { group = '' } = service.seeded.group
    const { group: _, person: account } = service.seeded.individual
    const [chosen] = service.targeting(service.seeded.group)
    for (const [at, shown] of [
      [`lists/${group}`, 'can be chosen'],
      [`lists/${group}/targeting/${chosen?.id}`, 'All that can be chosen'],
      [`lists/${group}/dashboard`, 'The list of all actions'],
      [`lists/${group}/e-mail`, 'on this list'],
      [`lists/${account}/e-mail`, 'Nobody is on this list yet'],
      [`events?owner=${group}&person=${chosen?.people[0]}&attended=true&via=api&from=2026-01-01`, 'with an RSVP of'],
    ] as const) {
      await page.goto(`${server.url}/_mock/ui#/${at}`)
      await page.getByText(shown).first().waitFor()
      await page.locator('tbody .row-link, .empty').first().waitFor()
      expect(await faultsOf(page), at).toEqual([])
      if (at.startsWith('lists')) await page.getByRole('link', { name: 'Dashboard' }).click({ trial: true })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), at).toBe(width)
      expect(await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth), at).toBe(
        0,
      )
    }
  })
