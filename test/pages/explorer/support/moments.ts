import type { Locator, Page } from 'playwright'

/** Waits until a dialog has gone from the page. The browser hides one that Escape closes a little before the page knows, and goes back in its address. */
export const closed = (page: Page): Promise<void> => page.locator('dialog').waitFor({ state: 'detached' })

/** Waits until the focus is there. */
export const expectFocus = (field: Locator): Promise<void> => field.and(field.page().locator(':focus')).waitFor()

/** Hides a page, as another tab in front of it does, or shows it again. */
export const setHidden = (page: Page, hidden: boolean): Promise<void> =>
  page.evaluate((value) => {
    Object.defineProperty(document, 'hidden', { value, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
