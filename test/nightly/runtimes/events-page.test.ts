import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { createServer, type ViteDevServer } from 'vite'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { install } from '../../support/built.ts'
import { chromiumOptions } from '../../support/chromium.ts'

const root = new URL('../../../', import.meta.url).pathname
const project = install('ky', 'zod', 'msw', 'vite')
let server: ViteDevServer
let ofActionNetwork: ViteDevServer
let browser: Browser

beforeAll(async () => {
  cpSync(join(root, 'examples/events-page'), project.folder, { recursive: true })
  const msw = join(root, 'node_modules/msw/cli/index.js')
  execFileSync(process.execPath, [msw, 'init', 'public', '--no-save'], { cwd: project.folder, stdio: 'ignore' })
  // The packages are links that lead out of the project.
  const options = { host: '127.0.0.1', fs: { allow: [project.folder, root] } }
  const listening = async (cacheDir: string) => {
    const made = await createServer({ root: project.folder, cacheDir, logLevel: 'error', server: options })
    return await made.listen()
  }
  server = await listening('.vite')
  process.env.VITE_EVENTS_NAMESPACE = 'action_network'
  ofActionNetwork = await listening('.vite-action-network')
  delete process.env.VITE_EVENTS_NAMESPACE
  browser = await chromium.launch(chromiumOptions)
})

afterAll(async () => {
  await browser?.close()
  await server?.close()
  await ofActionNetwork?.close()
  project[Symbol.dispose]()
})

/** The page, in a profile of its own. */
async function opened(search = '', from = server) {
  const context = await browser.newContext({ timezoneId: 'Pacific/Auckland', locale: 'en-GB' })
  onTestFinished(() => context.close())
  const page = await context.newPage()
  const problems: string[] = []
  page.on('pageerror', (error) => problems.push(String(error)))
  await page.goto(`${from.resolvedUrls?.local[0]}${search}`)
  // The mock is there as soon as its key is.
  await page.waitForFunction(() => document.querySelector<HTMLInputElement>('input')?.value !== '')
  return { page, problems }
}

const show = (page: Page) => page.getByRole('button', { name: 'Show events' }).click()
const items = (page: Page) => page.getByRole('listitem')

test('the events-page example lists the events of all pages, by local time', async () => {
  const { page, problems } = await opened()
  await show(page)
  await page.getByText('60 events', { exact: true }).waitFor()
  const texts = await items(page).allInnerTexts()
  expect(texts).toHaveLength(60)
  expect(new Set(texts).size).toBe(60)
  expect(texts[0]).toMatch(/ \d{4} at \d\d:\d\d · .+ · \d+ coming$/)
  // No event of the service begins in the middle of the night, whatever the zone of the browser.
  expect(texts.filter((text) => / at 0[0-5]:/.test(text))).toEqual([])
  expect(await page.getByRole('alert').textContent()).toBe('')
  expect(problems).toEqual([])
})

test('the events-page example lists every event of a mock with the preset actionNetwork', async () => {
  const { page, problems } = await opened('', ofActionNetwork)
  await show(page)
  await page.getByText('60 events', { exact: true }).waitFor()
  expect(await items(page).count()).toBe(60)
  expect(await page.getByRole('link').first().getAttribute('href')).toMatch(/^https:\/\/actionnetwork\.org\//)
  expect(problems).toEqual([])
})

test('the events-page example shows an error, and continues the list from there', async () => {
  const { page } = await opened('?fault=1')
  await show(page)
  const goOn = page.getByRole('button', { name: 'Go on' })
  await goOn.waitFor({ timeout: 120_000 })
  expect(await items(page).count()).toBe(25)
  expect(await page.getByRole('alert').textContent()).toMatch(
    /^The events cannot be read right now\. GET .* answered 503/,
  )
  await goOn.click()
  await page.getByText('60 events', { exact: true }).waitFor()
  expect(await items(page).count()).toBe(60)
  expect(await page.getByRole('alert').textContent()).toBe('')
  expect(await goOn.isHidden()).toBe(true)
})

test('the events-page example tells an organizer that the key is refused, and removes the events of the previous key', async () => {
  const { page } = await opened()
  await show(page)
  await page.getByText('60 events', { exact: true }).waitFor()
  await page.getByLabel('API key').fill('a-key-of-nobody')
  await show(page)
  await page.getByText('The service does not know this key.').waitFor()
  expect(await items(page).count()).toBe(0)
  expect(await page.content()).not.toContain('a-key-of-nobody')
})

test('the built events-page example contains no code of the mock', () => {
  // In a process of its own: that of the tests says that it is no production.
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { NODE_ENV, VITEST, ...env } = process.env
  execFileSync(process.execPath, [vite, 'build', '--logLevel', 'error'], { cwd: project.folder, env })
  const folder = join(project.folder, 'dist/assets')
  const code = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  const has = (text: string) => code.some((each) => each.includes(text))
  expect(['OSDI-API-Token', 'MockServiceError', 'setupWorker', 'mockServiceWorker'].map(has)).toEqual([
    ...[true, false, false, false],
  ])
})
