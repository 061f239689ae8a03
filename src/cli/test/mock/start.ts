import type { MockServiceError } from 'osdi-events/mock'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import { checkDistinct } from '../../files/distinct.ts'
import { readText } from '../../files/text.ts'
import { CliError, isErrorWithCode } from '../../run/cli-error.ts'
import type { FileSystem, Io } from '../../run/io.ts'
import { sayError, warn } from '../../terminal/messages.ts'
import { countText, ProgressLine } from '../../terminal/progress.ts'
import { readFindings } from '../check.ts'
import { flagFor, type MockFlags } from './flags.ts'

type StartFlags = MockFlags & { readonly port: number }

/** A running mock service. */
export interface ServedMock {
  readonly server: MockHttpServer
  /** Whether a request is in the log of the service. */
  hasRequests(): boolean
  /** Closes the service. Resolves with the exit code: 1 if an error occurs, for example if the state cannot be saved. */
  end(): Promise<number>
}

/** From this number on, making the events takes so long that a terminal shows it. The service makes them without a break, so no timer can. */
const manyEvents = 2000

/**
 * Makes the mock service that the flags describe, and starts it.
 *
 * @throws CliError naming the flag that is wrong
 */
export async function startMock(flags: StartFlags, io: Io): Promise<ServedMock> {
  // Imports the mock service only here, so that help and other commands start faster.
  const [{ actionNetwork, createMockService, MockServiceError }, { serve }] = await Promise.all([
    import('osdi-events/mock'),
    import('osdi-events/mock/standalone'),
  ])
  using line = new ProgressLine(io, `making ${countText({ done: flags.events }, 'events')}`)
  if (flags.events >= manyEvents) line.draw()
  await checkDistinct(flags, io.fs)
  const read = flags.assumptions === undefined ? {} : await readFindings(flags.assumptions, io, '--assumptions')
  try {
    // A report stands for all assumptions: those that the check assumed, and those that it found to be different.
    const found = 'findings' in read ? createMockService({ assumptions: read }).assumptions : read
    const { port, host, events, perPage, namespace, groupKey, individualKey, seed, now = 'system' } = flags
    const { rateLimit } = flags
    const service = createMockService({
      events,
      perPage,
      namespace,
      now,
      keys: { ...(groupKey && { group: groupKey }), ...(individualKey && { individual: individualKey }) },
      ...(seed !== undefined && { seed }),
      // The service accepts links with the preset's address in requests. Links in responses begin with `--base-url` or, without this flag, with the
      // address of the request.
      ...(flags.preset && { baseUrl: actionNetwork.baseUrl }),
      assumptions: {
        ...(flags.preset && actionNetwork.assumptions),
        ...found,
        ...(rateLimit !== undefined && { rateLimit }),
      },
    })
    const addLatency = () => {
      if (flags.latency !== undefined) service.faults.add({ effect: { kind: 'latency', ms: flags.latency } })
    }
    // Adds the fault before `serve` touches the state file or the port, because this checks `--latency`.
    addLatency()
    let failures = 0
    const server = await serve(service, {
      port,
      host,
      ...(flags.allowHost && { allowHosts: flags.allowHost }),
      ...(flags.cors && { cors: true }),
      ...(flags.baseUrl !== undefined && { baseUrl: flags.baseUrl }),
      ...(flags.trustProxy && { trustProxy: true }),
      ui: flags.ui,
      ...(flags.state !== undefined && { state: flags.state }),
      // For example, if the state cannot be saved. The service keeps running.
      onError: (error) => {
        failures += 1
        sayError(io, error instanceof Error ? error.message : String(error))
      },
    })
    // Adds the fault again if `serve` has loaded a state, because a state replaces all faults.
    if (service.faults.rules.length === 0) addLatency()
    sayIgnoredKeys(io, flags, server)
    const end = async () => {
      const before = failures
      await server.close()
      return failures > before ? 1 : 0
    }
    return { server, hasRequests: () => service.requests.length > 0, end }
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw listenError(flags, error)
    // The error of the service says only that the state is damaged. If the file is not UTF-8, this throws a better error, with the line and the byte.
    if (error.code === 'state' && flags.state !== undefined) await refuseOtherEncodings(io.fs, flags.state)
    throw cliErrorOf(error)
  }
}

/** @throws CliError naming the line and the byte, if the file is readable but not UTF-8 */
async function refuseOtherEncodings(fs: FileSystem, path: string): Promise<void> {
  await readText(fs, path, `--state: ${path}`).catch((error) => {
    if (error instanceof CliError) throw error
  })
}

/** Messages for flags that accept fewer values than the option of the mock service, whose own message would be wrong. */
const flagMessages: Readonly<Record<string, string>> = {
  '--now': 'must be an ISO 8601 date-time with a zone, such as 2026-05-01T12:00:00Z, in the years 1 to 9998',
  '--allow-host': 'must be a name or an address, without a port',
  '--rate-limit': 'must be a whole number from 1 up, or off',
}

/** The error with the mock service's message, where the flag replaces the field. */
function cliErrorOf(error: MockServiceError): CliError {
  // If the state is wrong, `field` is a member of the state file, not an option.
  const flag = error.code === 'state' ? '--state' : (flagFor(error.field) ?? error.field)
  // A file of assumptions has many members: the message keeps the path of the wrong one.
  const named = flag === '--assumptions' ? 'assumptions.' : `${error.field}: `
  const problem = flagMessages[flag] ?? error.message.replace(named, '')
  const isOtherPrefix = error.code === 'state' && error.field === 'namespace'
  return new CliError(error.code === 'state' ? 1 : 2, `${flag}: ${problem}`, {
    cause: error,
    ...(isOtherPrefix && { hint: 'give the prefix of the file with --namespace, or --preset action-network' }),
  })
}

/** The error for a service that cannot listen. */
function listenError({ host, port }: StartFlags, error: unknown): CliError {
  const options = { cause: error }
  if (isErrorWithCode(error, 'EADDRINUSE')) {
    return new CliError(1, `--port: ${port} is taken on ${host}`, {
      hint: 'choose another, or 0 for a free one',
      ...options,
    })
  }
  if (isErrorWithCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL')) {
    return new CliError(1, `--host: ${host} is not an address of this machine`, options)
  }
  if (isErrorWithCode(error, 'EACCES') && 'syscall' in error && error.syscall === 'listen') {
    return new CliError(1, `--port: this user may not listen on ${port}`, options)
  }
  return new CliError(1, error instanceof Error ? error.message : String(error), options)
}

/** Prints which of the flags for keys have no effect, because a loaded state has its own keys. */
function sayIgnoredKeys(io: Io, { groupKey, individualKey, state }: MockFlags, { keys }: MockHttpServer): void {
  const ignored = [
    groupKey !== undefined && groupKey !== keys.group && '--group-key',
    individualKey !== undefined && individualKey !== keys.individual && '--individual-key',
  ].filter(Boolean)
  if (ignored.length > 0)
    warn(io, `the keys are those of ${state}; these flags have no effect: ${ignored.join(' and ')}`)
}
