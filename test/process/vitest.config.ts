import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'

/** What needs a process, a socket that fails or the packed package: run in CI, after a build. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/process/**/*.test.ts', 'examples/**/*.test.ts'],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // As long as the test may take.
    expect: { poll: { timeout: 20_000 } },
    maxWorkers: '100%',
    provide: { msw: 3 },
  },
})
