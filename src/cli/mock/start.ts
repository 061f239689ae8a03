import type { MockServiceError } from 'osdi-events/mock'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import { assumptionsIn } from '../check.ts'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import { readText } from '../files/text.ts'
import { type FileSystem, type Io, say } from '../io.ts'
import { flagFor, type MockFlags } from './flags.ts'

type Started = MockFlags & { readonly port: number }

/** The service while it is served. */
export interface ServedMock {
  readonly server: MockHttpServer
  /** Closes it; gives the exit code, which is 1 where the state could not be saved any more. */
  end(): Promise<number>
}

/** Makes the service that the flags describe and serves it. Throws a {@link CliError} that names the flag at fault. */
export async function start(flags: Started, io: Io): Promise<ServedMock> {
  // Loaded here, so that help and other commands do without.
  const [{ actionNetwork, createMockService, MockServiceError }, { serve }] = await Promise.all([
    import('osdi-events/mock'),
    import('osdi-events/mock/standalone'),
  ])
  const found = flags.assumptions === undefined ? {} : await assumptionsIn(flags.assumptions, io, '--assumptions')
  try {
    const { port, host, events, perPage, namespace, groupKey, individualKey, seed, now = 'system' } = flags
    const { rateLimit } = flags
    const service = createMockService({
      events,
      perPage,
      namespace,
      now,
      keys: { ...(groupKey && { group: groupKey }), ...(individualKey && { individual: individualKey }) },
      ...(seed !== undefined && { seed }),
      assumptions: {
        ...(flags.preset && actionNetwork.assumptions),
        ...found,
        ...(rateLimit !== undefined && { rateLimit }),
      },
    })
    const addLatency = () => {
      if (flags.latency !== undefined) service.faults.add({ effect: { kind: 'latency', ms: flags.latency } })
    }
    // A first time to have the flag checked before anything is touched.
    addLatency()
    let failures = 0
    const server = await serve(service, {
      port,
      host,
      ...(flags.allowHost && { allowHosts: flags.allowHost }),
      ...(flags.cors && { cors: true }),
      ui: flags.ui,
      ...(flags.state !== undefined && { state: flags.state }),
      // A state that cannot be saved, say: the service goes on.
      onError: (error) => {
        failures += 1
        say(io, error instanceof Error ? error.message : String(error))
      },
    })
    // A state that was loaded began without rules.
    if (service.faults.rules.length === 0) addLatency()
    sayWhichKeysStand(io, flags, server)
    const end = async () => {
      const before = failures
      await server.close()
      return failures > before ? 1 : 0
    }
    return { server, end }
  } catch (error) {
    if (!(error instanceof MockServiceError)) throw cannotServe(flags, error)
    // The service tells a damaged state from a good one; where its text is no text, the place is worth knowing.
    if (error.code === 'state' && flags.state !== undefined) await refuseOtherEncodings(io.fs, flags.state)
    throw problemOf(error)
  }
}

/** @throws CliError that names the line and the byte, where a file can be read and is not UTF-8 */
async function refuseOtherEncodings(fs: FileSystem, path: string): Promise<void> {
  await readText(fs, path, `--state: ${path}`).catch((error) => {
    if (error instanceof CliError) throw error
  })
}

/** Where the service takes more than the flag does. */
const inOurWords: Readonly<Record<string, string>> = {
  '--now': 'must be an ISO 8601 date-time with a zone, such as 2026-05-01T12:00:00Z, in the years 1 to 9998',
  '--allow-host': 'must be a name or an address, without a port',
  '--rate-limit': 'must be a whole number from 1 up',
}

/** The service's own words, under the flag's name. */
function problemOf(error: MockServiceError): CliError {
  // The fields of a state are those of its document.
  const flag = error.code === 'state' ? '--state' : (flagFor(error.field) ?? error.field)
  const problem = inOurWords[flag] ?? error.message.replace(`${error.field}: `, '')
  return new CliError(error.code === 'state' ? 1 : 2, `${flag}: ${problem}`, { cause: error })
}

function cannotServe({ host, port }: Started, error: unknown): CliError {
  const options = { cause: error }
  if (isErrorWithCode(error, 'EADDRINUSE')) {
    return new CliError(1, `--port: ${port} is taken on ${host}; choose another, or 0 for a free one`, options)
  }
  if (isErrorWithCode(error, 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL')) {
    return new CliError(1, `--host: ${host} is no address of this machine`, options)
  }
  if (isErrorWithCode(error, 'EACCES') && 'syscall' in error && error.syscall === 'listen') {
    return new CliError(1, `--port: this user may not listen on ${port}`, options)
  }
  return new CliError(1, error instanceof Error ? error.message : String(error), options)
}

/** A state that was loaded has keys of its own. */
function sayWhichKeysStand(io: Io, { groupKey, individualKey, state }: MockFlags, { keys }: MockHttpServer): void {
  const ignored = [
    groupKey !== undefined && groupKey !== keys.group && '--group-key',
    individualKey !== undefined && individualKey !== keys.individual && '--individual-key',
  ].filter(Boolean)
  if (ignored.length > 0) say(io, `the keys are those of ${state}; no effect has ${ignored.join(' and ')}`)
}
