import { fileURLToPath } from 'node:url'

/** The project's folder, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const source = (path: string) => `${root}${path}`

/** The package's own name means its source; test/process/ alone looks at what was built. */
export const ownNames = [
  { find: /^osdi-events$/, replacement: source('src/index.ts') },
  { find: /^osdi-events\/(v1|v2)$/, replacement: source('src/$1/index.ts') },
  { find: /^osdi-events\/mock$/, replacement: source('mock-server/index.ts') },
  { find: /^osdi-events\/mock\/(.+)$/, replacement: source('mock-server/$1.ts') },
]

/** Makes `msw` mean MSW 2, its older supported version. */
export const olderMsw = { find: /^msw(?=\/|$)/, replacement: 'msw-2' }

/** Runs the example for Jest, which is not installed here, by Vitest. */
export const jestGlobals = { find: '@jest/globals', replacement: source('test/support/jest-globals.ts') }
