import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'

const client = 'addresses,fast-check,ids,next,place,redirects,retry-limits,retrying,writes'
const mock = 'assumptions,attendances,changing-events,geocode,identifiers,links,outbox,owners,writing'

/** What Stryker's changes are met by: the tests of what is changed, and no others, since each change has them loaded anew. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include: ['test/contract/wrong-types.test.ts', `test/client/{${client}}.test.ts`, `test/mock/{${mock}}.test.ts`],
    setupFiles: ['test/support/seed.ts', 'test/nightly/mutation/setup.ts'],
    isolate: false,
    // Counting what every test reaches takes its time.
    testTimeout: 60_000,
    provide: { msw: 3 },
  },
})
