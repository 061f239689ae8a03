import { defineConfig } from 'vitest/config'
import { olderMsw, ownNames, root } from './support/alias.ts'
import { fencesWithMsw, writeFences } from './support/fences.ts'

writeFences()

/** What goes through MSW in Node, once more with MSW 2. */
export default defineConfig({
  root,
  resolve: { alias: [...ownNames, olderMsw] },
  test: {
    include: [
      'test/mock/msw*.test.ts',
      'test/together/service-over-every-way.test.ts',
      'test/mock/faults/*.test.ts',
      ...fencesWithMsw().map((name) => `test/docs/fences/${name}`),
    ],
    testTimeout: 20_000,
    provide: { msw: 2 },
  },
})
