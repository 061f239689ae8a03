import { fileURLToPath } from 'node:url'

/** The project's folder, with a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

const source = (path: string) => `${root}${path}`

/** In tests, the package's own name resolves to its source. Only test/process/ uses the build. */
export const ownNames = [
  { find: /^osdi-events$/, replacement: source('src/index.ts') },
  { find: /^osdi-events\/(v1|v2|calendar)$/, replacement: source('src/$1/index.ts') },
  { find: /^osdi-events\/mock$/, replacement: source('mock-server/index.ts') },
  { find: /^osdi-events\/mock\/explorer$/, replacement: source('explorer/mount.tsx') },
  { find: /^osdi-events\/mock\/(.+)$/, replacement: source('mock-server/$1.ts') },
]

/** Makes `msw` resolve to MSW 2, the older supported version. */
export const olderMsw = { find: /^msw(?=\/|$)/, replacement: 'msw-2' }
