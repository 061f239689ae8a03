import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { MockServiceOptions } from 'osdi-events/mock'
import { root } from './built.ts'
import { type Printed, printing, type Running as RunningCommand, servedBy } from './printing.ts'
import { faultAppliedAt, served } from './served.ts'

/** The built command line. */
export const cli = join(root, 'dist/cli.js')

/** The end of a process, and everything that it printed. */
export interface Ended extends Printed {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of a test. Disposal ends it with all its child processes; so does a limit, of one minute if nothing else is said. */
export interface Running extends RunningCommand<Ended> {
  readonly process: ChildProcess
  kill(signal: NodeJS.Signals): void
}

// Removes variables that would change the result: those of npm, of terminals and of the command line.
const { NO_COLOR, FORCE_COLOR, NODE_OPTIONS, ...variables } = process.env
const environment = Object.fromEntries(Object.entries(variables).filter(([name]) => !/^(npm|EVENTS)_/i.test(name)))

/** Starts `osdi-events` with these arguments. */
export const osdiEvents = (args: readonly string[], env?: Readonly<Record<string, string>>): Running =>
  started(process.execPath, [cli, ...args], { env })

/** Starts a program. */
export function started(
  program: string,
  args: readonly string[],
  {
    env,
    cwd,
    limitMs = 60_000,
  }: {
    readonly env?: Readonly<Record<string, string>> | undefined
    readonly cwd?: string
    readonly limitMs?: number
  } = {},
): Running {
  // A separate process group, so that child processes end with the process.
  const child = spawn(program, args, { detached: true, cwd, env: { ...environment, ...env } })
  const { printed, print, untilIn } = printing()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => print(name, chunk))
  const endGroup = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // The whole group has already ended.
    }
  }
  const limit = setTimeout(endGroup, limitMs)
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => {
      clearTimeout(limit)
      resolve({ code, signal, ...printed })
    })
  })
  return {
    process: child,
    printed,
    ended,
    until: untilIn(ended),
    kill: (signal) => void child.kill(signal),
    [Symbol.asyncDispose]: async () => {
      endGroup()
      await ended
    },
  }
}

/** Starts `osdi-events mock` on a free port with these flags, and waits for its first line. */
export const mock = (...flags: string[]) => servedBy(osdiEvents(['mock', '--port', '0', ...flags]))

/** The service that a process printed on its first line. */
export type Served = Awaited<ReturnType<typeof mock>>

/** Waits until the only fault of a service has applied for the first time. */
export const faultApplied = ({ url }: Served) => faultAppliedAt(url)

/** Runs `osdi-events` until it ends. */
export async function ran(...args: string[]): Promise<Ended> {
  await using running = osdiEvents(args)
  return await running.ended
}

/** Runs a program until it ends. Returns its standard output. */
export async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 })
  child.once('error', () => {})
  return await text(child.stdout)
}

/** Starts a program with additional environment variables. Turns off Node's warnings about experimental features. */
export const start = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = root,
  limitMs?: number,
) => started(program, args, { cwd, env: { NODE_NO_WARNINGS: '1', NO_COLOR: '1', ...env }, ...(limitMs && { limitMs }) })

/** Starts an example from the folder of examples with this Node. */
export const startExample = (path: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  start(process.execPath, [join(root, 'examples', path), ...args], env)

/** Runs an example until it ends. */
export const runExample = (...of: Parameters<typeof startExample>) => startExample(...of).ended

/** A mock service on a server, and the environment variables for an example that uses it. */
export const servedService = (options: MockServiceOptions = {}) => served({}, options)
