import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { clauses } from '../../../explorer/requests/clauses.ts'
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
  'each failed request in the explorer has a sentence in its row and first in its details, without scrolling: %d pixels wide',
  async (width) => {
    await using opened = await explored({ viewport: { width, height: 800 } })
    const { page, service, server, ask, go, troubles } = opened
    const post = (body: object) => ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify(body) })
    const march = service.addEvent({ title: 'March' })
    await post({ title: 'Picnic' })
    await fetch(`${server.url}/api/v2/events`)
    await fetch(`${server.url}/api/v2/events/none`, { headers: { 'OSDI-API-Token': 'mistyped-key' } })
    service.faults.add({ times: 1, effect: { kind: 'status', status: 503 } })
    await ask('/api/v2/events')
    service.faults.add({ times: 1, when: 'after', effect: { kind: 'reset' } })
    await ask(`/api/v2/events/${march.id}/attendances`, ada).catch(() => {})
    service.faults.add({ times: 1, effect: { kind: 'malformed-json' } })
    await ask('/api/v2/events', picnic)
    await post({ title: 'Picnic', origin_system: 'Calendar', start_date: 'June 20', end_date: 'July' })
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr')
    const rowOf = (number: number) => rows.filter({ has: page.locator(`#request-${number}`) })
    const sentences = [
      'origin_system is missing. Version 2 requires it on create. v2 §2.1',
      'OSDI-API-Token is missing. Send the key in OSDI-API-Token. v2 §5.1',
      'OSDI-API-Token is not a key of this service. v2 §5.1',
      'A fault answered 503.',
      'The fault reset took the response away. Stored before that: RSVP of Ada.',
      'The fault malformed-json applied to this request. Nothing was stored.',
      'Ignored: start_date is not a date or date-time, such as 2026-06-01T18:00:00. And 1 more.',
    ]
    for (const [index, text] of sentences.entries()) {
      const reason = rowOf(index + 1).locator('.reason')
      if (index === 2) expect(await reason.textContent()).toMatch(/^OSDI-API-Token/)
      else expect((await reason.textContent())?.trim()).toBe(text)
      // The whole sentence is there, and the row says whose key it was if it was another one.
      expect(await reason.evaluate((line) => line.scrollWidth <= line.clientWidth + 1)).toBe(true)
      const facts = await rowOf(index + 1).innerText()
      expect(facts).toMatch(/[\d.]+ ms/)
      expect(facts.includes('no key')).toBe(index === 1)
      expect(facts.includes('unknown key')).toBe(index === 2)
    }
    for (const number of [1, 4, 5, 6]) {
      await go('requests')
      await page.locator(`#request-${number}`).click()
      const reason = page.getByRole('region', { name: 'What the service made of it' }).locator('.reason')
      await reason.waitFor()
      expect(await reason.textContent()).toBe(sentences[number - 1]?.replace(/ v2 §.*/, ''))
      const box = await reason.boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(800)
    }
    await look(page)
    await go('requests/5')
    await page.getByRole('link', { name: 'Show the person' }).click()
    await page.getByRole('heading', { name: 'Ada' }).waitFor()
    await go('requests/5')
    await page.getByRole('link', { name: 'Show the event' }).click()
    await page.getByRole('table', { name: 'Attendees' }).getByRole('link', { name: 'Ada' }).waitFor()
    await ask(`/api/v2/events/${march.id}/attendances`, ada)
    await go('requests/8')
    await page.getByText('RSVP of Ada, the RSVP of request 5 again: one person has one RSVP for an event.').waitFor()
    await go('requests/3')
    await page.locator('.pane').getByText('unknown key').waitFor()
    expect(await page.content()).not.toContain('mistyped-key')
    expect(troubles).toEqual([])
  },
)

test('the explorer says what a PUT changed, what of it was stored otherwise, which field was meant, and which create was sent twice', async () => {
  await using opened = await explored()
  const { page, service, server, ask, go, troubles } = opened
  const event = service.addEvent({ title: 'Picnic', description: 'Hats' }, { key: server.keys.group, via: 'api' })
  const put = (body: object) =>
    ask(`/api/v2/events/${event.id}`, { method: 'PUT', headers: json, body: JSON.stringify(body) })
  await put({
    ...{ title: 'Walk', total_accepted: 7, start: '2026-06-01T10:00:00', description: null },
    location: { venue: 'Hall', country: 'de', postal_code: '37201' },
  })
  await put({ title: 'Walk' })
  await ask(`/api/v2/events/${event.id}`)
  await ask('/api/v2/events', picnic)
  await ask('/api/v2/events', {
    ...picnic,
    body: '{"title":"Picnic","origin_system":"Calendar","colour":"<b>green</b>"}',
  })
  await ask('/api/v2/events', picnic)
  const changed = page.getByRole('region', { name: 'What changed' })
  const stored = page.getByRole('region', { name: 'Sent and stored' })
  const remarks = page.getByRole('region', { name: 'What the service made of it' })

  await go('requests/1')
  await changed.getByRole('listitem').filter({ hasText: 'location.venue' }).waitFor()
  const changes = await changed.getByRole('listitem').allTextContents()
  expect(changes.slice(0, 3)).toEqual(
    expect.arrayContaining(['title"Picnic" → "Walk"', 'description"Hats" → not there']),
  )
  expect(await stored.getByRole('listitem').allTextContents()).toEqual([
    'total_accepted7 → kept: 0',
    'start"2026-06-01T10:00:00" → not stored',
  ])
  // A field is named once: what changed, and was stored otherwise than sent, says both.
  expect(changes.filter((change) => change.startsWith('location.country'))).toEqual([
    'location.country"US" → "DE" sent as "de"',
  ])
  await changed.getByRole('heading', { name: 'What changed: before → after' }).waitFor()
  await stored.getByRole('heading', { name: 'Stored otherwise: sent → stored' }).waitFor()
  await remarks.getByText('start is not a field of an event in version 2. Did you mean start_date?').waitFor()
  await look(page)
  await go('requests/2')
  await changed.getByText('Nothing', { exact: true }).waitFor()
  expect(await stored.count()).toBe(0)
  await go('requests/3')
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
  await changed.waitFor({ state: 'detached' })
  expect(await remarks.count()).toBe(0)
  await go('requests/5')
  await remarks.getByText('colour is not').waitFor()
  expect(await remarks.getByRole('listitem').allTextContents()).toEqual([
    'colour is not a field of an event in version 2.',
  ])

  await page.locator('#request-6').click()
  await remarks.getByText('Request 4 sent the same, and stored another event Picnic.').waitFor()
  await page.getByRole('row').getByText('Request 4 sent the same').waitFor()
  // Beside an open request too, a row names what was stored.
  const row = page.getByRole('row').filter({ has: page.locator('#request-6') })
  const isWhole = (part: Locator) => part.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)
  expect(await isWhole(row.getByText('event Picnic', { exact: true }))).toBe(true)
  await remarks.getByRole('link', { name: 'Request 4', exact: true }).click()
  await page.waitForURL(/requests\/4$/)
  // The number by which the request is called is in the list, and in the request itself.
  const found = page.getByRole('row').filter({ has: page.locator('#request-4') })
  expect(await found.getByRole('cell').first().textContent()).toBe('4')
  await page.locator('.pane').getByText('Request 4 · v2').waitFor()
  // From the request to the event that it stored, and from the event to its requests.
  await page.getByRole('link', { name: 'Show the event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  await page.getByRole('link', { name: 'Show its requests' }).click()
  await page.getByText('1 of 6').waitFor()
  await page.getByText('Requests of Picnic').waitFor()
  await page.getByRole('row').getByText('event Picnic', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('picnic')
  await page.getByText('Requests of Picnic').waitFor({ state: 'detached' })
  // A long id is shortened, so that the end of the path shows.
  const path = `/api/v2/events/${event.id}/attendances?page=1`
  await ask(path)
  await go('requests')
  const link = page.getByRole('link', { name: path, exact: true })
  expect(await link.textContent()).toBe(path)
  const id = link.locator('.long-id')
  expect(await id.evaluate((part) => part.scrollWidth > part.clientWidth)).toBe(true)
  expect(await link.evaluate((part) => part.scrollWidth <= part.clientWidth + 1)).toBe(true)
  // An RSVP shows the end of its path and whose it is, beside an open request and on a telephone too.
  await ask(`/api/v2/events/${event.id}/attendances`, ada)
  const rsvp = page.getByRole('row').filter({ has: page.locator('#request-8') })
  await rsvp.waitFor()
  await go('requests/4')
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 })
    if (width === 390) await go('requests')
    await rsvp.getByText('RSVP of Ada').waitFor()
    for (const part of [rsvp.locator('.row-link'), rsvp.getByText('RSVP of Ada')])
      expect(await isWhole(part)).toBe(true)
  }
  await look(page)
  expect(troubles).toEqual([])
})

test('the section of the spec beside a reason in the explorer leads to our sentences about all sections', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, troubles } = opened
  await fetch(`${server.url}/api/v2/events`)
  await page.locator('#request-1').click()
  await page.getByRole('link', { name: 'v2 §5.1' }).click()
  await page.getByRole('heading', { name: 'Sections of the spec' }).waitFor()
  expect(await page.locator('mark').allTextContents()).toEqual(['v2 §5.1'])
  expect(await page.getByRole('term').allTextContents()).toEqual(
    ['v2', 'v1'].flatMap((version) => Object.keys(clauses).filter((name) => name.startsWith(version))),
  )
  await look(page)
  expect(troubles).toEqual([])
})

test('the explorer says that an accepted RSVP without a person stored nothing, and closes a request that a reset removed', async () => {
  await using opened = await explored({
    service: { now: '2026-05-01T12:00:00Z', assumptions: { failedRsvp: '200 {}' } },
  })
  const { page, service, ask } = opened
  const path = `/api/v2/events/${service.addEvent({ title: 'March' }).id}/attendances`
  await ask(path, { ...ada, body: '{"person":{"given_name":"Ada"}}' })
  await ask(path, ada)
  const row = page.getByRole('row').filter({ has: page.locator('#request-1') })
  await row.getByText(/^Nothing was stored\. Ignored: /).waitFor()
  await page.locator('#request-1').click()
  await page.getByRole('region', { name: 'What the service made of it' }).getByText('Nothing was stored.').waitFor()
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await page.locator('.pane').waitFor({ state: 'detached' })
})
