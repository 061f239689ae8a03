import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'

test('every promise names tests that are there', () => {
  const page = readFileSync(`${root}docs/guides/promises.md`, 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!promise|-)/.test(line))
  expect(rows.length).toBeGreaterThan(15)
  for (const row of rows) {
    const named = [...row.matchAll(/`(test\/[^`]+)`/g)].map(([, path]) => path)
    expect(named, row).not.toEqual([])
    expect(named.filter((path) => !existsSync(`${root}${path}`))).toEqual([])
  }
})
