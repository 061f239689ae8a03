import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { explored } from './support/explored.ts'

const now = '2026-05-01T12:00:00Z'

test('the list shows title, campaign, start, place, RSVPs and origin, and events that come while it is looked at', async () => {
  await using opened = await explored({ service: { now }, at: 'events' })
  const { page, service, server, troubles } = opened
  await page.getByText('No events yet').waitFor()
  const key = server.keys.group
  const campaign = service.addCampaign({ title: 'Spring', key })
  const location = { venue: 'Band shell', locality: 'Nashville', region: 'TN' }
  const start_date = '2026-06-20T10:00:00'
  const picnic = service.addEvent(
    { title: 'Picnic', origin_system: 'Calendar', campaign, location, start_date },
    { key, via: 'api' },
  )
  const row = page.getByRole('row', { name: 'Picnic' })
  await row.waitFor()
  const cells = (await row.getByRole('cell').allTextContents()).map((text) => text.trim())
  const [when, where] = ['2026-06-20 10:00', 'Band shell, Nashville TN']
  expect(cells).toEqual(['Picnic', 'Spring', when, where, '0', 'API Calendar'])
  service.attend(picnic, 3)
  await row.getByRole('cell', { name: '3', exact: true }).waitFor()
  expect(troubles).toEqual([])
})

test('an event that comes while the list is loaded for the first time is in it, though the answer was made before', async () => {
  await using opened = await explored({ at: 'state' })
  const { page, service, server, go } = opened
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
  await go('events')
  await page.getByRole('row', { name: 'Kite day' }).waitFor()
})

test('the list is searched and sorted, loses no letter that is typed slowly, and its address says how', async () => {
  await using opened = await explored({ service: { events: 60, now }, at: 'events' })
  const { page } = opened
  const search = page.getByRole('searchbox', { name: 'Search events' })
  // Each letter comes while the one before is searched.
  for (const typed of ['P', 'PI', 'PIC', 'PICN', 'PICNI', 'PICNIC']) {
    const searched = page.waitForRequest((request) => new URL(request.url()).searchParams.get('search') === typed)
    await search.press(typed.slice(-1))
    await searched
  }
  await page.waitForURL(/#\/events\?search=PICNIC$/)
  await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
  expect(await search.inputValue()).toBe('PICNIC')
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  expect(page.url()).toMatch(/#\/events\?search=PICNIC&sort=title$/)
  await page.reload()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('tbody .row-link').length > 1)
  const shown = await page.locator('tbody .row-link').allTextContents()
  expect(shown.filter((title) => !/picnic/i.test(title))).toEqual([])
  expect(shown).toEqual(shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
})

test('a filter that the service refuses is told of, and leaves nothing of what was found before', async () => {
  await using opened = await explored({ at: 'events' })
  const { page, go } = opened
  const total = page.locator('main').getByRole('status').filter({ hasText: /^3/ })
  const table = page.getByRole('table', { name: 'Events' })
  for (const [refused, problem] of [
    ['events?from=tomorrow', 'must be a date'],
    ['events?owner=nobody', 'owner'],
  ] as const) {
    await total.waitFor()
    await table.waitFor()
    await go(refused)
    await page.getByRole('alert').getByText(problem).waitFor()
    await table.waitFor({ state: 'detached' })
    const told = await page.locator('main').getByRole('status').allTextContents()
    expect(told).not.toContainEqual(expect.stringMatching(/\d|Looking/))
    await go('events')
  }
  await total.waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

describe('a hundred thousand events', () => {
  let opened: Awaited<ReturnType<typeof explored>>
  // The service itself needs seconds to make them.
  beforeAll(async () => {
    opened = await explored({ service: { events: 100_000, now }, at: 'events?sort=created' })
  })
  afterAll(() => opened[Symbol.asyncDispose]())

  test('come as a list soon, and each of them can be got to', async () => {
    const { page, service } = opened
    await page.locator('tbody .row-link').first().waitFor()
    await page.getByText('100,000').first().waitFor()
    expect(await page.locator('tbody tr').count()).toBeLessThan(200)
    await page.locator('.list-box').evaluate((box) => box.scrollTo(0, box.scrollHeight))
    const last = page.locator('tr[aria-rowindex="100001"] .row-link')
    await last.waitFor()
    const answer = await service.fetch(`${service.baseUrl}/api/v2/events?page=4000&per_page=25`, {
      headers: { 'OSDI-API-Token': service.seeded.group.token },
    })
    const href = (await last.getAttribute('href')) ?? ''
    expect(JSON.stringify(await answer.json())).toContain(href.replace('#/events/', ''))
  })
})

test('arrow keys go from row to row, and Enter opens one', async () => {
  await using opened = await explored({ service: { events: 60, now }, at: 'events' })
  const { page } = opened
  await page.locator('tr[aria-rowindex="2"] .row-link').focus()
  for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowUp')
  const focused = page.locator('tr:focus-within')
  expect(await focused.getAttribute('aria-rowindex')).toBe('31')
  const title = (await focused.locator('.row-link').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})

test('an event shows what both versions call the same and what one alone has, and each of its links can be followed', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles, go } = opened
  const picnic = service.addEvent({ title: 'Picnic', capacity: 7 }, { key: server.keys.individual })
  await go(`events/${picnic.id}`)
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  const rows = await page.getByRole('table', { name: 'Fields in both versions' }).getByRole('row').all()
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))
  expect(cells).toContainEqual(['summary', 'title', 'Picnic'])
  expect(cells).toContainEqual(['not in version 1', 'capacity', '7'])
  expect(cells).toContainEqual(['guestsCanInviteOthers', 'guests_can_invite_others', 'true'])
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('figure', { name: 'Version 1' }).getByText('"summary": "Picnic"').waitFor()
  await page.getByRole('button', { name: 'Side by side' }).click()
  service.attend(picnic, 30)
  await page.getByRole('row', { name: 'total_accepted total_accepted 30' }).waitFor()
  const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor()
  const path = `/api/v2/events/${picnic.id}/attendances`
  await page.getByRole('link', { name: path, exact: true }).first().click()
  await page.getByRole('link', { name: `${path}?page=2` }).click()
  await heading(`${path}?page=2`)
  const person = /\/api\/v2\/people\//
  await page.getByRole('link', { name: person }).first().click()
  await heading(person)
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await page.getByRole('link', { name: 'osdi:attendances' }).click()
  await page.getByText('Version 1 calls it osdi:attendance').waitFor()
  expect(service.requests).toEqual([])
  expect(troubles).toEqual([])
})

test('the page of an event leads to who comes, to be searched, and RSVPs show there at once', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles, go } = opened
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.individual })
  service.addEvent({ title: 'Walk' }, { key: server.keys.individual })
  await go(`events/${picnic.id}`)
  await page.getByRole('link', { name: 'Who comes' }).press('Enter')
  await page.getByText('Nobody comes yet').waitFor()
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.net' })
  service.attend(picnic, ada)
  service.attend(picnic, 30)
  await page.getByText('31', { exact: true }).waitFor()
  await page.getByRole('searchbox', { name: 'Search people' }).fill('lovelace')
  await page.locator('table[aria-rowcount="2"]').waitFor()
  await page.getByRole('row', { name: 'Ada Lovelace ada@example.net' }).getByRole('link').click()
  await page.getByText('with an RSVP of Ada Lovelace').waitFor()
  await page.getByRole('row', { name: 'Picnic' }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['Picnic'])
  expect(troubles).toEqual([])
  await go('events/none/people')
  await page.getByRole('alert').waitFor()
})
