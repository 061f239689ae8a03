import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { firstResult, openSearch, openSite, pageNames, site } from './served.ts'

const { browser, url: siteUrl, page: shared, opened } = await openSite()

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

/** Pages whose scripts run. Those of the reference and of examples have no other scripts. */
const isGuide = (name: string) => !/^(?:reference|examples)\//.test(name)

/** `PAGES=sample` looks at every guide, but only at every fortieth page of the reference and of examples: one template makes them all. */
const lookedAt = (): string[] => {
  if (process.env.PAGES !== 'sample') return pageNames()
  return pageNames().filter((name, index) => isGuide(name) || name.endsWith('EventsV2.html') || index % 40 === 0)
}

/** Opens each page once, and looks at it in both widths. */
async function look() {
  const found = { wide: [] as string[], narrow: [] as string[], cut: [] as string[], guides: [] as string[] }
  const waiting = lookedAt().sort((one, other) => Number(isGuide(one)) - Number(isGuide(other)))
  const work = async () => {
    const [plain, scripted] = await Promise.all(
      [false, true].map(async (javaScriptEnabled) => (await browser.newContext({ javaScriptEnabled })).newPage()),
    )
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const page = (isGuide(name) ? scripted : plain) as Page
      await page.setViewportSize({ width: 1280, height: 844 })
      found[isGuide(name) ? 'guides' : 'wide'].push(...(await wrongWith(page, name)))
      found.cut.push(...(await cutIn(page, name)))
      await page.setViewportSize({ width: 390, height: 844 })
      found.narrow.push(...(await overTheSide(page, name)))
    }
    await Promise.all([plain, scripted].map((page) => page?.context().close()))
  }
  await Promise.all(Array.from({ length: 2 }, work))
  return found
}

let looked: ReturnType<typeof look> | undefined
const seen = () => {
  looked ??= look()
  return looked
}

test('every page of the reference and of examples opens and fits at 1280 px', async () => {
  expect(pageNames().length).toBeGreaterThan(200)
  expect((await seen()).wide).toEqual([])
})

test('every guide of the site loads all it needs and fits at 1280 px, and no script of a guide fails', async () => {
  expect((await seen()).guides).toEqual([])
})

test('every page of the site fits at 390 px', async () => {
  expect((await seen()).narrow).toEqual([])
})

test('no page cuts its code at 1280 px, and guides cut no table except that of failures', async () => {
  expect((await seen()).cut).toEqual([])
})

/** The search of one page, for all words. */
let searching: Promise<Page> | undefined
const search = async () => {
  searching ??= opened('').then(async (page) => {
    await openSearch(page)
    return page
  })
  return searching
}

test.for([
  'rate limit',
  'create event',
  'retry',
  'time zone',
  'test',
  'RSVP',
  'sync',
  'proxy',
  'Jest',
  'key',
  'cancel',
  'location',
])('the search for "%s" finds a guide first', async (words) => {
  expect(await firstResult(await search(), words)).toMatch(/^\/guides\//)
})

test.for([
  ['EventsV2', 'osdi-events/classes/EventsV2.html#class-eventsv2'],
  ['eventsv2', 'osdi-events/classes/EventsV2.html#class-eventsv2'],
  ['createMockService', 'osdi-events/mock/#createmockservice'],
  ['idOf', 'osdi-events/#idof'],
  ['TimeoutError', 'osdi-events/classes/TimeoutError.html#class-timeouterror'],
  ['Pager', 'osdi-events/interfaces/Pager.html#interface-pager'],
])('the search for "%s" finds this symbol first', async ([name, place]) => {
  expect(await firstResult(await search(), name ?? '')).toBe(`/reference/${place}`)
})

test('a page with npm install has a tab for each package manager', async () => {
  const page = await opened('guides/start.html')
  const group = page.locator('.vp-code-group').first()
  expect(await group.locator('label').allInnerTexts()).toEqual(['npm', 'pnpm', 'yarn', 'bun', 'deno'])
  await group.locator('label', { hasText: 'deno' }).click()
  expect((await group.locator('div.active code').innerText()).trim()).toBe('deno add npm:osdi-events')
})

test('each guide leads to the next and the previous one, in the order of the landing page', async () => {
  const page = shared
  const guides = [...readFileSync(join(root, 'docs/README.md'), 'utf8').matchAll(/^- \[.*\]\((guides\/[\w-]+)\.md\)/gm)]
  for (const [index, [, name]] of guides.slice(1, 5).entries()) {
    await page.goto(`${siteUrl}/${name}.html`)
    const [previous, next] = [guides[index]?.[1], guides[index + 2]?.[1]]
    expect(await page.locator('.pager-link.prev').getAttribute('href')).toBe(`/${previous}.html`)
    expect(await page.locator('.pager-link.next').getAttribute('href')).toBe(`/${next}.html`)
  }
})

test('the site serves /llms.txt, and a Markdown copy of each guide at its address with .md', () => {
  expect(readFileSync(join(site, 'llms.txt'), 'utf8')).toBe(readFileSync(join(root, 'llms.txt'), 'utf8'))
  for (const name of pageNames().filter((each) => each.startsWith('guides/'))) {
    const copy = readFileSync(join(site, name.replace('.html', '.md')), 'utf8')
    expect(copy).toMatch(/^# /)
  }
})

test('modules of the reference have the names that programs import', async () => {
  const page = await opened('reference/osdi-events/classes/EventsV2.html')
  const names = await page.locator('.VPSidebarItem .text').allTextContents()
  const modules = names.filter((name) => name.startsWith('osdi-events'))
  const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>
  }
  const specifiers = Object.keys(exports).filter((name) => !name.endsWith('.json'))
  expect(modules.toSorted()).toEqual(specifiers.map((name) => name.replace('.', 'osdi-events')).toSorted())
  expect(modules[0]).toBe('osdi-events')
  const methods = await page.locator('h3').allInnerTexts()
  const shown = methods.map((text) => text.replace(/\(\).*/s, ''))
  expect(shown.indexOf('list')).toBeLessThan(shown.indexOf('attendances'))
  expect(await page.getByText('new EventsV2(').count()).toBe(1)
})

test('the reference orders its modules, says what each has, and describes parameters', async () => {
  const page = await opened('reference/')
  const rows = (await page.locator('.vp-doc tbody tr').allInnerTexts()).map((row) => row.split('\t'))
  expect(rows.slice(0, 5).map(([name]) => name?.trim())).toEqual(
    ['', '/v2', '/v1', '/calendar', '/mock'].map((path) => `osdi-events${path}`),
  )
  for (const [, purpose] of rows) expect(purpose).toMatch(/\.$/)
  await page.goto(`${siteUrl}/reference/osdi-events/`)
  expect(await page.locator('.vp-doc tbody tr').first().innerText()).toMatch(/^EventsV2\s+Reads/)
  await page.goto(`${siteUrl}/reference/osdi-events/classes/EventsV2.html`)
  const parameters = page.locator('#list ~ table:has(th:text-is("Parameter"))').first()
  expect(await parameters.innerText()).toContain('Settings of a list.')
  expect(await page.getByText('Inherited from').count()).toBe(0)
})

test('a class of the reference begins with a table of its methods, shows options in place, and keeps what nobody looks for out of its outline', async () => {
  const page = await opened('reference/osdi-events/classes/EventsV2.html')
  const parts = await page.locator('.vp-doc > div > *').evaluateAll((all) => all.map(({ tagName }) => tagName))
  expect(parts.slice(0, 4)).toEqual(['P', 'H1', 'P', 'TABLE'])
  const rows = await page.locator('.vp-doc table').first().locator('tbody tr').allInnerTexts()
  expect(rows[0]).toMatch(/^list\s+The events of the API key/)
  expect(rows.at(-1)).toMatch(/^delete\s/)
  const options = page.locator('#list ~ table:has(th:text("Option"))').first()
  const names = await options.locator('tbody td:first-child').allInnerTexts()
  expect(names).toEqual(expect.arrayContaining(['prefetch', 'deadline', 'max', 'resume', 'filter']))
  expect(names).not.toContain('signal')
  const outline = await page.locator('.VPDocAsideOutline a').allInnerTexts()
  expect(outline).toEqual(expect.arrayContaining(['Methods', 'list()', 'embed()']))
  expect(outline.filter((text) => /delete|Constructor$|\[/.test(text))).toEqual([])
  await page.goto(`${siteUrl}/reference/osdi-events/interfaces/Pager.html`)
  await page.locator('.VPDocAsideOutline a', { hasText: 'toArray' }).waitFor()
  expect(await page.locator('.VPDocAsideOutline a', { hasText: 'asyncIterator' }).count()).toBe(0)
})

test('a module of the reference has a group for everything that it exports', () => {
  const modules = pageNames().filter((name) => /^reference\/.+\/index\.html$/.test(name))
  expect(modules.length).toBeGreaterThan(8)
  for (const name of modules) {
    const groups = [...readFileSync(join(site, name), 'utf8').matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id)
    expect([name, groups]).toEqual([name, expect.not.arrayContaining(['others'])])
    expect(groups.length, name).toBeGreaterThan(0)
  }
})

test('classes and interfaces alone have pages, the sidebar lists modules and classes, and the site has at most 35 MB', async () => {
  const reference = pageNames().filter((name) => name.startsWith('reference/'))
  const kinds = new Set(reference.map((name) => (name.endsWith('/index.html') ? 'module' : name.split('/').at(-2))))
  expect([...kinds].sort()).toEqual(['classes', 'interfaces', 'module'])
  const page = await opened('reference/osdi-events/interfaces/Pager.html')
  const links = await page
    .locator('.VPSidebar a')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(links.filter((link) => !/^\/reference\/osdi-events\/(?:[\w/]*classes\/\w+\.html|[\w/]*)$/.test(link))).toEqual(
    [],
  )
  expect(links).toContain('/reference/osdi-events/classes/EventsV2.html')
  expect(links.length).toBeLessThan(40)
  const files = readdirSync(site, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
  expect(bytes).toBeLessThan(35_000_000)
})

test('no page shows the `{@link …}` of a comment', () => {
  const copies = pageNames().map((name) => name.replace('.html', '.md'))
  const names = [...pageNames(), ...copies.filter((name) => existsSync(join(site, name)))]
  expect(names.filter((name) => readFileSync(join(site, name), 'utf8').includes('{@link'))).toEqual([])
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
