import type { MockServiceOptions } from 'osdi-events/mock'
import type { ServeOptions } from 'osdi-events/mock/standalone'
import { type Browser, type BrowserContextOptions, chromium, type Page, type Request } from 'playwright'
import { chromiumOptions } from '../../../support/chromium.ts'
import { served } from '../../../support/served.ts'

/** How a page of the explorer is opened. */
export interface ExploredOptions extends Pick<BrowserContextOptions, 'colorScheme' | 'viewport' | 'reducedMotion'> {
  readonly service?: MockServiceOptions
  readonly serve?: ServeOptions
  /** Where in the explorer, such as `events`. */
  readonly at?: string
}

/** One browser for all files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined

/** Pages of its own for each test. */
export function explorer() {
  return async ({
    service = { events: 3, now: '2026-05-01T12:00:00Z' },
    serve,
    at = '',
    ...look
  }: ExploredOptions = {}) => {
    browser ??= chromium.launch(chromiumOptions)
    const opened = await served(serve, service)
    const context = await (await browser).newContext({ viewport: { width: 1280, height: 800 }, ...look })
    const page = await context.newPage()
    // Shorter than a test may take, so that what is waited for in vain is named.
    page.setDefaultTimeout(10_000)
    const troubles = troublesOf(page)
    await page.goto(`${opened.server.url}/_mock/ui#/${at}`)
    await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
    return {
      ...opened,
      page,
      /** Errors of the page, what its policy blocked, and requests that left the service. */
      troubles,
      [Symbol.asyncDispose]: async () => {
        await context.close()
        await opened[Symbol.asyncDispose]()
      },
    }
  }
}

function troublesOf(page: Page): readonly string[] {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(`error: ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(`console: ${message.text()}`)
  })
  const isOutside = (request: Request) => /^http/.test(request.url()) && new URL(request.url()).hostname !== '127.0.0.1'
  page.on('requestfinished', (request) => {
    if (isOutside(request)) troubles.push(`request: ${request.url()}`)
  })
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText
    // What the page's policy refuses is told of as a request too, and never leaves.
    if (isOutside(request) && reason !== 'csp') troubles.push(`request: ${request.url()} (${reason})`)
  })
  return troubles
}
