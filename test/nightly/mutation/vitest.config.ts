import type { Plugin } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'
import { ShortFirst } from './sequencer.ts'

/** What is long, and of rooms that are not changed here or held by shorter tests as well. */
const left = [
  'test/together/{moving,repeating}.test.ts',
  'test/mock/faults/**',
  'test/unit/cli-*.test.ts',
  'test/unit/client-{large-bodies,moving}.test.ts',
  'test/unit/mock-{documents,event-records,ids,journal*,kept,msw*,pages,planting,rows,snapshots,state*,store}.test.ts',
]

/** Puts ours in the place of the client's, for all but ours. */
const makesAnew: Plugin = {
  name: 'makes-anew',
  enforce: 'pre',
  async resolveId(name, importer, options) {
    // What is resolved already comes by once more, by its place.
    if (!/^\.\.?\/.*\blazily\.ts$/.test(name) || !importer?.includes('/src/')) return null
    const found = await this.resolve(name, importer, { ...options, skipSelf: true })
    return found?.id.endsWith('/src/core/schemas/lazily.ts') ? `${root}test/nightly/mutation/lazily.ts` : found
  },
}

/** What mutants are killed by: tests without programs of their own. */
export default defineConfig({
  root,
  plugins: [makesAnew],
  resolve: { alias: ownNames },
  test: {
    include: ['test/{unit,wire,contract,integration,service}/**/*.test.ts', 'test/server/{hosts,worlds}.test.ts'],
    exclude: [...configDefaults.exclude, ...left],
    // Counting what every test reaches takes its time; with a mutant nothing is waited for this long.
    testTimeout: 120_000,
    setupFiles: ['test/nightly/mutation/setup.ts'],
    sequence: { sequencer: ShortFirst },
    // Modules are loaded once for all files.
    isolate: false,
    maxWorkers: 1,
    provide: { msw: 3 },
  },
})
