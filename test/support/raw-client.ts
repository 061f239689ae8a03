import { once } from 'node:events'
import { connect } from 'node:net'

/** A connection whose bytes a test writes and reads itself. */
export interface RawClient extends Disposable {
  write(bytes: string): void
  /** No more will be written; the other side can still answer. */
  end(): void
  /** Reads nothing more, until it is resumed. */
  pause(): void
  resume(): void
  /** What has come so far. */
  readonly received: () => string
  /** Settles when what has come fits, or fails when the connection ends or twenty seconds pass before. */
  until(pattern: RegExp): Promise<string>
  /** Settles when the connection is closed: with all that came, and the code of the error that closed it. */
  readonly closed: Promise<{ readonly received: string; readonly code: string | undefined }>
}

const longest = 20_000

/** Opens a connection to a server. */
export async function rawClient({ port }: { readonly port: number }): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  let code: string | undefined
  const checks = new Set<() => void>()
  const check = () => {
    for (const each of checks) each()
  }
  const closed = new Promise<{ received: string; code: string | undefined }>((resolve) => {
    socket.on('close', () => {
      resolve({ received, code })
      check()
    })
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code
  })
  socket.on('end', () => socket.end())
  socket.setEncoding('utf8').on('data', (bytes) => {
    received += bytes
    check()
  })
  await once(socket, 'connect')
  return {
    write: (bytes) => socket.write(bytes),
    end: () => socket.end(),
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    received: () => received,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`No ${pattern} came, but: ${received}`)), longest)
        const look = () => {
          const fits = pattern.test(received)
          if (!fits && !socket.closed) return
          checks.delete(look)
          clearTimeout(late)
          if (fits) resolve(received)
          else reject(new Error(`The connection ended (${code}) before ${pattern} came: ${received}`))
        }
        checks.add(look)
        look()
      }),
    closed,
    [Symbol.dispose]: () => socket.destroy(),
  }
}
