import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { axeFaults } from '../../support/axe.ts'
import { openSite } from './served.ts'

const { browser, url: siteUrl } = await openSite()

const folder = join(root, 'docs/site/playground/samples')
const samples = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  return { name: file.replace(/^\d+-|\.ts$/g, ''), title: text.slice(3, text.indexOf('\n')) }
})

/** The playground in a page of this width, or with a program in its address. */
async function opened({ width = 1280, hash = '', colorScheme = 'light' as 'light' | 'dark' } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 844 }, colorScheme })
  await page.goto(`${siteUrl}/playground${hash}`)
  return page
}

const status = (page: Page) => page.getByRole('status').first()
const ran = (page: Page) =>
  status(page)
    .filter({ hasText: /^ran in/ })
    .waitFor()
const printed = (page: Page) => page.frameLocator('iframe').locator('#console').innerText()

/** Writes a program into the editor, and runs it. */
async function runCode(page: Page, code: string): Promise<void> {
  await page.locator('.cm-content').fill(code)
  await page.getByRole('button', { name: 'Run' }).click()
}

test('the playground has ten samples', () => {
  expect(samples).toHaveLength(10)
})

test.for(samples)('the sample "$title" of the playground runs, prints, and shows its service', async ({ name }) => {
  const page = await opened()
  await ran(page)
  await page.getByLabel('Sample').selectOption(name)
  await ran(page)
  const frame = page.frameLocator('iframe')
  expect((await printed(page)).length).toBeGreaterThan(20)
  expect(await frame.locator('#console .error').count()).toBe(0)
  await frame.getByRole('tab', { name: 'Explorer' }).click()
  await frame.getByRole('region', { name: 'Explorer of the mock service' }).waitFor()
  await page.close()
})

test('the playground stops an endless loop, and runs the next program', async () => {
  const page = await opened()
  await ran(page)
  await runCode(page, 'console.log("before")\nfor (;;) {}')
  await status(page).filter({ hasText: 'running' }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).filter({ hasText: 'stopped' }).waitFor()
  await runCode(page, 'console.log("after")')
  await ran(page)
  expect(await printed(page)).toBe('after')
  await page.close()
})

test('the playground shows errors of the program and of its syntax', async () => {
  const page = await opened()
  await ran(page)
  await runCode(page, "import { EventsV2 } from 'osdi-events'\nnew EventsV2({ baseUrl: 'x', apiKey: 'k' })")
  await status(page).filter({ hasText: 'failed' }).waitFor()
  expect(await printed(page)).toMatch(/^InputError: baseUrl/)
  await runCode(page, 'const = 1')
  await status(page).filter({ hasText: 'not run' }).waitFor()
  expect(await printed(page)).toBe('Unexpected token (line 1, column 7)')
  expect(await page.locator('.cm-lintRange-error').innerText()).toBe('=')
  await runCode(page, "import { x } from 'left-pad'\nconsole.log(x)")
  await status(page).filter({ hasText: 'failed' }).waitFor()
  expect(await printed(page)).toContain('has no module left-pad')
  await page.close()
})

test('a program of the playground has no network, and cannot read the page', async () => {
  const page = await opened()
  await ran(page)
  const requests: string[] = []
  page.on('request', (request) => void requests.push(request.url()))
  await runCode(
    page,
    `await fetch('${siteUrl}/llms.txt').then(() => console.log('reached'), () => console.log('no network'))
try { console.log(parent.document.title) } catch { console.log('no page') }
try { console.log(localStorage.length) } catch { console.log('no storage') }`,
  )
  await ran(page)
  expect((await printed(page)).split('\n')).toEqual(['no network', 'no page', 'no storage'])
  expect(requests.filter((url) => !/^(?:blob|about|data):/.test(url))).toEqual([])
  await page.close()
})

test('a link to the playground carries the program', async () => {
  const page = await opened()
  await ran(page)
  const code = `console.log('Grüße', 6 * 7)`
  await page.locator('.cm-content').fill(code)
  await page.getByRole('button', { name: 'Link to it' }).click()
  await status(page).filter({ hasText: 'address' }).waitFor()
  const { hash } = new URL(page.url())
  await page.close()
  const other = await opened({ hash })
  await ran(other)
  expect(await other.locator('.cm-content').innerText()).toBe(code)
  expect(await printed(other)).toBe('Grüße 42')
  expect(await other.getByLabel('Sample').locator('option:checked').innerText()).toBe('from the link')
  await other.close()
})

test('"Try it" below a sample of a guide opens and runs it', async () => {
  const page = await browser.newPage()
  await page.goto(`${siteUrl}/guides/testing.html`)
  const links = await page.locator('a.try-it').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThan(3)
  await page.close()
  for (const link of links) {
    const other = await browser.newPage()
    await other.goto(new URL(link ?? '', siteUrl).href)
    await status(other)
      .filter({ hasText: /^ran in|^failed/ })
      .waitFor()
    expect([link?.slice(0, 40), await status(other).innerText(), await printed(other)]).toEqual([
      link?.slice(0, 40),
      expect.stringMatching(/^ran in/),
      expect.any(String),
    ])
    await other.close()
  }
})

test.for([
  [1280, 'light'],
  [390, 'dark'],
] as const)('the playground fits at %d px in %s mode, and axe finds nothing wrong', async ([width, colorScheme]) => {
  const page = await opened({ width, colorScheme })
  await ran(page)
  // The search button of VitePress shows its key beside its name. The frame is another document.
  expect(await axeFaults(page, ['.DocSearch', 'iframe'])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await page.close()
})

test('the playground loads at most 550 KB gzipped, and runs its first program within 3 seconds', async () => {
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(siteUrl)) sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  const started = performance.now()
  await page.goto(`${siteUrl}/playground/`)
  await ran(page)
  const ms = Math.round(performance.now() - started)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`playground: ${Math.round(bytes / 1000)} KB gzipped, first run after ${ms} ms`)
  expect(bytes).toBeLessThan(550_000)
  await page.close()
})
