import { isIPv6 } from 'node:net'

// A name, an IPv4 address, or an IPv6 address in brackets. Nothing else may come to stand in a link.
const name = String.raw`(?:[a-z0-9](?:[a-z0-9_.-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])`
const hostName = new RegExp(`^${name}$`, 'i')
const hostAndPort = new RegExp(`^(${name})(?::\\d{1,5})?$`, 'i')

/** The host that a value is, without a port, in its one spelling; undefined for what is none. An IPv6 address may stand without brackets. */
export function hostNameOf(value: unknown): string | undefined {
  const host = typeof value === 'string' && isIPv6(value) ? `[${value}]` : value
  return typeof host === 'string' && hostName.test(host) ? spelled(host) : undefined
}

/** Whether a value is what a `Host` header may hold. */
export const isHost = (value: string): boolean => hostAndPort.test(value)

/** The name of a `Host` header, in its one spelling and without its port; undefined where it is none. */
export function nameOf(host: string): string | undefined {
  const [, name] = hostAndPort.exec(host) ?? []
  return name && spelled(name)
}

/** A name in lower case; an IPv6 address, which can be written in many ways, as the platform writes it. */
const spelled = (name: string): string | undefined =>
  name.startsWith('[') ? URL.parse(`http://${name}`)?.hostname : name.toLowerCase()

/** Whether a name is this machine's own, wherever it is looked up. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  host === '[::1]' ||
  /^127(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/.test(host)

/** A host as it stands in an address: one that stands for every address of the machine as the loopback one. */
export function shownHost(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
