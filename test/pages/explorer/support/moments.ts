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

/** Where the focus is after each change of the page, before the next key or click can come. */
export const focusIn = (page: Page) =>
  page.evaluateHandle(() => {
    const changes: string[] = []
    const watch = new MutationObserver((records) => {
      const { activeElement } = document
      const isDialog = (node: Node) => node instanceof HTMLDialogElement
      for (const { target, addedNodes, removedNodes } of records) {
        if ([...addedNodes].some((node) => isDialog(node) && node.contains(activeElement)))
          changes.push('in the dialog')
        if ([...removedNodes].some(isDialog)) changes.push(`at ${activeElement?.textContent}`)
        if (target instanceof HTMLInputElement && target.ariaInvalid)
          changes.push(`in a field: ${target === activeElement}`)
      }
    })
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return changes
  })
