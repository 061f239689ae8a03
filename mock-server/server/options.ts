import { isIPv6 } from 'node:net'
import { address, baseFrom, type Check, check, filledText, flag, validateMembers, wholeNumber } from '../validate.ts'
import { hostNameOf } from './guard.ts'

/** Options of `serve`. All are optional. */
export interface ServeOptions {
  /**
   * Port to listen on. `0` takes a free port.
   * @default 0
   */
  readonly port?: number
  /**
   * Host name or address to listen on. Any address other than loopback lets other machines reach the service.
   * @default '127.0.0.1'
   */
  readonly host?: string
  /**
   * Lets pages of every origin call the API: the server answers CORS preflights, and pages can read every response. Pages of other origins
   * can never call the admin API.
   * @default false
   */
  readonly cors?: boolean
  /**
   * Further host names, besides loopback names, by which clients can reach the admin API. Names have no port. An IPv6 address can have any
   * spelling, with or without brackets.
   * @default none: only loopback
   */
  readonly allowHosts?: readonly string[]
  /**
   * Address at the start of all links, for every request: for a server behind a proxy, or in place of a real service. An http or https
   * address without query and fragment. Clients can reach the admin API by the host name of this address too.
   * @default the address of each request
   */
  readonly baseUrl?: string
  /**
   * Whether links begin with the scheme and host from `X-Forwarded-Proto` and `X-Forwarded-Host`. Use this option only behind a proxy that
   * sets both headers. `baseUrl` has precedence.
   * @default false
   */
  readonly trustProxy?: boolean
  /**
   * Whether a browser at the server's address gets the explorer, a page that shows the service's data and requests.
   * @default true
   */
  readonly ui?: boolean
  /**
   * Path of a file for the service's data. If the file exists, the server loads the data at the start. Like `restore`, this removes the
   * service's faults and empties the request log. The server saves the data after each change and when it closes. A save writes the whole
   * file. With 10,000 events, a change is in the file after about half a second; with 100,000 events, after 2.5 seconds. Even after a crash
   * of the program or the machine, the file is complete. Only the owner of the file can read it, because it contains the mock's API keys.
   * Use each file for one server only.
   * @default none: the data are only in memory
   */
  readonly state?: string
  /**
   * Closes the server.
   * @default none: only `close` closes the server
   */
  readonly signal?: AbortSignal
  /**
   * The server calls this function with errors of its own, such as a failed save of the state file.
   * @default a warning of the process
   */
  readonly onError?: (error: unknown) => void
}

/** Checked options with all defaults. */
export type ServeSettings = Required<Omit<ServeOptions, 'baseUrl' | 'state' | 'signal'>> & {
  readonly baseUrl: string | undefined
  readonly state: string | undefined
  readonly signal: AbortSignal | undefined
}

const optionChecks: { readonly [Name in keyof ServeSettings]: Check<unknown> } = {
  port: wholeNumber(0, 65_535),
  host: filledText,
  cors: flag,
  allowHosts: check(
    'an array of names or addresses without a port',
    (names) =>
      Array.isArray(names) && names.every((name) => typeof name === 'string' && allowedHost(name) !== undefined),
  ),
  baseUrl: address,
  trustProxy: flag,
  ui: flag,
  state: check('a path', filledText.test),
  signal: check('an AbortSignal', (signal) => signal instanceof AbortSignal),
  onError: check('a function', (listener) => typeof listener === 'function'),
}

/** Checks the options of `serve` and fills in the defaults. */
export function checkServeOptions(options: ServeOptions): ServeSettings {
  validateMembers(options, '', optionChecks, 'option', 'options')
  const { host = '127.0.0.1', allowHosts = [], baseUrl, onError = warn } = options
  return {
    port: options.port ?? 0,
    host: host.replace(/^\[(.+)\]$/, '$1'),
    cors: options.cors ?? false,
    allowHosts: [
      ...allowHosts.flatMap((name) => allowedHost(name) ?? []),
      ...(baseUrl === undefined ? [] : [new URL(baseUrl).hostname]),
    ],
    baseUrl: baseUrl === undefined ? undefined : baseFrom(baseUrl),
    trustProxy: options.trustProxy ?? false,
    ui: options.ui ?? true,
    state: options.state,
    signal: options.signal,
    onError: guarded(onError),
  }
}

/**
 * The host name of an entry of `allowHosts`; undefined for an invalid name, and for a name with a port. An IPv6 address needs no brackets.
 */
function allowedHost(name: string): string | undefined {
  if (isIPv6(name)) return hostNameOf(`[${name}]`)
  return /:\d+$/.test(name) ? undefined : hostNameOf(name)
}

/** Wraps `onError`, so that an error thrown by it does not stop the server. */
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
