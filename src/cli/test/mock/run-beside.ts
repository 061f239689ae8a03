import type { Io } from '../../run/io.ts'
import { sayError } from '../../terminal/messages.ts'
import { exitOf, reasonOf } from '../intercept/command.ts'
import type { Target } from '../intercept/target.ts'
import type { MockFlags } from './flags.ts'
import { leadToMock } from './intercepted.ts'
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
      (await import('../intercept/interception.ts').then(({ intercept }) =>
        intercept(leadToMock(target, server, passHost), io),
      ))
    const { code, isInterrupted } = await exitOf(io, {
      ...{ program, args },
      env: {
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
      },
    })
    const { arrived = 0, connected = 0 } = interception?.proxy ?? {}
    if (target && arrived === 0 && !hasRequests() && !isInterrupted) {
      sayError(
        io,
        `no request for ${target.origin} arrived`,
        `${reasonOf(connected)}${connected > 0 ? '' : '; --no-intercept turns this check off'}`,
      )
      return code || 1
    }
    return code === 0 ? await end() : code
  } finally {
    await end()
  }
}
