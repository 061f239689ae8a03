import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { writeFences } from './support/fences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const source = (path: string) => `${root}${path}`

// Before files are collected: fences that are tests are collected too.
writeFences()

export default defineConfig({
  root,
  resolve: {
    // The package's own name means its source here; test/package/ alone looks at what was built.
    alias: [
      { find: /^osdi-events$/, replacement: source('src/index.ts') },
      { find: /^osdi-events\/(v1|v2)$/, replacement: source('src/$1/index.ts') },
      { find: /^osdi-events\/mock$/, replacement: source('mock-server/index.ts') },
      { find: /^osdi-events\/mock\/(msw|node|standalone)$/, replacement: source('mock-server/$1.ts') },
    ],
  },
  test: {
    include: ['test/**/*.test.ts'],
    typecheck: { enabled: true, include: ['test/types/**/*.test-d.ts'], tsconfig: './tsconfig.json' },
    coverage: { provider: 'v8', include: ['src/**', 'mock-server/**'], reporter: ['text-summary'] },
  },
})
