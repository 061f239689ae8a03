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
