/** What the platform's `fetch` rejects with where a name leads nowhere, as Node's does. */
export function unreachable(hostname: string): TypeError {
  const more = { errno: -3008, code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }
  return failed(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), more))
}

/** A `fetch` that failed before there was an answer. */
export const failed = (cause: Error): TypeError => new TypeError('fetch failed', { cause })

/** A body that broke off. */
export const terminated = (cause: Error): TypeError => new TypeError('terminated', { cause })

/** The connection was reset. */
export const connectionReset = (): Error =>
  Object.assign(new Error('read ECONNRESET'), { errno: -104, code: 'ECONNRESET', syscall: 'read' })

/** The connection was ended where more was promised. */
export const connectionEnded = (): Error =>
  Object.assign(new Error('other side closed'), { name: 'SocketError', code: 'UND_ERR_SOCKET' })
