import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'

/** What must hold on every runtime: a suite of its own, for the runtimes are large. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: { include: ['test/runtimes/**/*.test.ts'], hookTimeout: 300_000 },
})
