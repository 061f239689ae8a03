import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

/** What axe-core finds wrong with a page, as lines. Its script comes in past the page's own policy, which lets no other in. */
export async function faultsOf(page: Page): Promise<readonly string[]> {
  const { readFile } = await import('node:fs/promises')
  const session = await page.context().newCDPSession(page)
  await session.send('Runtime.evaluate', { expression: await readFile(axe, 'utf8') })
  const { result } = await session.send('Runtime.evaluate', {
    expression: 'axe.run().then((results) => JSON.stringify(results))',
    awaitPromise: true,
    returnByValue: true,
  })
  const { violations } = JSON.parse(result.value) as AxeResults
  await session.detach()
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
