import { isIP } from 'node:net'
import { CliError } from '../../../run/cli-error.ts'
import type { MockFlags } from '../flags.ts'

/** An origin that leads to the mock service. */
export interface Target {
  /** Such as `https://actionnetwork.org`. */
  readonly origin: string
  /** In lower case; an IPv6 address without brackets. */
  readonly host: string
  readonly port: number
  readonly isSecure: boolean
}

/** A host name as programs write it, in one spelling: lower case, without brackets and the dot at the end. */
export const hostKey = (host: string): string => host.toLowerCase().replace(/^\[(.*)\]$|\.$/g, '$1')

/** Whether a host always means this machine. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host.endsWith('.localhost') || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host)

/**
 * The origin that leads to the mock service for the command behind `--`: that of `--base-url`, else that of the preset. Undefined if the flags do
 * not ask for it.
 *
 * @throws CliError for flags that contradict each other
 */
export async function targetOf(flags: MockFlags, hasCommand: boolean): Promise<Target | undefined> {
  const { intercept, preset, passHost = [] } = flags
  const ofPreset = preset && (await import('osdi-events/mock')).actionNetwork.baseUrl
  const address = flags.baseUrl ?? ofPreset
  const target = intercept === false || !hasCommand || address === undefined ? undefined : targetAt(address)
  if (intercept && !hasCommand) throw new CliError(2, '--intercept: needs a command after --')
  if (intercept && !target) {
    if (address === undefined) throw new CliError(2, '--intercept: needs --preset or --base-url')
    throw new CliError(2, '--intercept: --base-url must be the address of another machine')
  }
  if (passHost.length > 0 && !target) throw new CliError(2, '--pass-host: works only where requests are intercepted')
  for (const host of passHost) {
    const name = hostKey(host)
    if (!/^(?!-)[a-z\d.-]+$/.test(name) && !isIP(name)) {
      throw new CliError(2, '--pass-host: must be a name or an address, without a port')
    }
    if (name === target?.host) throw new CliError(2, `--pass-host: ${host} is the host that leads to the mock`)
  }
  return target
}

/** The origin of an address; undefined for an address of this machine, which needs no proxy, and for one that the mock service refuses. */
function targetAt(address: string): Target | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const host = hostKey(url.hostname)
  const isSecure = url.protocol === 'https:'
  if (isLoopback(host)) return undefined
  return { origin: url.origin, host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure }
}
