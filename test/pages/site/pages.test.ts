import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { openSite, pageNames, site } from './served.ts'

const { browser, url: siteUrl } = await openSite()

/** What is wrong with a page as a reader sees it: something that it loads is missing, its script fails, or it has no heading. */
async function wrongWith(page: Page, name: string): Promise<string[]> {
  const wrong: string[] = []
  const onError = (error: Error) => wrong.push(`${name}: ${error.message}`)
  const onResponse = (response: { status: () => number; url: () => string }) => {
    if (response.status() >= 400) wrong.push(`${name}: ${response.url()} is missing`)
  }
  page.on('pageerror', onError).on('response', onResponse)
  await page.goto(`${siteUrl}/${name}`, { waitUntil: 'load' })
  const headings = await page.locator('h1').count()
  page.off('pageerror', onError).off('response', onResponse)
  if (headings !== 1 && name !== '404.html') wrong.push(`${name}: has ${headings} headings of the first level`)
  return [...wrong, ...(await overTheSide(page, name))]
}

async function overTheSide(page: Page, name: string): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  return over > 0 ? [`${name}: goes over its side by ${over} px`] : []
}

/** Code and tables that are wider than their place. */
const cutIn = (page: Page, name: string): Promise<string[]> => {
  const tables = name.startsWith('guides/') && name !== 'guides/failures.html'
  return page.locator(`.vp-doc pre${tables ? ', .vp-doc table' : ''}`).evaluateAll(
    (all, name) =>
      all.flatMap((part) => {
        const isShown = part.getClientRects().length > 0
        const isCut = isShown && part.scrollWidth > part.clientWidth + 1
        return isCut ? [`${name}: ${part.textContent?.trim().slice(0, 40)}`] : []
      }),
    name,
  )
}

/** `REFERENCE_PAGES=sample` looks at every tenth page of the reference only: one template makes them all. */
const lookedAt = (): string[] => {
  const isReference = (name: string) => name.startsWith('reference/') && !name.endsWith('EventsV2.html')
  const skipped = pageNames().filter((name, index) => isReference(name) && index % 10 !== 0)
  return process.env.REFERENCE_PAGES === 'sample' ? pageNames().filter((name) => !skipped.includes(name)) : pageNames()
}

/** Opens each page once, and looks at it in both widths. */
async function look() {
  const [wide, narrow, cut]: [string[], string[], string[]] = [[], [], []]
  const waiting = lookedAt()
  const work = async () => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      await page.setViewportSize({ width: 1280, height: 844 })
      wide.push(...(await wrongWith(page, name)))
      cut.push(...(await cutIn(page, name)))
      await page.setViewportSize({ width: 390, height: 844 })
      narrow.push(...(await overTheSide(page, name)))
    }
    await context.close()
  }
  await Promise.all(Array.from({ length: 4 }, work))
  return { wide, narrow, cut }
}

let looked: ReturnType<typeof look> | undefined
const seen = () => {
  looked ??= look()
  return looked
}

test('every page of the site opens and fits at 1280 px', async () => {
  expect(pageNames().length).toBeGreaterThan(200)
  expect((await seen()).wide).toEqual([])
})

test('every page of the site fits at 390 px', async () => {
  expect((await seen()).narrow).toEqual([])
})

test('no page cuts its code at 1280 px, and guides cut no table except that of failures', async () => {
  expect((await seen()).cut).toEqual([])
})

test('every guide of the site loads all it needs, and no script of a guide fails', async () => {
  const names = pageNames().filter((name) => !name.startsWith('reference/') && !name.startsWith('examples/'))
  const page = await browser.newPage({ viewport: { width: 390, height: 844 } })
  const wrong: string[] = []
  for (const name of names) wrong.push(...(await wrongWith(page, name)))
  await page.close()
  expect(wrong).toEqual([])
})

test.for(['rate limit', 'create event', 'retry', 'time zone', 'test', 'RSVP', 'sync', 'proxy', 'Jest', 'key'])(
  'the search for "%s" finds a guide first',
  async (words) => {
    const page = await browser.newPage()
    await page.goto(`${siteUrl}/`)
    await page.locator('#local-search button').click()
    await page.locator('#localsearch-input').fill(words)
    const first = page.locator('#localsearch-list a').first()
    await first.waitFor()
    expect(new URL((await first.getAttribute('href')) ?? '', siteUrl).pathname).toMatch(/^\/guides\//)
    await page.close()
  },
)

test('a page with npm install has a tab for each package manager', async () => {
  const page = await browser.newPage()
  await page.goto(`${siteUrl}/guides/start.html`)
  const group = page.locator('.vp-code-group').first()
  expect(await group.locator('label').allInnerTexts()).toEqual(['npm', 'pnpm', 'yarn', 'bun', 'deno'])
  await group.locator('label', { hasText: 'deno' }).click()
  expect((await group.locator('div.active code').innerText()).trim()).toBe('deno add npm:osdi-events')
  await page.close()
})

test('each guide leads to the next and the previous one, in the order of the landing page', async () => {
  const guides = [...readFileSync(join(root, 'docs/README.md'), 'utf8').matchAll(/^- \[.*\]\((guides\/[\w-]+)\.md\)/gm)]
  const page = await browser.newPage()
  for (const [index, [, name]] of guides.slice(1, 5).entries()) {
    await page.goto(`${siteUrl}/${name}.html`)
    const [previous, next] = [guides[index]?.[1], guides[index + 2]?.[1]]
    expect(await page.locator('.pager-link.prev').getAttribute('href')).toBe(`/${previous}.html`)
    expect(await page.locator('.pager-link.next').getAttribute('href')).toBe(`/${next}.html`)
  }
  await page.close()
})

test('the site serves /llms.txt, and a Markdown copy of each guide at its address with .md', () => {
  expect(readFileSync(join(site, 'llms.txt'), 'utf8')).toBe(readFileSync(join(root, 'llms.txt'), 'utf8'))
  for (const name of pageNames().filter((each) => each.startsWith('guides/'))) {
    const copy = readFileSync(join(site, name.replace('.html', '.md')), 'utf8')
    expect(copy).toMatch(/^# /)
  }
})

test('modules of the reference have the names that programs import', async () => {
  const page = await browser.newPage()
  await page.goto(`${siteUrl}/reference/osdi-events/classes/EventsV2.html`)
  const modules = await page.locator('.VPSidebarItem.level-0 > .item .text').allInnerTexts()
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const specifiers = Object.keys(exports).filter((name) => !name.endsWith('.json'))
  expect(modules.toSorted()).toEqual(specifiers.map((name) => name.replace('.', 'osdi-events')).toSorted())
  expect(modules[0]).toBe('osdi-events')
  const methods = await page.locator('h3').allInnerTexts()
  const names = methods.map((text) => text.replace(/\(\).*/s, ''))
  expect(names.indexOf('list')).toBeLessThan(names.indexOf('attendances'))
  expect(await page.getByText('new EventsV2(').count()).toBe(1)
  await page.close()
})

test('the reference orders its modules, says what each has, and describes parameters', async () => {
  const page = await browser.newPage()
  await page.goto(`${siteUrl}/reference/`)
  const rows = (await page.locator('.vp-doc tbody tr').allInnerTexts()).map((row) => row.split('\t'))
  expect(rows.slice(0, 5).map(([name]) => name?.trim())).toEqual(
    ['', '/v2', '/v1', '/calendar', '/mock'].map((path) => `osdi-events${path}`),
  )
  for (const [, purpose] of rows) expect(purpose).toMatch(/\.$/)
  await page.goto(`${siteUrl}/reference/osdi-events/`)
  expect(await page.locator('.vp-doc tbody tr').first().innerText()).toMatch(/^EventsV2\s+Reads/)
  await page.goto(`${siteUrl}/reference/osdi-events/classes/EventsV2.html`)
  const options = page.locator('#list ~ table tbody tr').first()
  expect(await options.innerText()).toContain('Settings of a list.')
  expect(await page.getByText('Inherited from').count()).toBe(0)
  await page.close()
})

test('every link of the reference leads to an existing heading or row', () => {
  const dead: string[] = []
  let links = 0
  const ids = new Map<string, string>()
  const textOf = (name: string) => {
    if (!ids.has(name)) ids.set(name, readFileSync(join(site, name), 'utf8'))
    return ids.get(name) ?? ''
  }
  for (const name of pageNames().filter((each) => each.startsWith('reference/')))
    for (const [, href = '', anchor] of textOf(name).matchAll(/href="([^"#:]+\.html)#([^"]+)"/g)) {
      const path = new URL(href, `http://localhost/${name}`).pathname.slice(1)
      links += 1
      if (!textOf(path).includes(`id="${anchor}"`)) dead.push(`${name}: ${path}#${anchor}`)
    }
  expect(links).toBeGreaterThan(20)
  expect(dead).toEqual([])
})
