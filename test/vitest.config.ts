import { configDefaults, defineConfig } from 'vitest/config'
import { ownNames, root } from './support/alias.ts'
import { writeFences } from './support/fences.ts'

// Before files are collected: fences that are tests are collected too.
writeFences()

/** What `npm test` runs: everything that needs no process, browser or package of its own. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/*.test.ts', 'test/{contract,client,mock,together,cli,server,docs,explorer}/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/docs/fences/*.page.test.ts'],
    setupFiles: ['test/support/seed.ts', 'test/support/held-to-openapi.ts'],
    // Modules are loaded once for all files of a worker; every test builds its own service.
    isolate: false,
    maxWorkers: '100%',
    // With random seeds, properties are tried ten times as often.
    testTimeout: process.env.SEED === 'random' ? 50_000 : 5_000,
    hookTimeout: 5_000,
    // As long as the test may take.
    expect: { poll: { timeout: 5_000 } },
    provide: { msw: 3 },
  },
})
