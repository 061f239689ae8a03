import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

test('the explorer leads from the server to its sandboxes and back, with their names in the title', async () => {
  await using opened = await explored()
  const { page, server, dialog, troubles } = opened
  const switcher = page.getByRole('button', { name: 'Switch the service' })
  expect(await page.title()).toBe('Requests · Explorer')
  expect(await switcher.count()).toBe(0)
  const sandbox = await mockAdmin(server.url).sandbox({ name: 'RSVP form' })
  const other = await mockAdmin(server.url).sandbox()
  await page.getByRole('button', { name: 'Switch the service: 2 sandboxes' }).click()
  expect(await dialog.getByRole('link').allTextContents()).toEqual([
    'The server itself',
    other.url.slice(-16),
    'RSVP form',
  ])
  await look(page)
  await dialog.getByRole('link', { name: 'RSVP form' }).click()
  await page.getByRole('button', { name: 'Switch the service: RSVP form' }).waitFor()
  expect(page.url()).toMatch(new RegExp(`^${sandbox.url}/_mock/ui`))
  await expect.poll(() => page.title()).toBe('Requests · RSVP form · Explorer')
  await switcher.click()
  expect(await dialog.locator('[aria-current]').allTextContents()).toEqual(['RSVP form'])
  await dialog.getByRole('link', { name: 'The server itself' }).click()
  await page.getByRole('button', { name: 'Switch the service: 2 sandboxes' }).waitFor()
  expect(troubles).toEqual([])
})

test('an empty log of the explorer says that requests went to a sandbox, and leads there', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.getByText('No requests yet').waitFor()
  const sandbox = await mockAdmin(server.url).sandbox({ name: 'RSVP form' })
  await fetch(`${sandbox.url}/api/v2/events`)
  await page.getByText('1 request went to 1 sandbox: RSVP form.').waitFor()
  await look(page)
  await page.getByRole('link', { name: 'RSVP form' }).click()
  await page.getByRole('link', { name: '/api/v2/events' }).waitFor()
})

test('the explorer keeps its view when it switches to another sandbox, but not an open request, and says that a sandbox has ended', async () => {
  await using opened = await explored()
  const { page, server, dialog, ask } = opened
  await ask('/api/v2/events')
  const sandbox = await mockAdmin(server.url).sandbox({ name: 'RSVP form' })
  const switchTo = async (name: string) => {
    await page.getByRole('button', { name: 'Switch the service' }).click()
    await dialog.getByRole('link', { name }).click()
  }
  await page.getByRole('link', { name: '/api/v2/events' }).click()
  await page.waitForURL(/#\/requests\/1$/)
  await switchTo('RSVP form')
  await page.waitForURL(`${sandbox.url}/_mock/ui#/requests`)
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('ada')
  await switchTo('The server itself')
  await page.waitForURL(`${server.url}/_mock/ui#/data/people?search=ada`)
  expect(await page.getByRole('searchbox', { name: 'Search people' }).inputValue()).toBe('ada')
  await switchTo('RSVP form')
  await page.getByRole('button', { name: 'Switch the service: RSVP form' }).waitFor()
  await sandbox.end()
  await page.getByRole('button', { name: 'Switch the service: Ended sandbox' }).waitFor()
  await page.getByRole('status').getByText('Ended', { exact: true }).waitFor()
  expect(await page.getByRole('status').getByText('Live').count()).toBe(0)
})
