import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

test('the explorer makes and names sandboxes, leads to them with its view, and ends them', async () => {
  await using opened = await explored()
  const { page, server, dialog, ask, said, troubles } = opened
  const switcher = page.getByRole('button', { name: 'Switch the service' })
  expect(await page.title()).toBe('Requests · Explorer')
  await ask('/api/v2/nowhere')
  await page.getByRole('link', { name: '/api/v2/nowhere' }).click()
  await page.waitForURL(/#\/requests\/1$/)
  await page.getByRole('link', { name: 'Data' }).click()
  const strip = page.getByRole('complementary', { name: 'Sandbox' })
  expect(await strip.count()).toBe(0)
  await switcher.click()
  await expectFocus(dialog.getByLabel('Name of the new sandbox'))
  await page.keyboard.type('RSVP form')
  await look(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/_mock\/sandboxes\/\w+\/_mock\/ui#\/requests$/)
  await page.getByRole('button', { name: 'Switch the service: Sandbox: RSVP form' }).waitFor()
  await expect.poll(() => page.title()).toBe('Requests · RSVP form · Explorer')
  await strip.getByText('Sandbox RSVP form · its clock stands still: move it under Service').waitFor()
  await look(page)
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
  await strip.getByRole('link', { name: 'Back to the main service' }).click()
  await page.waitForURL(`${server.url}/_mock/ui#/data/people?search=ada`)
  expect(await page.getByRole('searchbox', { name: 'Search people' }).inputValue()).toBe('ada')
  const other = await mockAdmin(server.url).sandbox()
  await page.getByRole('button', { name: 'Switch the service: 2 sandboxes' }).click()
  expect(await dialog.getByRole('link').allTextContents()).toEqual([
    ...['The main service', other.url.slice(-16), 'RSVP form'],
  ])
  expect(await dialog.locator('[aria-current]').allTextContents()).toEqual(['The main service'])
  await dialog.getByRole('button', { name: `End ${other.url.slice(-16)}` }).click()
  await said('has ended')
  await dialog.getByRole('link', { name: other.url.slice(-16) }).waitFor({ state: 'detached' })
  expect((await mockAdmin(server.url).sandboxes()).map(({ name }) => name)).toEqual(['RSVP form'])
  await dialog.getByRole('link', { name: 'RSVP form' }).click()
  await page.getByRole('button', { name: 'Switch the service: Sandbox: RSVP form' }).waitFor()
  // The one that is shown ends here: the server itself is shown instead.
  await switcher.click()
  await dialog.getByRole('button', { name: 'End RSVP form' }).click()
  await page.waitForURL(`${server.url}/_mock/ui#/data/people?search=ada`)
  await page.getByRole('button', { name: 'Switch the service: Sandboxes' }).waitFor()
  // A sandbox ends from its strip too: at once as long as it has no requests, and after a question then.
  for (const isUsed of [false, true]) {
    const { url: last } = await mockAdmin(server.url).sandbox({ name: 'Short' })
    await page.goto(`${last}/_mock/ui#/requests`)
    await page.getByText('No requests yet').waitFor()
    if (isUsed) {
      await fetch(`${last}/api/v2/somewhere`)
      await page.getByRole('link', { name: '/api/v2/somewhere' }).waitFor()
    }
    await strip.getByRole('button', { name: 'End it' }).click()
    if (isUsed) {
      await dialog.getByRole('heading', { name: 'End the sandbox Short?' }).waitFor()
      await look(page)
      await dialog.getByRole('button', { name: 'End', exact: true }).click()
    }
    await page.waitForURL(`${server.url}/_mock/ui#/requests`)
    expect(await mockAdmin(server.url).sandboxes()).toEqual([])
  }
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
  await page.getByRole('button', { name: 'Switch the service: Sandbox: RSVP form' }).waitFor()
  await sandbox.end()
  await page.getByRole('button', { name: 'Switch the service: Ended sandbox' }).waitFor()
  await page.getByRole('status').getByText('Ended', { exact: true }).waitFor()
  await page.getByText('This sandbox has ended.').waitFor()
  await page.getByRole('link', { name: 'Back to the main service' }).waitFor()
  expect(await page.getByRole('status').getByText('Live').count()).toBe(0)
})
