import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { MockServiceOptions } from 'osdi-events/mock'
import { root } from './built.ts'
import { type Printed, printing, type Running as RunningCommand, servedBy } from './printing.ts'
import { served, struckAt } from './served.ts'

/** The command line as it was built. */
export const cli = join(root, 'dist/cli.js')

/** How a process ended, and all that it printed. */
export interface Ended extends Printed {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

/** A process of ours: ended, with all that it started, when it is disposed of or after a minute. */
export interface Running extends RunningCommand<Ended> {
  readonly process: ChildProcess
  kill(signal: NodeJS.Signals): void
}

// Nothing of the environment of the tests decides, nor that npm may have started them.
const { NO_COLOR, FORCE_COLOR, NODE_OPTIONS, ...variables } = process.env
const environment = Object.fromEntries(Object.entries(variables).filter(([name]) => !/^(npm|EVENTS)_/i.test(name)))

/** Starts `osdi-events` with these arguments. */
export const osdiEvents = (args: readonly string[], env?: Readonly<Record<string, string>>): Running =>
  started(process.execPath, [cli, ...args], { env })

/** Starts a program. */
export function started(
  program: string,
  args: readonly string[],
  { env, cwd }: { readonly env?: Readonly<Record<string, string>> | undefined; readonly cwd?: string } = {},
): Running {
  // A group of its own, so that a command that it started ends with it.
  const child = spawn(program, args, { detached: true, cwd, env: { ...environment, ...env } })
  const { printed, print, untilIn } = printing()
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (chunk) => print(name, chunk))
  const endGroup = () => {
    try {
      process.kill(-Number(child.pid), 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
  const limit = setTimeout(endGroup, 60_000)
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

/** Starts `osdi-events mock` on a free port with these flags and waits for its first line. */
export const mock = (...flags: string[]) => servedBy(osdiEvents(['mock', '--port', '0', ...flags]))

/** The service that a process printed on its first line. */
export type Served = Awaited<ReturnType<typeof mock>>

/** Waits until the only fault of a service has struck for the first time. */
export const struck = ({ url }: Served) => struckAt(url)

/** Runs `osdi-events` to its end. */
export async function ran(...args: string[]): Promise<Ended> {
  await using running = osdiEvents(args)
  return await running.ended
}

/** Runs a program to its end. */
export async function output(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'], timeout: 60_000 })
  child.once('error', () => {})
  return await text(child.stdout)
}

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
