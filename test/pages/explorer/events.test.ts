import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

const now = '2026-05-01T12:00:00Z'
const titlesOf = (page: Page) => page.locator('tbody .row-link').allTextContents()

test('the list of events in the explorer shows title, campaign, start, place, RSVPs and origin, and shows new events at once', async () => {
  await using opened = await explored({ service: { now }, at: 'data' })
  const { page, service, server, troubles } = opened
  await page.getByText('No events yet').waitFor()
  const key = server.keys.group
  const campaign = service.addCampaign({ title: 'Spring', key })
  const location = { venue: 'Band shell', locality: 'Nashville', region: 'TN' }
  const fields = { title: 'Picnic', origin_system: 'Calendar', start_date: '2026-06-20T10:00:00' }
  const picnic = service.addEvent({ ...fields, campaign, location }, { key, via: 'api' })
  const row = page.getByRole('row', { name: 'Picnic' })
  await row.waitFor()
  const cells = (await row.getByRole('cell').allTextContents()).map((text) => text.trim())
  const [when, where] = ['2026-06-20 10:00', 'Band shell, Nashville TN']
  expect(cells).toEqual(['Picnic', 'Spring', when, where, '0', 'API Calendar'])
  service.attend(picnic, 3)
  await row.getByRole('cell', { name: '3', exact: true }).waitFor()
  await page.getByText('Without a date').waitFor({ state: 'detached' })
  service.addEvent({ title: 'Fair', start_date: '2026-04-01T12:00:00' })
  service.addEvent({ title: 'Walk', start_date: '2026-06-20T12:00:00', status: 'cancelled', hidden: true })
  service.attend(service.addEvent({ title: 'Talk', visibility: 'private' }), 2)
  const chipsOf = (title: string) => page.getByRole('row', { name: title }).locator('.titled .chip, .start .chip')
  await page.getByRole('row', { name: 'Talk' }).waitFor()
  expect(await chipsOf('Fair').allTextContents()).toEqual(['past'])
  expect(await chipsOf('Walk').allTextContents()).toEqual(['cancelled', 'hidden'])
  expect(await chipsOf('Talk').allTextContents()).toEqual(['private'])
  await page.getByText('30 Mar 2026 to 21 Jun 2026').waitFor()
  await page.getByText('Without a date: 1 event, 2 RSVPs', { exact: true }).waitFor()
  expect(await page.locator('.week small').allTextContents()).toEqual([
    ...['30 Mar', '13 Apr', '27 Apr', '11 May', '25 May', '8 Jun'],
  ])
  // A column in which no event has anything is not there.
  await page.getByRole('searchbox', { name: 'Search events' }).fill('fair')
  await page.getByText(/^1 of \d+$/).waitFor()
  await page.getByRole('columnheader', { name: 'Campaign' }).waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
})

test('the list of events in the explorer shows an event that is created while the list loads for the first time', async () => {
  await using opened = await explored()
  const { page, service, server, go } = opened
  // The page hears of faults and of events in one go: once it says that a fault is active, it knows of the event.
  const heard = page.waitForFunction(() => document.querySelector('.badge') !== null)
  await page.route(
    '**/_mock/events?*',
    async (route) => {
      const response = await route.fetch()
      service.addEvent({ title: 'Kite day' }, { key: server.keys.group })
      service.faults.add({ effect: { kind: 'html' } })
      await heard
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await go('data')
  await page.getByRole('row', { name: 'Kite day' }).waitFor()
})

test('the list of events in the explorer searches and sorts, keeps slowly typed letters, and has search and order in its address', async () => {
  await using opened = await explored({ service: { events: 60, now }, at: 'data' })
  const { page } = opened
  const search = page.getByRole('searchbox', { name: 'Search events' })
  // Each letter comes while the one before is searched.
  for (const typed of ['P', 'PI', 'PIC', 'PICN', 'PICNI', 'PICNIC']) {
    const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('search') === typed)
    await search.press(typed.slice(-1))
    await searched
  }
  await page.waitForURL(/search=PICNIC/)
  expect(await search.inputValue()).toBe('PICNIC')
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  await page.reload()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('tbody .row-link').length > 1)
  const shown = await titlesOf(page)
  expect(shown.filter((title) => !/picnic/i.test(title))).toEqual([])
  expect(shown).toEqual(shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
})

test('the list of events in the explorer shows why the service refuses its filter, and repeats a failed request', async () => {
  await using opened = await explored({ at: 'data' })
  const { page, go } = opened
  const table = page.getByRole('table', { name: 'Events' })
  await table.waitFor()
  await go('data/events?from=tomorrow')
  await page.getByRole('alert').getByText('must be a date').waitFor()
  await table.waitFor({ state: 'detached' })
  await page.route('**/_mock/events?*', (route) => route.abort())
  await go('data')
  await page.getByRole('alert').getByText('got no response').waitFor()
  await page.unroute('**/_mock/events?*')
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await table.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('ten thousand events in the explorer load page by page, to the last one, and the arrow keys and Enter walk and open them', async () => {
  await using opened = await explored({ service: { events: 10_000, now }, at: 'data/events?sort=created' })
  const { page, service } = opened
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('1 to 50 of 10,000').waitFor()
  await pages.getByRole('button', { name: 'Last' }).click()
  await pages.getByText('9,951 to 10,000 of 10,000').waitFor()
  await page.getByText('10,000 in all').waitFor()
  const answer = await service.fetch(`${service.baseUrl}/api/v2/events?page=400&per_page=25`, {
    headers: { 'OSDI-API-Token': service.seeded.group.token },
  })
  const links = page.locator('tbody .row-link')
  const href = (await links.last().getAttribute('href')) ?? ''
  expect(JSON.stringify(await answer.json())).toContain(href.replace('#/data/events/', ''))
  await links.first().focus()
  for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  await expectFocus(links.nth(29))
  const title = (await links.nth(29).textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})

test('the explorer shows events and RSVPs by week, and a click filters the list by a week until it is removed', async () => {
  await using opened = await explored({ service: { now }, at: 'data' })
  const { page, service, server } = opened
  const add = (title: string, start_date: string) => service.addEvent({ title, start_date }, { key: server.keys.group })
  service.attend(add('Picnic', '2026-05-10T23:59:59'), 2)
  add('Walk', '2026-05-11T00:00:00')
  add('Old', '1969-12-31T10:00:00')
  const weeks = page.getByLabel('Week', { exact: true })
  await weeks.getByText('11 May 2026 · 1 event, 0 RSVPs').waitFor({ state: 'attached' })
  await weeks.selectOption('4 May 2026 · 1 event, 2 RSVPs')
  await page.getByText('from 4 May 2026').waitFor()
  await page.getByRole('row', { name: 'Walk' }).waitFor({ state: 'detached' })
  expect(await titlesOf(page)).toEqual(['Picnic'])
  // The same by the pointer, in the picture.
  await page.locator('.week[title^="11 May 2026"]').click()
  await page.getByRole('row', { name: 'Walk' }).waitFor()
  await page.getByRole('link', { name: 'Remove the filter from' }).click()
  await page.getByRole('link', { name: 'Remove the filter to' }).press('Enter')
  await expectFocus(page.locator('#main'))
  await page.getByRole('row', { name: 'Old' }).waitFor()
})

test('the page of an event in the explorer shows the fields of both versions side by side, its links and its JSON', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles, go } = opened
  const instructions = '<p>Bring <b>friends</b></p>'
  const times = { start_date: '2026-06-20T10:00:00', end_date: '2026-06-20T12:00:00' }
  const location = { venue: 'Band shell', locality: 'Nashville' }
  const picnic = service.addEvent(
    { title: 'Picnic', instructions, ...times, location },
    { key: server.keys.individual },
  )
  await go(`data/events/${picnic.id}`)
  const glance = page.getByRole('region', { name: 'At a glance' })
  await glance.getByText('2026-06-20 10:00 to 12:00').waitFor()
  await glance.getByText('Band shell, Nashville').waitFor()
  service.updateEvent(picnic, { end_date: '2026-06-21T12:00:00' })
  await glance.getByText('2026-06-20 10:00 to 2026-06-21 12:00').waitFor()
  await glance.getByText('confirmed').waitFor()
  const rowOf = (name: string) => page.getByRole('row', { name })
  await rowOf('summary title Picnic').waitFor()
  // Identifiers, and what is not there, are folded.
  expect(await rowOf('identifiers').count()).toBe(0)
  await page.getByText('Identifiers and links').click()
  await page.getByText(/fields are not there$/).click()
  for (const name of [
    'not in version 1 name not there',
    'identifiers identifiers',
    'osdi:attendance osdi:attendances',
    'not in version 1 osdi:record_attendance_helper',
  ])
    await rowOf(name).waitFor()
  await page.getByText(instructions).waitFor()
  service.attend(picnic, 30)
  await page.getByRole('row', { name: 'total_accepted total_accepted 30' }).waitFor()
  await page.getByRole('link', { name: 'JSON' }).click()
  await page.getByRole('figure', { name: 'Version 1' }).getByText('"summary": "Picnic"').waitFor()
  expect(service.requests).toEqual([])
  expect(troubles).toEqual([])
  service.removeEvent(picnic)
  await page.getByText('No such event').waitFor()
  await page.getByRole('link', { name: 'Show all events' }).click()
  await page.getByText('No events yet').waitFor()
})

test('the form of the explorer creates an event for the chosen key, shows errors, and opens the page of the event', async () => {
  await using opened = await explored({ service: { now, events: 30 }, at: 'data' })
  const { page, service, server, dialog } = opened
  const make = () => dialog.getByRole('button', { name: 'Make the event' }).click()
  await page.getByRole('button', { name: 'New event' }).click()
  await expectFocus(dialog.getByLabel('Title', { exact: true }))
  await dialog.getByLabel('Title', { exact: true }).fill('Street fair')
  await dialog.getByLabel('Capacity').fill('-3')
  await make()
  await dialog.getByText('Must be a whole number from 0 up').waitFor()
  await expectFocus(dialog.getByLabel('Capacity').and(dialog.locator('[aria-invalid]')))
  await dialog.getByLabel('Capacity').fill('120')
  await dialog.getByLabel('People who come').fill('-1')
  await make()
  await dialog.getByText('Must be a whole number from 0 to 10,000').waitFor()
  await expectFocus(dialog.getByLabel('People who come').and(dialog.locator('[aria-invalid]')))
  await dialog.getByLabel('People who come').fill('5')
  await dialog.getByLabel('Whose').selectOption({ index: 1 })
  await dialog.getByLabel('Starts').fill('2026-06-20T10:00')
  await dialog.getByLabel('Venue').fill('Band shell')
  await dialog.getByLabel('Description').fill('<b>Bring friends</b>')
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
  await make()
  await page.getByRole('heading', { level: 1, name: 'Street fair' }).waitFor()
  // With its people: it is the only one, so the refused tries have made nothing.
  await page.getByRole('link', { name: 'Attendees (5)' }).waitFor()
  const [listed, ...others] = service.dashboard(service.seeded.individual)
  expect(others).toEqual([])
  const answer = await service.fetch(`${service.baseUrl}/api/v2/events/${listed?.id}`, {
    headers: { 'OSDI-API-Token': server.keys.individual },
  })
  expect(await answer.json()).toMatchObject({
    title: 'Street fair',
    start_date: expect.stringMatching(/^2026-06-20T10:00/),
    capacity: 120,
    description: '<b>Bring friends</b>',
    location: { venue: 'Band shell' },
  })
})

test('the page of an event in the explorer edits, cancels and removes the event, and changes only the edited fields', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, dialog, go, said, troubles } = opened
  const times = { start_date: '2026-06-20T10:00:00', end_date: '2026-06-20T12:00:00' }
  const fields = { name: 'Inside', ...times, description: 'Bring a hat' }
  const event = service.addEvent({ title: 'Picnic', ...fields, location: { venue: 'Lawn', locality: 'Chicago' } })
  service.attend(event, 2)
  await go(`data/events/${event.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('Picnic, indoors')
  await dialog.getByLabel('Starts').fill('')
  await dialog.getByLabel('Venue').fill('Hall')
  await dialog.getByLabel('Status').selectOption('tentative')
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect(Object.keys((await saved).postDataJSON())).toEqual(['title', 'start_date', 'status', 'location'])
  await page.getByRole('heading', { level: 1, name: 'Picnic, indoors' }).waitFor()
  const [stored] = service.snapshot().toJSON().events
  expect(stored).toMatchObject({
    title: 'Picnic, indoors',
    name: 'Inside',
    description: 'Bring a hat',
    status: 'tentative',
    location: { sent: { venue: 'Hall', locality: 'Chicago' } },
  })
  expect(stored).not.toHaveProperty('start')
  await page.getByLabel('Status', { exact: true }).selectOption('cancelled')
  await page.getByRole('row', { name: 'status status cancelled' }).waitFor()
  await said('Picnic, indoors is cancelled')
  await page.getByRole('button', { name: 'Remove …' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(service.dashboard(service.seeded.group)).toEqual([])
  expect(troubles).toEqual([])
})
