import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'

/** What takes minutes, or needs much that has to be installed: `npm run test:nightly` runs folder by folder. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/nightly/{long,outside,languages,compare}/**/*.test.ts'],
    testTimeout: 1_200_000,
    hookTimeout: 900_000,
    // Compilers are programs that take a core each.
    maxConcurrency: 2,
  },
})
