import { expect, test } from 'vitest'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

for (const [refused, problem] of [
  ['events?from=tomorrow', 'must be a date'],
  ['events?owner=nobody', 'owner'],
] as const)
  test(`a filter that the service refuses leaves no total of what was found before: ${refused}`, async () => {
    await using opened = await explored({ service: { now, events: 7 } })
    const { page, server } = opened
    const go = (at: string) => page.goto(`${server.url}/_mock/ui#/${at}`)
    const total = page.locator('main').getByRole('status').filter({ hasText: /^7/ })
    const table = page.getByRole('table', { name: 'Events' })
    await go('events')
    await total.waitFor()
    await table.waitFor()
    await go(refused)
    await page.getByRole('alert').getByText(problem).waitFor()
    await table.waitFor({ state: 'detached' })
    expect(await page.locator('main').getByRole('status').allTextContents()).not.toContainEqual(
      expect.stringMatching(/\d|Looking/),
    )
    await go('events')
    await total.waitFor()
    await table.locator('.row-link').first().waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
  })
