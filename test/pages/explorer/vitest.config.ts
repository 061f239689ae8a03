import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'
import { tags } from '../../support/night.ts'

/** The explorer as built, in Chromium, over a socket. Pictures of the guide are taken where they are asked for. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    tags,
    include: ['test/pages/explorer/**/*.test.ts'],
    exclude: process.env.PICTURES === undefined ? ['test/pages/explorer/pictures.test.ts'] : [],
    // One Chromium for all files of a worker.
    isolate: false,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
  },
})
