import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'

/** What mutants are killed by: tests without programs of their own. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/{unit,wire,contract,integration,service}/**/*.test.ts'],
    testTimeout: 30_000,
    // Modules are loaded once for a mutant's tests, not once for every file, which is faster.
    isolate: false,
    provide: { msw: 3 },
  },
})
