import { MockServiceError } from '../errors.ts'
import { isPlain } from '../text/json.ts'
import { hostNameOf } from './guard.ts'

/** Settings of `serve`. None is needed. */
export interface ServeOptions {
  /**
   * Port to listen on; 0 takes a free one.
   * @default 0
   */
  readonly port?: number
  /**
   * Name or address to listen on. Whatever is not loopback lets others reach the service.
   * @default '127.0.0.1'
   */
  readonly host?: string
  /**
   * Lets pages of every origin call the interface: preflights are answered, and every answer can be read. Never the admin API.
   * @default false
   */
  readonly cors?: boolean
  /**
   * Names under which the admin API is served, beside those of loopback; without a port, IPv6 addresses in any spelling, with brackets or without.
   * @default none: loopback alone
   */
  readonly allowHosts?: readonly string[]
  /**
   * Whether a browser that opens the address sees the explorer, a page that shows what is in the service and what came to it.
   * @default true
   */
  readonly ui?: boolean
  /**
   * File that the service's state is kept in: loaded if it is there, written soon after a change and when the server closes. It is whole at
   * any moment, whatever happens to the program or the machine; only its owner may read it, for it holds the mock's keys.
   * Loading it is a `restore`: the service's faults and its request log go.
   * @default kept in memory alone
   */
  readonly state?: string
  /**
   * Closes the server.
   * @default none: `close` alone does
   */
  readonly signal?: AbortSignal
  /**
   * Told of what no caller can help, such as a state file that cannot be written.
   * @default a warning of the process
   */
  readonly onError?: (error: unknown) => void
}

/** The settings with nothing left out, but for what has no default. */
export type ServeSettings = Required<Omit<ServeOptions, 'state' | 'signal'>> & {
  readonly state: string | undefined
  readonly signal: AbortSignal | undefined
}

const known: Readonly<Record<keyof ServeOptions, true>> = {
  port: true,
  host: true,
  cors: true,
  allowHosts: true,
  ui: true,
  state: true,
  signal: true,
  onError: true,
}

const wrong = (field: string, problem: string) => new MockServiceError('option', field, problem)

/** Checks the options of `serve` and fills in the defaults. */
export function checkServeOptions(options: ServeOptions): ServeSettings {
  if (!isPlain(options)) throw wrong('options', 'must be an object')
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw wrong(name, 'is no option of this server')
  }
  const {
    port = 0,
    host = '127.0.0.1',
    cors = false,
    allowHosts = [],
    ui = true,
    state,
    signal,
    onError = warn,
  }: ServeOptions = options
  if (!Number.isSafeInteger(port) || port < 0 || port > 65_535) throw wrong('port', 'must be a whole number to 65535')
  if (typeof host !== 'string' || host.trim() === '') throw wrong('host', 'must be a name or an address')
  if (typeof cors !== 'boolean') throw wrong('cors', 'must be true or false')
  const names = Array.isArray(allowHosts) ? allowHosts.map(hostNameOf) : [undefined]
  if (!names.every((name) => name !== undefined)) {
    throw wrong('allowHosts', 'must be an array of names or addresses without a port')
  }
  if (typeof ui !== 'boolean') throw wrong('ui', 'must be true or false')
  if (state !== undefined && (typeof state !== 'string' || state === '')) throw wrong('state', 'must be a path')
  if (signal !== undefined && !(signal instanceof AbortSignal)) throw wrong('signal', 'must be an AbortSignal')
  if (typeof onError !== 'function') throw wrong('onError', 'must be a function')
  const bare = host.replace(/^\[(.+)\]$/, '$1')
  return { port, host: bare, cors, allowHosts: names, ui, state, signal, onError: guarded(onError) }
}

/** What a listener throws must not end what tells it. */
const guarded =
  (onError: (error: unknown) => void) =>
  (error: unknown): void => {
    try {
      onError(error)
    } catch (thrown) {
      warn(thrown)
    }
  }

const warn = (error: unknown): void => process.emitWarning(error instanceof Error ? error : String(error))

/** Checks how long answers on their way get when a server closes. */
export function checkGrace(grace: unknown): void {
  if (typeof grace === 'number' && grace >= 0 && grace <= longestGrace) return
  throw new MockServiceError('argument', 'grace', 'must be a number of milliseconds from 0 up')
}

// Timers take no more.
const longestGrace = 2 ** 31 - 1
