import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { createMockService, type MockService, type MockServiceOptions } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { root } from './alias.ts'

/** How a program ended, and what it printed. */
export interface Outcome {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

/** A program that runs, and its end. */
export interface Program {
  readonly process: ChildProcess
  readonly ended: Promise<Outcome>
}

// Nothing of the environment of the tests decides; warnings about what is experimental in Node are no part of an example.
const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE, EVENTS_VERSION, NODE_OPTIONS, ...environment } = process.env

/** Starts a program with its own environment beside that of the machine. */
export function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  cwd = root,
): Program {
  const plain = { NODE_NO_WARNINGS: '1', NO_COLOR: '1' }
  const child = spawn(program, args, { cwd, env: { ...environment, ...plain, ...env }, timeout: 60_000 })
  const printed = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (chunk: string) => {
      printed[name] += chunk
    })
  }
  const ended = new Promise<Outcome>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => resolve({ code, signal, ...printed }))
  })
  return { process: child, ended }
}

/** Starts an example with this Node, as it stands in the folder of examples. */
export const startExample = (path: string, args: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
  start(process.execPath, [join(root, 'examples', path), ...args], env)

/** Runs an example to its end. */
export const runExample = (...of: Parameters<typeof startExample>) => startExample(...of).ended

/** A mock service behind a socket, and the environment that leads an example there. */
export async function servedService(options: MockServiceOptions = {}) {
  const service: MockService = createMockService(options)
  const server = await serve(service)
  return {
    service,
    server,
    url: server.url,
    env: { EVENTS_BASE_URL: server.url, EVENTS_API_KEY: server.keys.group },
    [Symbol.asyncDispose]: () => server.close(),
  }
}
