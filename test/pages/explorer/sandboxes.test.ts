import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

test('the explorer makes and names sandboxes, leads to them with its view, and ends them', async () => {
  await using opened = await explored()
  const { page, server, dialog, ask, said, troubles } = opened
  const switcher = page.getByRole('button', { name: 'Switch the service' })
  const switchTo = async (name: string) => {
    await switcher.click()
    await dialog.getByRole('link', { name }).click()
  }
  expect(await page.title()).toBe('Requests · Explorer')
  await ask('/api/v2/nowhere')
  await page.getByRole('link', { name: '/api/v2/nowhere' }).click()
  await page.waitForURL(/#\/requests\/1$/)
  await switcher.click()
  await dialog.getByLabel('Name of the new sandbox').fill('RSVP form')
  await look(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/_mock\/sandboxes\/\w+\/_mock\/ui#\/requests$/)
  await page.getByRole('button', { name: 'Switch the service: RSVP form' }).waitFor()
  await expect.poll(() => page.title()).toBe('Requests · RSVP form · Explorer')
  // It has data of its own, and its own address.
  await page.getByText('No requests yet').waitFor()
  const url = page.url().replace(/\/_mock\/ui.*/, '')
  await page.locator('.address').getByText(url, { exact: true }).waitFor()
  await fetch(`${url}/api/v2/somewhere`)
  await page.getByRole('link', { name: '/api/v2/somewhere' }).waitFor()
  expect(await page.getByText('/api/v2/nowhere').count()).toBe(0)
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByRole('link', { name: 'People' }).click()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('ada')
  await switchTo('The server itself')
  await page.waitForURL(`${server.url}/_mock/ui#/data/people?search=ada`)
  expect(await page.getByRole('searchbox', { name: 'Search people' }).inputValue()).toBe('ada')
  const other = await mockAdmin(server.url).sandbox()
  await page.getByRole('button', { name: 'Switch the service: 2 sandboxes' }).click()
  expect(await dialog.getByRole('link').allTextContents()).toEqual([
    ...['The server itself', other.url.slice(-16), 'RSVP form'],
  ])
  expect(await dialog.locator('[aria-current]').allTextContents()).toEqual(['The server itself'])
  await dialog.getByRole('button', { name: `End ${other.url.slice(-16)}` }).click()
  await said('has ended')
  await dialog.getByRole('link', { name: other.url.slice(-16) }).waitFor({ state: 'detached' })
  expect((await mockAdmin(server.url).sandboxes()).map(({ name }) => name)).toEqual(['RSVP form'])
  await dialog.getByRole('link', { name: 'RSVP form' }).click()
  await page.getByRole('button', { name: 'Switch the service: RSVP form' }).waitFor()
  // The one that is shown ends here: the server itself is shown instead.
  await switcher.click()
  await dialog.getByRole('button', { name: 'End RSVP form' }).click()
  await page.waitForURL(`${server.url}/_mock/ui#/data/people?search=ada`)
  await page.getByRole('button', { name: 'Switch the service: Sandboxes' }).waitFor()
  expect(troubles).toEqual([])
})

test('an empty log of the explorer says that requests went to a sandbox, leads there, and says when it has ended', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.getByText('No requests yet').waitFor()
  const sandbox = await mockAdmin(server.url).sandbox({ name: 'RSVP form' })
  await fetch(`${sandbox.url}/api/v2/events`)
  await page.getByText('1 request went to 1 sandbox: RSVP form.').waitFor()
  await look(page)
  await page.getByRole('link', { name: 'RSVP form' }).click()
  await page.getByRole('link', { name: '/api/v2/events' }).waitFor()
  await page.getByRole('button', { name: 'Switch the service: RSVP form' }).waitFor()
  await sandbox.end()
  await page.getByRole('button', { name: 'Switch the service: Ended sandbox' }).waitFor()
  await page.getByRole('status').getByText('Ended', { exact: true }).waitFor()
  expect(await page.getByRole('status').getByText('Live').count()).toBe(0)
})
