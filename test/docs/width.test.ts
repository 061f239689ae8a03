import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { pages, wideLinesOf } from '../support/markdown.ts'

/** GitHub and the site show this many columns of a code block without a scroll bar. */
const columns = 76

test('a line of a code block is too wide from column 77 on, also inside a list', () => {
  const wide = 'x'.repeat(columns + 1)
  const page = ['```ts', wide.slice(1), wide, '```', wide, '1. list', '   ```sh', wide, '   ```', wide].join('\n')
  expect(wideLinesOf(page, columns)).toEqual([
    { line: 3, width: columns + 1 },
    { line: 8, width: columns + 1 },
  ])
})

test.for([...pages, 'docs/site/index.md'])('no code block in %s is wider than 76 columns', (page) => {
  expect(wideLinesOf(readFileSync(root + page, 'utf8'), columns)).toEqual([])
})
