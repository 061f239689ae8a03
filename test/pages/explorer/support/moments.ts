import type { Locator, Page } from 'playwright'
import { expect } from 'vitest'

/** As long as a page may take that is slow. */
const patience = { timeout: 10_000 }

/** Waits until a dialog has gone from the page. The browser hides one that Escape closes a little before the page knows, and goes back in its address. */
export const closed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' })

/** Waits until the focus is there. */
export const expectFocus = (field: Locator, message = 'has the focus'): Promise<void> =>
  expect
    .poll(() => field.evaluate((element) => element === document.activeElement), { ...patience, message })
    .toBe(true)

/** Waits until every frame in the page has its own document, and has loaded it: at first it has an empty one. */
export async function framesOf(page: Page): Promise<void> {
  const frames = () => page.frames().slice(1)
  const number = await page.locator('iframe').count()
  await expect
    .poll(() => frames().filter((frame) => !['', 'about:blank'].includes(frame.url())).length, patience)
    .toBe(number)
  for (const frame of frames()) await frame.waitForLoadState()
}

/** What the page asks of the service from now on, such as `POST /_mock/reset`. */
export function askedBy(page: Page): () => readonly string[] {
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`))
  return () => asked
}
