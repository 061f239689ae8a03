import { type ChildProcess, spawn } from 'node:child_process'
import { CliError, isErrorWithCode } from '../../run/cli-error.ts'
import { exitCodeOf, type Io } from '../../run/io.ts'

/** A command to run. */
export interface Run {
  readonly program: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  readonly stdout?: 'inherit' | 2
}

/** The end of a command. */
interface Exit {
  readonly code: number
  /** Whether a signal should end it. It may not have begun to send. */
  readonly isInterrupted: boolean
}

/** Runs a command until it ends. With `stdout` 2, its standard output goes to standard error. */
export async function exitOf(io: Io, { program, args, env, stdout = 'inherit' }: Run): Promise<Exit> {
  io.signal.throwIfAborted()
  const ended = Promise.withResolvers<number>()
  let isInterrupted = false
  let child: ChildProcess | undefined
  using _ = io.overrideSignalHandler((signal) => {
    isInterrupted = true
    // Does not pass on a Ctrl-C of a terminal, which sends the signal to the command too. A second SIGINT would end many programs without cleanup.
    if (!(signal === 'SIGINT' && io.stdin.isTTY)) child?.kill(signal)
  })
  try {
    child = spawn(program, args, { stdio: ['inherit', stdout, 'inherit'], env })
    child.once('error', ended.reject)
    child.once('exit', (code, signal) => ended.resolve(signal ? exitCodeOf(signal) : (code ?? 1)))
    const code = await ended.promise
    return { code, isInterrupted }
  } catch (error) {
    if (program === '' || isErrorWithCode(error, 'ENOENT')) {
      throw new CliError(127, `command not found: ${program}`, { cause: error })
    }
    throw new CliError(126, `${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}

/** Why no request arrived, as far as it is known. */
export const reasonOf = (connected: number): string =>
  connected > 0
    ? 'the command does not trust the certificate of this run: it has certificates of its own'
    : 'either the command sent none, or it bypassed the proxy and reached the real service'
