import type { MockServiceOptions } from 'osdi-events/mock'
import type { ServeOptions } from 'osdi-events/mock/standalone'
import { type Browser, chromium, type Page, type Request, type ViewportSize } from 'playwright'
import { chromiumOptions } from '../../../support/chromium.ts'
import { served } from '../../../support/served.ts'

interface Look {
  readonly colorScheme?: 'light' | 'dark'
  readonly viewport?: ViewportSize
}

/** How a page of the explorer is opened. */
export interface ExploredOptions extends Look {
  readonly service?: MockServiceOptions
  readonly serve?: ServeOptions
  /** Where in the explorer, such as `events`. */
  readonly at?: string
  /** Whether the page has a clock that the test can advance, by `page.clock`. */
  readonly clock?: boolean
}

/** One browser for all files of a worker; it ends with the worker. */
let browser: Promise<Browser> | undefined

/** Pages that no test has now: a new one costs more than most tests do on it. */
const idle: Page[] = []

async function newPage(): Promise<Page> {
  browser ??= chromium.launch(chromiumOptions)
  return (await (await browser).newContext()).newPage()
}

/** A page without a clock that is given back when the test is over. */
export async function blankPage(look: Look = {}) {
  const page = await pageOf(false, look)
  return {
    page,
    troubles: troublesOf(page),
    [Symbol.asyncDispose]: async () => {
      page.removeAllListeners()
      await page.goto('about:blank')
      idle.push(page)
    },
  }
}

async function pageOf(
  clock: boolean,
  { viewport = { width: 1280, height: 800 }, colorScheme = 'light' }: Look,
): Promise<Page> {
  const page = (clock ? undefined : idle.pop()) ?? (await newPage())
  if (clock) await page.clock.install()
  // Shorter than a test may take, so that what is waited for in vain is named.
  page.setDefaultTimeout(10_000)
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  return page
}

/** The explorer on a page, over a service that is the test's own. */
export async function explored({
  service = { events: 3, now: '2026-05-01T12:00:00Z' },
  serve,
  at = '',
  clock = false,
  ...look
}: ExploredOptions = {}) {
  const [opened, page] = await Promise.all([served(serve, service), pageOf(clock, look)])
  const troubles = troublesOf(page)
  const url = `${opened.server.url}/_mock/ui`
  await page.goto(`${url}#/${at}`)
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  return {
    ...opened,
    page,
    dialog: page.getByRole('dialog'),
    /** Waits until the page says at its edge that something was done. */
    said: (text: string) => page.locator('.toast').getByText(text).waitFor(),
    /** Does something while the explorer is not open, for a page draws each of many requests. */
    away: async (act: () => Promise<void>) => {
      const here = page.url()
      await page.goto('about:blank')
      await act()
      await page.goto(here)
    },
    /** Opens an address in the explorer, as the address bar does. */
    go: (to: string) => page.goto(`${url}#/${to}`),
    /** Errors of the page, what its policy blocked, and requests that left the service. */
    troubles,
    [Symbol.asyncDispose]: async () => {
      page.removeAllListeners()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.goto('about:blank')
      await opened[Symbol.asyncDispose]()
      // A clock stays for as long as its page.
      if (clock) await page.context().close()
      else idle.push(page)
    },
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
