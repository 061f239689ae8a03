import { expect, test } from 'vitest'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

test('an event that comes while the list is loaded for the first time is in it, though the answer was made before', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'state' })
  const { page, service, server, troubles } = opened
  // The page hears of rules and of events in one go: once it says that a rule is in force, it knows of the event.
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
  await page.goto(`${server.url}/_mock/ui#/events`)
  await page.getByRole('row', { name: 'Kite day' }).waitFor()
  expect(troubles).toEqual([])
})

test('news that could not be taken in is told again', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'requests' })
  const { page, service, ask } = opened
  await ask('/api/v2/events')
  const row = page.getByRole('row', { name: '/api/v2/events' })
  await row.waitFor()
  await page.route('**/_mock/requests', (route) => route.abort(), { times: 1 })
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await page.locator('.connection').getByText('Live').waitFor()
  expect(await row.count()).toBe(0)
})
