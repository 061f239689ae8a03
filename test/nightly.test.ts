import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from './nightly/mutation/faults.ts'

// What is run at night names files and lines of the code. These tests say on the same day that one has moved.

test('each planted fault of test/nightly/mutation replaces a text that occurs exactly once in its file', () => {
  const counts = faults.map(({ name, file, from }) => [name, readFileSync(file, 'utf8').split(from).length - 1])
  expect(counts.length).toBeGreaterThanOrEqual(65)
  expect(counts.filter(([, count]) => count !== 1)).toEqual([])
})

test('the files that Stryker mutates and the tests that it runs exist', async () => {
  const { mutate } = JSON.parse(readFileSync('test/nightly/mutation/stryker.config.json', 'utf8')) as {
    mutate: string[]
  }
  expect(mutate.filter((pattern) => globSync(pattern).length === 0)).toEqual([])
  await expect(import('./nightly/mutation/vitest.config.ts')).resolves.toHaveProperty('default')
})
