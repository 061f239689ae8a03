import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'

/** The explorer as built, in Chromium, over a socket. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: { include: ['test/explorer/**/*.test.ts'], testTimeout: 30_000, hookTimeout: 60_000 },
})
