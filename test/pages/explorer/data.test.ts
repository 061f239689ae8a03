import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const now = '2026-05-01T12:00:00Z'

test('the page of an event in the explorer records RSVPs by number or e-mail address, and shows and searches its attendees', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, dialog, go, said } = opened
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.net' })
  // An address is found as a whole, in any letter case.
  for (let number = 1; number <= 60; number += 1) service.addPerson({ email_address: `a${number}ada@example.net` })
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  service.addEvent({ title: 'Walk' }, { key: server.keys.group })
  const rsvp = async (label: string, value: string) => {
    await closed(page)
    await page.getByRole('button', { name: 'RSVP' }).click()
    await dialog.getByLabel(label).fill(value)
    await page.keyboard.press('Enter')
  }
  await go(`data/events/${picnic.id}`)
  await page.getByRole('link', { name: 'Attendees' }).press('Enter')
  await page.getByText('Nobody yet').waitFor()
  await rsvp('How many', '10001')
  await dialog.getByText('Must be at most 10000: others wait meanwhile').waitFor()
  await dialog.getByLabel('How many').fill('1200')
  await page.keyboard.press('Enter')
  await said('1,200 RSVPs were recorded')
  await rsvp('Or one person', 'ada')
  await expectFocus(dialog.getByLabel('Or one person').and(dialog.locator('[aria-invalid]')))
  await dialog.getByLabel('Or one person').fill('ADA@example.net')
  await page.keyboard.press('Enter')
  await said('1 RSVP was recorded')
  await rsvp('Or one person', 'new@example.net')
  await page.getByText('1,202 in all').waitFor()
  await closed(page)
  const acted = service.targeting(service.seeded.group).find(({ id }) => id === picnic.id)?.people
  expect(acted).toContain(ada.id)
  await page.getByRole('searchbox', { name: 'Search people' }).fill('lovelace')
  await page.getByText('1 of 1,202').waitFor()
  await page.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
  await page.getByRole('row', { name: 'Picnic' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Picnic'])
})

test('the mail view of the explorer shows new messages at once, filters them, and opens them as text and as HTML without scripts', async () => {
  await using opened = await explored({ service: { now }, at: 'data/mail' })
  const { page, service, server, dialog, troubles } = opened
  await page.getByText('No mail').waitFor()
  const location = { locality: 'Nashville', region: 'TN' }
  const instructions = '<p>Bring <b>friends</b> &amp; water.</p>'
  const fields = { start_date: '2026-05-03T10:00:00', location, instructions }
  const add = (title: string) => service.addEvent({ title, ...fields }, { key: server.keys.group })
  const [walk, talk] = [add('Walk'), add('Talk')]
  service.attend(walk, service.addPerson({ given_name: 'Ada', email_address: 'ada@example.net' }))
  await page.getByRole('row', { name: 'Thank you for your RSVP: Walk ada@example.net autoresponse' }).waitFor()
  service.attend(talk, 2)
  service.clock.advance('P2D')
  await page.getByRole('row', { name: 'Reminder: Walk' }).getByText('2026-05-02 15:00').waitFor()
  await page.getByText('6 in all').waitFor()
  await page.getByRole('searchbox', { name: 'Search mail' }).fill('walk ADA')
  await page.getByText('2 of 6').waitFor()
  await page.getByRole('combobox', { name: 'Which mail' }).selectOption('Autoresponses')
  await page.getByText('1 of 3').waitFor()
  const link = page.getByRole('link', { name: 'Thank you for your RSVP: Walk' })
  await link.press('Enter')
  await dialog.getByText('Bring friends & water.', { exact: false }).waitFor()
  await dialog.getByRole('link', { name: 'HTML' }).press('Enter')
  await dialog.frameLocator('iframe').getByText('Bring friends & water.').waitFor()
  expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('')
  await dialog.getByRole('link', { name: 'Source' }).click()
  await dialog.getByRole('figure').waitFor()
  expect(await dialog.locator('code').textContent()).toContain(instructions)
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(link)
  await link.press('Enter')
  await dialog.getByRole('link', { name: 'Show the event' }).click()
  await page.getByRole('link', { name: 'Sent mail' }).click()
  await page.getByText('2 in all').waitFor()
  expect(troubles).toEqual([])
})

test('an RSVP in the explorer leads to the mail that its person got about the event, and the mail to the request', async () => {
  await using opened = await explored({ service: { now } })
  const { page, dialog, service, server, ask, go, troubles } = opened
  const walk = service.addEvent({ title: 'Walk' }, { key: server.keys.group })
  const address = 'ada@example.org'
  const body = JSON.stringify({ person: { given_name: 'Ada', email_addresses: [{ address }] } })
  const rsvp = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body }
  await ask(`/api/v2/events/${walk.id}/attendances`, rsvp)
  // Neither an RSVP of another person nor one to another event has to do with this mail.
  service.attend(walk, 1)
  const api = service.addEvent({ title: 'Talk' }, { key: server.keys.group, via: 'api' })
  await ask(`/api/v2/events/${api.id}/attendances`, rsvp)
  await go('requests/2')
  await page.getByText('Stored: RSVP of Ada').waitFor()
  await page.locator('.pane').getByText('Status 200').waitFor()
  expect(await page.getByRole('link', { name: 'Show the mail' }).count()).toBe(0)
  // Nor does the same RSVP a minute later: the service sends no second mail.
  service.clock.advance('PT1M')
  await ask(`/api/v2/events/${walk.id}/attendances`, rsvp)
  await go('requests/3')
  await page.getByText('Stored: RSVP of Ada').waitFor()
  await page.locator('.pane').getByText('Status 200').waitFor()
  expect(await page.getByRole('link', { name: 'Show the mail' }).count()).toBe(0)
  await go('requests/1')
  await page.getByText(`Mail to ${address}:`).waitFor()
  await page.getByRole('link', { name: 'Show the mail' }).click()
  await dialog.getByText('Thank you for your RSVP: Walk').first().waitFor()
  // Closed, the mail leads back to where it was opened, in another form of it too.
  await dialog.getByRole('link', { name: 'HTML' }).click()
  await dialog.locator('iframe').waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/#\/requests\/1$/)
  await page.getByRole('link', { name: 'Show the mail' }).click()
  await dialog.getByRole('link', { name: 'Show its requests' }).click()
  await page.getByText('2 of 3').waitFor()
  const path = `/api/v2/events/${walk.id}/attendances`
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual([path, path])
  expect(troubles).toEqual([])
})

test('the explorer shows the targeting, dashboard and mailing lists of a group and of a person', async () => {
  await using opened = await explored({ service: { now }, at: 'data/lists' })
  const { page, service, server } = opened
  const key = server.keys.group
  const picnic = service.addEvent({ title: 'Picnic', origin_system: 'Calendar' }, { key, via: 'api' })
  service.addEvent({ title: 'Walk' }, { key })
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace' })
  await page.getByText('Nothing is listed').waitFor()
  service.attend(picnic, ada)
  await page.getByRole('link', { name: '[1, Calendar Event], Picnic' }).waitFor()
  const list = page.getByLabel('Which list')
  await list.selectOption('Dashboard')
  await page.getByRole('link', { name: 'Walk' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Walk'])
  await list.selectOption('E-mail list')
  await page.getByRole('link', { name: 'Ada Lovelace' }).waitFor()
  const whose = page.getByLabel('Whose')
  const chosen = () => whose.locator('option:checked').textContent()
  await whose.selectOption({ index: 1 })
  await page.getByText('Nobody yet').waitFor()
  const person = await chosen()
  // A group takes its place in front of the person who is looked at.
  service.addGroup({ title: 'Walkers' })
  await whose.getByText('Walkers').waitFor({ state: 'attached' })
  expect(await chosen()).toBe(person)
})

test('the explorer says why there is no mail, and how many people attend, on the page of an event', async () => {
  await using opened = await explored({ at: 'data/mail' })
  const { page, service, server, go } = opened
  await page.getByText('Events made through the API send none').waitFor()
  const key = server.keys.group
  const api = service.addEvent({ title: 'Through the API' }, { key, via: 'api' })
  service.attend(api, 2)
  await go(`data/events/${api.id}/mail`)
  await page.getByText('This event was made through the API, so it sends no mail.').waitFor()
  await page.getByRole('link', { name: 'Attendees (2)' }).waitFor()
  const ui = service.addEvent({ title: 'In the user interface' }, { key })
  await go(`data/events/${ui.id}/mail`)
  await page.getByText('Only events made in the user interface of the service send mail').waitFor()
})
