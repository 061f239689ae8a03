import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'
import { expect } from 'vitest'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Looks at a page: axe-core finds nothing wrong with it, and it goes over no side. The script comes in past the page's own policy, which lets no other in. */
export async function look(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  // A page that stays keeps it.
  if (result.value === 'undefined') await session.send('Runtime.evaluate', { expression: axe })
  const { result: found } = await session.send('Runtime.evaluate', {
    expression: 'axe.run({ resultTypes: ["violations"] }).then((results) => JSON.stringify(results))',
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  const { violations } = JSON.parse(found.value) as AxeResults
  const faults = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
  const over = await page
    .locator('html, main, dialog')
    .evaluateAll((parts) => parts.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length)
  expect({ faults, over }, page.url()).toEqual({ faults: [], over: 0 })
}
