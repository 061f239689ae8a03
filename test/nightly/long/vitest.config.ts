import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'

/** What takes minutes, because it only counts in large numbers: a suite of its own. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: { include: ['test/nightly/long/**/*.test.ts'], testTimeout: 1_200_000 },
})
