import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { pages } from '../support/markdown.ts'

const guides = pages.filter((page) => /^docs\/guides\/[\w-]+\.md$/.test(page))

test('docs/guides has guides', () => {
  expect(guides.length).toBeGreaterThan(20)
})

test.for(guides)('%s begins with a sentence, and not with code or a table', (page) => {
  const [heading, empty, first] = readFileSync(root + page, 'utf8').split('\n')
  expect([heading, empty]).toEqual([expect.stringMatching(/^# \S/), ''])
  expect(first).toMatch(/^[^#|>`![-].*[.:]$/)
})
