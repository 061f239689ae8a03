import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'

const now = '2026-05-01T12:00:00Z'

test('what can be chosen, the dashboard and the e-mail list show what belongs to them as it comes (v1 §1.4, §1.5, v2 §1.5a, §1.6, §4.7)', async () => {
  await using opened = await explored({ service: { now }, at: 'lists' })
  const { page, service, server, troubles } = opened
  await page.getByText('Nothing can be chosen yet').waitFor()
  const key = server.keys.group
  const picnic = service.addEvent({ title: 'Picnic', origin_system: 'Calendar' }, { key, via: 'api' })
  const grace = service.addPerson({ given_name: 'Grace', family_name: 'Hopper' })
  const walk = service.addEvent({ title: 'Walk', creator: grace }, { key })
  await page.getByText('0 of 2 events can be chosen').waitFor()
  service.attend(walk, 2)
  service.attend(picnic, service.addPerson({ given_name: 'Ada', email_address: 'ada@example.net' }))
  await page.getByRole('row', { name: '[1, Calendar Event], Picnic' }).getByRole('link').click()
  await page.getByRole('table', { name: 'People who acted' }).getByRole('row', { name: 'ada@example.net' }).waitFor()
  await page.getByRole('link', { name: 'Dashboard' }).click()
  await page.getByRole('row', { name: 'Walk' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Walk'])
  await page.getByRole('link', { name: 'E-mail list' }).click()
  await page.getByText('3 people are on this list').waitFor()
  await page.getByRole('combobox', { name: 'Whose' }).selectOption({ label: 'Grace Hopper (creator of events)' })
  await page.getByText('2 people are on this list').waitFor()
  expect(page.url()).toContain(`#/lists/${grace.id}/e-mail`)
  service.attend(walk, 3)
  await page.getByText('5 people are on this list').waitFor()
  expect(troubles).toEqual([])
})

test('a list of somebody who is gone, or never was, says so', async () => {
  await using opened = await explored({ service: { now }, at: 'lists/nobody/dashboard' })
  await opened.page.getByText('Nobody has this id').waitFor()
})

test('bars of events by week grow as events and RSVPs come, lead to the events of their week by keys, and leave out none', async () => {
  await using opened = await explored({ service: { now }, at: 'overview' })
  const { page, service, server, troubles } = opened
  await page.getByText('No events yet').waitFor()
  const add = (start_date: string) => service.addEvent({ title: 'Walk', start_date }, { key: server.keys.group })
  const first = add('2026-05-10T23:00:00')
  add('2026-05-11T00:00:00')
  service.addEvent({ title: 'Some day' }, { key: server.keys.group })
  service.attend(first, 3)
  await page.getByRole('link', { name: 'week of 11 May 2026: 1 event, 0 RSVPs' }).waitFor()
  await page.getByRole('link', { name: 'week of 4 May 2026: 1 event, 3 RSVPs' }).press('Enter')
  await page.getByText('in the week of 4 May 2026').waitFor()
  await page.getByRole('status').filter({ hasText: '1 found' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'One event has no start' }).press('Enter')
  await page.getByRole('row', { name: 'Some day' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Some day'])
  expect(troubles).toEqual([])
})
