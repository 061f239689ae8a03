import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * What axe-core finds wrong with a page. The script comes in past the page's own policy, which lets no other in.
 *
 * @param exclude selectors of parts that axe-core leaves out
 * @param rules the rules to check, if not all
 */
export async function axeFaults(
  page: Page,
  exclude: readonly string[] = [],
  rules?: readonly string[],
): Promise<string[]> {
  const session = await page.context().newCDPSession(page)
  const { result } = await session.send('Runtime.evaluate', { expression: 'typeof axe' })
  // A page that stays keeps the script.
  if (result.value === 'undefined') await session.send('Runtime.evaluate', { expression: axe })
  const context = JSON.stringify({ exclude: exclude.map((selector) => [selector]) })
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) })
  const { result: found } = await session.send('Runtime.evaluate', {
    expression: `axe.run(${exclude.length > 0 ? context : 'document'}, ${options}).then(JSON.stringify)`,
    awaitPromise: true,
    returnByValue: true,
  })
  await session.detach()
  const { violations } = JSON.parse(found.value) as AxeResults
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  )
}
