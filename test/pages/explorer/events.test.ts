import { expect, test } from 'vitest'
import { explorer } from './support/explored.ts'

const explored = explorer()
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
  const cells = async () => (await row.getByRole('cell').allTextContents()).map((text) => text.trim())
  expect(await cells()).toEqual([
    'Picnic',
    'Spring',
    '2026-06-20 10:00',
    'Band shell, Nashville TN',
    '0',
    'API Calendar',
  ])
  service.attend(picnic, 3)
  await row.getByRole('cell', { name: '3', exact: true }).waitFor()
  expect(troubles).toEqual([])
})

test('a search that is typed slowly loses no letter to the search before it', async () => {
  await using opened = await explored({ at: 'events', service: { events: 5 } })
  const search = opened.page.getByRole('searchbox', { name: 'Search events' })
  // About as slowly as a search goes off: each letter comes while the one before is searched.
  for (const delay of [185]) {
    await search.fill('')
    await opened.page.waitForURL(/#\/events$/)
    await search.pressSequentially('neighbours', { delay })
    // Not before: what was searched comes back then.
    await opened.page.waitForURL(/#\/events\?search=neighbours$/)
    await opened.page.getByRole('status').filter({ hasText: 'found' }).waitFor()
    expect(await search.inputValue()).toBe('neighbours')
  }
  expect(opened.troubles).toEqual([])
})

test('the list is searched and sorted, and its address says how', async () => {
  await using opened = await explored({ service: { events: 60, now }, at: 'events' })
  const { page } = opened
  const titles = () => page.locator('tbody .row-link').allTextContents()
  await page.getByRole('searchbox', { name: 'Search events' }).fill('PICNIC')
  await page.getByRole('status').filter({ hasText: 'found' }).waitFor()
  await page.waitForFunction(() => {
    const links = [...document.querySelectorAll('tbody .row-link')]
    return links.length > 1 && links.every((each) => /picnic/i.test(each.textContent))
  })
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('link').click()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  expect(page.url()).toMatch(/#\/events\?search=PICNIC&sort=title$/)
  await page.waitForFunction(() => document.querySelectorAll('tbody .row-link').length > 1)
  const shown = await titles()
  expect(shown).toEqual(shown.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
  await page.reload()
  await page.locator('th[aria-sort=ascending]', { hasText: 'Title' }).waitFor()
  await page.getByRole('searchbox').fill('nothing has this')
  await page.getByText('No event fits').waitFor()
})

test('a list of thousands draws few rows, and scrolls to any of them', async () => {
  await using opened = await explored({ service: { events: 3000, now }, at: 'events?sort=created' })
  const { page, service } = opened
  await page.getByRole('table', { name: 'Events' }).locator('tbody .row-link').first().waitFor()
  expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe('3001')
  expect(await page.locator('tbody tr').count()).toBeLessThan(60)
  await page.locator('.list-box').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await page.locator('tr[aria-rowindex="3001"] .row-link').waitFor()
  const last = await page.locator('tr[aria-rowindex="3001"] .row-link').getAttribute('href')
  const page60 = await service.fetch(`${service.baseUrl}/api/v2/events?page=120&per_page=25`, {
    headers: { 'OSDI-API-Token': service.seeded.group.token },
  })
  expect(JSON.stringify(await page60.json())).toContain(last?.replace('#/events/', ''))
  expect(await page.locator('tbody tr').count()).toBeLessThan(60)
})

test('arrow keys go from row to row, and Enter opens one', async () => {
  await using opened = await explored({ service: { events: 200, now }, at: 'events' })
  const { page } = opened
  await page.locator('tr[aria-rowindex="2"] .row-link').focus()
  for (let count = 0; count < 30; count += 1) await page.keyboard.press('ArrowDown')
  const focused = page.locator('tr:focus-within')
  expect(await focused.getAttribute('aria-rowindex')).toBe('32')
  await page.keyboard.press('ArrowUp')
  expect(await focused.getAttribute('aria-rowindex')).toBe('31')
  const title = (await focused.locator('.row-link').textContent()) ?? ''
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
})

test('an event shows what both versions call the same, and what one alone has', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles } = opened
  const picnic = service.addEvent({ title: 'Picnic', capacity: 7 }, { key: server.keys.group })
  await page.goto(`${server.url}/_mock/ui#/events/${picnic.id}`)
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  const rows = await page.getByRole('table', { name: 'Fields in both versions' }).getByRole('row').all()
  const cells = await Promise.all(rows.map((row) => row.getByRole('cell').allTextContents()))
  expect(cells).toContainEqual(['summary', 'title', 'Picnic'])
  expect(cells).toContainEqual(['not in version 1', 'capacity', '7'])
  expect(cells).toContainEqual(['guestsCanInviteOthers', 'guests_can_invite_others', 'true'])
  await page.getByRole('button', { name: 'JSON' }).click()
  await page.getByRole('figure', { name: 'Version 1' }).getByText('"summary": "Picnic"').waitFor()
  await page.getByRole('button', { name: 'Side by side' }).click()
  service.attend(picnic, 2)
  await page.getByRole('row', { name: 'total_accepted total_accepted 2' }).waitFor()
  expect(troubles).toEqual([])
})

test('every link of an event can be followed, on and on, and every relation says what it means', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles } = opened
  const picnic = service.addEvent({ title: 'Picnic' }, { key: server.keys.individual })
  service.attend(picnic, 30)
  await page.goto(`${server.url}/_mock/ui#/events/${picnic.id}`)
  const path = `/api/v2/events/${picnic.id}/attendances`
  await page.getByRole('link', { name: path, exact: true }).first().click()
  await page.getByRole('heading', { level: 1, name: path }).waitFor()
  await page.getByRole('link', { name: `${path}?page=2` }).click()
  await page.getByRole('heading', { level: 1, name: `${path}?page=2` }).waitFor()
  await page.getByText('"page": 2,').waitFor()
  await page
    .getByRole('link', { name: /\/api\/v2\/people\// })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /\/api\/v2\/people\// }).waitFor()
  await page.getByText('200', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Back to the event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  await page.getByRole('link', { name: 'osdi:attendances' }).click()
  await page.getByText('Version 1 calls it osdi:attendance').waitFor()
  expect(service.requests).toEqual([])
  expect(troubles).toEqual([])
})
