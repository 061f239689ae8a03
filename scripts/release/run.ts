import { execFileSync } from 'node:child_process'

/** Runs a program, and returns its standard output. Its standard error goes to the terminal. */
export const run = (cwd: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
