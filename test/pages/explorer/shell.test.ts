import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

test('a browser at the address of the server sees the explorer, and nothing comes from elsewhere', async () => {
  await using opened = await explored()
  const { page, server, troubles } = opened
  const answer = await page.goto(`${server.url}/`)
  expect(page.url()).toBe(`${server.url}/_mock/ui`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(troubles).toEqual([])
})

test('the explorer of a sandbox shows that sandbox alone', async () => {
  await using opened = await explored()
  const { page, server, ask } = opened
  await using sandbox = await mockAdmin(server.url).sandbox()
  await ask('/api/v2/nowhere')
  await fetch(`${sandbox.url}/api/v2/somewhere`)
  await page.goto(`${sandbox.url}/_mock/ui#/requests`)
  await page.getByText('/api/v2/somewhere').waitFor()
  expect(await page.getByText('/api/v2/nowhere').count()).toBe(0)
})

test('a page that nobody sees listens to nothing, says when it has lost the service, and knows what it missed once that is back', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, ask } = opened
  const connection = page.locator('.connection')
  const show = (hidden: boolean) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { value, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  const left = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/_mock/stream'))
  await show(true)
  await connection.getByText('Paused').waitFor()
  // From here on it hears of nothing.
  await left
  await ask('/api/v2/while-away')
  expect(await page.getByText('/api/v2/while-away').count()).toBe(0)
  await page.route('**/_mock/stream', (route) => route.abort())
  await show(false)
  await connection.getByText('Reconnecting').waitFor()
  await page.unroute('**/_mock/stream')
  await connection.getByText('Live').waitFor()
  await page.getByText('/api/v2/while-away').waitFor()
  await server.close()
  await connection.getByText('Reconnecting').waitFor()
})

test('views are reached by links and by keys, can be linked to, and are left by the way back', async () => {
  await using opened = await explored()
  const { page } = opened
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await page.waitForFunction(() => document.title === 'Requests · Explorer')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  await page.reload()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page.locator('#main'))
  await page.goto(`${page.url().replace(/#.*/, '')}#/nowhere`)
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
})
