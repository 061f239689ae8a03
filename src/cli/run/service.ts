import type { Command } from 'commander'
import type {
  CallOptions,
  ChangesOptions,
  ChangesPager,
  Collection,
  CollectionOptions,
  CreateOptions,
  EventReference,
  ListOptions,
  NewAttendance,
  Paged,
  Pager,
  Roster,
  RosterOptions,
  UpsertResult,
  WriteOptions,
} from 'osdi-events'
import { checkDistinct } from '../files/distinct.ts'
import { readText } from '../files/text.ts'
import { connectionGroup, groupAsConnection } from '../terminal/help.ts'
import { warn } from '../terminal/messages.ts'
import { countWait } from '../terminal/progress.ts'
import { CliError, isErrorWithCode } from './cli-error.ts'
import { cliErrorOf } from './client-error.ts'
import { addPreset, flagsOf, presetNamespace, rate, readPreset, text } from './flag.ts'
import type { FileSystem, Io, Task } from './io.ts'

/** The versions of the API. */
export type Version = 'v1' | 'v2'

/** The flags of every command that uses a service. */
export interface ServiceFlags {
  readonly api: Version
  readonly baseUrl?: string
  readonly apiPath?: string
  readonly keyFile?: string
  readonly keyHeader?: string
  readonly preset?: 'action-network'
  readonly namespace: string
  readonly rateLimit?: number | 'off'
  readonly allowInsecureHttp?: true
}

const readVersion = (given: string): Version => {
  if (given === 'v1' || given === 'v2') return given
  throw new CliError(2, '--api: must be v1 or v2')
}

/** Adds the flags for the service, the version and the API key. */
export function addServiceFlags(command: Command): Command {
  const add = flagsOf(command)
  add('--api <version>', 'version of the API: v1 or v2', readVersion, 'v2')
  addPreset(command, 'a known service (or EVENTS_PRESET)')
  add('--base-url <address>', 'address of the service (or EVENTS_BASE_URL)', text)
  add('--api-path <path>', 'path of the API (or EVENTS_API_PATH)', text)
  add('--key-file <file>', 'file with the API key (or the key in EVENTS_API_KEY)', text)
  add('--key-header <name>', 'header that carries the key (or EVENTS_KEY_HEADER)', text)
  add('--namespace <prefix>', "the service's own prefix (or EVENTS_NAMESPACE)", text)
  add('--rate-limit <number>', 'most requests per second, or off', rate)
  command.option('--allow-insecure-http', 'lets the key go to another machine unencrypted')
  groupAsConnection(command)
  return command
}

/**
 * Sets what no flag sets: the preset from the environment, and the prefix from the environment, else from that preset, else the prefix of the
 * documents. Changes nothing at `mock`, which is no client of a service.
 */
export function fillFromEnvironment(command: Command, { env }: Pick<Io, 'env'>): void {
  const isForService = command.options.some(({ helpGroupHeading }) => helpGroupHeading === connectionGroup)
  if (!isForService) return
  const { EVENTS_PRESET: preset, EVENTS_NAMESPACE: namespace } = env
  const fillIn = (name: string, value: string) => {
    if (command.getOptionValue(name) === undefined) command.setOptionValue(name, value)
  }
  if (preset) fillIn('preset', readPreset(preset, 'EVENTS_PRESET'))
  fillIn('namespace', namespace || (preset ? presetNamespace : 'platform'))
}

/** A client of either version. Arguments have loose types, because the client checks them at run time. */
export interface AnyClient {
  readonly namespace: string
  readonly baseUrl: string
  list(options?: ListOptions): Pager<object, Collection<object>>
  changes(options?: ChangesOptions): ChangesPager<object, Collection<object>>
  get(event: string, options?: CallOptions): Promise<Exclude<EventReference, string>>
  create(event: object, options?: Omit<CreateOptions, 'campaign'>): Promise<object>
  attendances(event: EventReference, options: RosterOptions): Roster<object, object>
  attendances(event: EventReference, options?: CollectionOptions): Pager<object, Paged>
  campaigns(options?: CallOptions): Pick<Pager<object>, 'toArray' | 'report' | typeof Symbol.asyncIterator>
  campaign(campaign: string, options?: CallOptions): Promise<object>
  recordAttendance(event: string, attendance: NewAttendance, options?: WriteOptions): Promise<object>
  update(event: string, changes: object, options?: CallOptions): Promise<object>
  upsert(event: object, options?: Omit<CreateOptions, 'campaign'>): Promise<UpsertResult<object>>
  /** For many upserts, which then share one iteration through the list if the service does not filter. */
  upserts(): Pick<AnyClient, 'upsert' | 'update'>
}

const noAddressHint = 'give --preset action-network, or another address with --base-url or in EVENTS_BASE_URL'

/** The address of the service: from the flag, else from the environment, else from the preset. */
export function addressOf({ baseUrl }: ServiceFlags, { env }: Io, ofPreset?: string): string {
  const address = baseUrl || env.EVENTS_BASE_URL || ofPreset
  if (address) return address
  throw new CliError(2, 'no address of a service', { hint: noAddressHint })
}

/** The path of the API and the header of the key, from the flags, else from the environment. Absent where both leave them to the version. */
export function routeOf(flags: ServiceFlags, { env }: Pick<Io, 'env'>): { apiPath?: string; keyHeader?: string } {
  const apiPath = flags.apiPath || env.EVENTS_API_PATH
  const keyHeader = flags.keyHeader || env.EVENTS_KEY_HEADER
  return { ...(apiPath && { apiPath }), ...(keyHeader && { keyHeader }) }
}

/** Makes the client that the flags describe. */
export async function makeClient(flags: ServiceFlags, io: Io): Promise<AnyClient> {
  // Imports the client only here, so that help and other commands start faster.
  const { actionNetwork, EventsV1, EventsV2 } = await import('osdi-events')
  const { api, rateLimit } = flags
  const known = flags.preset && actionNetwork
  const baseUrl = addressOf(flags, io, known?.baseUrl)
  const options = {
    ...known,
    baseUrl,
    ...routeOf(flags, io),
    namespace: flags.namespace,
    apiKey: await readKey(flags.keyFile, io),
    fetch: io.fetch,
    appInfo: { name: 'osdi-events-cli' },
    hooks: { onResponse: ({ status }: { readonly status: number }) => status === 429 && countWait(io) },
    ...(rateLimit !== undefined && { rateLimit: limitOf(rateLimit) }),
    ...(flags.allowInsecureHttp && { allowInsecureHttp: true }),
  }
  return api === 'v1' ? new EventsV1(options) : new EventsV2(options)
}

/** The client's option `rateLimit` for the value of `--rate-limit`. */
export const limitOf = (rate: number | 'off') => (rate === 'off' ? undefined : { perSecond: rate })

/** The API key: from the file if one is named, otherwise from the environment. No message contains a part of the key. */
export async function readKey(file: string | undefined, { env, fs }: Io): Promise<string> {
  const key = file === undefined ? env.EVENTS_API_KEY : await readKeyFile(file, fs)
  if (key) return key
  if (file !== undefined) throw new CliError(2, `--key-file: ${file} is empty`)
  throw new CliError(2, 'no API key', { hint: 'set EVENTS_API_KEY, or name a file that has the key with --key-file' })
}

/** Reads the key file. Trims the text, because editors end files with a line break. */
async function readKeyFile(file: string, fs: FileSystem): Promise<string> {
  try {
    return (await readText(fs, file, `--key-file: ${file}`)).trim()
  } catch (error) {
    if (!isErrorWithCode(error)) throw error
    const why = isErrorWithCode(error, 'ENOENT') ? 'is not there' : 'cannot be read'
    throw new CliError(2, `--key-file: ${file} ${why}`, { cause: error })
  }
}

/** What a command does with a client. Resolves with the exit code. */
export type ClientWork = (events: AnyClient, io: Io) => Promise<number>

/**
 * Sends a write, then shows its result. If a signal interrupts the write, prints that its outcome is unknown. If only `show` fails, the error says
 * that the write took effect.
 */
export async function writeAndShow<T>(
  io: Io,
  write: () => Promise<T>,
  show: (result: T) => Promise<void>,
): Promise<void> {
  io.signal.throwIfAborted()
  const result = await write().catch((error) => {
    if (error === io.signal.reason)
      warn(io, 'interrupted; the write may have taken effect, so look before you send it again')
    throw error
  })
  await show(result).catch((error) => {
    if (error instanceof CliError) throw new CliError(1, `${error.message}; the write took effect`, { cause: error })
    throw error
  })
}

/** Makes a task that calls `work` with a client. Error messages name flags instead of fields. `own` maps fields to the command's own flags. */
export function withClient(flags: ServiceFlags, own: Readonly<Record<string, string>>, work: ClientWork): Task {
  return async (io) => {
    await checkDistinct(flags, io.fs)
    const { isEventsError } = await import('osdi-events')
    try {
      return await work(await makeClient(flags, io), io)
    } catch (error) {
      throw isEventsError(error) ? cliErrorOf(error, own) : error
    }
  }
}
