import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageOf, readPage, readResults } from '../nightly/compare/page.ts'
import { situations } from '../nightly/compare/situations/index.ts'
import { measured, names } from '../nightly/compare/subjects.ts'
import { root } from '../support/alias.ts'

const results = readResults()

test('docs/guides/comparison.md shows the results of the last run (npm run compare -- --page writes it)', () => {
  expect(readPage()).toBe(pageOf(results))
})

test('the last run of the comparison has exactly one result for every cell of every row', () => {
  const rows = [...situations, ...measured].map(({ id }) => id)
  expect(Object.keys(results.cells)).toEqual(rows)
  for (const [row, cells] of Object.entries(results.cells)) {
    expect(Object.keys(cells), row).toEqual(names)
    expect(
      Object.values(cells).filter((cell) => cell.brief === '' || cell.seen === ''),
      row,
    ).toEqual([])
  }
})

test('the last run of the comparison used the package versions of its lock file', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}test/nightly/compare/peers/package.json`, 'utf8'))
  const { 'osdi-events': _, fetch: __, ...versions } = results.versions
  expect(versions).toEqual(dependencies)
})
