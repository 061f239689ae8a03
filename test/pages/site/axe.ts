import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Page } from 'playwright'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What axe-core finds wrong with a page. The search button of VitePress shows its key beside its name, which is no fault of ours. */
export async function axeFaults(page: Page): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate<string>(
    "axe.run({ exclude: ['.DocSearch', 'iframe'] }, { resultTypes: ['violations'] }).then(JSON.stringify)",
  )
  const { violations } = JSON.parse(found) as AxeResults
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
