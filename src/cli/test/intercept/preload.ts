/** What the preload of Node must know. */
export interface PreloadSettings {
  /** The intercepted host and port. */
  readonly host: string
  readonly port: number
  /** Port at this machine that stands for them. */
  readonly to: number
  /** Hosts that connections may reach. */
  readonly passHosts: readonly string[]
  /** The message of a refused connection; `HOST` stands for the host. */
  readonly refusal: string
}

/**
 * A script for `node --require`: Node does not use the variables for proxies. It redirects and refuses connections of this process. All of `net`,
 * `tls`, `http`, `https` and `fetch` connect by this method, in worker threads too.
 */
export const preloadOf = ({ host, port, to, passHosts, refusal }: PreloadSettings): string =>
  `(${redirectConnections})(${JSON.stringify({ host, port, to, passHosts, refusal })}, require('node:net'))\n`

/** Runs in the process of the program, on its Node. So it uses nothing of this file. */
function redirectConnections(settings: PreloadSettings, { Socket }: typeof import('node:net')): void {
  const { host: intercepted, port: interceptedPort, to, passHosts, refusal } = settings
  const { connect } = Socket.prototype
  const mayPass = (host: string) =>
    passHosts.includes(host) || /^(.+\.)?localhost$|^::1$|^127\.\d+\.\d+\.\d+$/.test(host)
  const replacement = function (this: import('node:net').Socket, ...given: unknown[]) {
    // `net` passes its arguments on as an array.
    const [first, second, ...rest] = Array.isArray(given[0]) ? given[0] : given
    const options =
      typeof first === 'object' && first !== null
        ? first
        : { port: first, host: typeof second === 'string' ? second : undefined }
    const { path, port = 0, host = 'localhost' } = options
    const name = String(host)
      .toLowerCase()
      .replace(/^\[(.*)\]$|\.$/g, '$1')
    const isHttp = Reflect.get(this, 'encrypted') === true || Number(port) === 80 || Number(port) === 443
    if (!path && name === intercepted && Number(port) === interceptedPort) {
      const listener = [second, ...rest].find((each) => typeof each === 'function')
      return Reflect.apply(connect, this, [{ ...options, host: '127.0.0.1', port: to }, listener])
    }
    // Other connections may be those of a database.
    if (path || mayPass(name) || !isHttp) return Reflect.apply(connect, this, given)
    // Until `destroy`, the program may write.
    Reflect.set(this, 'connecting', true)
    const error = new Error(refusal.replaceAll('HOST', name))
    process.nextTick(() => this.destroy(Object.assign(error, { code: 'ECONNREFUSED', syscall: 'connect' })))
    return this
  }
  Socket.prototype.connect = replacement
}
