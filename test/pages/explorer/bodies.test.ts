import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

const json = { 'Content-Type': 'application/json' }

test('the explorer folds each event of a list to one line that begins with its title, and unfolds it by a key', async () => {
  await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
  const { page, ask, go, troubles } = opened
  await ask('/api/v2/events')
  await go('requests/1')
  const body = page.getByRole('figure', { name: 'Response body' })
  await body.getByText('"total_records": 30').waitFor()
  const events = body.locator('details details details:has(> summary > .folded)')
  expect(await events.count()).toBe(25)
  for (const text of await events.locator('summary').allTextContents()) expect(text).toMatch(/^\{ title: "[^"]+", /)
  const heights = await events.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBeLessThan(30)
  // Unfolded, the event is no longer among the folded ones.
  const first = body.locator('details details details details').first()
  await first.locator('summary').first().press('Enter')
  await first.getByText('"identifiers":').waitFor()
  await first.locator('summary').first().press('Enter')
  await first.getByText('"identifiers":').waitFor({ state: 'detached' })
  await look(page)
  expect(troubles).toEqual([])
})

test('the explorer marks the searched words in the bodies, and unfolds the objects that contain them', async () => {
  await using opened = await explored({ service: { events: 0, now: '2026-05-01T12:00:00Z' } })
  const { page, service, server, ask } = opened
  for (const title of ['One', 'Two', 'Three', 'Four', 'Night (walk)'])
    service.addEvent({ title, description: `About ${title}` }, { key: server.keys.group, via: 'api' })
  await ask('/api/v2/events')
  await page.locator('#request-1').click()
  const body = page.getByRole('figure', { name: 'Response body' })
  await body.getByText('"total_records"').waitFor()
  expect(await page.locator('mark').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('about night (walk)')
  await body.locator('mark').filter({ hasText: 'Night' }).first().waitFor()
  const marks = new Set((await body.locator('mark').allTextContents()).map((text) => text.toLowerCase()))
  expect(marks).toEqual(new Set(['about', 'night', '(walk)']))
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => page.locator('mark').count()).toBe(0)
  await look(page)
})

test('the explorer shows how the values that a PUT sent differ from the stored ones', async () => {
  await using opened = await explored()
  const { page, service, server, ask, go } = opened
  const event = service.addEvent({ title: 'Picnic' }, { key: server.keys.group, via: 'api' })
  const body = {
    ...{ title: 'Walk', total_accepted: 7, colour: 'green', description: null },
    location: { venue: 'Hall', country: 'de', postal_code: '37201' },
  }
  await ask(`/api/v2/events/${event.id}`, { method: 'PUT', headers: json, body: JSON.stringify(body) })
  await ask(`/api/v2/events/${event.id}`)
  await ask(`/api/v2/events/${event.id}`, { method: 'PUT', headers: json, body: '{"title":"Run"}' })
  await go('requests/1')
  const part = page.getByRole('region', { name: 'Sent and stored' })
  await part.getByText('4 values are stored as sent, 3 values differ').waitFor()
  expect(await part.getByRole('listitem').allTextContents()).toEqual([
    'total_accepted7 → kept: 0',
    'colour"green" → not stored',
    'location.country"de" → "DE"',
  ])
  await look(page)
  await go('requests/3')
  await part.getByText('1 value is stored as sent', { exact: true }).waitFor()
  await go('requests/2')
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
  await part.waitFor({ state: 'detached' })
})
