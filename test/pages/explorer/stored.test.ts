import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

const json = { 'Content-Type': 'application/json' }
const picnic = { method: 'POST', headers: json, body: '{"title":"Picnic","origin_system":"Calendar"}' }
const ada = {
  method: 'POST',
  headers: json,
  body: '{"person":{"given_name":"Ada","email_addresses":[{"address":"ada@example.org"}]}}',
}

test.for([1280, 390])(
  'the explorer says whether a write was stored when a fault took its response away: %d pixels wide',
  async (width) => {
    await using opened = await explored({ viewport: { width, height: 800 } })
    const { page, service, ask, go, troubles } = opened
    const event = service.addEvent({ title: 'March' })
    const attendances = `/api/v2/events/${event.id}/attendances`
    service.faults.add({ times: 1, when: 'after', effect: { kind: 'reset' } })
    await ask(attendances, ada).catch(() => {})
    service.faults.add({ times: 1, effect: { kind: 'reset' } })
    await ask('/api/v2/events', picnic).catch(() => {})
    service.faults.add({ times: 1, when: 'after', effect: { kind: 'status', status: 503 } })
    await ask('/api/v2/events', picnic)
    service.faults.add({ times: 1, effect: { kind: 'malformed-json' } })
    await ask('/api/v2/events', picnic)
    const sentences = [
      'The fault reset took the response away. Stored before that: RSVP of Ada.',
      'The fault reset took the response away. Nothing was stored.',
      'A fault answered 503. Stored before that: event Picnic.',
      'The fault malformed-json applied to this request. Nothing was stored.',
    ]
    for (const [index, text] of sentences.entries())
      await page
        .getByRole('row')
        .filter({ has: page.locator(`#request-${index + 1}`) })
        .getByText(text)
        .waitFor()
    await go('requests/1')
    await page
      .getByRole('region', { name: 'What the service made of it' })
      .getByText(sentences[0] ?? '')
      .waitFor()
    await look(page)
    await page.getByRole('link', { name: 'Show the person' }).click()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    await go('requests/1')
    await page.getByRole('link', { name: 'Show the event' }).click()
    await page.getByRole('table', { name: 'Attendees' }).getByRole('link', { name: 'Ada' }).waitFor()
    expect(troubles).toEqual([])
  },
)

test('the explorer leads from a request to the event that it stored, and from the event to its requests', async () => {
  await using opened = await explored()
  const { page, ask, go, troubles } = opened
  await ask('/api/v2/events', picnic)
  await ask('/api/v2/events/none')
  await go('requests/1')
  await page.getByRole('link', { name: 'Show the event' }).click()
  await page.getByRole('heading', { name: 'Picnic' }).waitFor()
  await page.getByRole('link', { name: 'Show its requests' }).click()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await page.locator('tbody .row-link').count()).toBe(1)
  // The row says which record the request made.
  await page.getByRole('row').getByText('event Picnic', { exact: true }).waitFor()
  expect(troubles).toEqual([])
})

test('the explorer tells a request with an unknown key from a request without a key', async () => {
  await using opened = await explored()
  const { page, server, go } = opened
  await fetch(`${server.url}/api/v2/events`)
  await fetch(`${server.url}/api/v2/events?page=2`, { headers: { 'OSDI-API-Token': 'mistyped-key' } })
  const cell = (number: number) =>
    page
      .getByRole('row')
      .filter({ has: page.locator(`#request-${number}`) })
      .locator('td.key')
  await cell(2).getByText('unknown key', { exact: true }).waitFor()
  await cell(1).getByText('no key', { exact: true }).waitFor()
  await go('requests/2')
  const pane = page.getByRole('region', { name: 'GET /api/v2/events?page=2' })
  await pane.getByText('unknown key').waitFor()
  expect(await page.content()).not.toContain('mistyped-key')
})

test('a row of the explorer shortens a long id, so that the end of the path shows', async () => {
  await using opened = await explored()
  const { page, service, ask } = opened
  const path = `/api/v2/events/${service.addEvent({ title: 'March' }).id}/attendances?page=1`
  await ask(path)
  const link = page.getByRole('link', { name: path, exact: true })
  expect(await link.textContent()).toBe(path)
  const parts = await link.evaluate((row) => {
    const cell = row.closest('td')
    const id = row.querySelector('.long-id')
    return {
      isCut: id !== null && id.scrollWidth > id.clientWidth,
      fits: cell !== null && cell.scrollWidth <= cell.clientWidth,
    }
  })
  expect(parts).toEqual({ isCut: true, fits: true })
})

test('the title and the close button of a request in the explorer stay in sight while the request scrolls, and rows beside it have a time', async () => {
  await using opened = await explored({ viewport: { width: 1280, height: 500 } })
  const { page, ask } = opened
  await ask('/api/v2/events?page=1')
  await page.locator('#request-1').click()
  const pane = page.getByRole('region', { name: 'GET /api/v2/events?page=1' })
  await pane.getByText('Response body').waitFor()
  await page.getByRole('row').getByText('2026-05-01 12:00:00').waitFor()
  expect(await pane.evaluate((part) => part.scrollHeight > part.clientHeight + 100)).toBe(true)
  const close = pane.getByRole('button', { name: 'Close the request' })
  const before = await close.boundingBox()
  await pane.evaluate((part) => part.scrollTo(0, part.scrollHeight))
  const after = await close.boundingBox()
  expect(Math.abs((after?.y ?? 999) - (before?.y ?? 0))).toBeLessThan(20)
  await close.click()
  await pane.waitFor({ state: 'detached' })
})

test('the explorer says that an accepted RSVP without a person stored nothing, and closes a request that a reset removed', async () => {
  await using opened = await explored({
    service: { now: '2026-05-01T12:00:00Z', assumptions: { failedRsvp: '200 {}' } },
  })
  const { page, service, ask } = opened
  const path = `/api/v2/events/${service.addEvent({ title: 'March' }).id}/attendances`
  await ask(path, { method: 'POST', headers: json, body: '{"person":{"given_name":"Ada"}}' })
  await ask(path, ada)
  await page.locator('#request-2').waitFor()
  const row = page.getByRole('row').filter({ has: page.locator('#request-1') })
  await row.getByText(/^Nothing was stored\. Ignored: /).waitFor()
  await page.locator('#request-1').click()
  await page.getByRole('region', { name: 'What the service made of it' }).getByText('Nothing was stored.').waitFor()
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await page.locator('.pane').waitFor({ state: 'detached' })
})

test('the explorer says that the service kept a value where a PUT sent an unreadable one, and which requests a search reads', async () => {
  await using opened = await explored()
  const { page, service, server, ask, go } = opened
  const march = { title: 'March', start_date: '2026-06-01T10:00:00' }
  const { id } = service.addEvent(march, { key: server.keys.group })
  await ask(`/api/v2/events/${id}`, { method: 'PUT', headers: json, body: '{"start_date":"next tuesday"}' })
  await go('requests/1')
  await page
    .getByRole('region', { name: 'Sent and stored' })
    .getByText(/^kept: "2026-06-01T10:00/)
    .waitFor()
  await go('requests')
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption('Failed')
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('tuesday')
  await page.getByText('Only these requests are searched: Failed.').waitFor()
})
