import { isIP } from 'node:net'
import { CliError } from '../../run/cli-error.ts'

/** An origin whose requests are intercepted. */
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

/** The origin of an address; undefined for an address that is not http or https. */
export function targetAt(address: string): Target | undefined {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return undefined
  const host = hostKey(url.hostname)
  const isSecure = url.protocol === 'https:'
  return { origin: url.origin, host, port: Number(url.port) || (isSecure ? 443 : 80), isSecure }
}

/** @throws CliError for a value of `--pass-host` that is no host, or the intercepted one */
export function checkPassHosts(passHosts: readonly string[], intercepted: string | undefined, leadsTo: string): void {
  for (const host of passHosts) {
    const name = hostKey(host)
    if (!/^(?!-)[a-z\d.-]+$/.test(name) && !isIP(name)) {
      throw new CliError(2, '--pass-host: must be a name or an address, without a port')
    }
    if (name === intercepted) throw new CliError(2, `--pass-host: ${host} is the host that leads to ${leadsTo}`)
  }
}
