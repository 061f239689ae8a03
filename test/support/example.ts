import { join } from 'node:path'
import type { MockServiceOptions } from 'osdi-events/mock'
import { root } from './alias.ts'
import { started } from './cli.ts'
import { served } from './served.ts'

/** Starts a program with its own environment beside that of the machine; warnings about what is experimental in Node are no part of an example. */
export const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = root,
) => started(program, args, { cwd, env: { NODE_NO_WARNINGS: '1', NO_COLOR: '1', ...env } })

/** Starts an example with this Node, as it stands in the folder of examples. */
export const startExample = (path: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  start(process.execPath, [join(root, 'examples', path), ...args], env)

/** Runs an example to its end. */
export const runExample = (...of: Parameters<typeof startExample>) => startExample(...of).ended

/** A mock service behind a socket, and the environment that leads an example there. */
export const servedService = (options: MockServiceOptions = {}) => served({}, options)
