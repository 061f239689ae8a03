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

/** Words outside of code blocks. */
const wordsOf = (text: string) => text.replaceAll(/^ *```[\s\S]*?^ *```$/gm, '').split(/\s+/).length
const withoutTables = (text: string) => text.replaceAll(/^\|.*\n/gm, '')

/** The guides of the navigation. */
const navigated = [...readFileSync(`${root}docs/README.md`, 'utf8').matchAll(/^- \[.+\]\((guides\/.+\.md)\)$/gm)].map(
  ([, path = '']) => `docs/${path}`,
)

test.for(guides)('%s has at most 2,000 words outside of code and tables', (page) => {
  expect(wordsOf(withoutTables(readFileSync(root + page, 'utf8')))).toBeLessThanOrEqual(2000)
})

test('the guides of the navigation have at most 18,000 words outside of code, without the table of assumptions', () => {
  const read = navigated.filter((page) => !page.endsWith('/assumptions.md'))
  expect(read.length).toBeGreaterThan(15)
  const words = read.map((page) => wordsOf(readFileSync(root + page, 'utf8')))
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(18_000)
})
