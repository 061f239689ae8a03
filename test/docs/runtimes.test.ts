import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { checks } from '../nightly/runtimes/checks/run.ts'
import { pageOf } from '../nightly/runtimes/page.ts'
import { root } from '../support/alias.ts'

// The suite that tries the runtimes writes this page at night. Its words and its checks may change by day.
test('docs/guides/runtimes.md lists the current checks (npm run test:runtimes -- -u writes it)', () => {
  const page = readFileSync(`${root}docs/guides/runtimes.md`, 'utf8')
  const verdicts = new Map(checks.map(({ title }) => [title, { title }]))
  const rows = [...page.matchAll(/^\| (\w+) (\d+)([\d.]+) \| yes \| (yes|–) \|/gm)]
  const runtimes = rows.map(([, name = '', major = '', rest = '', required]) => ({
    name: name === 'Node' ? `Node ${major}` : name,
    version: `${major}${rest}`,
    verdicts,
    ...(required === 'yes' && { requires: true }),
  }))
  expect(runtimes.length).toBeGreaterThan(5)
  expect(page).toBe(pageOf(runtimes))
})
