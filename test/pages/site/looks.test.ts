import { expect, test } from 'vitest'
import { axeFaults } from '../../support/axe.ts'
import { openSite, pageNames } from './served.ts'

const { browser, url: siteUrl } = await openSite()

async function opened(path: string, { width = 1280, colorScheme = 'light' as 'light' | 'dark' } = {}) {
  const page = await browser.newPage({ viewport: { width, height: width < 500 ? 844 : 800 }, colorScheme })
  await page.goto(`${siteUrl}/${path}`)
  return page
}

test.for([1280, 390])('the landing page shows a program without scrolling at %d px', async (width) => {
  const page = await opened('', { width })
  const program = page.locator('.first-program pre').first()
  const { y = 0 } = (await program.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(700)
  expect(await program.innerText()).toContain('EVENTS_BASE_URL')
  const { height = 0 } = (await page.locator('.VPHero .text').boundingBox()) ?? {}
  const lineHeight = await page
    .locator('.VPHero .text')
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).lineHeight))
  expect(Math.round(height / lineHeight)).toBe(2)
  await page.close()
})

test('the search for "playground" finds the playground first, and the navigation and the landing page lead to it', async () => {
  const page = await opened('')
  for (const place of ['.VPNavBarMenu', '.VPHero'])
    expect(await page.locator(`${place} a[href="/playground/"]`).count()).toBe(1)
  await page.locator('#local-search button').click()
  await page.locator('#localsearch-input').fill('playground')
  const first = page.locator('#localsearch-list a').first()
  await first.waitFor()
  expect(new URL((await first.getAttribute('href')) ?? '', siteUrl).pathname).toMatch(/^\/playground\//)
  await page.close()
})

test('the first column of a table stays in view at 390 px', async () => {
  const page = await opened('guides/comparison.html', { width: 390 })
  const table = page.locator('.vp-doc table').nth(1)
  const name = table.locator('tbody td').first()
  const { x: before = 0 } = (await name.boundingBox()) ?? {}
  const moved = await table.evaluate((each) => {
    each.scrollLeft = 100
    return each.scrollLeft
  })
  expect(moved).toBe(100)
  const { x: after = 0 } = (await name.boundingBox()) ?? {}
  expect(Math.abs(after - before)).toBeLessThan(2)
  await page.close()
})

test.for(['light', 'dark'] as const)('text of code and pages has enough contrast in %s mode', async (colorScheme) => {
  for (const path of [
    '',
    'guides/start.html',
    'guides/comparison.html',
    'reference/osdi-events/classes/EventsV2.html',
  ]) {
    const page = await opened(path, { colorScheme })
    const faults = await axeFaults(page, ['.DocSearch'])
    expect([path, ...faults.filter((fault) => fault.startsWith('color-contrast'))]).toEqual([path])
    await page.close()
  }
})

test('a chosen version or package manager shows in all blocks, and is remembered', async () => {
  const page = await opened('guides/read.html')
  const shown = () => page.locator('.vp-code-group:has(label:text("Version 1")) div.active').allInnerTexts()
  expect((await shown()).join()).not.toContain('EventsV1')
  await page.locator('.vp-code-group label', { hasText: 'Version 1' }).nth(1).click()
  const blocks = await shown()
  expect(blocks.length).toBeGreaterThan(1)
  for (const block of blocks) expect(block).toContain('EventsV1')
  await page.goto(`${siteUrl}/guides/write.html`)
  await page.locator('.vp-code-group div.active', { hasText: 'EventsV1' }).first().waitFor()
  await page.goto(`${siteUrl}/guides/start.html`)
  await page.locator('.vp-code-group label', { hasText: 'pnpm' }).first().click()
  await page.goto(`${siteUrl}/guides/testing.html`)
  await page.locator('.vp-code-group div.active', { hasText: 'pnpm add' }).first().waitFor()
  await page.close()
})

test('each guide has its own title and description, also for previews, and the site has an icon', async () => {
  const page = await browser.newPage()
  const descriptions: string[] = []
  const guides = pageNames().filter((name) => name.startsWith('guides/'))
  for (const name of guides) {
    await page.goto(`${siteUrl}/${name}`)
    const heading = (await page.locator('h1').innerText()).replaceAll('\u200b', '').trim()
    expect(await page.title()).toBe(`${heading} | osdi-events`)
    const description = await page.locator('meta[name="description"]').getAttribute('content')
    expect(await page.locator('meta[property="og:description"]').getAttribute('content')).toBe(description)
    expect(description).toMatch(/^[A-Z*].{20,}[.:]$/)
    descriptions.push(description ?? '')
  }
  expect(new Set(descriptions).size).toBe(guides.length)
  const icon = await page.request.get(`${siteUrl}${await page.locator('link[rel="icon"]').getAttribute('href')}`)
  expect(icon.status()).toBe(200)
  await page.close()
})

test('the page for a missing address leads to Start, the reference and the search', async () => {
  const page = await opened('404.html')
  const main = page.locator('main')
  expect(await main.locator('a').allInnerTexts()).toEqual(['Start', 'Reference'])
  await main.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').waitFor()
  await page.close()
})

test('the sidebar names guides as their titles do, and has no pages about the project', async () => {
  const page = await opened('guides/testing.html')
  expect(await page.locator('.VPSidebar a', { hasText: /Internals|Promises|Decisions/ }).count()).toBe(0)
  const links = await page
    .locator('.VPSidebarItem.level-1 a')
    .evaluateAll((all) => all.map((link) => [link.getAttribute('href') ?? '', link.textContent?.trim() ?? ''] as const))
  expect(links.length).toBeGreaterThan(19)
  for (const [path, label] of links) {
    const text = await (await page.request.get(`${siteUrl}${path}`)).text()
    const [, heading = ''] = /<h1[^>]*>([\s\S]*?) ?<a class="header-anchor"/.exec(text) ?? []
    expect([path, label]).toEqual([path, heading.replaceAll(/<[^>]*>/g, '')])
  }
  expect(await page.locator('.VPNavBarMenu .active').count()).toBe(1)
  await page.close()
})
