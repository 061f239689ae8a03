import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** What the comparison says of this client, tried again: limits of time are part of it, so that nothing else may run beside it. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: { include: ['test/nightly/compare/**/*.test.ts'], testTimeout: 300_000 },
})
