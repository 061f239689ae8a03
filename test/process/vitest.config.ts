import { spawnSync } from 'node:child_process'
import { delimiter, dirname } from 'node:path'
import { defineConfig } from 'vitest/config'
import { ownNames, root } from '../support/alias.ts'
import { tags } from '../support/night.ts'

/** The folder of the interpreter itself: a `python3` that only looks for it, as pyenv's does, takes longer than the programs. */
const python = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).stdout?.trim()
const path = (process.env.PATH ?? '').split(delimiter)
const PATH = [...(python && !path.includes(dirname(python)) ? [dirname(python)] : []), ...path].join(delimiter)

/** What needs a process, a socket that fails, another language or the packed package: run in CI, after a build. */
export default defineConfig({
  root,
  resolve: { alias: ownNames },
  test: {
    tags,
    include: ['test/process/**/*.test.ts', 'test/programs/**/*.test.ts'],
    // Modules are loaded once for all files of a worker, and npm is asked once what would be packed.
    isolate: false,
    env: { PATH },
    testTimeout: 20_000,
    hookTimeout: 60_000,
    maxWorkers: '100%',
    provide: { msw: 3 },
  },
})
