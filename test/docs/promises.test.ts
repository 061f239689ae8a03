import { readdirSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'

/** A test, one for each of several values, or a check of the runtimes, and its title; what is skipped is none. */
const called = /\b(?:test|check|test\.for\(\[(?:[^\]]|\](?!\)))*\]\))\(\s*(['`])((?:(?!\1)[^\\])+)\1/g

/** Titles of the tests of a file or folder that are run, with … for what differs from run to run and without the clause at the end. */
function titlesOf(path: string): string[] {
  if (statSync(path).isDirectory()) return readdirSync(path).flatMap((name) => titlesOf(`${path}/${name}`))
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(called)].map(([, , title = '']) =>
    title.replace(/\$\{[^}]*\}|%[sj]/g, '…').replace(/ \((?:…|v\d)[^)]*\)$/, ''),
  )
}

/** What a promise is shown by: paths, and behind each of them titles. */
const proofsOf = (row: string) =>
  [...row.matchAll(/`(test\/[^`]+)`([^`]*)/g)].map(([, path = '', titles = '']) => ({
    path,
    titles: [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  }))

const page = readFileSync(`${root}docs/guides/promises.md`, 'utf8')
const rows = page.split('\n').filter((line) => /^\| (?!promise|-)/.test(line))

test('docs/guides/promises.md lists promises with their tests', () => {
  expect(rows.length).toBeGreaterThan(15)
})

for (const row of rows) {
  const [, promise = ''] = row.split(' | ', 1)[0]?.split('| ') ?? []
  test(`the tests that docs/guides/promises.md names exist and run for the promise: ${promise}`, () => {
    const proofs = proofsOf(row)
    expect(proofs).not.toEqual([])
    for (const { path, titles } of proofs) {
      expect(titles, path).not.toEqual([])
      expect(titlesOf(`${root}${path}`), path).toEqual(expect.arrayContaining(titles))
    }
  })
}
