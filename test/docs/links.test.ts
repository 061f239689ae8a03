import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { anchorsOf, deadLinksOf, linksOf, pages } from '../support/markdown.ts'

test('the docs have pages with links and headings', () => {
  expect(pages).toEqual(expect.arrayContaining(['README.md', 'llms.txt', 'docs/README.md', 'docs/guides/start.md']))
  expect(linksOf('[a](b.md#c), ![d](e.svg) and `[no](link)`\n```\n[no](link)\n```')).toEqual(['b.md#c', 'e.svg'])
  expect([...anchorsOf('# A `b`, c?\n## A b c\n## What: [d](e)')]).toEqual(['a-b-c', 'a-b-c-1', 'what-d'])
})

test('every link of a page in docs leads to an existing page and heading', () => {
  expect(deadLinksOf(pages)).toEqual([])
})

test('the landing page of the documentation leads to every guide', () => {
  const contents = linksOf(readFileSync(`${root}docs/README.md`, 'utf8'))
  const guides = pages.filter((page) => page.startsWith('docs/') && page !== 'docs/README.md')
  expect(guides.filter((page) => !contents.includes(page.slice('docs/'.length)))).toEqual([])
})
