import { isIPv6 } from 'node:net'
import { address, baseFrom, type Check, check, filledText, flag, validateMembers, wholeNumber } from '../validate.ts'
import { hostNameOf } from './guard.ts'

/** Settings of `serve`. None is needed. */
export interface ServeOptions {
  /**
   * Port to listen on; 0 takes a free one.
   * @default 0
   */
  readonly port?: number
  /**
   * Name or address to listen on. Any address other than loopback exposes the service to others.
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
   * Further host names under which the server serves the admin API, besides those of loopback. Without a port. An IPv6 address can be in any
   * spelling, with brackets or without.
   * @default none: only loopback
   */
  readonly allowHosts?: readonly string[]
  /**
   * Address that links begin with, whatever address a request was sent to: for a server behind a proxy, or in place of a real service. http or
   * https, without query and fragment. The admin API accepts its host name too.
   * @default the address of each request
   */
  readonly baseUrl?: string
  /**
   * Whether links begin with the scheme and host in `X-Forwarded-Proto` and `X-Forwarded-Host`. Only for a server behind a proxy that sets both.
   * `baseUrl` has precedence.
   * @default false
   */
  readonly trustProxy?: boolean
  /**
   * Whether a browser that opens the address sees the explorer, a page that shows the service's data and its requests.
   * @default true
   */
  readonly ui?: boolean
  /**
   * File for the service's state: loaded if it exists, written after a change and when the server closes. Every save writes the whole file:
   * a change is saved after about half a second with 10,000 events, and after 2.5 seconds with 100,000. The file is complete at any moment,
   * even after a crash of the program or the machine. Only its owner may read it, because it contains the mock's keys. Loading the file is a
   * `restore`, which removes the service's faults and empties its request log. Use each file for one server only.
   * @default none: the state is in memory
   */
  readonly state?: string
  /**
   * Closes the server.
   * @default none: only `close` closes the server
   */
  readonly signal?: AbortSignal
  /**
   * Called with errors of the server itself, such as a state file that cannot be written.
   * @default a warning of the process
   */
  readonly onError?: (error: unknown) => void
}

/** The settings with their defaults. */
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

/** The name of an allowed host; undefined if the host is invalid or has a port. An IPv6 address needs no brackets. */
function allowedHost(name: string): string | undefined {
  if (isIPv6(name)) return hostNameOf(`[${name}]`)
  return /:\d+$/.test(name) ? undefined : hostNameOf(name)
}

/** Catches errors that the listener throws, so that they do not stop its caller. */
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
