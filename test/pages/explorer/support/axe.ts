import type { Page } from 'playwright'
import { expect } from 'vitest'
import { axeFaults } from '../../../support/axe.ts'

/** Looks at a page: axe-core finds nothing wrong with it, and it goes over no side. */
export async function look(page: Page): Promise<void> {
  const faults = await axeFaults(page)
  const over = await page
    .locator('html, main, dialog')
    .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect({ faults, over }, page.url()).toEqual({ faults: [], over: 0 })
}
