import { defineConfig } from 'vitest/config'
import { jestGlobals, ownNames, root } from '../support/alias.ts'

/** What needs a process, a socket that fails, another language or the packed package: run in CI, after a build. */
export default defineConfig({
  root,
  resolve: { alias: [...ownNames, jestGlobals] },
  test: {
    include: ['test/process/**/*.test.ts', 'test/programs/**/*.test.ts', 'examples/**/*.test.ts'],
    // Modules are loaded once for all files of a worker, and npm is asked once what would be packed.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    provide: { msw: 3 },
  },
})
