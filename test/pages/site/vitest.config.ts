import { defineConfig } from 'vitest/config'
import { root } from '../../support/alias.ts'
import { tags } from '../../support/night.ts'

/** The documentation site, built and opened in Chromium. */
export default defineConfig({
  root,
  test: {
    tags,
    include: ['test/pages/site/**/*.test.ts'],
    globalSetup: 'test/pages/site/build.ts',
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 60_000,
  },
})
