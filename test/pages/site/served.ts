import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll } from 'vitest'
import { root } from '../../support/alias.ts'
import { chromiumOptions } from '../../support/chromium.ts'

/** The folder with the built site. */
export const site = join(root, 'docs/site/dist')

/** Names of all pages, such as `guides/start.html`. */
export const pageNames = (): string[] =>
  readdirSync(site, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.html'))
    .sort()

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** Serves the site as a plain file server does. */
async function serveSite(): Promise<AsyncDisposable & { readonly url: string }> {
  const server = createServer(({ url = '/' }, response) => {
    const path = join(site, normalize(decodeURIComponent(new URL(url, 'http://localhost').pathname)))
    const file = existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path
    if (!existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' })
    createReadStream(file).pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

interface Look {
  readonly width?: number
  readonly colorScheme?: 'light' | 'dark'
}

interface OpenSite {
  readonly browser: Browser
  /** Address of the site. */
  readonly url: string
  /** A page that all tests of the file use, because a new one costs more than most tests do on it. */
  readonly page: Page
  /** Opens an address of the site in this page, as somebody who was never there. */
  readonly opened: (path: string, look?: Look) => Promise<Page>
}

/** The site in a browser, until the tests of the file end. */
export async function openSite(): Promise<OpenSite> {
  const [browser, served] = await Promise.all([chromium.launch(chromiumOptions), serveSite()])
  afterAll(async () => {
    await browser.close()
    await served[Symbol.asyncDispose]()
  })
  const page = await browser.newPage()
  const opened = async (path: string, { width = 1280, colorScheme = 'light' }: Look = {}) => {
    await page.evaluate(() => localStorage.clear()).catch(() => {})
    await page.setViewportSize({ width, height: width < 500 ? 844 : 800 })
    await page.emulateMedia({ colorScheme })
    // Another document in between, so that an address that differs in its fragment alone is opened anew.
    await page.goto('about:blank')
    await page.goto(`${served.url}/${path}`)
    return page
  }
  return { browser, url: served.url, page, opened }
}

/** Opens the search of a page, as soon as its scripts listen. */
export async function openSearch(page: Page): Promise<void> {
  await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
  await page.locator('#local-search button').click()
  await page.locator('#localsearch-input').waitFor()
}

/** Where the first result of a search leads. */
export async function firstResult(page: Page, words: string): Promise<string> {
  const [input, results] = [page.locator('#localsearch-input'), page.locator('#localsearch-list a')]
  // Results of earlier words go first.
  await input.fill('')
  await results.first().waitFor({ state: 'detached' })
  await input.fill(words)
  await results.first().waitFor()
  return (await results.first().getAttribute('href')) ?? ''
}
