import { configDefaults, defineConfig } from 'vitest/config'
import { ownNames, root } from './support/alias.ts'
import { writeFences } from './support/fences.ts'

// Before files are collected: fences that are tests are collected too.
writeFences()

export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/**/*.test.ts', 'examples/**/*.test.ts'],
    // Suites of their own, which need more than Node, or minutes: npm run test:browser, test:explorer, test:languages,
    // test:outside, test:runtimes, test:long and test:compare.
    exclude: [
      ...configDefaults.exclude,
      'test/browser/**',
      'test/explorer/**',
      'test/docs/fences/*.page.test.ts',
      'test/languages/**',
      'test/outside/**',
      'test/runtimes/**',
      'test/long/**',
      'test/compare/**',
    ],
    // Some tests start programs, which takes its time where much else runs.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 20_000 } },
    provide: { msw: 3 },
    typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    coverage: { provider: 'v8', include: ['src/**', 'mock-server/**'], reporter: ['text-summary'] },
  },
})
