// A name, an IPv4 address, or an IPv6 address in brackets. Nothing else may come to stand in a link.
const name = String.raw`(?:[a-z0-9](?:[a-z0-9_.-]{0,251}[a-z0-9.])?|\[[0-9a-f:.]{2,45}\])`
const hostName = new RegExp(`^${name}$`, 'i')
const hostAndPort = new RegExp(`^(${name})(?::\\d{1,5})?$`, 'i')

/** Whether a value is a host without a port. */
export const isHostName = (value: unknown): value is string => typeof value === 'string' && hostName.test(value)

/** Whether a value is what a `Host` header may hold. */
export const isHost = (value: string): boolean => hostAndPort.test(value)

/** The name of a `Host` header, in lower case and without its port; undefined where it is none. */
export const nameOf = (host: string): string | undefined => hostAndPort.exec(host)?.[1]?.toLowerCase()

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
