import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'

/** Whether the page with the results is written anew, the version of the system's Chromium included. */
const update = process.argv.some((argument) => ['-u', '--update'].includes(argument))

/** What must hold on every runtime: a suite of its own, for the runtimes are large. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: { include: ['test/nightly/runtimes/**/*.test.ts'], hookTimeout: 1_200_000, provide: { update } },
})

declare module 'vitest' {
  interface ProvidedContext {
    update: boolean
  }
}
