import { defineConfig } from 'vitest/config'
import { root } from '../support/alias.ts'

/** Other clients beside this one: a suite of its own, for they are 150 MB. */
export default defineConfig({
  root,
  test: {
    include: ['test/compare/**/*.test.ts'],
    // The slowest client takes 45 seconds at the most, and six programs start for each situation.
    testTimeout: 120_000,
    hookTimeout: 300_000,
    // They mostly wait.
    maxConcurrency: 3,
  },
})
