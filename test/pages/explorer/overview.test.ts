import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

const bars = (page: Page) => page.getByRole('list', { name: /^(Weeks|Every)/ }).getByRole('link')

test('bars say how many events start in each week, and how many RSVPs they have, as both come', async () => {
  await using opened = await explored({ service: { now }, at: 'overview' })
  const { page, service, server, troubles } = opened
  await page.getByText('No events yet').waitFor()
  const add = (start_date: string) => service.addEvent({ title: 'Walk', start_date }, { key: server.keys.group })
  const first = add('2026-05-10T23:00:00')
  await page.getByRole('link', { name: 'week of 4 May 2026: 1 event, 0 RSVPs' }).waitFor()
  add('2026-05-11T00:00:00')
  add('2026-05-25T10:00:00')
  service.addEvent({ title: 'Some day' }, { key: server.keys.group })
  service.attend(first, 3)
  await page.getByRole('link', { name: 'week of 4 May 2026: 1 event, 3 RSVPs' }).waitFor()
  await page.getByRole('link', { name: 'week of 25 May 2026: 1 event, 0 RSVPs' }).waitFor()
  await page.getByText('One event has no start').waitFor()
  expect(await bars(page).count()).toBe(3)
  const heights = () =>
    page.locator('.week-bar').evaluateAll((all) => all.map((bar) => (bar as HTMLElement).style.height))
  expect(await heights()).toEqual(['100%', '100%', '100%'])
  await page.getByRole('button', { name: 'RSVPs' }).click()
  await page.getByRole('heading', { name: 'RSVPs by week' }).waitFor()
  expect(await heights()).toEqual(['100%', '0%', '0%'])
  await page.getByText('As a table').click()
  const rows = await page.getByRole('table').getByRole('row').all()
  const cells = await Promise.all(rows.slice(1).map((row) => row.getByRole('cell').allTextContents()))
  expect(cells).toEqual([
    ['week of 4 May 2026', '1', '3'],
    ['week of 11 May 2026', '1', '0'],
    ['week of 25 May 2026', '1', '0'],
  ])
  expect(troubles).toEqual([])
})

test('a bar leads to the events of its week, by keys too, and back', async () => {
  await using opened = await explored({ service: { now, events: 200 }, at: 'overview' })
  const { page } = opened
  // The service's own week is where Tab goes to, once its clock is known.
  await page.locator('.slot.now a[tabindex="0"]').waitFor()
  await page.getByRole('button', { name: 'RSVPs' }).focus()
  await page.keyboard.press('Tab')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '')
  await expect.poll(focused, { timeout: 10_000 }).toMatch(/^week of 27 Apr 2026/)
  await page.keyboard.press('ArrowRight')
  await expect.poll(focused, { timeout: 10_000 }).toMatch(/^week of 4 May 2026: \d+ events/)
  const name = await focused()
  const events = /(\d+) events/.exec(name)?.[1] ?? ''
  await page.getByText(name, { exact: true }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('in the week of 4 May 2026').waitFor()
  await page
    .getByRole('status')
    .filter({ hasText: `${events} found` })
    .waitFor()
  const starts = await page.locator('tbody time').allTextContents()
  expect(starts.filter((start) => start < '2026-05-04' || start >= '2026-05-11')).toEqual([])
  expect(starts).toEqual(starts.toSorted())
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor()
})

test('events far apart stand in blocks of several weeks, which lead closer until they are weeks', async () => {
  await using opened = await explored({ service: { now, events: 20 } })
  const { page, service, server, troubles } = opened
  service.addEvent({ title: 'Epoch', start_date: '1970-01-01T00:00:00' }, { key: server.keys.group })
  await page.goto(`${server.url}/_mock/ui#/overview`)
  await page.getByRole('heading', { name: /^Events by \d\d weeks$/ }).waitFor()
  expect(await page.locator('.slot').count()).toBeLessThan(54)
  const sum = async () => {
    const names = await bars(page).evaluateAll((all) => all.map((bar) => bar.getAttribute('aria-label') ?? ''))
    return names.reduce((total, name) => total + Number(/: (\d+) event/.exec(name)?.[1]), 0)
  }
  const undated = Number(
    /(\d+|One) events? ha/.exec(await page.locator('main').innerText())?.[1]?.replace('One', '1') ?? 0,
  )
  expect((await sum()) + undated).toBe(21)
  await bars(page).first().click()
  await page.getByRole('heading', { name: 'Events by week' }).waitFor()
  expect(await sum()).toBe(1)
  await bars(page).first().click()
  await page.getByRole('row', { name: 'Epoch' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: 'All weeks' }).click()
  await page.getByRole('heading', { name: /^Events by \d\d weeks$/ }).waitFor()
  expect(troubles).toEqual([])
})

test('the events that most people come to stand in their order, lead to their pages, and change places at once', async () => {
  await using opened = await explored({ service: { now, events: 60 }, at: 'overview' })
  const { page, service, server } = opened
  const html = '<img src=x onerror="window.struck = true">'
  const fair = service.addEvent({ title: html }, { key: server.keys.group })
  service.attend(fair, 400)
  const ranks = page.getByRole('region', { name: 'RSVPs by event' }).getByRole('listitem')
  await ranks.first().getByText(html).waitFor()
  expect(await ranks.count()).toBe(12)
  const counts = (await ranks.locator('.rank-count').allTextContents()).map((text) => Number.parseInt(text, 10))
  expect(counts).toEqual(counts.toSorted((a, b) => b - a))
  const total = service.targeting(service.seeded.group).length
  await page.getByRole('link', { name: `All ${total} events with an RSVP` }).waitFor()
  await ranks.first().getByRole('link').click()
  await page.getByRole('heading', { level: 1, name: html }).waitFor()
  expect(await page.evaluate(() => 'struck' in window)).toBe(false)
})

test('the overview says when the service did not answer, and can be asked for again', async () => {
  await using opened = await explored({ service: { now, events: 10 } })
  const { page, server } = opened
  await page.route('**/_mock/overview', (route) => route.abort(), { times: 1 })
  await page.goto(`${server.url}/_mock/ui#/overview`)
  await page.getByRole('alert').getByText('/_mock/overview got no answer').waitFor()
  await page.getByRole('button', { name: 'Try again' }).click()
  await bars(page).first().waitFor()
})

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in the pictures, ${colorScheme} and ${width} pixels wide`, async () => {
    const viewport = { width, height: 800 }
    await using opened = await explored({ service: { now, events: 90 }, colorScheme, viewport, at: 'overview' })
    const { page } = opened
    await page.getByRole('link', { name: /^All \d+ events/ }).waitFor()
    await page.getByText('As a table').click()
    expect(await faultsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    expect(await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    // The service's week is to be seen without scrolling.
    const isSeen = async () => {
      const box = await page.locator('.slot.now').boundingBox()
      return box && box.x > 0 && box.x + box.width < width
    }
    await expect.poll(isSeen, { timeout: 10_000 }).toBe(true)
  })
