import type { Command } from 'commander'
import type {
  AnyEventsError,
  AttendancePage,
  AttendancesOptions,
  CallOptions,
  ChangesOptions,
  ChangesPager,
  Collection,
  CreateOptions,
  ListOptions,
  NewAttendance,
  Pager,
  UpsertResult,
  WriteOptions,
} from 'osdi-events'
import { CliError, isErrorWithCode } from './cli-error.ts'
import { readText } from './files/text.ts'
import { addPreset, flagsOf, number, text } from './flag.ts'
import { type FileSystem, type Io, say, type Task } from './io.ts'

/** The versions of the API. */
export type Version = 'v1' | 'v2'

/** The flags of every command that talks to a service, as they were given. */
export interface ServiceFlags {
  readonly api: Version
  readonly baseUrl?: string
  readonly keyFile?: string
  readonly preset?: 'action-network'
  readonly namespace: string
  readonly rateLimit?: number
  readonly allowInsecureHttp?: true
}

const version = (given: string): Version => {
  if (given === 'v1' || given === 'v2') return given
  throw new CliError(2, '--api: must be v1 or v2')
}

/** Adds what says which service, which version and which key. */
export function addServiceFlags(command: Command): Command {
  const add = flagsOf(command)
  add('--api <version>', 'version of the API: v1 or v2', version, 'v2')
  addPreset(command, 'address, prefix and rate limit of a known service')
  add('--base-url <address>', 'address of the service (default: EVENTS_BASE_URL of the environment)', text)
  add('--key-file <file>', 'file that holds the API key (default: EVENTS_API_KEY of the environment)', text)
  add('--namespace <prefix>', "the service's own prefix; action_network for the Action Network", text, 'platform')
  add('--rate-limit <number>', 'requests a second at the most (default: no limit)', number)
  return command.option('--allow-insecure-http', 'allows an http: address of another machine, without encryption')
}

/** The flag behind each option or argument of the client, by the field that its errors name. */
const serviceFlagOf: Readonly<Record<string, string>> = {
  baseUrl: '--base-url',
  namespace: '--namespace',
  'rateLimit.perSecond': '--rate-limit',
  allowInsecureHttp: '--allow-insecure-http',
}

/** Help that every such command ends with. */
export const serviceHelp = `
The key is taken from EVENTS_API_KEY or from --key-file, never from an argument, which others on this machine could see.

Exit codes: 0 done, 1 failed, 2 wrong usage, 3 the service refuses the key, 130 interrupted (143 by SIGTERM).`

/** A client of either version: what it is handed is checked by the client itself, at run time. */
export interface AnyEvents {
  readonly namespace: string
  readonly baseUrl: string
  list(options?: ListOptions): Pager<object, Collection<object>>
  changes(options?: ChangesOptions): ChangesPager<object, Collection<object>>
  get(event: string, options?: CallOptions): Promise<object>
  create(event: object, options?: CreateOptions): Promise<object>
  attendances(event: string, options?: AttendancesOptions): Pager<object, AttendancePage<object>>
  recordAttendance(event: string, attendance: NewAttendance, options?: WriteOptions): Promise<object>
  update(event: string, changes: object, options?: CallOptions): Promise<object>
  upsert(event: object, options?: CreateOptions): Promise<UpsertResult<object>>
  /** The same for many events, which share one pass over the list where the service does not filter. */
  upserts(): Pick<AnyEvents, 'upsert'>
}

/** The address of the service: that of the flags, of the environment, or of the known service that is named. */
export function addressOf({ baseUrl }: ServiceFlags, { env }: Io, known?: string): string {
  const address = baseUrl || env.EVENTS_BASE_URL || known
  if (address) return address
  throw new CliError(2, 'there is no address of a service: name it with --base-url, or set EVENTS_BASE_URL')
}

/** Makes the client that the flags describe. */
async function clientOf(flags: ServiceFlags, io: Io): Promise<AnyEvents> {
  // Loaded here, so that help and other commands do without.
  const { actionNetwork, EventsV1, EventsV2 } = await import('osdi-events')
  const { api, rateLimit } = flags
  const known = flags.preset && actionNetwork
  const baseUrl = addressOf(flags, io, known?.baseUrl)
  const options = {
    ...known,
    baseUrl,
    namespace: flags.namespace,
    apiKey: await keyFrom(flags.keyFile, io),
    fetch: io.fetch,
    appInfo: { name: 'osdi-events-cli' },
    ...(rateLimit !== undefined && { rateLimit: { perSecond: rateLimit } }),
    ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
  }
  return api === 'v1' ? new EventsV1(options) : new EventsV2(options)
}

/** The API key, from the file where one is named, or else from the environment. No message holds any of it. */
export async function keyFrom(file: string | undefined, { env, fs }: Io): Promise<string> {
  const key = file === undefined ? env.EVENTS_API_KEY : await contentOf(file, fs)
  if (key) return key
  if (file !== undefined) throw new CliError(2, `--key-file: ${file} is empty`)
  throw new CliError(2, 'there is no API key: set EVENTS_API_KEY, or name a file that holds it with --key-file')
}

/** Editors end files with a line break. */
async function contentOf(file: string, fs: FileSystem): Promise<string> {
  try {
    return (await readText(fs, file, `--key-file: ${file}`)).trim()
  } catch (error) {
    if (!isErrorWithCode(error)) throw error
    const why = isErrorWithCode(error, 'ENOENT') ? 'is not there' : 'cannot be read'
    throw new CliError(2, `--key-file: ${file} ${why}`, { cause: error })
  }
}

/** What a command does with a service; gives the exit code. */
export type Work = (events: AnyEvents, io: Io) => Promise<number>

/** A write that a signal may end: then nobody here knows what became of it. What shows its result may fail by itself. */
export async function writing<T>(io: Io, write: () => Promise<T>, show: (result: T) => Promise<void>): Promise<void> {
  io.signal.throwIfAborted()
  const result = await write().catch((error) => {
    if (error === io.signal.reason) say(io, 'interrupted; whether it took effect is not known')
    throw error
  })
  await show(result).catch((error) => {
    if (error instanceof CliError)
      throw new CliError(1, `${error.message}; it took effect all the same`, { cause: error })
    throw error
  })
}

/** A task that talks to the service of the flags, whose failures are told in terms of flags, and that signals end. */
export function talking(flags: ServiceFlags, own: Readonly<Record<string, string>>, work: Work): Task {
  return async (io) => {
    const { isEventsError } = await import('osdi-events')
    try {
      return await work(await clientOf(flags, io), io)
    } catch (error) {
      throw isEventsError(error) ? problemOf(error, own) : error
    }
  }
}

/** A failure of the client as one line and an exit code. `flags` are the command's own, by the field that errors name. */
export function problemOf(error: AnyEventsError, flags: Readonly<Record<string, string>>): CliError {
  const options = { cause: error }
  if (error.code === 'input') return new CliError(2, inFlags(error.field, error.message, flags), options)
  if (error.code === 'http' && error.isAuth) {
    return new CliError(3, error.message.replace(/apiKey$/, 'the API key'), options)
  }
  return new CliError(1, `${error.message}${outcomeOf(error)}`, options)
}

/** What somebody has to know who would run a write again. */
function outcomeOf({ outcome }: AnyEventsError): string {
  if (outcome === 'unknown') return '; whether it took effect is not known'
  return outcome === 'applied' ? '; it took effect all the same' : ''
}

/** The arguments of the client's methods, which nobody has given here. */
const ofArguments = /(^|; )(?:event|changes|attendance)\./g

/** The client's own words, under the flag's name. */
function inFlags(named: string, said: string, own: Readonly<Record<string, string>>): string {
  const [field = '', message = ''] = [named, said].map((text) => text.replace(ofArguments, '$1'))
  if (field === 'apiKey') return message.replace(/^apiKey/, 'the API key')
  const flags: Readonly<Record<string, string>> = { ...serviceFlagOf, ...own }
  const flag = Object.hasOwn(flags, field) ? flags[field] : undefined
  const inFlag = flag === undefined ? message : message.replace(field, () => flag)
  return inFlag.replace('allowInsecureHttp', '--allow-insecure-http')
}
