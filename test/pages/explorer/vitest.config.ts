import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'

/** The explorer as built, in Chromium, over a socket. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: { include: ['test/pages/explorer/**/*.test.ts'], testTimeout: 20_000, hookTimeout: 60_000, maxWorkers: '100%' },
})
