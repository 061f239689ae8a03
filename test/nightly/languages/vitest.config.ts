import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** Programs in other languages: they need more than Node, so they have a suite of their own. */
export default defineConfig({
  root: fileURLToPath(new URL('../../..', import.meta.url)),
  test: { include: ['test/nightly/languages/**/*.test.ts'] },
})
