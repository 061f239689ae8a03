import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'
import { type Browser, chromium } from 'playwright'
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

/** A browser and the address of the site, until the tests of the file end. */
export async function openSite(): Promise<{ readonly browser: Browser; readonly url: string }> {
  const [browser, served] = await Promise.all([chromium.launch(chromiumOptions), serveSite()])
  afterAll(async () => {
    await browser.close()
    await served[Symbol.asyncDispose]()
  })
  return { browser, url: served.url }
}
