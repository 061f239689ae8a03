import { execFileSync } from 'node:child_process'

/** What a program prints on standard output; its own words on standard error go to the terminal. */
export const run = (cwd: string, program: string, ...args: readonly string[]): string =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
