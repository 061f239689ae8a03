import { defineConfig } from 'vitest/config'
import { root } from '../../support/alias.ts'

/** What others make of the package as it would be published: a suite of its own, for their programs are large. */
export default defineConfig({
  root,
  test: {
    include: ['test/nightly/outside/**/*.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 900_000,
    // Compilers are programs that take a core each.
    maxConcurrency: 2,
    // Imports JSON in a way that Node refuses.
    server: { deps: { inline: [/@actions\//] } },
  },
})
