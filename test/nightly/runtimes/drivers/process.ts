import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installBeside } from '../../../support/packed.ts'
import type { Verdict } from '../checks/check.ts'
import type { Settings } from '../checks/run.ts'
import type { Bench } from './bench.ts'

/** A runtime that the checks run on. */
export interface Runtime {
  readonly name: string
  /** What it says of its version. */
  version(bench: Bench): Promise<string>
  run(bench: Bench, settings: Settings): Promise<readonly Verdict[]>
  /** What a program of CommonJS says that requires the package, where the runtime has such programs. */
  require?(bench: Bench): Promise<string>
}

const folder = fileURLToPath(new URL('..', import.meta.url))

/** A path in the folder of the runtimes' own packages. */
export const installedAt = (path: string): string => join(folder, 'node_modules', path)

/** Installs the runtimes, where they are missing. */
export const installRuntimes = (): void => installBeside(folder)

const exec = promisify(execFile)
/** All checks together, in milliseconds. */
const timeout = 1_100_000

/** A runtime that is a program: the checks run in a process of its own, in the project where the package is installed. */
export const processOf = (name: string, path: string, ...flags: readonly string[]): Runtime => {
  const program = installedAt(path)
  return {
    name,
    version: async ({ project }) => (await exec(program, ['--version'], { cwd: project })).stdout.split('\n')[0] ?? '',
    run: async ({ project }, settings) => {
      const args = [...flags, join(project, 'process.js'), JSON.stringify(settings)]
      const { stdout } = await exec(program, args, { cwd: project, timeout })
      return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as Verdict[]
    },
    require: async ({ project }) => {
      const { stdout, stderr } = await exec(program, [...flags, join(project, 'require.cjs')], { cwd: project })
      return stdout + stderr
    },
  }
}
