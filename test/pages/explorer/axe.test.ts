import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'
import { closed } from './support/moments.ts'

const explored = explorer()

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in an event, what it leads to, and a request, ${colorScheme} and ${width} pixels wide`, async () => {
    await using opened = await explored({ colorScheme, viewport: { width, height: 800 } })
    const { page, service, server, ask } = opened
    const html = '<p>Bring <b>friends</b></p>'
    const key = server.keys.group
    const campaign = service.addCampaign({ title: 'Spring', key })
    const { id } = service.addEvent({ title: 'Picnic', description: html, campaign }, { key })
    service.attend(id, 2)
    const body = JSON.stringify({ title: 'x'.repeat(300), origin_system: 'Calendar' })
    await ask('/api/v2/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    await page.goto(`${server.url}/_mock/ui#/events/${id}`)
    const look = async () => {
      expect(await faultsOf(page), page.url()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await page.locator('main').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    await page.getByRole('button', { name: 'Draw' }).first().click()
    await look()
    await page.getByRole('button', { name: 'JSON' }).click()
    await page.getByRole('figure', { name: 'Version 1' }).waitFor()
    await look()
    await page.goto(`${server.url}/_mock/ui#/events/${id}/at/${encodeURIComponent(`/api/v2/events/${id}/attendances`)}`)
    await page.locator('pre.json').waitFor()
    await look()
    await page.goto(`${server.url}/_mock/ui#/relations/osdi:attendances`)
    await page.getByRole('heading', { level: 1, name: 'osdi:attendances', exact: true }).waitFor()
    await look()
    await page.goto(`${server.url}/_mock/ui#/requests/1`)
    await page.getByRole('dialog').getByText('As curl').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await closed(page)
    await page.goto(`${server.url}/_mock/ui#/events?search=nothing-has-this`)
    await page.getByText('No event fits').waitFor()
    await look()
  })
