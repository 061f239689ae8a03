import { type ChildProcess, spawn } from 'node:child_process'
import { CliError, isErrorWithCode } from '../../run/cli-error.ts'
import { exitCodeOf, type Io } from '../../run/io.ts'
import { sayError } from '../../terminal/messages.ts'
import type { MockFlags } from './flags.ts'
import type { Target } from './intercept/target.ts'
import type { ServedMock } from './start.ts'

/** The command behind `--`. */
interface Beside {
  readonly program: string
  readonly args: readonly string[]
  /** The origin that leads the command to the mock service. */
  readonly target: Target | undefined
}

/**
 * Runs a command, then closes the mock service. The environment of the command has the service's address, API keys and prefix, and leads the target to
 * the service. Resolves with the exit code of the command. If that is 0, resolves with 1 if the command should have sent requests and none arrived,
 * else with the exit code of the service.
 */
export async function runBeside(
  { server, hasRequests, end }: ServedMock,
  { program, args, target }: Beside,
  { namespace, preset, passHost = [] }: Pick<MockFlags, 'namespace' | 'preset' | 'passHost'>,
  io: Io,
): Promise<number> {
  try {
    // Loaded here, so that other commands start faster.
    await using interception =
      target &&
      (await import('./intercept/interception.ts').then(({ intercept }) => intercept(target, server, passHost, io)))
    const { code, isInterrupted } = await exitOf(io, program, args, {
      ...io.env,
      ...interception?.env,
      EVENTS_BASE_URL: server.url,
      EVENTS_API_KEY: server.keys.group,
      EVENTS_INDIVIDUAL_KEY: server.keys.individual,
      EVENTS_NAMESPACE: namespace,
      EVENTS_PRESET: preset,
      // They are for another service.
      EVENTS_API_PATH: undefined,
      EVENTS_KEY_HEADER: undefined,
    })
    const { arrived = 0, connected = 0 } = interception?.proxy ?? {}
    if (target && arrived === 0 && !hasRequests() && !isInterrupted) {
      sayError(io, `no request for ${target.origin} arrived`, reasonOf(connected))
      return code || 1
    }
    return code === 0 ? await end() : code
  } finally {
    await end()
  }
}

/** Why no request arrived, as far as it is known. */
const reasonOf = (connected: number): string =>
  connected > 0
    ? 'the command does not trust the certificate of this run: it has certificates of its own'
    : 'either the command sent none, or it bypassed the proxy and reached the real service; --no-intercept turns this check off'

/** The end of the command. */
interface Exit {
  readonly code: number
  /** Whether a signal should end it. It may not have begun to send. */
  readonly isInterrupted: boolean
}

async function exitOf(io: Io, program: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<Exit> {
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
    child = spawn(program, args, { stdio: 'inherit', env })
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
