import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Verdict } from '../checks/check.ts'
import { installedAt } from './installed.ts'
import type { Runtime } from './runtime.ts'

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
