import { existsSync, globSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../../support/alias.ts'

const url = ['addresses', 'browser-guard', 'ids', 'next', 'prefetch', 'redirects', 'writes']
const schema = ['arguments', 'attendances', 'checkpoint', 'drift', 'fit', 'hostile-json', 'responses']
const client = [...url, ...schema, 'options', 'other-services', 'people', 'reason', 'retry-limits', 'retrying']
const sheet = ['dry-run', 'encoding', 'fields', 'round-trip', 'upsert-csv', 'messages/sheet']
const server = ['closing', 'faults', 'half-closed', 'state', 'stream']
const include = [
  ...globSync('test/contract/*.test.ts', { cwd: root }),
  ...sheet.map((name) => `test/cli/${name}.test.ts`),
  ...globSync('test/mock/**/*.test.ts', { cwd: root }),
  ...server.map((name) => `test/server/${name}.test.ts`),
  ...client.map((name) => `test/client/${name}.test.ts`),
]
const gone = include.filter((file) => !existsSync(`${root}${file}`))
if (gone.length > 0) throw new Error(`what Stryker's changes are met by is not there: ${gone.join(', ')}`)

/** What Stryker's changes are met by: the tests of what is changed, and no others, since each change has them loaded anew. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    include,
    // They read the build and the examples, which are not among Stryker's copies.
    exclude: ['test/mock/seed.test.ts', 'test/contract/fields.test.ts'],
    setupFiles: ['test/support/seed.ts'],
    isolate: false,
    // Counting what every test reaches takes its time.
    testTimeout: 15_000,
    provide: { msw: 3 },
  },
})
