import { type ChildProcess, spawn } from 'node:child_process'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import { exitCodeOf, type Io } from '../io.ts'
import type { MockFlags } from './flags.ts'
import type { ServedMock } from './start.ts'

/**
 * Runs a command, then closes the mock service. The environment of the command has the service's address, API keys and prefix. Resolves with the exit code of
 * the command or, if that is 0, of the service.
 */
export async function runBeside(
  { server, end }: ServedMock,
  program: string,
  args: readonly string[],
  { namespace }: Pick<MockFlags, 'namespace'>,
  io: Io,
): Promise<number> {
  try {
    const code = await exitOf(io, program, args, {
      ...io.env,
      EVENTS_BASE_URL: server.url,
      EVENTS_API_KEY: server.keys.group,
      EVENTS_INDIVIDUAL_KEY: server.keys.individual,
      EVENTS_NAMESPACE: namespace,
      // They are for another service.
      EVENTS_API_PATH: undefined,
      EVENTS_KEY_HEADER: undefined,
    })
    return code === 0 ? await end() : code
  } finally {
    await end()
  }
}

async function exitOf(io: Io, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  io.signal.throwIfAborted()
  const ended = Promise.withResolvers<number>()
  let child: ChildProcess | undefined
  using _ = io.takeSignals((signal) => {
    // Does not pass on a Ctrl-C of a terminal, which sends the signal to the command too. A second SIGINT would end many programs without cleanup.
    if (!(signal === 'SIGINT' && io.stdin.isTTY)) child?.kill(signal)
  })
  try {
    child = spawn(program, args, { stdio: 'inherit', env })
    child.once('error', ended.reject)
    child.once('exit', (code, signal) => ended.resolve(signal ? exitCodeOf(signal) : (code ?? 1)))
    return await ended.promise
  } catch (error) {
    if (program === '' || isErrorWithCode(error, 'ENOENT')) {
      throw new CliError(127, `command not found: ${program}`, { cause: error })
    }
    throw new CliError(126, `${program} cannot be run: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    })
  }
}
