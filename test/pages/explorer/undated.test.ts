import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

test('the overview leads to the events without a start, which the list finds, and says so', async () => {
  await using opened = await explored({ service: { now }, at: 'overview' })
  const { page, service, server, troubles } = opened
  const key = server.keys.group
  service.addEvent({ title: 'Walk', start_date: '2026-05-10T10:00:00' }, { key })
  service.addEvent({ title: 'Some day' }, { key })
  await page.getByText('One event has no start, and stands in no week.').waitFor()
  service.addEvent({ title: 'Any day' }, { key })
  await page.getByRole('link', { name: '2 events have no start' }).press('Enter')
  const found = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  await found('2 found')
  await page.getByRole('list', { name: 'Only events' }).getByText('without a start').waitFor()
  const titles = () => page.locator('tbody .row-link').allTextContents()
  await page.getByRole('row', { name: 'Any day' }).waitFor()
  expect(await titles()).toEqual(['Any day', 'Some day'])
  service.addEvent({ title: 'One day' }, { key })
  await found('3 found')
  const which = page.getByRole('combobox', { name: 'Which events' })
  await which.selectOption({ label: 'With a start' })
  await found('1 found')
  await page.getByRole('row', { name: 'Walk' }).waitFor()
  expect(page.url()).toMatch(/#\/events\?dated=true$/)
  await page.getByRole('link', { name: 'Whatever their start' }).click()
  await page.getByRole('status').filter({ hasText: /^4$/ }).waitFor()
  expect(await which.inputValue()).toBe('')
  expect(troubles).toEqual([])
})

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in events without a start, ${colorScheme} and ${width} pixels wide`, async () => {
    await using opened = await explored({
      service: { now, events: 30 },
      colorScheme,
      viewport: { width, height: 700 },
      at: 'overview',
    })
    const { page, service, server } = opened
    const look = async () => {
      expect(await faultsOf(page), page.url()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    service.addEvent({ title: 'Some day' }, { key: server.keys.group })
    const link = page.getByRole('link', { name: /no start$/ })
    await link.waitFor()
    await look()
    await link.click()
    await page.locator('tbody .row-link').first().waitFor()
    await look()
  })
