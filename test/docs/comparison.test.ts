import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageOf, readPage, readResults } from '../nightly/compare/page.ts'
import { situations } from '../nightly/compare/situations/index.ts'
import { measured, names } from '../nightly/compare/subjects.ts'
import { root } from '../support/alias.ts'

const results = readResults()

test('the comparison says what the last run saw: npm run compare -- --page writes it anew', () => {
  expect(readPage()).toBe(pageOf(results))
})

test('the last run of the comparison filled every cell of every row, and no other', () => {
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

test('the last run of the comparison tried the versions of its lock file', () => {
  const { dependencies } = JSON.parse(readFileSync(`${root}test/nightly/compare/peers/package.json`, 'utf8'))
  const { 'osdi-events': _, ...versions } = results.versions
  expect(versions).toEqual(dependencies)
})
