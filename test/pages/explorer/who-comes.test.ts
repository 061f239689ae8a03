import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

test('the page of an event leads to who comes, to be searched, and RSVPs show there at once', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles } = opened
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.individual })
  const walk = service.addEvent({ title: 'Walk' }, { key: server.keys.individual })
  service.attend(walk, 2)
  await page.goto(`${server.url}/_mock/ui#/events/${picnic.id}`)
  await page.getByRole('link', { name: 'Who comes' }).press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Who comes to Picnic' }).waitFor()
  await page.getByText('Nobody comes yet').waitFor()
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.net' })
  service.attend(picnic, ada)
  service.attend(picnic, 30)
  await page.getByText('31', { exact: true }).waitFor()
  const people = page.getByRole('table', { name: 'Who comes' })
  await people.getByRole('row', { name: 'Ada Lovelace ada@example.net' }).waitFor()
  expect(await people.getAttribute('aria-rowcount')).toBe('32')
  await page.getByRole('searchbox', { name: 'Search people' }).fill('lovelace')
  await page.locator('table[aria-rowcount="2"]').waitFor()
  await people.getByRole('link', { name: 'Ada Lovelace' }).click()
  await page.getByText('with an RSVP of Ada Lovelace').waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic', exact: true }).waitFor()
  expect(troubles).toEqual([])
})

test('an event that is not there has nobody who comes', async () => {
  await using opened = await explored({ at: 'events/none/people' })
  await opened.page.getByRole('alert').waitFor()
  expect(await opened.page.getByRole('table').count()).toBe(0)
})

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in who comes, ${colorScheme} and ${width} pixels wide`, async () => {
    await using opened = await explored({ service: { now }, colorScheme, viewport: { width, height: 600 } })
    const { page, server, service } = opened
    const hostile = '<img src="https://elsewhere.example.org/seen">'
    const event = service.addEvent({ title: hostile.repeat(3) }, { key: server.keys.group })
    service.attend(event, service.addPerson({ given_name: hostile }))
    await page.goto(`${server.url}/_mock/ui#/events/${event.id}`)
    await page.getByRole('link', { name: 'Who comes' }).click()
    await page.getByRole('table', { name: 'Who comes' }).getByRole('link').waitFor()
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(opened.troubles).toEqual([])
  })
