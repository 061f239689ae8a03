import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { axeFaults } from '../../support/axe.ts'
import { firstResult, openSearch, openSite, pageNames, site } from './served.ts'

const { url: siteUrl, opened } = await openSite()

/** The title in the HTML of a page. */
const headingOf = (html: string) => {
  const [, heading = ''] = /<h1[^>]*>([\s\S]*?) ?<a class="header-anchor"/.exec(html) ?? []
  return heading.replaceAll(/<[^>]*>/g, '')
}

test.for([1280, 390])('the landing page shows a program without scrolling at %d px', async (width) => {
  const page = await opened('', { width })
  const program = page.locator('.first-program pre').first()
  const { y = 0 } = (await program.boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y).toBeLessThan(700)
  expect(await program.innerText()).toContain('EVENTS_API_KEY')
  const { height = 0 } = (await page.locator('.VPHero .text').boundingBox()) ?? {}
  const lineHeight = await page
    .locator('.VPHero .text')
    .evaluate((text) => Number.parseFloat(getComputedStyle(text).lineHeight))
  expect(Math.round(height / lineHeight)).toBe(2)
})

test('the landing page has the command that installs on its first screen at 390 px, cuts no program, and shows the explorer', async () => {
  const page = await opened('', { width: 390 })
  const { y = 0, height = 0 } = (await page.locator('.install').boundingBox()) ?? {}
  expect(y).toBeGreaterThan(0)
  expect(y + height).toBeLessThan(844)
  expect(await page.locator('.install code').innerText()).toBe('npm install osdi-events')
  const programs = page.locator('pre')
  expect(await programs.count()).toBeGreaterThan(2)
  const cut = await programs.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)
  expect(cut).toBe(0)
  const picture = page.locator('.VPHero ~ .explorer img:visible')
  await picture.scrollIntoViewIfNeeded()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(300)
})

test('the landing page and Start say beside the command that installs that the package is not on npm yet', async () => {
  const landing = await opened('', { width: 390 })
  expect(await landing.locator('.install').innerText()).toContain('not on npm yet')
  await landing.locator('.install a').click()
  await landing.getByRole('heading', { name: 'Start', level: 1 }).waitFor()
  const beside = await landing.locator('main .vp-code-group + p').first().innerText()
  expect(beside).toMatch(/^It is not on npm yet\. .*npm ci && npm pack/)
})

test.for(['guides/write.html', 'guides/comparison.html', 'reference/osdi-events/classes/EventsV2.html'])(
  'the long page %s has an outline that cuts no heading at 1280 px',
  async (path) => {
    const page = await opened(path)
    await page.getByText('On this page').locator('visible=true').click()
    const links = page.locator('a.outline-link:visible')
    await links.first().waitFor()
    expect(await links.count()).toBeGreaterThan(2)
    const cut = await links.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)
    expect(cut).toBe(0)
  },
)

test('the search for "playground" finds the playground first, and the navigation and the landing page lead to it', async () => {
  const page = await opened('')
  for (const place of ['.VPNavBarMenu', '.VPHero'])
    expect(await page.locator(`${place} a[href="/playground/"]`).count()).toBe(1)
  await openSearch(page)
  expect(await firstResult(page, 'playground')).toMatch(/^\/playground\//)
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
})

test.for(['light', 'dark'] as const)('text of code and pages has enough contrast in %s mode', async (colorScheme) => {
  for (const path of [
    '',
    'guides/start.html',
    'guides/comparison.html',
    'reference/osdi-events/interfaces/Pager.html',
  ]) {
    const page = await opened(path, { colorScheme })
    expect([path, ...(await axeFaults(page, ['.DocSearch'], ['color-contrast']))]).toEqual([path])
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
})

test('each guide has its own title and description, also for previews, and the site has an icon', async () => {
  const descriptions: string[] = []
  const guides = pageNames().filter((name) => name.startsWith('guides/'))
  for (const name of guides) {
    const text = readFileSync(join(site, name), 'utf8')
    const found = (pattern: RegExp) => pattern.exec(text)?.[1]
    expect(found(/<title>(.*?)<\/title>/)).toBe(`${headingOf(text)} | osdi-events`)
    const description = found(/<meta name="description" content="([^"]*)"/)
    expect(found(/<meta property="og:description" content="([^"]*)"/)).toBe(description)
    expect(description).toMatch(/^[A-Z*].{20,}[.:]$/)
    descriptions.push(description ?? '')
  }
  expect(new Set(descriptions).size).toBe(guides.length)
  const page = await opened('')
  const icon = await page.request.get(`${siteUrl}${await page.locator('link[rel="icon"]').getAttribute('href')}`)
  expect(icon.status()).toBe(200)
})

test('the page for a missing address leads to Start, the reference and the search', async () => {
  const page = await opened('404.html')
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  const main = page.locator('main')
  expect(await main.locator('a').allInnerTexts()).toEqual(['Start', 'Reference'])
  const sizes = await main.locator('li > *').evaluateAll((all) => all.map((each) => getComputedStyle(each).fontSize))
  expect(sizes).toEqual(['16px', '16px', '16px'])
  await main.getByRole('button', { name: 'Search' }).click()
  await page.locator('#localsearch-input').waitFor()
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
    expect([path, label]).toEqual([path, headingOf(text)])
  }
  expect(await page.locator('.VPNavBarMenu .active').count()).toBe(1)
})
